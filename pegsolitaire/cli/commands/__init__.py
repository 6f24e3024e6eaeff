"""The commands, a file each (`boards` holds `show` too): parse, call the library, print."""

"""The commands, grouped in files by subject: parse, call the library, print."""

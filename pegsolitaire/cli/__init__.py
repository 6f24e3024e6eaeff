"""The command line: `commands/`, a file each, and what they share."""

"""The command line: the commands are in `commands/`; the modules here serve all of them."""

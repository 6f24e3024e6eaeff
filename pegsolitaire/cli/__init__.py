"""The command line: the commands are in `commands/`, and the modules here are shared by them."""

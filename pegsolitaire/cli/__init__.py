"""The command line. The folder `commands` contains the commands, which share the other modules."""

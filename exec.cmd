@rem npm runs its scripts in cmd.exe on Windows, which has no "exec": there this file is found first, and runs the rest of the line.
@%*

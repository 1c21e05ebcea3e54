#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0
"""tidycommands.py BUILD_DIR OUT_DIR FILE…: writes OUT_DIR/compile_commands.json with the command of each FILE.

A file that is compiled with others (CMake's unity build) has no command of its own, and clang-tidy would guess one, perhaps
without the libraries that the file uses. It gets the command of the file that includes it.
"""
import json
import os
import sys

build, out, files = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as stream:
    entries = json.load(stream)

commands = {}
for entry in entries:
    name = os.path.join(entry["directory"], entry["file"])
    commands[os.path.realpath(name)] = (entry, entry["file"])
    if os.path.basename(name).startswith("unity_"):
        with open(name, encoding="utf-8") as stream:
            for line in stream:
                if line.startswith("#include "):
                    commands[os.path.realpath(line.split('"')[1])] = (entry, entry["file"])

missing = [file for file in files if os.path.realpath(file) not in commands]
if missing:
    sys.exit("no target compiles " + ", ".join(missing))

chosen = []
for file in files:
    entry, compiled = commands[os.path.realpath(file)]
    path = os.path.realpath(file)
    chosen.append({"directory": entry["directory"], "file": path, "command": entry["command"].replace(compiled, path)})
os.makedirs(out, exist_ok=True)
with open(os.path.join(out, "compile_commands.json"), "w", encoding="utf-8") as stream:
    json.dump(chosen, stream, indent=1)

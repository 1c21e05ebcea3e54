#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0

# join.sh FILE…: prints a source that compiles these tests at once, which takes a third of the time. Each stays apart in a namespace
# of its own; what they include comes before, for headers do not belong into that namespace.
echo '#include <QtCore/qmetatype.h>' # what moc writes includes these
echo '#include <QtCore/qtmochelpers.h>'
echo '#include <QtCore/qxptype_traits.h>'
grep -h '^#include' "$@" | grep -v '\.moc"' | awk '!seen[$0]++'
for file; do
    name=$(basename "$file" .cpp)
    printf 'namespace in_%s {\n#include "%s"\n}\n' "$name" "$file"
done

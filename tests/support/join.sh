#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
# SPDX-License-Identifier: Apache-2.0

# join.sh FILE…: prints a source that compiles these tests at once, which takes a third of the time. Each test is in a namespace of
# its own. Their includes come before the namespaces, because headers must not be included inside one.
echo '#include <QtCore/qmetatype.h>' # the output of moc includes these
echo '#include <QtCore/qtmochelpers.h>'
echo '#include <QtCore/qxptype_traits.h>'
grep -h '^#include' "$@" | grep -v '\.moc"' | awk '!seen[$0]++'
for file; do
    name=$(basename "$file" .cpp)
    printf 'namespace in_%s {\n#include "%s"\n}\n' "$name" "$file"
done

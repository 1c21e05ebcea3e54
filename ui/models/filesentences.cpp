// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/coresentences.h"

#include <QtTranslation>

namespace Workbench::Ui {

std::span<const char *const> fileSentences()
{
    static constexpr const char *sentences[] = {
        QT_TRANSLATE_NOOP("CoreText",
            "%1: %2 cannot be read: %3 must be %4 and is not \"envelope\"; correct the file in a text "
            "editor"),
        QT_TRANSLATE_NOOP(
            "CoreText", "a name of letters, digits, '_', '.' and '-' that begins with a letter or '_'"),
        QT_TRANSLATE_NOOP("CoreText",
            "%1: %2 cannot be read: %3 must have either a \"value\" or a \"secret\"; correct the file in a "
            "text editor"),
        QT_TRANSLATE_NOOP("CoreText",
            "%1: %2 cannot be read: %3 must be \"%4:NAME\" or \"env:NAME\"; correct the file in a text "
            "editor"),
        QT_TRANSLATE_NOOP("CoreText",
            "the accepted definitions could not be read, so %1 count as accepted: the file \"%2\" %3 \"%4\" "
            "(%5)"),
        QT_TRANSLATE_NOOP("CoreText",
            "the accepted definitions could not be read, so %1 count as accepted: the file \"%2\" %3 (%4)"),
        QT_TRANSLATE_NOOP("CoreText",
            "the accepted definitions could not be read, so %1 are stored again: the file \"%2\" %3 \"%4\" "
            "(%5)"),
        QT_TRANSLATE_NOOP("CoreText",
            "the accepted definitions could not be read, so %1 are stored again: the file \"%2\" %3 (%4)"),
        QT_TRANSLATE_NOOP(
            "CoreText", "needs the variable \"%1\" in an environment of the workspace: %2; one of %3"),
        QT_TRANSLATE_NOOP("CoreText", "Some clients refuse its input schema: it has %1 at the root, at %2."),
        QT_TRANSLATE_NOOP("CoreText", "Some clients refuse its input schema: it has %1, at %2 and %3 more."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Some clients refuse the input schemas of %1 operations: they have %2 at the root."),
        QT_TRANSLATE_NOOP("CoreText", "Some clients refuse its output schema: it has %1 at the root, at %2."),
        QT_TRANSLATE_NOOP("CoreText", "Some clients refuse its output schema: it has %1, at %2 and %3 more."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Some clients refuse the output schemas of %1 operations: they have %2 at the root."),
        QT_TRANSLATE_NOOP("CoreText", "an object with one gap in gapsMs for each event"),
        QT_TRANSLATE_NOOP("CoreText", "an event with a gap in times.gapsMs"),
        QT_TRANSLATE_NOOP("CoreText", "absent, because a stream has events"),
        QT_TRANSLATE_NOOP("CoreText", "present, because there are events"),
        QT_TRANSLATE_NOOP("CoreText", "The call failed:"),
        QT_TRANSLATE_NOOP("CoreText", "a dialect other than 2020-12"),
        QT_TRANSLATE_NOOP("CoreText", "a list of types"),
        QT_TRANSLATE_NOOP("CoreText", "a schema for each item (tuple)"),
        QT_TRANSLATE_NOOP("CoreText", "The input schemas of %1 operations cannot be used."),
        QT_TRANSLATE_NOOP("CoreText", "The output schemas of %1 operations cannot be used."),
        QT_TRANSLATE_NOOP("CoreText", "A $ref of the %1 schema leads nowhere: %2"),
        QT_TRANSLATE_NOOP("CoreText", "References in the %1 schemas of %2 operations lead nowhere."),
        QT_TRANSLATE_NOOP("CoreText", "The schema \"%1\" cannot be used: %2"),
        QT_TRANSLATE_NOOP("CoreText", "The output schema is not met: normalisation loses %1 value, at %2."),
        QT_TRANSLATE_NOOP(
            "CoreText", "The output schema is not met: normalisation loses %1 values, the first at %2."),
        QT_TRANSLATE_NOOP(
            "CoreText", "The output schemas of %1 operations are not met: normalisation loses values."),
        QT_TRANSLATE_NOOP("CoreText", "the package \"%1\" (%2) has no command that runs it"),
        QT_TRANSLATE_NOOP("CoreText", "the program"),
        QT_TRANSLATE_NOOP("CoreText", "The instructions of the server changed: %1"),
        QT_TRANSLATE_NOOP("CoreText", "The source is not connected."),
        QT_TRANSLATE_NOOP("CoreText", "An input is given for \"%1\", but the source has no such operation."),
        QT_TRANSLATE_NOOP("CoreText", "It was cancelled."),
        QT_TRANSLATE_NOOP("CoreText", "The operation is no longer a stream."),
        QT_TRANSLATE_NOOP("CoreText", "The operation is now a stream."),
        QT_TRANSLATE_NOOP("CoreText", "The secrets %1 are missing."),
        QT_TRANSLATE_NOOP("CoreText",
            "\"%1\" is not a valid path of a fixture's file: expected NAME.json, bodies/NAME.json or "
            "definitions/NAME.json"),
        QT_TRANSLATE_NOOP(
            "CoreText", "\"%1\" is a link; fixtures are neither read nor written through links"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" is not a regular file"),
        QT_TRANSLATE_NOOP("CoreText", "the folder \"%1\" could not be created: %2"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" could not be removed: %2"),
        QT_TRANSLATE_NOOP("CoreText", "The recording of \"%1\" is too large for a fixture, at %2"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" is not the recorded file: its SHA-256 differs"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" holds more than %2 fixtures."),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" was not overwritten: %2"),
        QT_TRANSLATE_NOOP("CoreText", "all names for a fixture of \"%1\" are in use"),
        QT_TRANSLATE_NOOP("CoreText", "The folder \"%1\" does not exist"),
        QT_TRANSLATE_NOOP("CoreText", "Reading the fixtures was cancelled"),
        QT_TRANSLATE_NOOP("CoreText",
            "\"%1\" was not written into the git work tree \"%2\": something in it looks like a secret"),
        QT_TRANSLATE_NOOP("CoreText", "The fixture of \"%1\" is too large"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" exists already"),
        QT_TRANSLATE_NOOP("CoreText", "absent; the known members are %1"),
        QT_TRANSLATE_NOOP("CoreText", "an integer of 0 or more"),
        QT_TRANSLATE_NOOP("CoreText", "a known kind of error"),
        QT_TRANSLATE_NOOP("CoreText", "an object with exactly one of envelope, error and end"),
        QT_TRANSLATE_NOOP("CoreText", "a time such as 2026-01-31T12:00:00Z"),
        QT_TRANSLATE_NOOP("CoreText", "a JSON Pointer (/data/id) or a JSONPath ($.data.id)"),
        QT_TRANSLATE_NOOP("CoreText", "a number of 0 or more"),
        QT_TRANSLATE_NOOP("CoreText", "a number from 1"),
        QT_TRANSLATE_NOOP("CoreText", "the name of an operation"),
        QT_TRANSLATE_NOOP("CoreText", "a SHA-256 in hexadecimal digits"),
        QT_TRANSLATE_NOOP("CoreText", "the pointer of a null value"),
        QT_TRANSLATE_NOOP("CoreText", "a file in bodies/"),
        QT_TRANSLATE_NOOP("CoreText", "a list of places outside of /files"),
        QT_TRANSLATE_NOOP("CoreText", "Its definition was not recorded."),
        QT_TRANSLATE_NOOP("CoreText", "There is no recording of %1."),
        QT_TRANSLATE_NOOP("CoreText", "The rule \"%1\" at %2 cannot be used: %3"),
        QT_TRANSLATE_NOOP("CoreText", "The rule \"%1\" at %2 was not applied everywhere: %3"),
        QT_TRANSLATE_NOOP("CoreText", "It is neither a JSON Pointer nor a JSONPath."),
        QT_TRANSLATE_NOOP("CoreText", "The tolerance must be a number of 0 or more."),
        QT_TRANSLATE_NOOP("CoreText", "A string was too long, or the search took too long."),
        QT_TRANSLATE_NOOP("CoreText",
            "Some lists were compared item by item: finding moves in them takes more than diff.steps."),
        QT_TRANSLATE_NOOP("CoreText", "a non-empty string"),
        QT_TRANSLATE_NOOP("CoreText", "the number %1"),
        QT_TRANSLATE_NOOP("CoreText", "null or the name of one of the environments"),
        QT_TRANSLATE_NOOP("CoreText", "it is not a JSON object"),
        QT_TRANSLATE_NOOP("CoreText", "two variables are called \"%1\""),
        QT_TRANSLATE_NOOP("CoreText", "two environments are called \"%1\""),
        QT_TRANSLATE_NOOP("CoreText", "two sources are called \"%1\" (a dot counts as an underscore)"),
        QT_TRANSLATE_NOOP("CoreText",
            "\"%1\" was changed by another program since it was opened; save under another name, or "
            "overwrite it"),
        QT_TRANSLATE_NOOP(
            "CoreText", "the file \"%1\" was not written, because it would have %2 and may have %3"),
        QT_TRANSLATE_NOOP("CoreText", "was renamed to"),
        QT_TRANSLATE_NOOP("CoreText", "could not be renamed"),
        QT_TRANSLATE_NOOP("CoreText", "could not be read"),
        QT_TRANSLATE_NOOP("CoreText", "its format is not known"),
        QT_TRANSLATE_NOOP("CoreText", "Access to the keychain was cancelled."),
        QT_TRANSLATE_NOOP("CoreText", "The keychain failed: %1"),
        QT_TRANSLATE_NOOP(
            "CoreText", "A name in the keychain has 1 to %1 characters, none of them invisible."),
        QT_TRANSLATE_NOOP("CoreText", "\"fd:%1\" cannot be read"),
        QT_TRANSLATE_NOOP("CoreText", "\"fd:%1\" holds more than %2 KiB, the longest accepted secret"),
        QT_TRANSLATE_NOOP("CoreText", "keychain:%1 cannot be read: no keychain is available"),
        QT_TRANSLATE_NOOP("CoreText", "the keychain has no secret \"%1\""),
        QT_TRANSLATE_NOOP("CoreText", "keychain:%1 is empty"),
        QT_TRANSLATE_NOOP("CoreText", "env:%1 is empty"),
        QT_TRANSLATE_NOOP("CoreText",
            "This system has no keychain: secrets are kept in memory and are gone when the program ends."),
        QT_TRANSLATE_NOOP("CoreText", "user-info of a URL"),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" was written, but may be lost if the system stops now"),
        QT_TRANSLATE_NOOP("CoreText", "the folder \"%1\" could not be created"),
        QT_TRANSLATE_NOOP("CoreText", "There is no limit named \"%1\"."),
        QT_TRANSLATE_NOOP("CoreText", "The value \"%1\" is too large for the limit %2."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Setting \"%1\": the header \"%2\" belongs to the connection and must not be set."),
        QT_TRANSLATE_NOOP(
            "CoreText", "Setting \"%1\": the header \"%2\" holds a line end or another control character."),
        QT_TRANSLATE_NOOP("CoreText", "Setting \"%1\": \"%2\" is not a valid header name."),
        QT_TRANSLATE_NOOP("CoreText", "Setting \"%1\": expected %2 as the name of a secret; %3."),
        QT_TRANSLATE_NOOP("CoreText",
            "expected env:NAME, fd:N or keychain:NAME as the name of a secret; other programs can read a "
            "command line"),
        QT_TRANSLATE_NOOP("CoreText", "other programs can read a command line"),
        QT_TRANSLATE_NOOP("CoreText", "Setting \"%1\": expected %2, got %3."),
        QT_TRANSLATE_NOOP("CoreText", "Setting \"%1\": expected %2."),
        QT_TRANSLATE_NOOP("CoreText", "Setting \"%1\": %2."),
        QT_TRANSLATE_NOOP("CoreText", "holds a NUL character"),
        QT_TRANSLATE_NOOP("CoreText", "an object of strings"),
        QT_TRANSLATE_NOOP("CoreText", "a list of strings"),
        QT_TRANSLATE_NOOP("CoreText", "%1 was written by a later version and is not replayed: %2"),
        QT_TRANSLATE_NOOP("CoreText", "%1 is not replayed: %2"),
        QT_TRANSLATE_NOOP("CoreText", "%1 fixtures recorded from %2, the last one at %3."),
        QT_TRANSLATE_NOOP("CoreText", "%1 and %2 more files that are not replayed."),
        QT_TRANSLATE_NOOP("CoreText",
            "%1 of the folder's files are not replayed%2 %3 of them because a later version wrote them."),
        QT_TRANSLATE_NOOP("CoreText", "%1 of the folder's files are not replayed."),
        QT_TRANSLATE_NOOP("CoreText", "The recorded answer of %1 does not come within %2."),
        QT_TRANSLATE_NOOP("CoreText", "\"%1\" was recorded as %2."),
        QT_TRANSLATE_NOOP("CoreText", "a stream; subscribe to it"),
        QT_TRANSLATE_NOOP("CoreText", "one answer; invoke it"),
        QT_TRANSLATE_NOOP("CoreText", "%1 is replayed from a file: nothing is sent."),
        QT_TRANSLATE_NOOP("CoreText", "expected the path of a folder"),
        QT_TRANSLATE_NOOP("CoreText", "expected a number from 0.001 up, or max"),
        QT_TRANSLATE_NOOP("CoreText", "expected %1 or %2"),
        QT_TRANSLATE_NOOP("CoreText", "a \"$ref\" to another document"),
        QT_TRANSLATE_NOOP("CoreText", "a recursive \"$ref\""),
    };
    return sentences;
}

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/cast.h"

#include <QTest>

namespace Workbench::Test {

//! A result and the changes of its normalisation. One table serves all paths: `call`, a subscription, a
//! caller over a hub, and the window.
struct NormalisationCase {
    QByteArray schema; //!< the output schema
    QByteArray received;
    QByteArray payload; //!< the received payload, inside of envelopes that are opened
    QByteArray normalised;
    QStringList changes; //!< "lost /n", in order
};

//! Returns a line such as "lost /n".
inline QString changeLine(const Change &change)
{
    return QString(changeMarkName(change.mark)) + u' ' + change.pointer;
}

//! Adds the column "example" and a row for each case.
inline void addNormalisationCases()
{
    using namespace Qt::StringLiterals;
    QTest::addColumn<NormalisationCase>("example");
    const auto row = [](const char *name, const NormalisationCase &example) {
        QTest::newRow(name) << example;
    };
    const QByteArray schema = R"({"type":"object","required":["unit","n"],"additionalProperties":false,
        "properties":{"n":{"type":"integer","default":5},"unit":{"type":"string","default":"C"},
        "price":{"type":"number","multipleOf":0.01},"list":{"type":"array","items":{"type":"boolean"}}}})";
    const auto plain = [&](const QByteArray &received, const QByteArray &normalised,
                           const QStringList &changes) {
        return NormalisationCase{schema, received, received, normalised, changes};
    };
    const QByteArray fits = R"({"price":19.99,"unit":"K","n":7.0})";
    row("nothing changed", plain(fits, fits, {}));
    row("filled", plain(R"({"n":7})", R"({"n":7,"unit":"C"})", {u"filled /unit"_s}));
    row("converted", plain(R"({"n":"5","unit":"K"})", R"({"n":5,"unit":"K"})", {u"converted /n"_s}));
    row("replaced", plain(R"({"n":"7","unit":"K"})", R"({"n":5,"unit":"K"})", {u"lost /n"_s}));
    row("removed", plain(R"({"n":7,"unit":"K","x":1})", R"({"n":7,"unit":"K"})", {u"lost /x"_s}));
    row("several at once",
        plain(R"({"price":19.99,"list":[true,"no"],"x":null,"n":"5"})",
            R"({"price":19.99,"list":[true,false],"n":5,"unit":"C"})",
            {u"lost /list/1"_s, u"lost /x"_s, u"converted /n"_s, u"filled /unit"_s}));
    row("inside of an envelope",
        {R"({"type":"object","required":["ok","data"],"properties":{"ok":{"type":"boolean"},"data":)" + schema
                + "}}",
            R"({"ok":true,"data":{"n":"x","unit":"K"}})", R"({"n":"x","unit":"K"})",
            R"({"ok":true,"data":{"n":5,"unit":"K"}})", {u"lost /data/n"_s}});
}

} // namespace Workbench::Test

Q_DECLARE_METATYPE(Workbench::Test::NormalisationCase)

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/base/safename.h"
#include "core/fixture/fixtureredaction.h"
#include "core/json/jsonparser.h"

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

bool isSafe(const QString &name)
{
    const auto isAllowed = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9')
            || "._-"_L1.contains(c);
    };
    constexpr qsizetype longest = 100;
    return !name.isEmpty() && name.size() <= longest && std::ranges::all_of(name, isAllowed)
        && !name.startsWith(u'.') && !name.startsWith(u'-') && !name.endsWith(u'.');
}

void runFixture(const QByteArray &input)
{
    FUZZ_EXPECT(isSafe(safeFileName(QString::fromUtf8(input))));
    const auto json = parseJson(input);
    if (!json)
        return;
    const auto fixture = fixtureFromJson(*json);
    if (!fixture) {
        FUZZ_EXPECT(fixture.error().kind == ErrorKind::Usage && !fixture.error().message.isEmpty());
        return;
    }
    const QByteArray written = toJson(*fixture).toBytes();
    const auto again = fixtureFromJson(toJson(*fixture));
    FUZZ_EXPECT(again && toJson(*again).toBytes() == written);

    KnownSecrets secrets;
    secrets.add("canary-7", u"canary"_s);
    const RedactedFixture redacted = redactFixture(*fixture, secrets);
    FUZZ_EXPECT(fixtureFromJson(toJson(redacted.fixture)));
    FUZZ_EXPECT(!toJson(redacted.fixture).member("envelope"_L1).toBytes().contains("canary-7"));
    FUZZ_EXPECT(!redacted.fixture.body.contains("canary-7"));
    // Keys that already are placeholders may be equal.
    FUZZ_EXPECT(fixture->input.toBytes().contains("${secret:")
        || isRecordedInput(redacted.fixture.input, fixture->input));
}

} // namespace

FuzzTarget fixtureTarget()
{
    return {"fixture",
        jsonWords()
            + QByteArrayList{"\"version\":1", "\"envelope\":{\"data\":1,\"meta\":{\"source\":\"http\"}}",
                "\"headers\":{\"cookie\":\"a=b\"}", "\"password\":\"x\"", "canary-7", "?token=a&b=c",
                "https://a:b@c/", "ghp_", "Bearer ", "-----BEGIN PRIVATE KEY-----", "${secret:a}",
                "\"events\":[]", "\"body\":\"{ }\"", "\"body\":\"[\\\"canary-7\\\" ]\"", "\"end\":\"count\"",
                "{\"name\":\"token\",\"value\":\"a\"}", "\\\"session\\\":\\\""},
        runFixture};
}

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/workspace/refusedcertificate.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

//! Returns a fingerprint whose 32 bytes are all \a digits.
QString pinOf(const QString &digits)
{
    return QStringList(32, digits).join(u':');
}

Json details()
{
    const Json all = jsonLiteral(
        R"({"host":"hub.example","sha256":"","acceptable":true,"reasons":[{"code":"expired","text":"The certificate has expired"}],
        "subject":"hub","names":["hub.example"],"issuer":"nobody","validFrom":"2020-01-01T00:00:00Z","validTo":"2020-02-01T00:00:00Z"})");
    return withMember(all, u"sha256", Json::string(pinOf(u"0a"_s).toUpper()));
}

Error refusal(const Json &with)
{
    return {ErrorKind::Network, u"http.tls"_s, u"refused"_s, {}, with};
}

} // namespace

class tst_RefusedCertificate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isReadFromTheErrorOfAConnection();
    void isNotFoundInOtherErrors_data();
    void isNotFoundInOtherErrors();
    void isNotAcceptableUnlessTheErrorSaysSo();
    void isAcceptedForItsHostInTheSettings_data();
    void isAcceptedForItsHostInTheSettings();
    void writesFingerprintsAlike();
};

void tst_RefusedCertificate::isReadFromTheErrorOfAConnection()
{
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(refusal(details()));
    QVERIFY(refused);
    QCOMPARE(refused->host, u"hub.example"_s);
    QCOMPARE(refused->sha256, pinOf(u"0a"_s));
    QVERIFY(refused->mayBeAccepted);
    QCOMPARE(refused->reasons.size(), 1);
    QCOMPARE(refused->reasons.first().code, u"expired"_s);
    QCOMPARE(refused->names, QStringList{u"hub.example"_s});
    QCOMPARE(refused->validTo, QDateTime(QDate(2020, 2, 1), QTime(0, 0), QTimeZone::UTC));
}

void tst_RefusedCertificate::isNotFoundInOtherErrors_data()
{
    QTest::addColumn<Error>("error");
    Error ofAPeer = refusal(details());
    ofAPeer.kind = ErrorKind::Remote;
    QTest::newRow("an error that a server sent") << ofAPeer;
    Error other = refusal(details());
    other.code = u"http.refused"_s;
    QTest::newRow("an error with another code") << other;
    QTest::newRow("without details") << refusal({});
    QTest::newRow("without a host") << refusal(withoutMember(details(), u"host"));
    QTest::newRow("without a fingerprint") << refusal(withMember(details(), u"sha256", Json::integer(1)));
}

void tst_RefusedCertificate::isNotFoundInOtherErrors()
{
    QFETCH(Error, error);
    QVERIFY(!RefusedCertificate::of(error));
}

void tst_RefusedCertificate::isNotAcceptableUnlessTheErrorSaysSo()
{
    for (const Json &said : {Json(), Json::boolean(false), Json::string(u"true"_s)}) {
        const auto refused = RefusedCertificate::of(refusal(withMember(details(), u"acceptable", said)));
        QVERIFY(refused);
        QVERIFY(!refused->mayBeAccepted);
    }
}

void tst_RefusedCertificate::isAcceptedForItsHostInTheSettings_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<bool>("inPlaceOfOthers");
    QTest::addColumn<QByteArray>("after");
    const auto entry = [](const char *host, const QString &digits) -> QByteArray {
        return QByteArray(R"({"host":")") + host + R"(","sha256":")" + pinOf(digits).toLatin1() + "\"}";
    };
    const QByteArray own = entry("hub.example", u"0a"_s);
    const QByteArray old = entry("HUB.example", u"0b"_s);
    const QByteArray other = entry("other.example", u"0c"_s);
    const auto settings = [](const QByteArray &list) -> QByteArray {
        return R"({"url":"x","certificates":[)" + list + "]}";
    };
    QTest::newRow("the first") << QByteArray(R"({"url":"x"})") << true << settings(own);
    QTest::newRow("beside another") << settings(old) << false << settings(old + ',' + own);
    QTest::newRow("in place of another") << settings(old) << true << settings(own);
    QTest::newRow("beside another host's") << settings(other) << true << settings(other + ',' + own);
    QTest::newRow("already accepted") << settings(own) << false << settings(own);
    QTest::newRow("where the old value is not a list")
        << QByteArray(R"({"url":"x","certificates":"all"})") << false << settings(own);
}

void tst_RefusedCertificate::isAcceptedForItsHostInTheSettings()
{
    QFETCH(QByteArray, before);
    QFETCH(bool, inPlaceOfOthers);
    QFETCH(QByteArray, after);
    const Json settings = withAcceptedCertificate(
        jsonLiteral(before), *RefusedCertificate::of(refusal(details())), inPlaceOfOthers);
    QCOMPARE(settings.toBytes(), after);
    QVERIFY(acceptedFingerprints(settings, u"Hub.Example"_s).contains(pinOf(u"0a"_s)));
    QVERIFY(acceptedFingerprints(settings, u"example"_s).isEmpty());
}

void tst_RefusedCertificate::writesFingerprintsAlike()
{
    QCOMPARE(plainFingerprint(u"AB:cd 01\n23"_s), u"ab:cd:01:23"_s);
    QCOMPARE(plainFingerprint(u"no digits"_s).size() < 32, true);
    QCOMPARE(plainFingerprint({}), QString());
}

WORKBENCH_TEST(tst_RefusedCertificate, QCoreApplication)
#include "tst_refusedcertificate.moc"

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Playback of audio in results. The tests run without an audio output.

#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/audioblock.h"
#include "ui/panes/resultpane.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QDataStream>
#include <QPointer>
#include <QPushButton>
#include <QSlider>
#include <QTest>
#include <QThreadPool>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_AudioBlock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
        qputenv("PULSE_SERVER", "unix:/dev/null"); // tests must play no sound
    }
    void playsAudioOnlyWhenAsked();
    void pausesAudioThatIsHidden();
    void refusesAudio_data();
    void refusesAudio();
    void savesLargeAudioOnly();

private:
    static QAbstractButton *face(QWidget *pane, int index)
    {
        return pane->findChild<SegmentControl *>(u"dataFaces"_s)->findChildren<QAbstractButton *>().at(index);
    }
    static QString texts(QWidget *pane)
    {
        QStringList texts;
        for (const auto *label : pane->findChild<QWidget *>(u"viewPane"_s)->findChildren<ThemeLabel *>())
            texts.append(label->text());
        return texts.join(u" | "_s);
    }
};

namespace {

QByteArray wav(int milliseconds)
{
    QByteArray samples(qsizetype(milliseconds) * 16, '\0'); // 8 kHz, 16 bits
    for (qsizetype i = 0; i < samples.size(); i += 32)
        samples[i + 1] = 16;
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    out.writeRawData("RIFF", 4);
    out << quint32(36 + samples.size());
    out.writeRawData("WAVEfmt ", 8);
    out << quint32(16) << quint16(1) << quint16(1) << quint32(8000) << quint32(16'000) << quint16(2)
        << quint16(16);
    out.writeRawData("data", 4);
    out << quint32(samples.size());
    return bytes + samples;
}

Json audio(const QByteArray &base64)
{
    return jsonLiteral(QByteArray(R"({"type":"audio","mimeType":"audio/wav","data":")" + base64 + "\"}"));
}

Outcome resultWith(const Json &content)
{
    return *runPipeline(mcpEnvelope(content, {false, content, {}, {}}), u"s.speak"_s, *prepareSchema({}));
}

} // namespace

void tst_AudioBlock::playsAudioOnlyWhenAsked()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({audio(wav(60'000).toBase64())})), {});
    auto *button = pane.findChild<QPushButton *>(u"audioPlay"_s);
    QTRY_VERIFY(button->isVisible());
    auto *slider = pane.findChild<QSlider *>(u"audioPosition"_s);
    QVERIFY(!slider->isEnabled());
    QVERIFY(!pane.findChild<QObject *>(u"audioPlayer"_s)); // Qt Multimedia has not been used
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_COMPARE(button->text(), u"Pause"_s);
    QCOMPARE(button->accessibleName(), u"Pause"_s);
    QCOMPARE(pane.focusWidget(), button); // the same key must pause
    const QPointer<QObject> player = pane.findChild<QObject *>(u"audioPlayer"_s);
    QVERIFY(player->property("playing").toBool());
    QVERIFY2(texts(&pane).contains(u"This computer has no audio output"_s), qPrintable(texts(&pane)));
    QTRY_VERIFY(texts(&pane).contains(u" / 1:00"_s));
    QTRY_VERIFY(slider->value() > 0);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_End);
    QTRY_VERIFY(!player->property("playing").toBool()); // it reached its end
    QTRY_VERIFY(texts(&pane).contains(u"1:00 / 1:00"_s));
    QCOMPARE(button->text(), u"Play"_s);
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(button->text(), u"Pause"_s);
    QTRY_VERIFY(slider->value() >= 29'000 && slider->value() < 60'000);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(button->text(), u"Play"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(player->property("playing").toBool());
    pane.showResult(resultWith(Json::array({jsonLiteral(R"({"type":"text","text":"plain"})")})), {});
    QVERIFY(!player); // and the sound stops with it
}

void tst_AudioBlock::pausesAudioThatIsHidden()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({audio(wav(60'000).toBase64())})), {});
    auto *button = pane.findChild<QPushButton *>(u"audioPlay"_s);
    QTRY_VERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTest::mouseClick(face(&pane, 0), Qt::LeftButton); // while it is being read
    QVERIFY(!button->isVisible());
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!pane.findChild<QObject *>(u"audioPlayer"_s));
    QTest::mouseClick(face(&pane, 3), Qt::LeftButton);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(button->text(), u"Pause"_s);
    const auto *player = pane.findChild<QObject *>(u"audioPlayer"_s);
    pane.hide(); // like a page that is closed and may be opened again
    QVERIFY(!player->property("playing").toBool());
    pane.show();
    QCOMPARE(button->text(), u"Play"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(player->property("playing").toBool());
}

void tst_AudioBlock::refusesAudio_data()
{
    QTest::addColumn<QByteArray>("base64");
    QTest::addColumn<QString>("words");
    const QString broken = u"it is damaged, or its type is not supported"_s;
    const QByteArray session(
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n");
    QTest::newRow("invalid base64") << QByteArray("no base64!") << u"its data is not valid base64"_s;
    QTest::newRow("no data") << QByteArray() << u"played: its type is not supported"_s;
    QTest::newRow("a picture") << QByteArray(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
                               << u"played: its type is not supported"_s;
    QTest::newRow("a list of addresses")
        << QByteArray("#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:1/a.ts\n").toBase64()
        << u"played: its type is not supported"_s;
    QTest::newRow("a WAV without a format")
        << QByteArray("RIFF....WAVE" + QByteArray(2000, 'x')).toBase64() << broken;
    // FFmpeg would wait for packets of this address.
    QTest::newRow("an address after the start of an MP3")
        << QByteArray("\xff\xfb\x91\x41\n" + session).toBase64() << broken;
}

void tst_AudioBlock::refusesAudio()
{
    QFETCH(QByteArray, base64);
    QFETCH(QString, words);
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({audio(base64)})), {});
    auto *button = pane.findChild<QPushButton *>(u"audioPlay"_s);
    QTRY_VERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY2(texts(&pane).contains(words), qPrintable(texts(&pane)));
    QVERIFY(!button->isEnabled());
    QVERIFY(pane.findChild<QToolButton *>(u"saveBlock"_s)->isEnabled());
}

void tst_AudioBlock::savesLargeAudioOnly()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({audio(QByteArray(AudioBlock::maxBytes / 3 * 4 + 8, 'A'))})), {});
    QVERIFY2(texts(&pane).contains(u"too large to play"_s), qPrintable(texts(&pane)));
    QVERIFY(!pane.findChild<AudioBlock *>());
    QVERIFY(pane.findChild<QToolButton *>(u"saveBlock"_s)->isEnabled());
}

WORKBENCH_TEST(tst_AudioBlock, QApplication)
#include "tst_audioblock.moc"

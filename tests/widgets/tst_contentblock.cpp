// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// One block of a result: what it shows and does not load, and the actions on it.

#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/blockcontent.h"
#include "ui/panes/contentblock.h"
#include "ui/panes/datapane.h"
#include "ui/panes/imageblock.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/viewpane.h"
#include "ui/text/markdownview.h"
#include "ui/theme/controls.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Workbench;
using namespace Workbench::Ui;
using namespace Qt::StringLiterals;

class tst_ContentBlock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loadsNoImageOfMarkdown_data();
    void loadsNoImageOfMarkdown();
    void showsTheTypeThatTheContentHas_data();
    void showsTheTypeThatTheContentHas();
    void showsAnImageOfUnknownType();
    void savesDecodedTextAsItCame();
    void offersOnlyResourcesThatCanBeOpened();
    void zoomsAndCopiesAnImage();
    void zoomsByTheKeyboard();
    void keepsTheButtonsOfABlockVisible();
    void boundsThePixelsOfAllImages();
    void savesABlock();
    void savesNothingThatIsNotBase64();
    void savesABlockThatANewResultReplaced();
    void showsAndSavesABinaryBody();
    void proposesAFileNameWithoutFolders();
    void savesTheResult();

private:
    static QStringList shownTexts(QWidget *pane)
    {
        QStringList texts;
        for (const auto *label : pane->findChild<QWidget *>(u"viewPane"_s)->findChildren<ThemeLabel *>()) {
            const bool isElided = label->objectName().startsWith("block"_L1);
            texts.append(isElided ? label->fullText() : label->text());
        }
        return texts;
    }
    static bool shows(QWidget *pane, const QString &part)
    {
        return shownTexts(pane).join(u'\n').contains(part);
    }
};

namespace {

Json block(const QByteArray &text)
{
    return Json::object(
        {{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(QString::fromUtf8(text))}});
}

Json resource(const QByteArray &contents)
{
    return jsonLiteral(QByteArray(R"({"type":"resource","resource":)" + contents + '}'));
}

QByteArray picture(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::darkGreen);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data().toBase64();
}

Outcome resultWith(const Json &content)
{
    return *runPipeline(mcpEnvelope(content, {false, content, {}, {}}), u"s.plan-trip"_s, *prepareSchema({}));
}

} // namespace

void tst_ContentBlock::loadsNoImageOfMarkdown_data()
{
    QTest::addColumn<QString>("address"); // PATH: that of an image; BASE64: its bytes
    QTest::addColumn<QString>("words");
    const QString isLocal = u"[Image is not shown: the picture]"_s;
    QTest::newRow("a path") << u"PATH"_s << isLocal;
    QTest::newRow("a file URL") << u"file://PATH"_s << isLocal;
    QTest::newRow("a relative name") << u"picture.png"_s << isLocal;
    QTest::newRow("a data URL") << u"data:image/png;base64,BASE64"_s << isLocal;
    QTest::newRow("another scheme") << u"ftp://example.org/x.png"_s << isLocal;
    QTest::newRow("a web address") << u"https://example.org/x.png"_s
                                   << u"[Image at example.org is not loaded: the picture]"_s;
}

void tst_ContentBlock::loadsNoImageOfMarkdown()
{
    QFETCH(QString, address);
    QFETCH(QString, words);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"picture.png"_s);
    const QByteArray base64 = picture(300, 200);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromBase64(base64));
    file.close();
    address.replace(u"PATH"_s, path);
    address.replace(u"BASE64"_s, QString::fromLatin1(base64));
    MarkdownView view;
    view.resize(500, 400);
    view.show();
    view.showMarkdown(u"before ![the picture](%1) after"_s.arg(address));
    QCOMPARE(view.toPlainText(), u"before %1 after"_s.arg(words));
    QVERIFY(view.heightForWidth(500) < 100); // the picture is 200 pixels high
    const QVariant loaded = view.document()->resource(QTextDocument::ImageResource, QUrl(address));
    QCOMPARE(loaded.value<QImage>().size(), QSize(1, 1));
}

void tst_ContentBlock::showsTheTypeThatTheContentHas_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<bool>("isMarkdown");
    const auto encoded = [](const QByteArray &type, const QByteArray &text) {
        return QByteArray(
            R"({"uri":"a://b","mimeType":")" + type + R"(","blob":")" + text.toBase64() + "\"}");
    };
    QTest::newRow("text as a blob") << encoded("text/plain", "Hi there") << u"Hi there"_s << false;
    QTest::newRow("JSON as a blob") << encoded("application/json", R"({"a":[1]})") << u"{\n  \"a\": "_s
                                    << false;
    QTest::newRow("Markdown as a blob") << encoded("text/markdown", "# Title") << u"# Title"_s << true;
    QTest::newRow("a blob that is not UTF-8")
        << encoded("text/plain", "gr\xFC\xDF") << u"Data of this type cannot be shown"_s << false;
    QTest::newRow("a blob of another type")
        << encoded("application/pdf", "%PDF") << u"Data of this type cannot be shown"_s << false;
    QTest::newRow("a suffix in capitals")
        << QByteArray(R"({"uri":"a://b/READ%20ME.MD","text":"# Title"})") << u"READ ME.MD"_s << true;
}

void tst_ContentBlock::showsTheTypeThatTheContentHas()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, shown);
    QFETCH(bool, isMarkdown);
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({resource(contents)})), {});
    pane.dataPane()->setFace(DataPane::Face::View);
    QVERIFY2(shows(&pane, shown), qPrintable(shownTexts(&pane).join(u" | "_s)));
    QCOMPARE(pane.findChild<MarkdownView *>() != nullptr, isMarkdown);
}

void tst_ContentBlock::showsAnImageOfUnknownType()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(
        resultWith(Json::array({resource(
            R"({"uri":"a://b","mimeType":"application/octet-stream","blob":")" + picture(30, 20) + "\"}")})),
        {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::View);
    QTRY_VERIFY(shows(&pane, u"30 × 20"_s));
}

void tst_ContentBlock::savesDecodedTextAsItCame()
{
    const QByteArray bytes = "\xEF\xBB\xBFHi"; // the text has no byte order mark
    const BlockContent content = contentOf(McpBlock::read(
        resource(R"({"uri":"a://b","mimeType":"text/plain","blob":")" + bytes.toBase64() + "\"}")));
    QCOMPARE(content.held.toString(), u"Hi"_s);
    QCOMPARE(content.bytes().value_or(QByteArray()), bytes);
}

void tst_ContentBlock::offersOnlyResourcesThatCanBeOpened()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    ViewPane *view = pane.dataPane()->viewPane();
    view->setResources([](const QString &uri) { return uri == "a:listed"_L1; });
    QSignalSpy asked(view, &ViewPane::readRequested);
    pane.showResult(
        resultWith(Json::array({jsonLiteral(R"({"type":"resource_link","name":"one","uri":"a:listed"})"),
            jsonLiteral(R"({"type":"resource_link","name":"two","uri":"a:unlisted"})"), block("text")})),
        {});
    const auto buttons = pane.findChildren<QToolButton *>(u"openResource"_s);
    QCOMPARE(buttons.size(), 1);
    buttons.first()->click();
    QCOMPARE(asked.value(0), QVariantList{u"a:listed"_s});
}

void tst_ContentBlock::zoomsAndCopiesAnImage()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    const QByteArray base64 = picture(60, 40);
    pane.showResult(resultWith(Json::array({jsonLiteral(
                        QByteArray(R"({"type":"image","mimeType":"image/png","data":")" + base64 + "\"}"))})),
        {});
    auto *image = pane.findChild<ImageBlock *>();
    auto *larger = pane.findChild<QToolButton *>(u"imageLarger"_s);
    QTRY_VERIFY(larger->isVisible());
    QVERIFY(shows(&pane, u"60 × 40"_s));
    QCOMPARE(image->percent(), 100);
    QTest::mouseClick(larger, Qt::LeftButton);
    QCOMPARE(image->percent(), 200);
    QVERIFY(shows(&pane, u"200 %"_s));
    QTRY_VERIFY(image->height() >= 80);
    QTest::mouseClick(pane.findChild<QToolButton *>(u"imageFit"_s), Qt::LeftButton);
    QCOMPARE(image->percent(), 100);
    QTest::mouseClick(pane.findChild<QToolButton *>(u"copyImage"_s), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->image().size(), QSize(60, 40));
}

void tst_ContentBlock::zoomsByTheKeyboard()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({jsonLiteral(QByteArray(
                        R"({"type":"image","mimeType":"image/png","data":")" + picture(60, 40) + "\"}"))})),
        {});
    auto *image = pane.findChild<ImageBlock *>();
    QTRY_COMPARE(image->percent(), 100);
    image->setFocus();
    QTest::keyClick(image, Qt::Key_Plus);
    QCOMPARE(image->percent(), 200);
    QTest::keyClick(image, Qt::Key_Minus);
    QTest::keyClick(image, Qt::Key_Minus);
    QCOMPARE(image->percent(), 50);
    QTest::keyClick(image, Qt::Key_0);
    QCOMPARE(image->percent(), 100);
}

void tst_ContentBlock::keepsTheButtonsOfABlockVisible()
{
    ResultPane pane;
    pane.resize(700, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({jsonLiteral(QByteArray(
                        R"({"type":"image","mimeType":"image/png","data":")" + picture(60, 40) + "\"}"))})),
        {});
    auto *larger = pane.findChild<QToolButton *>(u"imageLarger"_s);
    QTRY_VERIFY(larger->isVisible());
    const auto *save = pane.findChild<QToolButton *>(u"saveBlock"_s);
    const QWidget *line = save->parentWidget();
    for (const bool isNarrow : {true, false, true}) {
        pane.resize(isNarrow ? 420 : 1400, 700);
        QTRY_COMPARE(
            save->toolButtonStyle(), isNarrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        QTRY_VERIFY(save->geometry().right() < line->width());
        QTRY_VERIFY(save->mapTo(&pane, save->rect().bottomRight()).x() < pane.width());
    }
}

void tst_ContentBlock::boundsThePixelsOfAllImages()
{
    const auto room = std::make_shared<ImageRoom>();
    QVERIFY(room->take(ImageRoom::maxPixels - 3000));
    const QByteArray image = picture(60, 40);
    QCOMPARE(ImageBlock::decode(image, room).image.size(), QSize(60, 40));
    const ImageBlock::Decoded refused = ImageBlock::decode(image, room);
    QVERIFY(refused.image.isNull());
    QVERIFY2(refused.problem.contains(u"too many pixels"_s), qPrintable(refused.problem));
}

void tst_ContentBlock::savesABlock()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    const QByteArray sound("RIFF....WAVE");
    pane.showResult(
        resultWith(Json::array({jsonLiteral(
            QByteArray(R"({"type":"audio","mimeType":"audio/x-wav","data":")" + sound.toBase64() + "\"}"))})),
        {});
    QTest::mouseClick(pane.findChild<QToolButton *>(u"saveBlock"_s), Qt::LeftButton);
    auto *dialog = pane.findChild<QFileDialog *>(u"saveDialog"_s);
    QVERIFY(dialog && dialog->isVisible());
    const QTemporaryDir folder;
    Q_EMIT dialog->fileSelected(folder.filePath(u"sound.wav"_s));
    QTRY_VERIFY(shows(&pane, u"saved as sound.wav"_s));
    QFile file(folder.filePath(u"sound.wav"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), sound);
    Q_EMIT dialog->fileSelected(folder.filePath(u"none/sound.wav"_s));
    QTRY_VERIFY(!shows(&pane, u"saved as"_s)); // the error replaces it
}

void tst_ContentBlock::savesNothingThatIsNotBase64()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({jsonLiteral(
                        R"({"type":"audio","mimeType":"audio/x-wav","data":"UklG-_8u"})")})), // base64url
        {});
    QTest::mouseClick(pane.findChild<QToolButton *>(u"saveBlock"_s), Qt::LeftButton);
    const QTemporaryDir folder;
    Q_EMIT pane.findChild<QFileDialog *>(u"saveDialog"_s)->fileSelected(folder.filePath(u"sound.wav"_s));
    QTRY_VERIFY(shows(&pane, u"not valid base64"_s));
    QVERIFY(!QFile::exists(folder.filePath(u"sound.wav"_s)));
}

void tst_ContentBlock::savesABlockThatANewResultReplaced()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(resultWith(Json::array({block("one\ntwo")})), {});
    QTest::mouseClick(pane.findChild<QToolButton *>(u"saveBlock"_s), Qt::LeftButton);
    pane.showResult(resultWith(Json::array({block("three")})), {}); // while the file dialog is open
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    auto *dialog = pane.findChild<QFileDialog *>(u"saveDialog"_s);
    QVERIFY(dialog && dialog->isVisible());
    const QTemporaryDir folder;
    Q_EMIT dialog->fileSelected(folder.filePath(u"text.txt"_s));
    QFile file(folder.filePath(u"text.txt"_s));
    QTRY_VERIFY(file.exists());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "one\ntwo");
}

void tst_ContentBlock::showsAndSavesABinaryBody()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    const QByteArray base64 = picture(60, 40);
    pane.showResult(
        *runPipeline(httpEnvelope(Json::string(QString::fromLatin1(base64)), {200, {}, u"Image/PNG; q=1"_s}),
            u"s.o"_s, *prepareSchema({})),
        {});
    QCOMPARE(pane.dataPane()->face(), DataPane::Face::View);
    QTRY_VERIFY(shows(&pane, u"60 × 40"_s));
    const QTemporaryDir folder;
    for (const auto *button : {"saveBlock", "saveData"}) { // the block, and the whole result
        QTest::mouseClick(pane.findChild<QToolButton *>(QString::fromLatin1(button)), Qt::LeftButton);
        auto *dialog = pane.findChild<QFileDialog *>(u"saveDialog"_s);
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->defaultSuffix(), u"png"_s);
        const QString path = folder.filePath(QString::fromLatin1(button));
        Q_EMIT dialog->fileSelected(path);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray::fromBase64(base64));
        delete dialog;
    }
}

void tst_ContentBlock::proposesAFileNameWithoutFolders()
{
    ResultPane pane;
    pane.show();
    pane.showResult(
        resultWith(Json::array({jsonLiteral(
            R"({"type":"resource","resource":{"uri":"x://..%2f/.bash\\..:rc?a/b","text":"t"}})")})),
        {});
    pane.findChild<QToolButton *>(u"saveBlock"_s)->click();
    const QString name =
        pane.findChild<QFileDialog *>(u"saveDialog"_s)->findChild<QLineEdit *>(u"fileNameEdit"_s)->text();
    QCOMPARE(name, u"bash_.._rc"_s);
}

void tst_ContentBlock::savesTheResult()
{
    ResultPane pane;
    pane.resize(1100, 700);
    pane.show();
    pane.showResult(
        *runPipeline(mcpEnvelope(jsonLiteral(R"({"sum":12})"), {}), u"s.plan-trip"_s, *prepareSchema({})),
        {});
    QTest::mouseClick(pane.findChild<QToolButton *>(u"saveData"_s), Qt::LeftButton);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"result.json"_s);
    Q_EMIT pane.findChild<QFileDialog *>(u"saveDialog"_s)->fileSelected(path);
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "{\n  \"sum\": 12\n}\n");
}

WORKBENCH_TEST(tst_ContentBlock, QApplication)
#include "tst_contentblock.moc"

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Every text of ui and app must be in every translation file, and translated there.

#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

//! Returns the contexts that have no namespace because they are not classes with Q_OBJECT.
QSet<QString> namedContexts(const QStringList &paths)
{
    static const QRegularExpression naming(
        u"\\b(?:translate|QT_TRANSLATE_NOOP)\\(\\s*\"(\\w+)\"|\\bQ_DECLARE_TR_FUNCTIONS\\((\\w+)\\)"_s);
    QSet<QString> names;
    for (const QString &path : paths) {
        QFile file(path);
        const QString text = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        for (const QRegularExpressionMatch &match : naming.globalMatch(text))
            names += match.captured(1) + match.captured(2);
    }
    return names;
}

} // namespace

class tst_Translations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isFoundByTheWindow()
    {
        QProcess window;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LC_ALL"_s, u"de_DE.UTF-8"_s);
        environment.insert(u"LANGUAGE"_s, u"de"_s);
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        window.setProcessEnvironment(environment);
        window.start(QStringLiteral(WINDOW), {u"--help"_s});
        QVERIFY(window.waitForFinished(60'000));
        const QString help = QString::fromUtf8(window.readAllStandardOutput());
        QVERIFY2(help.contains(u"Den Demo-Arbeitsbereich"_s), qPrintable(help));
    }

    void isComplete_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(QStringLiteral(SOURCE_DIR "/translations"));
        const QStringList files = folder.entryList({u"*.ts"_s}, QDir::Files);
        QVERIFY(!files.isEmpty());
        for (const QString &file : files)
            QTest::newRow(file.toUtf8().constData()) << folder.filePath(file);
    }

    void isComplete()
    {
        QFETCH(QString, file);
        QTemporaryDir folder;
        const QString copy = folder.filePath(u"copy.ts"_s);
        QVERIFY(QFile::copy(file, copy));

        QStringList sources;
        for (const char *part : {"/ui", "/app"}) {
            QDirIterator files(QStringLiteral(SOURCE_DIR) + QString::fromLatin1(part), {u"*.cpp"_s, u"*.h"_s},
                QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext())
                sources += files.next();
        }
        // The language of the sources only needs its plural forms.
        const bool onlyPlurals = file.endsWith("_en.ts"_L1);
        QProcess lupdate;
        lupdate.setWorkingDirectory(QStringLiteral(SOURCE_DIR));
        lupdate.start(QStringLiteral(LUPDATE),
            QStringList{u"-silent"_s, u"-no-obsolete"_s, u"-locations"_s, u"none"_s, u"-I"_s,
                QStringLiteral(SOURCE_DIR)}
                + (onlyPlurals ? QStringList{u"-pluralonly"_s} : QStringList()) + sources
                + QStringList{u"-ts"_s, copy});
        QVERIFY(lupdate.waitForFinished(60'000));
        QVERIFY2(lupdate.exitCode() == 0, lupdate.readAllStandardError().constData());

        QFile updated(copy);
        QVERIFY(updated.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&updated);
        QStringList missing;
        QSet<QString> contexts;
        QString source;
        int texts = 0;
        while (!reader.atEnd()) {
            reader.readNext();
            if (!reader.isStartElement())
                continue;
            if (reader.name() == "name"_L1) {
                contexts += reader.readElementText();
            } else if (reader.name() == "source"_L1) {
                source = reader.readElementText();
                ++texts;
            } else if (reader.name() == "translation"_L1
                && reader.attributes().value("type"_L1) == "unfinished"_L1) {
                missing += source;
            }
        }
        QVERIFY(!reader.hasError());
        QVERIFY(texts > (onlyPlurals ? 5 : 100));
        QVERIFY2(missing.isEmpty(), qPrintable(u"not translated:\n"_s + missing.join(u'\n')));
        contexts.removeIf([](const QString &context) { return context.contains("::"_L1); });
        contexts.subtract(namedContexts(sources));
        // lupdate loses the namespace of a class that follows an enum with an underlying type.
        QVERIFY2(contexts.isEmpty(),
            qPrintable(u"where tr() does not look: "_s + QStringList(contexts.values()).join(u", "_s)));
    }
};

WORKBENCH_TEST(tst_Translations, QCoreApplication)
#include "tst_translations.moc"

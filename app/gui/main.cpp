// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope-workbench`, the window: creates the objects, shows the window, and closes the sources at the end.

#include "app/demo/demo.h"
#include "app/tour/tour.h"
#include "app/wiring/composition.h"
#include "ui/models/preferences.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QLibraryInfo>
#include <QPixmap>
#include <QScreen>
#include <QStandardPaths>
#include <QTimer>
#include <QTranslator>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string_view>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

//! Prints a line to stdout when the window has painted its first frame, then quits. The benchmark uses it.
class FirstFrame : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && !m_told) {
            m_told = true;
            QTimer::singleShot(0, watched, [] {
                std::puts("first frame");
                std::fflush(stdout);
                QCoreApplication::quit();
            });
        }
        return false;
    }

private:
    bool m_told = false;
};

void installTranslations(QCoreApplication &application)
{
    QLocale::setDefault(Ui::Preferences::locale());
    for (const auto &[name, folder] :
        {std::pair(u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)),
            std::pair(u"envelope-workbench"_s, u":/i18n"_s)}) {
        // English comes first: its file contains only plurals and is the fallback for other languages.
        for (const QLocale &locale : {QLocale(QLocale::English), QLocale()}) {
            auto *translator = new QTranslator(&application);
            if (translator->load(locale, name, u"_"_s, folder))
                QCoreApplication::installTranslator(translator);
        }
    }
}

QSize sizeIn(const QString &text)
{
    return {text.section(u'x', 0, 0).toInt(), text.section(u'x', 1, 1).toInt()};
}

//! The options of the command line.
struct Options {
    const QCommandLineOption demo{u"demo"_s, QCoreApplication::translate("main", "Open the demo workspace.")};
    const QCommandLineOption screenshots{u"screenshots"_s,
        QCoreApplication::translate("main", "Save pictures of the demo in <folder> and quit."), u"folder"_s};
    const QCommandLineOption size{u"size"_s,
        QCoreApplication::translate("main", "Size of the window in the pictures, for example 1100x760."),
        u"width>x<height"_s};
    const QCommandLineOption firstFrame{u"quit-after-first-frame"_s,
        QCoreApplication::translate("main", "Print when the first frame is painted, and quit.")};

    void addTo(QCommandLineParser &parser) const
    {
        parser.setApplicationDescription(
            QCoreApplication::translate("main", "Explore, invoke and check tool servers."));
        parser.addHelpOption();
        parser.addVersionOption();
        parser.addPositionalArgument(
            u"workspace"_s, QCoreApplication::translate("main", "Workspace file to open."), u"[workspace]"_s);
        parser.addOptions({demo, screenshots, size, firstFrame});
    }
};

void setNames()
{
    QCoreApplication::setApplicationName(u"envelope-workbench"_s);
    QCoreApplication::setOrganizationName(u"envelope-workbench"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(WORKBENCH_VERSION));
}

//! Prints the help or the version if the command line asks for it, and then does not return. This needs no
//! display, and therefore no QApplication.
void answerWithoutDisplay(int &argc, char *argv[])
{
    const std::span arguments(argv, size_t(argc));
    const bool asks = std::ranges::any_of(arguments.subspan(1), [](std::string_view argument) {
        return argument == "-h" || argument == "-v" || argument.starts_with("--help")
            || argument == "--version";
    });
    if (!asks)
        return;
    QCoreApplication application(argc, argv);
    setNames();
    installTranslations(application);
    QCommandLineParser parser;
    Options().addTo(parser);
    parser.process(application);
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc > 1)
        answerWithoutDisplay(argc, argv);
    QApplication application(argc, argv);
    setNames();
    QApplication::setApplicationDisplayName(u"Envelope Workbench"_s);
    QApplication::setDesktopFileName(u"org.envelopeworkbench.EnvelopeWorkbench"_s);
    installTranslations(application);

    const Options known;
    QCommandLineParser parser;
    known.addTo(parser);
    parser.process(application);
    const bool tour = parser.isSet(known.screenshots);
    const bool remember = !tour && !parser.isSet(known.firstFrame);

    auto *style = new Ui::WorkbenchStyle;
    QApplication::setStyle(style); // takes ownership
    if (remember)
        Ui::Preferences::applyAtStart(style);
    else
        style->setScheme(Ui::WorkbenchStyle::Scheme::Light);

    App::Composition composition({.limits = remember ? Ui::Preferences::limits() : Limits(),
        .rememberTrust = remember,
        .remembersDefinitions = remember});
    Ui::MainWindow::Options options;
    App::Demo demo;
    options.demo = [&demo] { return demo.start(); };
    options.remember = remember;
    options.serve = [&composition](const ServeRequest &request) { return composition.serve(request); };
    if (remember) {
        options.scratchPath =
            QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/unsaved.workspace.json"_s;
    }
    int code = 0;
    {
        Ui::MainWindow window(&composition.sessions(), style, options);
        FirstFrame painted;
        if (parser.isSet(known.firstFrame))
            window.installEventFilter(&painted);
        // The screen may be smaller than the default size of the window, and the frame needs space too.
        window.resize(window.size().boundedTo(window.screen()->availableSize() - QSize(0, 40)));
        window.show();
        if (tour) {
            const QDir folder(parser.value(known.screenshots));
            const bool hasFolder = folder.mkpath(u"."_s);
            const auto save = [folder, hasFolder](const QString &name, QWidget *shown) {
                return hasFolder && shown->grab().save(folder.filePath(name + u".png"_s));
            };
            auto *walk = new App::Tour(&window, style, save,
                parser.isSet(known.size) ? sizeIn(parser.value(known.size)) : App::Tour::usualSize);
            QObject::connect(walk, &App::Tour::finished, &window,
                [](bool complete) { QCoreApplication::exit(complete ? 0 : 1); });
            walk->start();
        } else if (!parser.positionalArguments().isEmpty()) {
            window.openWorkspace(parser.positionalArguments().constFirst());
        } else if (parser.isSet(known.demo)) {
            window.openDemo();
        } else {
            window.restoreLast();
        }
        code = QApplication::exec();
    }
    composition.closeSources();
    return code;
}

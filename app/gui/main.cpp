// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope-workbench`: the window. Wires, shows, and stops its children at the end.

#include "app/gui/tour.h"
#include "app/wiring/composition.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QEventLoop>
#include <QLibraryInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>
#include <QTranslator>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

//! Tells once, on stdout, that the window has painted its first frame; for the benchmark.
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

void installTranslations(QApplication &application)
{
    for (const auto &[name, folder] :
        {std::pair(u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)),
            std::pair(u"envelope-workbench"_s, u":/i18n"_s)}) {
        // English first: its file holds only plurals, and stands where the language at hand has no file
        for (const QLocale &locale : {QLocale(QLocale::English), QLocale()}) {
            auto *translator = new QTranslator(&application);
            if (translator->load(locale, name, u"_"_s, folder))
                QCoreApplication::installTranslator(translator);
        }
    }
}

void closeSources(Sessions &sessions)
{
    QEventLoop loop;
    QObject::connect(&sessions, &Sessions::allClosed, &loop, &QEventLoop::quit);
    sessions.closeAll();
    loop.exec();
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"envelope-workbench"_s);
    QApplication::setOrganizationName(u"envelope-workbench"_s);
    QApplication::setApplicationDisplayName(u"Envelope Workbench"_s);
    QApplication::setApplicationVersion(QStringLiteral(WORKBENCH_VERSION));
    QApplication::setDesktopFileName(u"org.envelopeworkbench.EnvelopeWorkbench"_s);
    installTranslations(application);

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Explore, invoke and check tool servers."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        u"workspace"_s, QCoreApplication::translate("main", "Workspace file to open."), u"[workspace]"_s);
    const QCommandLineOption demo(u"demo"_s, QCoreApplication::translate("main", "Open the demo workspace."));
    const QCommandLineOption screenshots(u"screenshots"_s,
        QCoreApplication::translate("main", "Save pictures of the demo in <folder> and quit."), u"folder"_s);
    const QCommandLineOption firstFrame(u"quit-after-first-frame"_s,
        QCoreApplication::translate("main", "Print when the first frame is painted, and quit."));
    parser.addOptions({demo, screenshots, firstFrame});
    parser.process(application);
    const bool tour = parser.isSet(screenshots);
    const bool remember = !tour && !parser.isSet(firstFrame);

    auto *style = new Ui::WorkbenchStyle;
    QApplication::setStyle(style); // takes it
    style->setScheme(remember ? Ui::WorkbenchStyle::Scheme(QSettings().value(u"window/scheme"_s, 0).toInt())
                              : Ui::WorkbenchStyle::Scheme::Light);

    App::Composition composition({.rememberTrust = remember});
    Ui::MainWindow::Options options;
    options.demo = App::demoWorkspace();
    options.remember = remember;
    if (remember) {
        options.scratchPath =
            QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/unsaved.workspace.json"_s;
        options.definitionPinsPath = App::definitionPinsPath();
    }
    int code = 0;
    {
        Ui::MainWindow window(&composition.sessions(), style, options);
        FirstFrame painted;
        if (parser.isSet(firstFrame))
            window.installEventFilter(&painted);
        window.show();
        if (tour) {
            auto *walk = new App::Tour(&window, style, parser.value(screenshots));
            QObject::connect(walk, &App::Tour::finished, &window,
                [](bool complete) { QCoreApplication::exit(complete ? 0 : 1); });
            walk->start();
        } else if (!parser.positionalArguments().isEmpty()) {
            window.openWorkspace(parser.positionalArguments().constFirst());
        } else if (parser.isSet(demo)) {
            window.openDemo();
        } else {
            window.restoreLast();
        }
        code = QApplication::exec();
    }
    closeSources(composition.sessions());
    return code;
}

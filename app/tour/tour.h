// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"

#include <QTemporaryDir>
#include <QTimer>

#include <deque>
#include <functional>

namespace Workbench::App {

//! Walks the window through the demo and visits every view, light and dark: to save a picture of it, for
//! `--screenshots DIR`, or to check it, in tst_clippedtexts. The views show real results: each step waits for
//! the answer of its source.
class Tour : public QObject {
    Q_OBJECT
public:
    //! Receives a view, which is the window or a dialog, under its name: "main-light". Returns whether it is
    //! correct.
    using Visit = std::function<bool(const QString &name, QWidget *shown)>;

    //! \a size is the size of the window. If it is not usualSize, the views in other sizes are omitted.
    Tour(Ui::MainWindow *window, Ui::WorkbenchStyle *style, Visit visit, const QSize &size = usualSize);
    static constexpr QSize usualSize{1440, 900};
    //! Sets the time between two looks at a step in milliseconds, 50 by default. A view has some looks of
    //! time to settle.
    void setPace(int milliseconds) { m_timer.setInterval(milliseconds); }

    void start();

Q_SIGNALS:
    //! Emitted once, after the last step. \a complete is false if a step timed out or a view was not correct.
    void finished(bool complete);

private:
    struct Step {
        QString name;
        std::function<void()> begin;
        std::function<bool()> isDone;
    };
    void add(const QString &name, std::function<void()> begin, std::function<bool()> isDone = {});
    void change(const QString &name, std::function<void()> begin, int looks = 4);
    void show(const QString &name, std::function<void()> begin, int looks = 4);
    void closePage();
    void closeDialog();
    void call(const OperationId &id, const QByteArray &input);
    void invoke(const QString &nameSpace, const QString &operation, const QByteArray &input);
    void picture(const QString &name);
    void picture(const QString &name, const QSize &size);
    void tools();
    void pages();
    void reopen();
    void brokenTools();
    void showService();
    void streams(const OperationId &tick, const QString &name);
    void dialogs();
    void fixtures();
    void next();
    void look();

    Ui::MainWindow *m_window;
    Ui::WorkbenchStyle *m_style;
    Visit m_visit;
    QSize m_size;
    QTemporaryDir m_fixtures; //!< the folder for the recorded fixtures
    std::deque<Step> m_steps;
    Step m_current;
    QTimer m_timer;
    int m_looks = 0;
    bool m_complete = true;
    bool m_isDarkFirst = false; //!< whether the next view is dark first
};

} // namespace Workbench::App

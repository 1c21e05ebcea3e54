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

//! Walks the window through the demo and saves pictures of every view, light and dark, for `--screenshots
//! DIR`. The pictures show real results: each step waits for the answer of its source.
class Tour : public QObject {
    Q_OBJECT
public:
    //! \a size is the size of the window. If it is not usualSize, the pictures in other sizes are omitted.
    Tour(Ui::MainWindow *window, Ui::WorkbenchStyle *style, QString folder, const QSize &size = usualSize);
    static constexpr QSize usualSize{1440, 900};

    void start();

Q_SIGNALS:
    //! Emitted once, after the last step. \a complete is false if a step timed out or a file was not written.
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
    void environments();
    void fixtures();
    void next();
    void look();

    Ui::MainWindow *m_window;
    Ui::WorkbenchStyle *m_style;
    QString m_folder;
    QSize m_size;
    QTemporaryDir m_fixtures; //!< the folder for the recorded fixtures
    std::deque<Step> m_steps;
    Step m_current;
    QTimer m_timer;
    int m_looks = 0;
    bool m_complete = true;
};

} // namespace Workbench::App

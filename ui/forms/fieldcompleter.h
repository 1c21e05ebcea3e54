// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/operation/operationspec.h"

#include <QElapsedTimer>
#include <QFuture>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <stop_token>

class QFrame;
class QLineEdit;
class QStandardItemModel;

namespace Workbench::Ui {

class RowTreeView;
class ThemeLabel;

//! Shows completions from a peer below a line edit while the user types. Requests them when the user pauses
//! or presses Down, and cancels the previous request. A completion is inserted only when the user chooses it.
class FieldCompleter : public QObject {
    Q_OBJECT
public:
    using Source = std::function<QFuture<Result<InputCompletion>>(std::stop_token cancellation)>;
    static constexpr int pauseMs = 150; //!< milliseconds from the last key to the request

    FieldCompleter(QLineEdit *line, Source source);
    ~FieldCompleter() override;

Q_SIGNALS:
    void answered(); //!< Emitted when an answer was shown, or was empty.

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool keyPressed(int key);
    void ask();
    void show(const Result<InputCompletion> &completion);
    QFrame *makePopup();
    void place(QFrame *popup, qsizetype rows);
    void choose(int row);
    void hide();
    bool isOpen() const;

    QLineEdit *m_line;
    Source m_source;
    QTimer m_pause;
    QElapsedTimer m_asked;
    std::stop_source m_stop;
    quint64 m_question = 0; //!< number of the latest request
    QPointer<QFrame> m_popup; //!< null before the first completion
    RowTreeView *m_view = nullptr;
    QStandardItemModel *m_model = nullptr;
    ThemeLabel *m_count = nullptr;
    bool m_isChoosing = false;
};

} // namespace Workbench::Ui

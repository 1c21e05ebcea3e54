// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/operation/inputcompletion.h"

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

//! Proposes values under a line of text while the user types, as a peer gives them. The peer is asked when
//! the user pauses or presses Down; an earlier question is withdrawn. A value is taken only when the user
//! chooses it.
class FieldCompleter : public QObject {
    Q_OBJECT
public:
    using Source = std::function<QFuture<Result<InputCompletion>>(std::stop_token cancellation)>;
    static constexpr int pauseMs = 150; //!< after the last key, before the peer is asked

    FieldCompleter(QLineEdit *line, Source source);
    ~FieldCompleter() override;

Q_SIGNALS:
    void answered(); //!< Emitted when an answer is shown, or there is nothing to show.

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
    quint64 m_question = 0; //!< the newest
    QPointer<QFrame> m_popup; //!< null: nothing was proposed yet
    RowTreeView *m_view = nullptr;
    QStandardItemModel *m_model = nullptr;
    ThemeLabel *m_count = nullptr;
    bool m_isChoosing = false;
};

} // namespace Workbench::Ui

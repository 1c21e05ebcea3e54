// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

class QToolButton;

namespace Workbench::Ui {

class PaneHeader;
class TextView;
class ThemeLabel;

//! Shows what a call would send, without sending it: method, URL, headers and body of an HTTP request, or the
//! message of another protocol, with secrets masked. Follows the input. If the input is wrong, a sentence
//! replaces the request.
class RequestPane : public QWidget {
    Q_OBJECT
public:
    RequestPane(Sessions *sessions, const OperationId &operation, QWidget *parent = nullptr);
    ~RequestPane() override;

    //! Shows the request for \a input after a short delay; only for the last input of several. Absent: the
    //! text of the input is not JSON.
    void setInput(const Json &input);
    void setCompact(bool compact);
    int wantedHeight() const; //!< In pixels; enough for the whole of a short request.
    TextView *textView() const { return m_text; }

    enum class Form : quint8 { Curl, Http, Json };
    //! Returns the request for \a input in the given \a form, to be copied; written on a worker. Fails with
    //! ErrorKind::Usage if \a form is an HTTP form and the source does not use HTTP.
    static QFuture<Result<QByteArray>> textOf(
        const Sessions *sessions, const OperationId &operation, const Json &input, Form form);
    //! Returns method, URL, headers and body for reading. Parts of the body that are not text are replaced by
    //! their size.
    static QByteArray shownText(const WirePreview &preview);

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void shown(); //!< Emitted when the request or problem of the last input is shown.
    void copyRequested(Workbench::Ui::RequestPane::Form form);

private:
    void updateCopies(bool isThere);
    void showProblem(const QString &problem);
    void takePreview();

    Sessions *m_sessions;
    OperationId m_operation;
    Json m_input;
    bool m_isHttp = true;
    QTimer m_delay;
    QFutureWatcher<Result<WirePreview>> m_making; //!< makes the request on a worker
    QFutureWatcher<QByteArray> m_writing; //!< writes the text on a worker
    PaneHeader *m_header;
    QToolButton *m_copyCurl;
    QToolButton *m_copyHttp;
    QToolButton *m_copyJson;
    QWidget *m_problemRow;
    ThemeLabel *m_problem;
    TextView *m_text;
};

} // namespace Workbench::Ui

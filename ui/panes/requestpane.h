// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

class QToolButton;

namespace Workbench::Ui {

class IconLabel;
class PaneHeader;
class TextView;
class ThemeLabel;

//! What a call would send, without sending it: method, URL, headers and body of a request of HTTP, or the
//! message of another protocol, secrets masked. Follows the input; what is wrong with the input is said in
//! its place.
class RequestPane : public QWidget {
    Q_OBJECT
public:
    RequestPane(Sessions *sessions, const OperationId &operation, QWidget *parent = nullptr);
    ~RequestPane() override;

    //! Shown after a moment, the newest only. Absent: the input's text is no JSON.
    void setInput(const Json &input);
    void setCompact(bool compact);
    int wantedHeight() const; //!< shows all of a short request
    TextView *textView() const { return m_text; }

    enum class Form : quint8 { Curl, Http, Json };
    //! What is sent for \a input, for elsewhere.
    static QFuture<Result<QByteArray>> textOf(
        const Sessions *sessions, const OperationId &operation, const Json &input, Form form);
    //! Method, URL, headers and body as a person reads them; what is no text by its size.
    static QByteArray shownText(const WirePreview &preview);

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void shown(); //!< what the last input gives is on the screen
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
    QFutureWatcher<Result<WirePreview>> m_making; //!< of the request, on a worker
    QFutureWatcher<QByteArray> m_writing; //!< of the text, on a worker
    PaneHeader *m_header;
    QToolButton *m_copyCurl;
    QToolButton *m_copyHttp;
    QToolButton *m_copyJson;
    QWidget *m_problemRow;
    ThemeLabel *m_problem;
    TextView *m_text;
};

} // namespace Workbench::Ui

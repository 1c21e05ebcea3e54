// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QWidget>

class QPushButton;
class QToolButton;

namespace Workbench::Ui {

class IconLabel;
class TextView;
class ThemeLabel;

//! A call that failed: what happened, its code, what to do; the technical rest one click away, all of it to
//! be copied.
class ErrorCard : public QWidget {
    Q_OBJECT
public:
    explicit ErrorCard(QWidget *parent = nullptr);
    void setError(const Error &error);
    //! Without its details: what the server answered is shown below.
    void setBrief(bool brief);
    //! Without its advice: an explanation says better what to do.
    void setExplained(bool explained);

Q_SIGNALS:
    void sendAnywayRequested();
    void connectRequested();
    //! A certificate was refused that the user may accept.
    void certificateRequested(const Workbench::Error &error);
    //! The user wants to change the limit that was exceeded.
    void limitRequested(const QString &key);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString asText() const;
    bool m_brief = false;
    bool m_asksAboutCertificate = false;
    Error m_error;
    IconLabel *m_icon;
    ThemeLabel *m_message;
    ThemeLabel *m_lines; //!< of a message that has more than one
    ThemeLabel *m_code;
    ThemeLabel *m_advice;
    QPushButton *m_sendAnyway;
    QPushButton *m_connect;
    QPushButton *m_limit;
    QToolButton *m_more;
    TextView *m_details;
};

} // namespace Workbench::Ui

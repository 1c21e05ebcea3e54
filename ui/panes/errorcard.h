// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "ui/theme/controls.h"

namespace Workbench::Ui {

class IconLabel;
class TextView;
class ThemeLabel;

//! Shows a failed call: what happened, the error code and what to do. One click shows the technical details.
//! The user can copy all of it.
class ErrorCard : public Strip {
    Q_OBJECT
public:
    explicit ErrorCard(QWidget *parent = nullptr);
    void setError(const Error &error);
    //! Leaves out the details of the answer, because the answer itself is shown below the card.
    void setBrief(bool brief);
    //! Shows neither "Send anyway" nor "Connect", because the error is that of a recorded call.
    void setRecorded() { m_isRecorded = true; }
    //! Hides the advice, because an explanation gives better advice.
    void setExplained(bool explained);

Q_SIGNALS:
    void sendAnywayRequested();
    void connectRequested();
    //! Emitted when the user wants to see the refused certificate in \a error, which the user may accept.
    void certificateRequested(const Workbench::Error &error);
    //! Emitted when the user wants to change the exceeded limit \a key.
    void limitRequested(const QString &key);

private:
    QString asText() const;
    bool m_brief = false;
    bool m_isRecorded = false;
    bool m_asksAboutCertificate = false;
    Error m_error;
    IconLabel *m_icon;
    ThemeLabel *m_message;
    ThemeLabel *m_lines; //!< the further lines of the message
    ThemeLabel *m_code;
    ThemeLabel *m_advice;
    QPushButton *m_sendAnyway;
    QPushButton *m_connect;
    QPushButton *m_limit;
    QToolButton *m_more;
    TextView *m_details;
};

} // namespace Workbench::Ui

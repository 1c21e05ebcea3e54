// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sourcestate.h"
#include "core/workspace/source.h"

#include <QHash>
#include <QObject>
#include <QPointer>

class QDialog;

namespace Workbench {
class Sessions;
struct RefusedCertificate;
} // namespace Workbench

namespace Workbench::Ui {

//! Asks about certificates that sources refused, one at a time, and keeps a yes in the settings of the source
//! that it was asked for. Never answers by itself. \source core/RULES.md R-30
class CertificateQuestions : public QObject {
    Q_OBJECT
public:
    CertificateQuestions(Sessions *sessions, QWidget *window);

    //! For what a call met; that a source cannot be connected is noticed without it.
    void ask(const QString &sourceName, const Error &error);

Q_SIGNALS:
    //! The source has new settings and is to be connected again.
    void accepted(const QString &sourceName);

private:
    struct Question {
        Source source; //!< as it was when its certificate was refused
        Error error;
    };
    void notice(const QString &sourceName);
    void showNext();
    void keep(const Question &question, const RefusedCertificate &certificate, bool inPlaceOfOthers);

    Sessions *m_sessions;
    QWidget *m_window;
    QHash<QString, QDateTime> m_noticed; //!< when the failure began that was asked about last
    QList<Question> m_waiting;
    QPointer<QDialog> m_dialog; //!< that asks now
    Question m_asked;
};

} // namespace Workbench::Ui

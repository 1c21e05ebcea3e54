// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/errorcard.h"

#include "core/base/visibletext.h"
#include "core/workspace/refusedcertificate.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString adviceFor(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage: return ErrorCard::tr("Check the operation and its input.");
    case ErrorKind::Network:
        return ErrorCard::tr(
            "Check that the server runs and that its address or command is right, then connect again.");
    case ErrorKind::Closed:
        return ErrorCard::tr(
            "The connection is gone. Connect again, and look at the log for what the server said last.");
    case ErrorKind::Timeout:
        return ErrorCard::tr("The server may still be at work. Try again, or allow more time.");
    case ErrorKind::Protocol:
        return ErrorCard::tr("The server broke its protocol. The wire shows what it sent.");
    case ErrorKind::Limit: return ErrorCard::tr("Raise the limit that is named, or ask for less.");
    case ErrorKind::Validation:
        return ErrorCard::tr("Correct the input, or send it as it is to see what the server does.");
    case ErrorKind::Trust: return ErrorCard::tr("Connect the source and confirm what it starts.");
    case ErrorKind::Remote:
        return ErrorCard::tr("The server answered with this error. Its input or its state may be the cause.");
    case ErrorKind::Cancelled:
        return ErrorCard::tr("You cancelled the call. The server may have done part of it.");
    case ErrorKind::Storage: return ErrorCard::tr("Check the file and its permissions.");
    case ErrorKind::Internal:
        return ErrorCard::tr("This is a mistake in the workbench. Please copy it into a report.");
    }
    return {};
}

//! What the status of an answer asks for; empty: no more than every error of a server.
QString adviceForStatus(qint64 status)
{
    if (status == 401 || status == 407)
        return ErrorCard::tr("The server wants to know who asks: check the credentials of the source.");
    if (status == 403)
        return ErrorCard::tr("The server knows who asks and does not allow it.");
    if (status == 429)
        return ErrorCard::tr("The server was asked too often. Try again later.");
    if (status >= 500)
        return ErrorCard::tr("The server failed. The same call may work later.");
    return {};
}

//! Of what came before a request was sent, and is no matter of the operation and its server; else empty.
QString adviceBeforeSending(const Error &error)
{
    if (error.code == "credential.origin"_L1)
        return ErrorCard::tr(
            "Nothing was sent. Only places that you confirmed get the credentials of a source.");
    if (error.code == "http.privatePeer"_L1)
        return ErrorCard::tr(
            "Nothing was sent. Only places that you confirmed are asked in a private network.");
    if (!error.code.startsWith("oauth."_L1))
        return {};
    return error.kind == ErrorKind::Cancelled
        ? ErrorCard::tr("Without it the call does nothing.")
        : ErrorCard::tr("Without it the call does nothing. How the source signs in is in its settings.");
}

QString detailsOf(const Error &error)
{
    QStringList parts;
    if (!error.detail.isEmpty())
        parts.append(visibleText(error.detail, true));
    if (!error.details.isAbsent() && !error.details.isNull())
        parts.append(QString::fromUtf8(error.details.toBytes(Json::Layout::Indented)));
    return parts.join(u"\n\n"_s);
}

} // namespace

ErrorCard::ErrorCard(QWidget *parent)
    : QWidget(parent)
    , m_icon(new IconLabel(u"outcome-error"_s, ColorRole::Error, this))
    , m_message(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this))
    , m_lines(new ThemeLabel({}, ColorRole::Text, FontRole::Data, this))
    , m_code(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, this))
    , m_advice(new ThemeLabel({}, ColorRole::Text, FontRole::Body, this))
    , m_sendAnyway(plainButton({}, tr("Send anyway"), this))
    , m_connect(plainButton({}, tr("Connect"), this))
    , m_more(quietButton(u"chevron-right"_s, tr("Details"), this))
    , m_details(new TextView(this))
{
    setObjectName(u"errorCard"_s);
    m_message->setObjectName(u"errorMessage"_s);
    m_code->setObjectName(u"errorCode"_s);
    m_advice->setObjectName(u"errorAdvice"_s);
    m_sendAnyway->setObjectName(u"sendAnyway"_s);
    m_sendAnyway->setToolTip(tr("Send the input although its schema refuses it"));
    m_connect->setObjectName(u"connectSource"_s);
    m_more->setObjectName(u"errorDetailsToggle"_s);
    m_more->setCheckable(true);
    m_details->setObjectName(u"errorDetails"_s);
    m_details->setAccessibleName(tr("Technical details"));
    m_details->setFrameShape(QFrame::NoFrame);
    for (ThemeLabel *label : {m_message, m_lines, m_advice}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    QToolButton *copy = iconButton(u"copy"_s, tr("Copy the error with its details"), this);
    copy->setObjectName(u"copyError"_s);

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_icon, 0, Qt::AlignTop);
    m_message->setMargin(0);
    head->addWidget(m_message, 1, Qt::AlignTop);
    head->addWidget(m_code, 0, Qt::AlignTop);
    head->addWidget(copy, 0, Qt::AlignTop);
    auto *actions = new QHBoxLayout;
    actions->setContentsMargins(24, 0, 0, 0);
    actions->setSpacing(8);
    actions->addWidget(m_sendAnyway);
    actions->addWidget(m_connect);
    actions->addWidget(m_more);
    actions->addStretch(1);
    auto *advice = new QVBoxLayout;
    advice->setSpacing(8);
    advice->addWidget(m_lines);
    advice->setContentsMargins(24, 0, 0, 0);
    advice->addWidget(m_advice);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 8, 12);
    column->setSpacing(8);
    column->addLayout(head);
    column->addLayout(advice);
    column->addLayout(actions);
    column->addWidget(m_details, 1);
    column->addStretch(0);

    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(m_sendAnyway, &QPushButton::clicked, this, &ErrorCard::sendAnywayRequested);
    connect(m_connect, &QPushButton::clicked, this, [this] {
        if (m_asksAboutCertificate)
            Q_EMIT certificateRequested(m_error);
        else
            Q_EMIT connectRequested();
    });
    connect(m_more, &QToolButton::toggled, m_details, &QWidget::setVisible);
    m_details->hide();
}

void ErrorCard::setBrief(bool brief)
{
    m_brief = brief;
    setSizePolicy(QSizePolicy::Preferred, brief ? QSizePolicy::Maximum : QSizePolicy::Preferred);
}

void ErrorCard::setExplained(bool explained)
{
    m_advice->setVisible(!explained);
}

void ErrorCard::setError(const Error &error)
{
    m_error = error;
    const bool isCancelled = error.kind == ErrorKind::Cancelled;
    m_icon->setIcon(isCancelled ? u"outcome-cancelled"_s : u"outcome-error"_s,
        isCancelled ? ColorRole::Stale : ColorRole::Error);
    const QString message = visibleText(error.message, true, 4000);
    m_message->setText(message.section(u'\n', 0, 0));
    m_lines->setText(message.section(u'\n', 1));
    m_lines->setVisible(!m_lines->text().isEmpty());
    m_code->setText(visibleText(toCallError(error).code, false, 80));
    const QString forStatus = adviceForStatus(error.details.member("statusCode"_L1).toInteger().value_or(0));
    const QString before = adviceBeforeSending(error);
    m_advice->setText(!before.isEmpty() ? before : forStatus.isEmpty() ? adviceFor(error.kind) : forStatus);
    m_sendAnyway->setVisible(error.kind == ErrorKind::Validation);
    m_connect->setVisible(error.kind == ErrorKind::Closed || error.kind == ErrorKind::Network
        || (error.kind == ErrorKind::Trust && before.isEmpty()));
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(error);
    m_asksAboutCertificate = refused && refused->mayBeAccepted;
    m_connect->setText(m_asksAboutCertificate ? tr("Look at the certificate…") : tr("Connect"));
    if (m_asksAboutCertificate)
        m_advice->setText(tr("Nothing was sent. Look at the certificate, and accept it if you know it."));
    const QString details = m_brief ? visibleText(error.detail, true) : detailsOf(error);
    m_more->setVisible(!details.isEmpty());
    m_details->setBytes(details.toUtf8());
    m_details->setVisible(m_more->isChecked() && !details.isEmpty());
    setAccessibleName(tr("Error: %1").arg(m_message->text()));
    update();
}

QString ErrorCard::asText() const
{
    QStringList parts{tr("%1: %2").arg(m_code->text(), visibleText(m_error.message, true))};
    if (const QString details = detailsOf(m_error); !details.isEmpty())
        parts.append(details);
    return parts.join(u'\n');
}

void ErrorCard::paintEvent(QPaintEvent *)
{
    const bool isCancelled = m_error.kind == ErrorKind::Cancelled;
    const Theme &theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(0, 0, 2, height(), theme.color(isCancelled ? ColorRole::Stale : ColorRole::Error));
    if (m_brief)
        painter.fillRect(0, height() - 1, width(), 1, theme.color(ColorRole::Line));
}

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/errorcard.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/workspace/refusedcertificate.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/limitsmodel.h"
#include "ui/panes/iconlabel.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString adviceFor(const Error &error)
{
    if (isDisconnect(error))
        return ErrorCard::tr("The connection was ended here, not by the server.");
    switch (error.kind) {
    case ErrorKind::Usage: return ErrorCard::tr("Check the operation and its input.");
    case ErrorKind::Network:
        return ErrorCard::tr(
            "Check that the server runs and that its address or command is correct, then connect again.");
    case ErrorKind::Closed:
        return ErrorCard::tr(
            "The connection was lost. Connect again. Log shows the last messages of the server.");
    case ErrorKind::Timeout:
        return ErrorCard::tr("The server may still be working. Try again, or allow more time.");
    case ErrorKind::Protocol:
        return ErrorCard::tr("The server violated its protocol. Wire shows what it sent.");
    case ErrorKind::Limit: return ErrorCard::tr("Raise the limit, or request less.");
    case ErrorKind::Validation:
        return ErrorCard::tr("Correct the input, or send it anyway to see how the server responds.");
    case ErrorKind::Trust: return ErrorCard::tr("Connect the source and confirm what it starts.");
    case ErrorKind::Remote:
        return ErrorCard::tr(
            "The server answered with this error. Check the input, and the state of the server.");
    case ErrorKind::Cancelled:
        return ErrorCard::tr("You cancelled the call. The server may have done part of it.");
    case ErrorKind::Storage: return ErrorCard::tr("Check the file and its permissions.");
    case ErrorKind::Internal: return ErrorCard::tr("This is a bug in the workbench. Please report it.");
    }
    return {};
}

//! Returns the advice for an HTTP status, or an empty string if the status needs no special advice.
QString adviceForStatus(qint64 status)
{
    if (status == 401 || status == 407)
        return ErrorCard::tr("The server requires you to sign in. Check the credentials of the source.");
    if (status == 403)
        return ErrorCard::tr("You are signed in but not allowed to do this.");
    if (status == 429)
        return ErrorCard::tr("The server received too many requests. Try again later.");
    if (status >= 500)
        return ErrorCard::tr("The server failed. The same call may work later.");
    return {};
}

//! Returns the advice for an error that stopped the request before it was sent; empty for any other error.
QString adviceBeforeSending(const Error &error)
{
    if (error.code == "credential.origin"_L1)
        return ErrorCard::tr(
            "Nothing was sent. The credentials of a source go only to addresses that you confirmed.");
    if (error.code == "http.privatePeer"_L1)
        return ErrorCard::tr(
            "Nothing was sent there. Addresses that are not public must be confirmed first.");
    if (!error.code.startsWith("oauth."_L1))
        return {};
    return error.kind == ErrorKind::Cancelled
        ? ErrorCard::tr("Nothing was sent. The call needs you to sign in.")
        : ErrorCard::tr(
              "Nothing was sent. The call needs you to sign in. Check the sign-in settings of the source.");
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
    : Strip(parent)
    , m_icon(new IconLabel(u"outcome-error"_s, ColorRole::Error, this))
    , m_message(named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, this), u"errorMessage"_s))
    , m_lines(named(new ThemeLabel({}, ColorRole::Text, FontRole::Data, this), u"errorLines"_s))
    , m_code(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, this), u"errorCode"_s))
    , m_advice(named(new ThemeLabel({}, ColorRole::Text, FontRole::Body, this), u"errorAdvice"_s))
    , m_sendAnyway(named(plainButton({}, tr("Send anyway"), this), u"sendAnyway"_s))
    , m_connect(named(plainButton({}, tr("Connect"), this), u"connectSource"_s))
    , m_limit(named(plainButton({}, tr("Change the limit…"), this), u"changeLimit"_s))
    , m_more(named(quietButton(u"chevron-right"_s, tr("Details"), this), u"errorDetailsToggle"_s))
    , m_details(named(new TextView(this), u"errorDetails"_s, tr("Technical details")))
{
    setObjectName(u"errorCard"_s);
    setLined(false);
    m_sendAnyway->setToolTip(tr("Send the input although it does not match its schema"));
    m_more->setCheckable(true);
    for (ThemeLabel *label : {m_message, m_lines, m_advice}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    QToolButton *copy = iconButton(u"copy"_s, tr("Copy the error with its details"), this);
    copy->setObjectName(u"copyError"_s);
    copy->setFixedHeight(m_message->fontMetrics().height()); // as high as a line

    auto *head = addAll(newRow(8),
        {{m_icon, 0, Qt::AlignTop}, {m_message, 1, Qt::AlignTop}, {m_code, 0, Qt::AlignTop},
            {copy, 0, Qt::AlignTop}});
    auto *actions = addAll(newRow({24, 0, 0, 0}, 8), {m_sendAnyway, m_connect, m_limit, m_more, Stretch{}});
    auto *advice = addAll(newColumn({24, 0, 0, 0}, 8), {m_lines, m_advice});
    addAll(newColumn(this, {12, 12, 8, 12}, 8), {head, advice, actions, {m_details, 1}, Stretch{0}});

    connect(copy, &QToolButton::clicked, this, [this] { copyText(asText()); });
    connect(m_sendAnyway, &QPushButton::clicked, this, &ErrorCard::sendAnywayRequested);
    connect(m_connect, &QPushButton::clicked, this, [this] {
        if (m_asksAboutCertificate)
            Q_EMIT certificateRequested(m_error);
        else
            Q_EMIT connectRequested();
    });
    connect(m_limit, &QPushButton::clicked, this, [this] { Q_EMIT limitRequested(limitOf(m_error)); });
    connect(m_more, &QToolButton::toggled, m_details, &QWidget::setVisible);
    m_details->hide();
}

void ErrorCard::setBrief(bool brief)
{
    m_brief = brief;
    setLined(brief);
    setSizePolicy(QSizePolicy::Preferred, brief ? QSizePolicy::Maximum : QSizePolicy::Preferred);
}

void ErrorCard::setExplained(bool explained)
{
    m_advice->setVisible(!explained);
}

void ErrorCard::setError(const Error &error)
{
    m_error = error;
    const bool isCancelled = error.kind == ErrorKind::Cancelled || isDisconnect(error);
    const ColorRole color = isCancelled ? ColorRole::Stale : ColorRole::Error;
    setBar(color);
    m_icon->setIcon(isCancelled ? u"outcome-cancelled"_s : u"outcome-error"_s, color);
    const QString message = visibleText(coreText(messageWithAdvice(error)), true, 4000);
    m_message->setText(message.section(u'\n', 0, 0));
    m_lines->setText(message.section(u'\n', 1));
    m_lines->setVisible(!m_lines->text().isEmpty());
    m_code->setText(isCancelled ? QString() : visibleText(stableCode(error), false, 80)); // the user did it
    const QString forStatus = adviceForStatus(error.details.member("statusCode"_L1).toInteger().value_or(0));
    const QString before = adviceBeforeSending(error);
    m_advice->setText(!before.isEmpty() ? before : forStatus.isEmpty() ? adviceFor(error) : forStatus);
    m_sendAnyway->setVisible(error.kind == ErrorKind::Validation && !m_isRecorded);
    const bool isOff = error.kind == ErrorKind::Closed || error.kind == ErrorKind::Network
        || (error.kind == ErrorKind::Trust && before.isEmpty());
    m_connect->setVisible(isOff && !m_isRecorded);
    m_limit->setVisible(!limitOf(error).isEmpty());
    const std::optional<RefusedCertificate> refused = RefusedCertificate::of(error);
    m_asksAboutCertificate = refused && refused->mayBeAccepted;
    m_connect->setText(m_asksAboutCertificate ? tr("Show certificate…") : tr("Connect"));
    if (m_asksAboutCertificate)
        m_advice->setText(tr("Nothing was sent. Look at the certificate, and accept it if you know it."));
    const QString details = m_brief ? visibleText(error.detail, true) : detailsOf(error);
    m_more->setVisible(!details.isEmpty());
    m_details->setBytes(details.toUtf8());
    m_details->setVisible(m_more->isChecked() && !details.isEmpty());
    setAccessibleName(tr("Error: %1").arg(m_message->text()));
}

QString ErrorCard::asText() const
{
    QStringList parts{tr("%1: %2").arg(
        visibleText(stableCode(m_error), false, 80), visibleText(messageWithAdvice(m_error), true))};
    if (const QString details = detailsOf(m_error); !details.isEmpty())
        parts.append(details);
    return parts.join(u'\n');
}

} // namespace Workbench::Ui

#include "moc_errorcard.cpp"

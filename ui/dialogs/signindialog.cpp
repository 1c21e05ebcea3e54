// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/signindialog.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QDesktopServices>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int addressLines = 4;

ThemeLabel *wrappingText(ColorRole color, FontRole font, QWidget *parent)
{
    ThemeLabel *label = proseLabel({}, color, font, parent);
    label->setMinimumWidth(320);
    return label;
}

QString shownOrigins(const QStringList &origins)
{
    return visibleText(origins.join(u", "_s), false, 600);
}

QString clockText(qint64 seconds)
{
    return u"%1:%2"_s.arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

//! Returns a warning about a deceptive host name, or an empty string.
QString oddness(const UrlFacts &address)
{
    if (address.isMixedScript)
        return SignInDialog::tr("The name of this host mixes alphabets and may imitate another name. "
                                "Its technical name is %1.")
            .arg(address.asciiHost);
    if (address.isPunycode)
        return SignInDialog::tr("The name of this host has letters beyond a to z. Its technical name is %1.")
            .arg(address.asciiHost);
    return {};
}

} // namespace

SignInDialog::SignInDialog(SignIns *signIns, const QString &id, QWidget *parent)
    : QDialog(parent)
    , m_signIns(signIns)
    , m_id(id)
{
    setObjectName(u"signInDialog"_s);
    build();
    connect(signIns, &SignIns::changed, this, &SignInDialog::update);
    connect(&m_clock, &QTimer::timeout, this, &SignInDialog::showWaiting);
    m_clock.setInterval(1000);
    update(id);
}

void SignInDialog::build()
{
    resize(600, 360);
    m_title = named(wrappingText(ColorRole::Text, FontRole::Title, this), u"signInTitle"_s);
    m_text = named(wrappingText(ColorRole::Text, FontRole::Body, this), u"signInText"_s);
    m_warning = named(wrappingText(ColorRole::Warning, FontRole::Body, this), u"signInWarning"_s);
    m_factsPlace = new QWidget(this);
    m_facts = newLines<QFormLayout>(m_factsPlace, 12, 4);
    m_facts->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_code = named(selectable(new QLabel(this)), u"signInCode"_s, tr("Code to type"));
    m_code->setTextFormat(Qt::PlainText);
    QFont large = Theme::of(this).font(FontRole::Data);
    large.setPixelSize(QFontInfo(large).pixelSize() * 2);
    large.setLetterSpacing(QFont::AbsoluteSpacing, 2);
    m_code->setFont(large);
    m_copyCode = named(plainButton(u"copy"_s, tr("Copy code"), this), u"copyCode"_s);
    auto *code = addAll(newRow(12), {m_code, {m_copyCode, 0, Qt::AlignVCenter}, Stretch{}});
    m_host = named(wrappingText(ColorRole::Text, FontRole::Strong, this), u"signInHost"_s);
    m_address = named(new QPlainTextEdit(this), u"signInAddress"_s, tr("Whole address"));
    m_address->setReadOnly(true);
    m_address->setTabChangesFocus(true);
    m_address->setWordWrapMode(QTextOption::WrapAnywhere);
    m_address->setFont(Theme::of(this).font(FontRole::Data));
    m_address->setFixedHeight(QFontMetrics(m_address->font()).lineSpacing() * addressLines + 20);
    m_progress = named(wrappingText(ColorRole::TextSecond, FontRole::Body, this), u"signInProgress"_s);
    m_allow = named(plainButton(u"shield"_s, tr("Send credentials"), this), u"allow"_s);
    m_copy = named(plainButton(u"copy"_s, tr("Copy address"), this), u"copyAddress"_s);
    m_open = named(primaryButton(u"globe"_s, tr("Open in browser"), this), u"openBrowser"_s);
    m_cancel = named(plainButton({}, tr("Cancel"), this), u"cancelSignIn"_s);
    m_leave = named(primaryButton({}, tr("Do not send"), this), u"leave"_s);
    QPushButton *steps = named(plainButton(u"key"_s, tr("Show the steps"), this), u"showSteps"_s);
    steps->setToolTip(tr("Each request of the sign-in, and what the specification says about it"));
    auto *buttons = addAll(newRow(8), {steps, Stretch{}, m_allow, m_leave, m_copy, m_cancel, m_open});
    addAll(newColumn(this, {16, 16, 16, 16}, 12),
        {m_title, m_text, m_factsPlace, code, m_host, m_address, m_warning, m_progress, Stretch{}, buttons});
    for (QPushButton *button : findChildren<QPushButton *>()) {
        button->setAutoDefault(
            false); // the dialog opens by itself: a Return meant for another window must have no effect
    }
    connect(m_allow, &QPushButton::clicked, this, [this] { m_signIns->allow(m_id); });
    connect(steps, &QPushButton::clicked, this, [this] {
        hide(); // a visible dialog cannot change its modality
        setWindowModality(Qt::NonModal);
        show();
        Q_EMIT stepsRequested(m_signIn.source);
    });
    connect(m_cancel, &QPushButton::clicked, this, &SignInDialog::reject);
    connect(m_leave, &QPushButton::clicked, this, &SignInDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &SignInDialog::openBrowser);
    connect(m_copy, &QPushButton::clicked, this, &SignInDialog::copyAddress);
    connect(m_copyCode, &QPushButton::clicked, this, [this] { copyText(m_signIn.userCode); });
    m_cancel->setFocus();
}

const UrlFacts &SignInDialog::opened() const
{
    return m_signIn.withCode.text.isEmpty() ? m_signIn.address : m_signIn.withCode;
}

void SignInDialog::update(const QString &id)
{
    const SignIn *signIn = id == m_id ? m_signIns->find(id) : nullptr;
    if (!signIn || m_signIn.isOver() || m_isLeft)
        return;
    m_signIn = *signIn;
    const bool isQuietEnd = (m_signIn.step == SignIn::Step::Done && m_signIn.notice.isEmpty())
        || (m_signIn.step == SignIn::Step::Failed && m_signIn.error.kind == ErrorKind::Cancelled);
    if (isQuietEnd) {
        accept();
        return;
    }
    showStep();
}

void SignInDialog::showStep()
{
    const QString source = visibleText(m_signIn.source, false, 100);
    const SignIn::Step step = m_signIn.step;
    setWindowTitle(tr("Sign in: %1").arg(source));
    m_progress->clear();
    m_progress->setColorRole(ColorRole::TextSecond);
    const bool asksOrigins = step == SignIn::Step::Origins;
    const bool hasAddress = !asksOrigins && !m_signIn.isOver() && !m_signIn.address.text.isEmpty();
    const bool hasCode = step == SignIn::Step::DeviceCode;
    m_factsPlace->setVisible(!m_signIn.isOver());
    m_code->setVisible(hasCode);
    m_copyCode->setVisible(hasCode);
    m_host->setVisible(hasAddress);
    m_address->setVisible(hasAddress);
    m_warning->setVisible(false);
    m_allow->setVisible(asksOrigins);
    m_leave->setVisible(asksOrigins);
    m_leave->setDefault(asksOrigins);
    m_cancel->setVisible(!asksOrigins);
    m_open->setVisible(hasAddress);
    m_copy->setVisible(hasAddress);
    m_cancel->setText(m_signIn.isOver() ? tr("Close") : tr("Cancel"));
    showFacts();
    if (hasAddress)
        showAddress();
    switch (step) {
    case SignIn::Step::Origins:
        m_title->setText(tr("May %1 send your credentials to another server?").arg(source));
        m_text->setText(m_signIn.isNamedByServer
                ? tr("The server or its metadata names an authorisation server that you have not confirmed "
                     "for this source. The authorisation server receives the authorisation code, and the "
                     "client secret if there is one.")
                : tr("The description of the source names a token server that you have not confirmed for "
                     "this source. The token server receives the authorisation code, and the client secret "
                     "if there is one."));
        m_leave->setFocus();
        break;
    case SignIn::Step::Browser:
        m_title->setText(tr("%1 asks you to sign in").arg(source));
        m_text->setText(tr("Sign in at this address in your browser. Nothing is opened before you confirm."));
        break;
    case SignIn::Step::Waiting:
        m_title->setText(tr("Signing in to %1").arg(source));
        m_text->setText(hasAddress ? tr("Continue in the browser. The workbench continues when you are done.")
                                   : QString());
        break;
    case SignIn::Step::DeviceCode:
        m_title->setText(tr("%1 asks you to sign in").arg(source));
        m_text->setText(tr("Open this address in any browser, on any device, and type the code."));
        m_code->setText(visibleText(m_signIn.userCode, false, 60));
        break;
    case SignIn::Step::Done:
    case SignIn::Step::Failed: showEnd(); break;
    }
    const bool waits = step == SignIn::Step::Waiting || hasCode;
    if (waits && !m_clock.isActive()) {
        m_waitsSince = QDateTime::currentDateTimeUtc();
        m_clock.start();
    } else if (!waits) {
        m_clock.stop();
    }
    if (waits)
        showWaiting();
    layout()->activate();
    resize(width(), std::max(sizeHint().height(), layout()->heightForWidth(width())));
}

void SignInDialog::addFact(const QString &name, const QString &value, const QString &objectName)
{
    if (value.isEmpty())
        return;
    ThemeLabel *label = named(wrappingText(ColorRole::Text, FontRole::Body, m_factsPlace), objectName);
    label->setText(value);
    label->setAccessibleName(tr("%1: %2").arg(name, value));
    m_facts->addRow(new ThemeLabel(name, ColorRole::TextSecond, FontRole::Body, m_factsPlace), label);
}

void SignInDialog::showFacts()
{
    while (m_facts->rowCount() > 0)
        m_facts->removeRow(0);
    if (m_signIn.isOver())
        return;
    addFact(tr("Client"), visibleText(m_signIn.clientId, false, 200), u"signInClient"_s);
    if (m_signIn.step == SignIn::Step::Origins) {
        addFact(tr("Confirmed so far"), shownOrigins(m_signIn.confirmedOrigins), u"signInConfirmed"_s);
        addFact(
            tr("Would also receive credentials"), shownOrigins(m_signIn.wantedOrigins), u"signInWanted"_s);
        return;
    }
    QStringList scopes;
    const bool someAreOld = m_signIn.newScopes.size() < m_signIn.scopes.size();
    for (const QString &scope : m_signIn.scopes) {
        const QString shown = visibleText(scope, false, 100);
        scopes += someAreOld && m_signIn.newScopes.contains(scope) ? tr("%1 (new)").arg(shown) : shown;
    }
    addFact(tr("Scopes"), scopes.join(u", "_s), u"signInScopes"_s);
    addFact(tr("Token server"), shownOrigins(m_signIn.tokenOrigins), u"signInTokens"_s);
}

void SignInDialog::showAddress()
{
    const UrlFacts &address = opened();
    m_host->setText(address.isLoopback ? tr("%1 (this computer)").arg(address.host) : address.host);
    if (m_address->toPlainText() != address.text)
        m_address->setPlainText(address.text);
    const QString warning = oddness(address);
    m_warning->setVisible(!warning.isEmpty());
    m_warning->setText(warning);
    m_open->setText(m_signIn.step == SignIn::Step::Waiting ? tr("Open again") : tr("Open in browser"));
}

void SignInDialog::showWaiting()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (m_signIn.step == SignIn::Step::DeviceCode) {
        m_progress->setText(tr("Waiting for you to type the code. It is valid for another %1.")
                .arg(clockText(std::max<qint64>(0, now.secsTo(m_signIn.codeEndsAt)))));
        return;
    }
    const QString time = clockText(m_waitsSince.secsTo(now));
    m_progress->setText(m_signIn.address.text.isEmpty() ? tr("Getting tokens, %1").arg(time)
                                                        : tr("Waiting for the browser, %1").arg(time));
}

void SignInDialog::showEnd()
{
    const QString source = visibleText(m_signIn.source, false, 100);
    const bool isDone = m_signIn.step == SignIn::Step::Done;
    m_title->setText(isDone ? tr("Signed in to %1").arg(source) : tr("Not signed in to %1").arg(source));
    m_text->setText(isDone ? visibleText(m_signIn.notice, false, 600)
                           : visibleText(coreText(m_signIn.error.message), false, 600));
    m_cancel->setFocus();
}

void SignInDialog::openBrowser()
{
    if (!QDesktopServices::openUrl(opened().url)) {
        m_progress->setColorRole(ColorRole::Error);
        m_progress->setText(tr("No browser could be started. Copy the address and open it in a browser."));
        return;
    }
    m_signIns->opened(m_id);
}

void SignInDialog::copyAddress()
{
    copyText(opened().text);
    m_signIns->opened(m_id);
}

void SignInDialog::reject()
{
    if (!m_signIn.isOver() && !std::exchange(m_isLeft, true))
        m_signIns->cancel(m_id);
    QDialog::reject();
}

} // namespace Workbench::Ui

#include "moc_signindialog.cpp"

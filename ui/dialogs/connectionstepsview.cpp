// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/connectionstepsview.h"

#include "core/base/visibletext.h"
#include "core/checks/signinsteps.h"
#include "core/session/sessions.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/words.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"

#include <QGridLayout>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

using State = ConnectionStep::State;

StateLook lookOfStep(State state)
{
    switch (state) {
    case State::Ok: return {u"outcome-ok"_s, ConnectionStepsView::tr("ok"), ColorRole::Ok};
    case State::Warning: return {u"warning"_s, ConnectionStepsView::tr("warning"), ColorRole::Warning};
    case State::Failed: return {u"outcome-error"_s, ConnectionStepsView::tr("failed"), ColorRole::Error};
    case State::Skipped: break;
    }
    return {u"minus"_s, ConnectionStepsView::tr("skipped"), ColorRole::TextSecond};
}

//! Shows the icon of a state, with the name of the state as tooltip and accessible name.
class StateIcon : public QLabel {
public:
    StateIcon(State state, QWidget *parent)
        : QLabel(parent)
        , m_look(lookOfStep(state))
    {
        setFixedSize(16, 16);
        setToolTip(m_look.word);
        setAccessibleName(m_look.word);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintIcon(&painter, rect(), m_look.icon, Theme::of(this).color(m_look.color));
    }

private:
    StateLook m_look;
};

} // namespace

ConnectionStepsView::ConnectionStepsView(Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_column(newColumn(this, {0, 4, 0, 0}))
{
    setObjectName(u"connectionSteps"_s);
    hide();
}

ConnectionStepsView::~ConnectionStepsView() = default;

void ConnectionStepsView::clear()
{
    m_running.reset();
    delete m_content;
    m_content = nullptr;
    hide();
}

QWidget *ConnectionStepsView::newContent()
{
    delete m_content;
    m_content = new QWidget(this);
    m_column->addWidget(m_content);
    show();
    return m_content;
}

void ConnectionStepsView::check(const Source &source)
{
    newColumn(newContent())
        ->addWidget(proseLabel(
            tr("Checking the connection step by step…"), ColorRole::TextSecond, FontRole::Body, m_content));
    m_running = std::make_unique<ConnectionCheck>(m_sessions, source);
    connect(m_running.get(), &ConnectionCheck::finished, this, [this] {
        const ConnectionReport report = m_running->report();
        m_running.release()->deleteLater(); // it is still emitting the signal
        showSteps(report);
        Q_EMIT checked();
    });
    m_running->start();
}

void ConnectionStepsView::showSteps(const ConnectionReport &report)
{
    auto *grid = newLines<QGridLayout>(newContent(), 8, 6);
    grid->setColumnStretch(2, 1);
    for (const ConnectionStep &step : report.steps) {
        const int row = grid->rowCount();
        const ColorRole color = step.state == State::Skipped ? ColorRole::TextSecond : ColorRole::Text;
        grid->addWidget(new StateIcon(step.state, m_content), row, 0, Qt::AlignTop);
        auto *title = new ThemeLabel(coreText(titleOf(step)), color, FontRole::Strong, m_content);
        grid->addWidget(title, row, 1, Qt::AlignTop);
        // The message of an error includes the advice, and is translated as a whole.
        const bool isMessage = step.state == State::Failed && !step.advice.isEmpty();
        const QString text =
            coreText(isMessage ? QString(step.observed + u' ' + step.advice).trimmed() : step.observed);
        const qsizetype end = isMessage ? endOfSentence(text) : text.size();
        const QString advice = isMessage ? text.sliced(end).trimmed() : coreText(step.advice);
        auto *observed = proseLabel(text.first(end), color, FontRole::Body, m_content);
        observed->setObjectName(u"observed-"_s + step.code);
        grid->addWidget(observed, row, 2);
        if (step.durationMs >= 0) {
            auto *duration = new ThemeLabel(
                durationText(step.durationMs), ColorRole::TextSecond, FontRole::Number, m_content);
            grid->addWidget(duration, row, 3, Qt::AlignTop | Qt::AlignRight);
        }
        const QStringList below{step.detail, advice};
        for (const QString &line : below) {
            if (!line.isEmpty()) {
                grid->addWidget(
                    proseLabel(line, ColorRole::TextSecond, FontRole::Body, m_content), grid->rowCount(), 2);
            }
        }
        if (step.code == "signIn"_L1 && !signInSteps(*m_sessions->exchanges(), report.source).isEmpty()) {
            auto *show = named(linkButton(tr("Show the steps"), m_content), u"showSignInSteps"_s);
            show->setToolTip(tr("Each request of the sign-in, and what the specification says about it"));
            connect(show, &QToolButton::clicked, this,
                [this, source = report.source] { Q_EMIT signInRequested(source); });
            grid->addWidget(show, grid->rowCount(), 2, Qt::AlignLeft);
        }
    }
    grid->setRowStretch(grid->rowCount(), 1); // keeps the steps close together at the top
}

} // namespace Workbench::Ui

#include "moc_connectionstepsview.cpp"

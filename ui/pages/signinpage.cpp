// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/signinpage.h"

#include "core/base/visibletext.h"
#include "core/exchange/framepair.h"
#include "core/session/sessions.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/signinmodel.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/placeholder.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QDate>
#include <QHeaderView>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QUrlQuery>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

// pixels; in a narrower page one part of the chosen step is shown below the list
constexpr int besideFrom = 860;
constexpr qsizetype shownProblem = 1000; // characters

//! Takes the height of its texts at its current width. The layout alone reports the height at its least
//! width, where a sentence takes many lines.
class Demands : public QWidget {
public:
    QSize minimumSizeHint() const override
    {
        const int least = layout()->totalMinimumSize().width();
        return {least, layout()->minimumHeightForWidth(std::max(least, width()))};
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QWidget::resizeEvent(event);
        if (event->oldSize().width() != event->size().width())
            updateGeometry();
    }
};

//! Returns the decoded parameters, each after a line feed.
QByteArray parametersText(const QString &query)
{
    QByteArray text;
    for (const auto &[name, value] : QUrlQuery(query).queryItems(QUrl::FullyDecoded))
        text += '\n' + visibleText(QString(name + u" = "_s + value), false).toUtf8();
    return text;
}

//! Returns the frame as Wire shows it. The parameters of an address for the browser, or of a form, follow.
//! Called on any thread.
QByteArray frameText(const Frame &frame)
{
    const QByteArray text = prettyFrame(frame);
    if (frame.head.isEmpty())
        return text + '\n' + parametersText(QUrl(QString::fromUtf8(frame.bytes)).query(QUrl::FullyEncoded));
    const bool isForm = frame.head.contains("application/x-www-form-urlencoded");
    return isForm ? QByteArray(text + "\n" + parametersText(QString::fromUtf8(frame.bytes))) : text;
}

} // namespace

SignInPage::SignInPage(Sessions *sessions, QString source, QWidget *parent)
    : SourcePage(u"signInPage"_s, u"key"_s, tr("Sign-in", "of a source, in a tab"), sessions,
          std::move(source), parent)
    , m_model(new SignInModel(sessions->exchanges(), m_source, this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new Placeholder)
    , m_splitter(named(new QSplitter, u"signInSplitter"_s))
    , m_view(named(new RowTreeView, u"signInSteps"_s, tr("Steps of the sign-in")))
{
    m_head = new ToolHead(tabIconName(), tabTitle(),
        tr("The requests of the sign-in, and what the specification says about each"), this);
    m_connect = m_head->addButton(plainButton(u"refresh"_s, tr("Connect"), this), u"connectSigningIn"_s);
    connect(m_connect, &QPushButton::clicked, this, [this] {
        m_isChosen = false;
        m_sessions->disconnectSource(m_source);
        Q_EMIT connectRequested(m_source);
    });
    m_view->setRootIsDecorated(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setAllColumnsShowFocus(true);
    m_view->setModel(m_model);
    m_view->header()->setStretchLastSection(false);
    new ColumnFit(m_view, m_view->header(), {{}, {120, 1}, {}, {}});
    fillSplitter(m_splitter, {m_view, makeDetails()}, {650, 526}, {});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    addAll(newColumn(this), {m_head, {m_stack, 1}});
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &SignInPage::showStep);
    for (const auto gesture : {&QAbstractItemView::pressed, &QAbstractItemView::activated})
        connect(m_view, gesture, this, [this] { m_isChosen = true; });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_model, signal, this, &SignInPage::followSteps);
    connect(m_model, &QAbstractItemModel::modelReset, this, &SignInPage::followSteps);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &SignInPage::followSteps);
    connect(sessions, &Sessions::sourceChanged, this, [this](const QString &name) {
        if (name == m_source)
            readState();
    });
    readState();
    followSteps();
    arrange();
}

QWidget *SignInPage::makeDetails()
{
    m_area = named(newScrollArea(nullptr), u"signInDemandsArea"_s);
    m_area->viewport()->setBackgroundRole(QPalette::Base);
    auto *demands = new QWidget;
    addAll(newColumn(demands), {new PaneHeader(tr("Specification")), {m_area, 1}});
    m_details = named(new QSplitter(Qt::Vertical), u"signInDetails"_s);
    QWidget *request = makeFrame(m_request, tr("Request"), tr("Find in the request"), u"signInRequest"_s);
    QWidget *answer = makeFrame(m_answer, tr("Answer"), tr("Find in the answer"), u"signInAnswer"_s);
    fillSplitter(m_details, {demands, request, answer}, {240, 180, 180}, {});
    m_parts = named(new SegmentControl, u"signInParts"_s, tr("Part of the step"));
    for (const QString &part : {tr("Specification"), tr("Request"), tr("Answer")})
        m_parts->addSegment(part);
    m_parts->setCurrent(0);
    connect(m_parts, &SegmentControl::currentChanged, this, &SignInPage::arrange);
    m_bar = new QWidget;
    setZoomedHeight(m_bar, 36);
    addAll(newRow(m_bar, {12, 0, 8, 0}, 8), {m_parts, Stretch{}});
    auto *details = new QWidget;
    details->setMinimumWidth(240);
    addAll(newColumn(details), {m_bar, {m_details, 1}});
    return details;
}

QWidget *SignInPage::makeFrame(
    FrameView &view, const QString &title, const QString &find, const QString &name)
{
    auto *part = new QWidget;
    view.text = named(new TextView, name, title);
    view.text->setFrameShape(QFrame::NoFrame);
    auto *bar = new FindBar(find, view.text, part);
    addAll(newColumn(part), {new PaneHeader(title), bar, {view.text, 1}});
    return part;
}

void SignInPage::readState()
{
    const SourceState state = m_sessions->state(m_source);
    const Source *known = m_sessions->source(m_source);
    m_connect->setVisible(known != nullptr);
    m_connect->setText(state.isUsable() ? tr("Reconnect") : tr("Connect"));
    m_connect->setAccessibleName(m_connect->text());
    const QString agreed = state.peer.agreed.member("revision"_L1).toString();
    const QString pin = known ? known->settings.member("protocol"_L1).toString() : QString();
    const bool isPinned = agreed.isEmpty() && QDate::fromString(pin, Qt::ISODate).isValid();
    m_model->setRevision(isPinned ? pin : agreed);
    const QString source = visibleText(m_source, false, 60);
    m_empty->showAdvice(tabIconName(), tr("No sign-in yet"),
        m_sessions->signsIn(m_source)
            ? tr("Connect %1, or call one of its operations. Each step appears here as it happens. Stored "
                 "tokens are used without a sign-in: to see all steps, choose Sign out in the menu of the "
                 "source.")
                  .arg(source)
            : tr("%1 does not sign in. Edit it and choose OAuth under Sign-in.").arg(source));
}

//! Until the user chooses a step, shows the newest step, or the step that failed.
void SignInPage::followSteps()
{
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    if (m_model->rowCount() == 0)
        m_isChosen = false;
    const int row = m_model->rowOfInterest();
    if ((!m_isChosen || !m_view->currentIndex().isValid()) && row >= 0) {
        m_view->setCurrentIndex(m_model->index(row, 0));
        m_view->scrollTo(m_view->currentIndex());
    }
    showStep();
}

void SignInPage::showStep()
{
    const SignInStep *step = m_model->stepAt(m_view->currentIndex().row());
    if (!step)
        return;
    showDemands(*step);
    const bool isFromBrowser = step->kind == SignInStep::Kind::AuthorizationAnswer;
    const bool isToBrowser = step->kind == SignInStep::Kind::AuthorizationRequest;
    showFrame(m_request, step->request,
        isFromBrowser ? tr("The browser makes this request in the previous step.")
                      : tr("The request was not made."));
    showFrame(m_answer, step->answer,
        isToBrowser ? tr("The browser brings the answer in the next step.")
            : step->state == SignInStep::State::Running ? tr("Waiting for the answer…")
                                                        : tr("No answer was received."));
}

void SignInPage::showDemands(const SignInStep &step)
{
    auto *demands = named(new Demands, u"signInDemands"_s);
    auto *column = newColumn(demands, {12, 8, 12, 12}, 10);
    const StateLook look = lookOf(step.state);
    if (!step.problem.isEmpty()) {
        auto *problem = named(
            proseLabel(visibleText(coreText(step.problem), true, shownProblem), look.color, FontRole::Strong),
            u"signInProblem"_s);
        auto *sign = new IconLabel(look.icon, look.color);
        column->addLayout(addAll(newRow(8), {{sign, 0, Qt::AlignTop}, {problem, 1}}));
    }
    for (const SignInDemand &demand : step.demands) {
        const ColorRole color = demand.isUnmet ? look.color : ColorRole::TextSecond;
        auto *sentence = proseLabel(coreText(demand.sentence), ColorRole::Text, FontRole::Body);
        auto *section = proseLabel(
            demand.isUnmet ? tr("%1 · not met").arg(demand.section) : demand.section, color, FontRole::Small);
        section->setObjectName(demand.isUnmet ? u"signInUnmet"_s : u"signInSection"_s);
        auto *texts = addAll(newColumn(2), {sentence, section});
        auto *sign = new IconLabel(demand.isUnmet ? look.icon : u"info"_s, color);
        column->addLayout(addAll(newRow(8), {{sign, 0, Qt::AlignTop}, {texts, 1}}));
    }
    column->addStretch(1);
    m_area->setWidget(demands);
}

//! A worker writes the text, because a refused request may be large.
void SignInPage::showFrame(FrameView &view, const Frame &frame, const QString &none)
{
    const bool isEmpty = frame.head.isEmpty() && frame.bytes.isEmpty();
    if (isEmpty) {
        view.shown = 0;
        ++view.writing;
        view.text->setPlaceholderText(none);
        view.text->setDocument({});
        return;
    }
    if (std::exchange(view.shown, frame.sequence) == frame.sequence)
        return;
    const auto syntax = frame.head.isEmpty() ? TextDocument::Syntax::Plain : TextDocument::Syntax::Http;
    QtConcurrent::run(frameText, frame)
        .then(this, [&view, syntax, writing = ++view.writing](const QByteArray &text) {
            if (writing == view.writing)
                view.text->setBytes(text, syntax);
        });
}

void SignInPage::focusFirst()
{
    if (m_model->rowCount() > 0)
        m_view->setFocus(Qt::OtherFocusReason);
    else if (m_connect->isVisibleTo(this))
        m_connect->setFocus(Qt::OtherFocusReason);
}

void SignInPage::arrange()
{
    const bool isNarrow = width() < besideFrom;
    m_splitter->setOrientation(isNarrow ? Qt::Vertical : Qt::Horizontal);
    m_bar->setVisible(isNarrow);
    for (int i = 0; i < m_details->count(); ++i)
        m_details->widget(i)->setVisible(!isNarrow || i == m_parts->current());
}

void SignInPage::resizeEvent(QResizeEvent *event)
{
    SourcePage::resizeEvent(event);
    arrange();
}

} // namespace Workbench::Ui

#include "moc_signinpage.cpp"

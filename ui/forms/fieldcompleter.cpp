// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/fieldcompleter.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtreeview.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype mostRowsShown = 8;
constexpr qsizetype maxShownValue = 200;
constexpr int valueRole = Qt::UserRole;
constexpr int gapUnderField = 2;
constexpr int leastPopupWidth = 200;

} // namespace

FieldCompleter::FieldCompleter(QLineEdit *line, Source source)
    : QObject(line)
    , m_line(line)
    , m_source(std::move(source))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FieldCompleter::ask);
    connect(line, &QLineEdit::textEdited, this, [this] {
        if (!m_isChoosing)
            m_pause.start();
    });
    line->installEventFilter(this);
}

FieldCompleter::~FieldCompleter()
{
    m_stop.request_stop();
    delete m_popup;
}

bool FieldCompleter::isOpen() const
{
    const QFrame *popup = m_popup.data();
    return popup && popup->isVisible();
}

bool FieldCompleter::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        if (static_cast<QKeyEvent *>(event)->modifiers() & Qt::ControlModifier)
            hide();
        else if (keyPressed(static_cast<QKeyEvent *>(event)->key()))
            return true;
        break;
    case QEvent::ShortcutOverride: // the list handles Escape before the window does
        if (isOpen() && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
            event->accept();
        break;
    case QEvent::FocusOut:
    case QEvent::Hide:
    case QEvent::Move:
        m_pause.stop();
        m_stop.request_stop();
        hide();
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

//! Returns whether the list has handled the key.
bool FieldCompleter::keyPressed(int key)
{
    if (!isOpen()) {
        if (key != Qt::Key_Down || m_line->isReadOnly())
            return false;
        ask();
        return true;
    }
    const int row = m_view->currentIndex().row(); // -1 if no row is selected
    const int last = m_model->rowCount() - 1;
    switch (key) {
    case Qt::Key_Down: m_view->setCurrentIndex(m_model->index(std::min(row + 1, last), 0)); return true;
    case Qt::Key_Up: m_view->setCurrentIndex(m_model->index(std::max(row - 1, 0), 0)); return true;
    case Qt::Key_Escape: hide(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row < 0)
            return false;
        choose(row);
        return true;
    default: return false;
    }
}

void FieldCompleter::ask()
{
    m_pause.stop();
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_asked.start();
    m_source(m_stop.get_token())
        .then(this, [this, question = ++m_question](const Result<InputCompletion> &found) {
            if (question != m_question)
                return;
            show(found);
            Q_EMIT answered();
        });
}

QFrame *FieldCompleter::makePopup()
{
    auto *popup = named(new QFrame(m_line->window()), u"completions"_s);
    popup->setFrameShape(QFrame::StyledPanel);
    popup->setBackgroundRole(QPalette::Base);
    popup->setAutoFillBackground(true);
    m_model = new QStandardItemModel(popup);
    m_view = named(new RowTreeView(popup), u"completionList"_s, tr("Completions"));
    m_view->setModel(m_model);
    m_view->setRootIsDecorated(false);
    m_view->header()->hide();
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_count = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, popup), u"completionCount"_s);
    m_count->setElided(true);
    m_count->setContentsMargins(12, 4, 12, 4);
    addAll(newColumn(popup, {1, 1, 1, 1}), {{m_view, 1}, separator(Qt::Horizontal, popup), m_count});
    connect(
        m_view, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) { choose(index.row()); });
    m_popup = popup;
    return popup;
}

void FieldCompleter::show(const Result<InputCompletion> &completion)
{
    const bool isWithdrawn = !completion && completion.error().kind == ErrorKind::Cancelled;
    if (!m_line->hasFocus() || isWithdrawn || (completion && completion->values.isEmpty())) {
        hide();
        return;
    }
    QFrame *popup = m_popup.data();
    if (!popup)
        popup = makePopup();
    m_model->clear();
    QString words;
    if (completion) {
        for (const QString &value : completion->values) {
            auto *item = new QStandardItem(visibleText(value, false, maxShownValue));
            item->setData(value, valueRole);
            item->setData(int(FontRole::Data), RowRole::Font);
            m_model->appendRow(item);
        }
        const auto shown = completion->values.size();
        const qint64 total = completion->total;
        words = total > shown     ? tr("%L1 of %L2 completions").arg(shown).arg(total)
            : completion->hasMore ? tr("%L1 completions, and more").arg(shown)
                                  : tr("%n completions", nullptr, int(shown));
        words += u" · "_s + tr("%L1 ms").arg(m_asked.elapsed());
    } else {
        words = visibleText(coreText(completion.error().message), false, maxShownValue);
    }
    m_count->setFullText(words);
    place(popup, m_model->rowCount());
    popup->show();
    popup->raise();
}

//! Places the popup below the field, or above it if the window has no room below.
void FieldCompleter::place(QFrame *popup, qsizetype rows)
{
    m_view->setVisible(rows > 0);
    const int list = rows > 0 ? int(std::min(rows, mostRowsShown)) * RowDelegate::rowHeight() + 2 : 0;
    const int height = list + m_count->sizeHint().height() + 4;
    const QWidget *window = m_line->window();
    const QPoint top = m_line->mapTo(window, QPoint());
    const int below = top.y() + m_line->height() + gapUnderField;
    const int y = below + height <= window->height() ? below : std::max(0, top.y() - gapUnderField - height);
    const int width = std::min(std::max(m_line->width(), leastPopupWidth), window->width());
    popup->setGeometry(std::min(top.x(), window->width() - width), y, width, height);
}

void FieldCompleter::choose(int row)
{
    const QString value = m_model->index(row, 0).data(valueRole).toString();
    hide();
    m_isChoosing = true;
    m_line->setText(value);
    Q_EMIT m_line->textEdited(value); // as if the user had typed the value
    m_isChoosing = false;
}

void FieldCompleter::hide()
{
    ++m_question; // ignores a pending answer
    if (QFrame *popup = m_popup.data())
        popup->hide();
}

} // namespace Workbench::Ui

#include "moc_fieldcompleter.cpp"

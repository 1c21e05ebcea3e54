// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/wirepane.h"

#include "core/base/visibletext.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/logmodels.h"
#include "ui/models/textfiltermodel.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QMenu>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

WirePane::WirePane(ExchangeLog *log, QWidget *parent)
    : TablePane(tr("Every frame is shown here exactly as it was sent or received."), parent)
    , m_log(log)
    , m_model(new WireModel(log, this))
    , m_filterModel(new WireFilterModel(this))
    , m_oneCall(named(new Chip(tr("one call ×"), this), u"oneCall"_s))
    , m_facts(named(elidedLabel(ColorRole::TextSecond, FontRole::Small, this), u"frameFacts"_s))
    , m_coding(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"frameCoding"_s))
    , m_partner(named(linkButton({}, this), u"framePartner"_s))
    , m_forms(named(new SegmentControl(this), u"frameForms"_s, tr("The frame formatted, raw or decoded")))
    , m_text(named(new TextView, u"frameText"_s, tr("The chosen frame")))
{
    setObjectName(u"wirePane"_s);
    view()->setAccessibleName(tr("Frames in Wire"));
    setUp(m_model, m_filterModel, {{}, {}, {80, 1}, {140, 3}, {}, {}, {200, 5}});
    setSecondRankColumns({WireModel::SourceColumn, WireModel::LatencyColumn});
    view()->setTextElideMode(Qt::ElideRight);
    m_oneCall->setColors(ColorRole::Selection, ColorRole::Accent);
    m_oneCall->setClickable(true);
    m_oneCall->setToolTip(tr("Only the frames of one call are shown. Click to show all."));
    m_oneCall->hide();
    connect(m_oneCall, &QAbstractButton::clicked, this, [this] { showExchange({}); });

    makeDetails();
    connect(view()->selectionModel(), &QItemSelectionModel::currentChanged, this, &WirePane::showFrame);
    connect(m_filterModel, &QAbstractItemModel::rowsInserted, this, [this] { // the frames come in batches
        if (!m_filterModel->exchange().isEmpty() && m_frame.sequence == 0)
            view()->setCurrentIndex(m_filterModel->index(0, 0));
    });
    connect(this, &TablePane::pausedChanged, m_model, &WireModel::setPaused);
}

void WirePane::makeDetails()
{
    m_coding->setWordWrap(true);
    m_coding->setContentsMargins(8, 0, 8, 4);
    m_coding->hide();
    m_partner->hide();
    m_forms->addSegment(tr("Formatted"));
    m_forms->addSegment(tr("Raw"));
    m_forms->addSegment(tr("Decoded"));
    m_details = new QWidget;
    auto *line = addAll(newRow({8, 2, 8, 2}, 8), {m_oneCall, {m_facts, 1}, m_partner, m_forms});
    addAll(newColumn(m_details),
        {line, m_coding, new FindBar(tr("Find in the frame"), m_text, m_details), {m_text, 1}});
    setDetails(m_details);
    m_details->hide(); // the table has the whole width until a frame is chosen
    connect(m_forms, &SegmentControl::currentChanged, this, &WirePane::showText);
    connect(m_partner, &QToolButton::clicked, this, &WirePane::showPartner);
}

void WirePane::showExchange(const QString &exchangeId)
{
    if (m_filterModel->exchange() == exchangeId)
        return;
    m_filterModel->setExchange(exchangeId);
    m_oneCall->setVisible(!exchangeId.isEmpty());
    if (!exchangeId.isEmpty() && m_frame.exchangeId != exchangeId) { // otherwise the chosen frame stays
        m_frame = {};
        ++m_writing;
        m_text->setBytes({}, TextDocument::Syntax::Plain);
        m_facts->setFullText(
            m_filterModel->rowCount() > 0 ? QString() : tr("No frames of this call are kept."));
        m_coding->hide();
        m_partner->hide();
        view()->setCurrentIndex(m_filterModel->index(0, 0));
    }
    m_details->setVisible(!exchangeId.isEmpty() || m_frame.sequence > 0);
}

void WirePane::showFrame()
{
    const int row = currentSourceIndex().row();
    const Frame *frame = m_model->frameAt(row);
    if (!frame)
        return; // the last frame stays until the user chooses another one
    m_frame = *frame;
    m_details->show();
    const std::optional<FramePair> pair = m_model->pairAt(row);
    const bool isRequest = pair && pair->request == m_frame.sequence;
    QStringList facts{visibleText(m_frame.source, false, 60), visibleText(m_frame.channel, false, 60)};
    if (pair) {
        facts.append(isRequest ? tr("answered after %1").arg(durationText(pair->latencyMs))
                               : tr("%1 after the request").arg(durationText(pair->latencyMs)));
    }
    facts.removeAll({});
    m_facts->setFullText(facts.join(u" · "_s));
    QStringList coding = codingFacts();
    coding.append(visibleText(coreText(m_frame.note), false, 1000));
    coding.removeAll({});
    m_coding->setText(coding.join(u" · "_s));
    m_coding->setVisible(!coding.isEmpty());
    m_partnerSequence = !pair ? 0 : isRequest ? pair->response : pair->request;
    m_partner->setText(isRequest ? tr("Show the answer") : tr("Show the request"));
    m_partner->setAccessibleName(m_partner->text());
    m_partner->setVisible(m_partnerSequence > 0);
    m_forms->setSegmentEnabled(DecodedForm, !m_frame.raw.isEmpty());
    showText();
}

//! Returns how the frame was encoded on the wire: HTTP version, chunks, compression and lines of an event.
QStringList WirePane::codingFacts() const
{
    QStringList facts;
    const FrameCoding coding = codingOf(m_frame);
    if (!coding.version.isEmpty())
        facts.append(tr("%1, head shown as HTTP/1").arg(coding.version));
    QStringList ways{coding.content, coding.isChunked ? tr("chunks") : QString()};
    ways.removeAll({});
    const QString way = m_frame.head.isEmpty() ? tr("stream") : ways.join(u", "_s);
    if (!m_frame.raw.isEmpty()) {
        facts.append(
            tr("%1: %2, decoded %3").arg(way, sizeText(m_frame.raw.size()), sizeText(m_frame.bytes.size())));
    } else if (!ways.isEmpty() && coding.isEventStream) {
        facts.append(tr("%1: removed from the events that follow").arg(way));
    } else if (!ways.isEmpty() && !m_frame.bytes.isEmpty()) {
        facts.append(tr("decoded; the bytes in %1 are not kept").arg(way));
    }
    return facts;
}

//! Returns the function that writes a frame in the chosen form.
QByteArray (*WirePane::writer() const)(const Frame &)
{
    switch (m_forms->current()) {
    case RawForm: return &rawFrame;
    case DecodedForm: return &decodedFrame;
    default: return &prettyFrame;
    }
}

//! A worker writes the text, because a frame may be large.
void WirePane::showText()
{
    if (m_frame.sequence == 0)
        return;
    const QByteArray start = m_frame.bytes.left(64).trimmed();
    const bool isJson = m_frame.head.isEmpty() && (start.startsWith('{') || start.startsWith('['));
    const TextDocument::Syntax syntax = isJson ? TextDocument::Syntax::Json
        : m_frame.head.isEmpty()               ? TextDocument::Syntax::Plain
                                               : TextDocument::Syntax::Http;
    QtConcurrent::run(writer(), m_frame)
        .then(this, [this, syntax, writing = ++m_writing](const QByteArray &text) {
            if (writing == m_writing)
                m_text->setBytes(text, syntax);
        });
}

void WirePane::showPartner()
{
    const int row = m_model->rowOf(m_partnerSequence);
    if (row < 0)
        return;
    Q_EMIT filterCleared(); // the filter may hide the partner
    const QModelIndex index = m_filterModel->mapFromSource(m_model->index(row, 0));
    view()->setCurrentIndex(index);
    view()->scrollTo(index);
}

std::function<void()> WirePane::clear()
{
    return undoOf(m_log, m_log->clearFrames(), &ExchangeLog::restoreFrames);
}

void WirePane::fillMenu(QMenu *menu)
{
    const Frame *frame = m_model->frameAt(currentSourceIndex().row());
    if (!frame)
        return;
    menu->addAction(icon(u"copy"_s), tr("Copy frame"), this, [this, write = writer(), copied = *frame] {
        QtConcurrent::run(write, copied).then(this, [](const QByteArray &text) { // a frame may be large
            copyText(QString::fromUtf8(text));
        });
    });
    if (!frame->exchangeId.isEmpty()) {
        menu->addAction(icon(u"filter"_s), tr("Only frames of this call"), this,
            [this, id = frame->exchangeId] { showExchange(id); });
    }
}

} // namespace Workbench::Ui

#include "moc_wirepane.cpp"

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/wirepane.h"

#include "core/exchange/exchangelog.h"
#include "ui/models/textfiltermodel.h"
#include "ui/models/wiremodel.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

WirePane::WirePane(ExchangeLog *log, QWidget *parent)
    : TablePane(
          tr("Every frame that goes over a wire is shown here, exactly as it was sent or received."), parent)
    , m_log(log)
    , m_model(new WireModel(log, this))
    , m_filterModel(new WireFilterModel(this))
    , m_oneCall(new Chip(tr("one call ×"), this))
    , m_text(new TextView)
{
    setObjectName(u"wirePane"_s);
    view()->setAccessibleName(tr("Frames on the wire"));
    setUp(m_model, m_filterModel, {112, 64, 140, 72});
    view()->setTextElideMode(Qt::ElideRight);
    m_oneCall->setObjectName(u"oneCall"_s);
    m_oneCall->setColors(ColorRole::Selection, ColorRole::Accent);
    m_oneCall->setClickable(true);
    m_oneCall->setToolTip(tr("Only the frames of one call are shown. Click to show all."));
    m_oneCall->hide();
    connect(m_oneCall, &QAbstractButton::clicked, this, [this] { showExchange({}); });

    auto *details = new QWidget;
    auto *column = new QVBoxLayout(details);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *chips = new QHBoxLayout;
    chips->setContentsMargins(8, 4, 8, 4);
    chips->addWidget(m_oneCall);
    chips->addStretch(1);
    column->addLayout(chips);
    column->addWidget(m_text, 1);
    m_text->setObjectName(u"frameText"_s);
    m_text->setAccessibleName(tr("The chosen frame"));
    m_text->setFrameShape(QFrame::NoFrame);
    setDetails(details);
    details->hide(); // until a frame is chosen the table has the room
    m_details = details;
    connect(view()->selectionModel(), &QItemSelectionModel::currentChanged, this, &WirePane::showFrame);
    connect(view(), &QWidget::customContextMenuRequested, this, &WirePane::showMenu);
}

void WirePane::showExchange(const QString &exchangeId)
{
    if (m_filterModel->exchange() == exchangeId)
        return;
    m_filterModel->setExchange(exchangeId);
    m_oneCall->setVisible(!exchangeId.isEmpty());
    m_details->setVisible(!exchangeId.isEmpty() || m_hasFrame);
    Q_EMIT exchangeChanged(exchangeId);
}

void WirePane::showFrame()
{
    const Frame *frame = m_model->frameAt(currentSourceIndex().row());
    if (!frame)
        return; // what is shown stays until another frame is chosen
    m_hasFrame = true;
    m_details->show();
    QByteArray text;
    for (const auto &[name, value] : frame->headers)
        text += name + ": " + value + '\n';
    if (!text.isEmpty())
        text += '\n';
    const QByteArray start = frame->bytes.left(64).trimmed();
    const bool isJson = text.isEmpty() && (start.startsWith('{') || start.startsWith('['));
    m_text->setBytes(text + frame->bytes,
        isJson               ? TextDocument::Syntax::Json
            : text.isEmpty() ? TextDocument::Syntax::Plain
                             : TextDocument::Syntax::Http);
}

void WirePane::clear()
{
    m_log->clearFrames();
}

void WirePane::pausedChanged(bool paused)
{
    m_model->setPaused(paused);
}

void WirePane::showMenu(const QPoint &position)
{
    const QModelIndex current = currentSourceIndex();
    const Frame *frame = m_model->frameAt(current.row());
    if (!frame)
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(u"copy"_s), tr("Copy Frame"), this,
        [bytes = frame->bytes] { QGuiApplication::clipboard()->setText(QString::fromUtf8(bytes)); });
    if (!frame->exchangeId.isEmpty()) {
        menu->addAction(icon(u"filter"_s), tr("Only Frames of This Call"), this,
            [this, id = frame->exchangeId] { showExchange(id); });
    }
    menu->popup(view()->viewport()->mapToGlobal(position));
}

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/metapane.h"

#include "ui/models/metamodel.h"
#include "ui/panes/timingdelegate.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

MetaPane::MetaPane(QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(tr("Meta"), this))
    , m_copy(iconButton(u"copy"_s, tr("Copy the meta as JSON"), m_header))
    , m_view(new RowTreeView(this))
    , m_model(new MetaModel(this))
{
    setObjectName(u"metaPane"_s);
    setBackgroundRole(QPalette::Base);
    m_copy->setObjectName(u"copyMeta"_s);
    m_header->addWidget(m_copy);
    m_view->setObjectName(u"metaTree"_s);
    m_view->setAccessibleName(tr("Meta of the envelope"));
    m_view->setModel(m_model);
    m_view->setItemDelegateForColumn(MetaModel::ValueColumn, new TimingDelegate(m_view));
    m_view->setHeaderHidden(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setIndentation(16);
    m_view->setColumnWidth(0, 148);
    m_view->header()->setStretchLastSection(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_view, 1);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(
            QString::fromUtf8(m_model->meta().toBytes(Json::Layout::Indented)));
    });
}

void MetaPane::setEnvelope(const ResponseEnvelope &envelope, const Json &beside)
{
    m_model->setEnvelope(envelope, beside);
    m_header->setFact(envelope.isClaimed ? tr("as the server claims") : QString());
    openSome();
}

void MetaPane::setTiming(const std::optional<RequestTiming> &timing)
{
    m_model->setTiming(timing);
    openSome();
}

void MetaPane::openSome()
{
    for (const QString &pointer : {u"/_meta"_s, u"/headers"_s, MetaModel::timingPointer()}) {
        if (const QModelIndex index = m_model->indexOf(pointer); index.isValid())
            m_view->expand(index);
    }
}

void MetaPane::setFacts(const Json &facts)
{
    m_model->setFacts(facts);
    m_header->setFact({});
}

void MetaPane::clear()
{
    m_model->clear();
    m_header->setFact({});
}

void MetaPane::setCompact(bool compact)
{
    m_header->setSmall(compact);
    m_copy->setVisible(!compact);
    m_view->setColumnWidth(0, compact ? 96 : 148);
}

} // namespace Workbench::Ui

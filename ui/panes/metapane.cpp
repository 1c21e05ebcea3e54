// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/metapane.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "ui/forms/findbar.h"
#include "ui/models/jsonrow.h"
#include "ui/models/metamodel.h"
#include "ui/models/shownlayers.h"
#include "ui/panes/jsontreeview.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"

#include <QHeaderView>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! Draws rows as RowDelegate does. In a row with a MetaModel::SpanRole it adds a bar at the left of the
//! value. The bar shows the beginning and duration of this part of a request, relative to the whole request.
class TimingDelegate final : public RowDelegate {
public:
    using RowDelegate::RowDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        RowDelegate::paint(painter, option, index);
        const QVariant span = index.data(MetaModel::SpanRole);
        const int room = option.rect.width() - valueWidth - 2 * inset;
        if (!span.isValid() || room < 3 * inset)
            return;
        const QPointF part = span.toPointF();
        const int width = std::min(room, std::max(shortestBar, qRound(part.y() * room)));
        const int left = std::min(qRound(part.x() * room), room - width);
        const Theme &theme = Theme::of(option.widget);
        const int top = option.rect.top() + (option.rect.height() - barHeight) / 2;
        const QRect whole(option.rect.left() + inset, top, room, barHeight);
        painter->fillRect(whole, theme.color(ColorRole::Header));
        painter->fillRect(
            QRect(whole.left() + left, top, width, barHeight), theme.color(ColorRole::AccentFill));
    }

private:
    static constexpr int valueWidth = 72; // "1 234 ms" at the right edge
    static constexpr int inset = 8;
    static constexpr int barHeight = 6;
    static constexpr int shortestBar = 2;
};

} // namespace

//! Adds notes to the rows of facts. Values keep their beginning where they are elided.
class MetaPane::Model final : public MetaModel {
public:
    using MetaModel::MetaModel;

    QVariant data(const QModelIndex &index, int role) const override
    {
        if (role == RowRole::ElideEnd)
            return index.column() == ValueColumn;
        return MetaModel::data(index, role);
    }

    QHash<QString, QString> notes; //!< by JSON Pointer

protected:
    QString noteOf(const QString &pointer, const Json &value) const override
    {
        const auto note = notes.constFind(pointer);
        return note == notes.cend() ? MetaModel::noteOf(pointer, value) : *note;
    }
};

MetaPane::MetaPane(QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(tr("Meta"), this))
    , m_copy(named(iconButton(u"copy"_s, tr("Copy the meta as JSON"), m_header), u"copyMeta"_s))
    , m_model(new Model(this))
    , m_view(named(new JsonTreeView(m_model, this), u"metaTree"_s, tr("Meta of the envelope")))
{
    setObjectName(u"metaPane"_s);
    setBackgroundRole(QPalette::Base);
    m_header->addWidget(m_copy);
    m_view->setItemDelegateForColumn(MetaModel::ValueColumn, new TimingDelegate(m_view));
    new ColumnFit(m_view, m_view->header(), {{160, 1}, {80, 4}}); // most keys are shown whole
    auto *bar = new FindBar(
        tr("Find in the meta"), [this](const QString &text, bool back) { return find(text, back); }, this);
    addAll(newColumn(this), {m_header, bar, {m_view, 1}});
    connect(m_copy, &QToolButton::clicked, this, [this] {
        const Json copied = m_copied.isAbsent() ? m_model->meta() : m_copied;
        copyText(QString::fromUtf8(copied.toBytes(Json::Layout::Indented)));
    });
}

MetaModel *MetaPane::model() const
{
    return m_model;
}

void MetaPane::setEnvelope(const ResponseEnvelope &envelope, const Json &beside)
{
    m_inside.clear();
    m_copied = {};
    m_model->notes.clear();
    m_model->setEnvelope(envelope, beside);
    m_header->setFact(envelope.isClaimed ? tr("as the server claims") : QString());
    openSome();
}

void MetaPane::setOutcome(const Outcome &outcome, const Json &known)
{
    Json beside = known;
    for (const auto &fact : outcome.beside.members())
        beside = withMember(beside, fact.key(), fact.value());
    const QString name = metaOwner(outcome);
    setEnvelope(
        outcome.envelope, name.isEmpty() ? beside : withMember(beside, name, outcome.recognition->meta));
    m_inside = name.isEmpty() ? QString() : JsonPointer::child({}, name);
    openSome();
}

void MetaPane::setTiming(const std::optional<RequestTiming> &timing)
{
    m_model->setTiming(timing);
    openSome();
}

void MetaPane::openSome()
{
    for (const QString &pointer :
        {u"/_meta"_s, u"/headers"_s, u"/meta"_s, MetaModel::timingPointer(), m_inside}) {
        if (pointer.isEmpty())
            continue;
        if (const QModelIndex index = m_model->indexOf(pointer); index.isValid())
            m_view->expand(index);
    }
}

void MetaPane::selectInResult(const QString &pointer)
{
    const bool isWhole = m_model->indexOf(u"/result"_s).isValid();
    for (QString place = isWhole ? QString(u"/result"_s + pointer) : pointer; !place.isEmpty();
        place.truncate(place.lastIndexOf(u'/'))) {
        if (const QModelIndex index = m_model->indexOf(place); index.isValid()) {
            m_view->setCurrentIndex(index);
            m_view->scrollTo(index);
            return;
        }
    }
}

QString MetaPane::find(const QString &text, bool backwards)
{
    const QStringList places = findInJson(m_model->value(), text).pointers;
    if (places.isEmpty())
        return tr("Not found");
    const qsizetype last = places.indexOf(m_foundLast);
    const qsizetype next = last < 0 ? (backwards ? places.size() - 1 : 0)
                                    : (last + (backwards ? -1 : 1) + places.size()) % places.size();
    m_foundLast = places.at(next);
    const QModelIndex index = m_model->indexOf(m_foundLast);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
    return tr("%L1 of %L2").arg(next + 1).arg(places.size());
}

void MetaPane::setFacts(const Json &facts, const QHash<QString, QString> &notes, const Json &copied)
{
    m_copied = copied;
    m_model->notes = notes;
    m_model->setFacts(facts);
    m_header->setFact({});
}

void MetaPane::clear()
{
    m_copied = {};
    m_model->notes.clear();
    m_model->clear();
    m_header->setFact({});
}

void MetaPane::setCompact(bool compact)
{
    m_header->setSmall(compact);
    m_copy->setVisible(!compact);
}

} // namespace Workbench::Ui

#include "moc_metapane.cpp"

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/metamodel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr QLatin1StringView receivedKey = "received"_L1;
} // namespace

MetaModel::MetaModel(QObject *parent)
    : JsonTreeModel(parent)
{
    setRootVisible(false);
}

void MetaModel::setEnvelope(const ResponseEnvelope &envelope, const Json &beside)
{
    m_meta = envelope.metaJson();
    m_lateMs.reset();
    Json shown = m_meta;
    for (qsizetype i = 0; i < beside.size(); ++i) {
        if (m_meta.member(beside.keyAt(i)).isAbsent())
            shown = withMember(shown, beside.keyAt(i), beside.at(i));
    }
    const QDateTime received =
        QDateTime::fromString(beside.member(receivedKey).toString(), Qt::ISODateWithMs);
    const std::optional<qint64> made = m_meta.member("timestamp"_L1).toInteger();
    if (received.isValid() && made)
        m_lateMs = received.toMSecsSinceEpoch() - *made;
    setValue(shown);
}

void MetaModel::setFacts(const Json &facts)
{
    m_meta = facts;
    m_lateMs.reset();
    setValue(facts);
}

void MetaModel::clear()
{
    m_meta = {};
    m_lateMs.reset();
    setValue({});
}

QVariant MetaModel::data(const QModelIndex &index, int role) const
{
    if (index.column() == KeyColumn && role == RowRole::Font)
        return int(FontRole::Body);
    if (index.column() == KeyColumn && role == RowRole::TextColor)
        return int(ColorRole::TextSecond);
    // A fact of the envelope itself reads as a word, not as a JSON text.
    if (index.column() == ValueColumn && !index.parent().isValid()) {
        const Json value = JsonTreeModel::data(index, ValueRole).value<Json>();
        if (value.isString() && role == Qt::DisplayRole && isReceived(index)) {
            const QDateTime at = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
            return at.isValid() ? clockText(at) : visibleText(value.toString(), false, 300);
        }
        if (value.isString() && role == Qt::DisplayRole)
            return visibleText(value.toString(), false, 300);
        if (value.isString() && role == RowRole::TextColor)
            return int(ColorRole::Text);
    }
    return JsonTreeModel::data(index, role);
}

QString MetaModel::noteOf(const QString &pointer, const Json &value) const
{
    if (pointer == "/content"_L1 && value.isArray()) {
        QStringList types;
        for (qsizetype i = 0; i < std::min<qsizetype>(value.size(), 8); ++i)
            types.append(visibleText(value.at(i).member("type"_L1).toString(u"?"_s), false, 40));
        if (value.size() > types.size())
            types.append(u"…"_s);
        return types.join(u", "_s);
    }
    if (pointer == "/structuredContent"_L1)
        return tr("as received");
    if (pointer == "/timestamp"_L1) {
        if (const std::optional<qint64> time = value.toInteger())
            return QDateTime::fromMSecsSinceEpoch(*time).toString(u"HH:mm:ss.zzz"_s);
    }
    // Only where both clocks are likely the same does the difference say something.
    if (pointer == u'/' + receivedKey && m_lateMs && *m_lateMs >= 0 && *m_lateMs < 60'000)
        return tr("%1 later").arg(durationText(*m_lateMs));
    return {};
}

bool MetaModel::isReceived(const QModelIndex &index) const
{
    return JsonTreeModel::data(index, PointerRole).toString() == u'/' + receivedKey
        && m_meta.member(receivedKey).isAbsent();
}

} // namespace Workbench::Ui

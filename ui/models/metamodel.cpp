// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/metamodel.h"

#include "core/base/visibletext.h"
#include "core/envelope/httpreason.h"
#include "core/json/jsonbuilder.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

#include <QPointF>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr QLatin1StringView receivedKey = "received"_L1;
constexpr QStringView timingKey = u"timing";

//! One part of a request's time, in the order of its rows.
struct TimingPart {
    QStringView name;
    const char *word;
    qint64 RequestTiming::*us;
};
constexpr TimingPart timingParts[] = {
    {u"lookup", QT_TRANSLATE_NOOP("Workbench::Ui::MetaModel", "name look-up"), &RequestTiming::lookupUs},
    {u"connect", QT_TRANSLATE_NOOP("Workbench::Ui::MetaModel", "connect"), &RequestTiming::connectUs},
    {u"tls", QT_TRANSLATE_NOOP("Workbench::Ui::MetaModel", "TLS"), &RequestTiming::tlsUs},
    {u"firstByte", QT_TRANSLATE_NOOP("Workbench::Ui::MetaModel", "first byte"), &RequestTiming::firstByteUs},
    {u"total", QT_TRANSLATE_NOOP("Workbench::Ui::MetaModel", "total"), &RequestTiming::totalUs},
};
constexpr QStringView protocolName = u"protocol";
constexpr QStringView peerName = u"peer";

QString partWord(QStringView name)
{
    const auto *part =
        std::ranges::find_if(timingParts, [name](const TimingPart &each) { return each.name == name; });
    if (part != std::end(timingParts))
        return MetaModel::tr(part->word);
    return name == protocolName ? MetaModel::tr("protocol") : MetaModel::tr("address");
}

//! Returns a duration with three digits: "0.21 ms", "12.4 ms", "128 ms", "1.28 s".
QString microsecondsText(qint64 us)
{
    const QLocale locale;
    const double ms = double(us) / 1000;
    if (ms < 1000)
        return MetaModel::tr("%1 ms").arg(locale.toString(ms, 'f', ms < 10 ? 2 : ms < 100 ? 1 : 0));
    return durationText(us / 1000);
}

//! Returns the timing rows as an object, with only the parts that were measured.
Json timingRows(const RequestTiming &timing)
{
    JsonBuilder rows;
    rows.beginObject();
    for (const TimingPart &part : timingParts) {
        if (timing.*part.us >= 0)
            rows.add(part.name, Json::integer(timing.*part.us));
    }
    if (!timing.protocol.isEmpty())
        rows.add(protocolName, timing.protocol);
    if (!timing.peer.isEmpty())
        rows.add(peerName, timing.peer);
    return rows.endObject().take();
}

} // namespace

MetaModel::MetaModel(QObject *parent)
    : JsonTreeModel(parent)
{
    setRootVisible(false);
}

void MetaModel::setEnvelope(const ResponseEnvelope &envelope, const Json &beside)
{
    m_shown = m_meta = envelope.metaJson();
    m_lateMs.reset();
    for (qsizetype i = 0; i < beside.size(); ++i) {
        if (m_meta.member(beside.keyAt(i)).isAbsent())
            m_shown = withMember(m_shown, beside.keyAt(i), beside.at(i));
    }
    const QDateTime received =
        QDateTime::fromString(beside.member(receivedKey).toString(), Qt::ISODateWithMs);
    const std::optional<qint64> made = m_meta.member("timestamp"_L1).toInteger();
    if (received.isValid() && made)
        m_lateMs = received.toMSecsSinceEpoch() - *made;
    setTiming({});
}

void MetaModel::setTiming(const std::optional<RequestTiming> &timing)
{
    m_timing = timing;
    const Json rows = m_timing ? timingRows(*m_timing) : Json();
    if (rows.size() == 0 || m_shown.hasMember(timingKey))
        m_timing.reset();
    setValue(m_timing ? withMember(m_shown, timingKey, rows) : m_shown);
}

QString MetaModel::timingPointer()
{
    return u'/' + timingKey.toString();
}

void MetaModel::setFacts(const Json &facts)
{
    m_shown = m_meta = facts;
    m_lateMs.reset();
    setTiming({});
}

//! Returns the data of a timing row, or of their parent row if \a name is empty. An invalid result means that
//! the row is like every other row.
QVariant MetaModel::timingData(const QString &name, int column, int role) const
{
    if (name.isEmpty()) {
        if (column == KeyColumn && (role == Qt::DisplayRole || role == Qt::AccessibleTextRole))
            return tr("Timing");
        return column == ValueColumn && (role == Qt::DisplayRole || role == RowRole::Note) ? QString()
                                                                                           : QVariant();
    }
    if (column == KeyColumn)
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? partWord(name) : QVariant();
    qint64 parts = 0;
    for (const TimingPart &part : timingParts) {
        if (part.us != &RequestTiming::totalUs)
            parts += std::max<qint64>(0, (*m_timing).*part.us);
    }
    const double whole = double(std::max<qint64>({1, m_timing->totalUs, parts}));
    qint64 before = 0;
    QString text = visibleText(name == protocolName ? m_timing->protocol : m_timing->peer, false, 100);
    QVariant span;
    for (const TimingPart &part : timingParts) {
        const qint64 us = (*m_timing).*part.us;
        const bool isTotal = part.us == &RequestTiming::totalUs;
        if (name != part.name) {
            before += std::max<qint64>(0, us);
            continue;
        }
        text = microsecondsText(us);
        span = QPointF(isTotal ? 0 : double(before) / whole, double(us) / whole);
        break;
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text;
    case SpanRole: return span;
    case RowRole::RightAligned: return true;
    case RowRole::Font: return int(FontRole::Number);
    case RowRole::TextColor: return int(ColorRole::Text);
    default: return {};
    }
}

QVariant MetaModel::data(const QModelIndex &index, int role) const
{
    const QString pointer = m_timing && role != PointerRole && role != ValueRole
        ? JsonTreeModel::data(index, PointerRole).toString()
        : QString();
    if (pointer == timingPointer() || pointer.startsWith(timingPointer() + u'/')) {
        const QVariant known =
            timingData(pointer.sliced(timingPointer().size()).mid(1), index.column(), role);
        if (known.isValid())
            return known;
    }
    if (index.column() == KeyColumn && role == RowRole::Font)
        return int(FontRole::Body);
    if (index.column() == KeyColumn && role == RowRole::TextColor)
        return int(ColorRole::TextSecond);
    // A string that the envelope itself has is shown without quotes.
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
    if (pointer == "/statusCode"_L1) {
        if (const std::optional<qint64> status = value.toInteger())
            return QString(httpReason(*status));
    }
    if (pointer == "/structuredContent"_L1)
        return tr("as received");
    if (pointer == "/timestamp"_L1) {
        if (const std::optional<qint64> time = value.toInteger())
            return QDateTime::fromMSecsSinceEpoch(*time).toString(u"HH:mm:ss.zzz"_s);
    }
    // The difference is meaningful only if both clocks are likely to agree.
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

#include "moc_metamodel.cpp"

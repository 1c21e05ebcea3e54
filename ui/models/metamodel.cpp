// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/metamodel.h"

#include "core/base/visibletext.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

MetaModel::MetaModel(QObject *parent)
    : JsonTreeModel(parent)
{
    setRootVisible(false);
}

void MetaModel::setEnvelope(const ResponseEnvelope &envelope)
{
    setValue(envelope.metaJson());
}

void MetaModel::setFacts(const Json &facts)
{
    setValue(facts);
}

void MetaModel::clear()
{
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
    return {};
}

} // namespace Workbench::Ui

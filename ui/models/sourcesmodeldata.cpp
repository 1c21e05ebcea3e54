// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/models/coretexts.h"
#include "ui/models/httpwords.h"
#include "ui/models/sourcesmodel_p.h"
#include "ui/models/words.h"
#include "ui/theme/rowdelegate.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

StateLook lookOf(SourceState::Phase phase)
{
    switch (phase) {
    case SourceState::Phase::Ready:
        return {u"state-connected"_s, SourcesModel::tr("connected"), ColorRole::Ok};
    case SourceState::Phase::Degraded:
        return {u"warning"_s, SourcesModel::tr("connected, incomplete"), ColorRole::Warning};
    case SourceState::Phase::Connecting:
        return {u"state-connecting"_s, SourcesModel::tr("connecting"), ColorRole::Warning};
    case SourceState::Phase::Failed: return {u"state-failed"_s, SourcesModel::tr("failed"), ColorRole::Error};
    case SourceState::Phase::Disconnected: break;
    }
    return {u"state-disconnected"_s, SourcesModel::tr("disconnected"), ColorRole::Stale};
}

//! Returns the first line of an error, for a narrow row; the tool tip has the rest.
QString shortReason(const QString &message)
{
    return visibleText(coreText(message.section(u'\n', 0, 0)), false, 200);
}

} // namespace

QString SourcesModel::kindText(const Source &source) const
{
    const QList<SourceKind> kinds = m_sessions->kinds();
    const auto known = std::ranges::find(kinds, source.kind, &SourceKind::kind);
    // "MCP, command" is the entry of the dialog; the kind itself is the part before the comma.
    return known == kinds.end() ? visibleText(source.kind, false, 20) : known->title.section(u',', 0, 0);
}

QString SourcesModel::secondLine(const QString &name, int *color) const
{
    const SourceState state = m_sessions->state(name);
    *color = int(ColorRole::TextSecond);
    switch (state.phase) {
    case SourceState::Phase::Failed: *color = int(ColorRole::Error); return shortReason(state.error.message);
    case SourceState::Phase::Degraded:
        *color = int(ColorRole::Warning);
        return shortReason(state.error.message);
    case SourceState::Phase::Connecting: {
        const qint64 seconds =
            state.since.isValid() ? state.since.secsTo(QDateTime::currentDateTimeUtc()) : 0;
        return tr("connecting, %L1 s").arg(std::max<qint64>(0, seconds));
    }
    case SourceState::Phase::Ready:
        if (!state.incompleteReason.isEmpty()) {
            *color = int(ColorRole::Warning);
            return tr("incomplete: %1").arg(shortReason(state.incompleteReason));
        }
        if (const qsizetype changed = m_sessions->changedDefinitions(name); changed > 0) {
            *color = int(ColorRole::Warning);
            return tr("%n definitions changed", nullptr, int(changed));
        }
        break;
    case SourceState::Phase::Disconnected: break;
    }
    return {};
}

QVariant SourcesModel::sourceData(const SourceBranch *branch, int role) const
{
    const Source *source = m_sessions->source(branch->name);
    if (!source)
        return role == Qt::DisplayRole ? QVariant(visibleText(branch->name)) : QVariant();
    const StateLook look = lookOf(m_sessions->state(branch->name).phase);
    int lineColor = 0;
    switch (role) {
    case Qt::DisplayRole: return visibleText(branch->name, false, 100);
    case Qt::ToolTipRole: {
        const SourceState state = m_sessions->state(branch->name);
        QStringList lines{tr("%1: %2").arg(visibleText(branch->name, false, 100), look.word)};
        if (!state.peer.name.isEmpty())
            lines.append(visibleText(
                u"%1 %2 · %3"_s.arg(state.peer.name, state.peer.version, state.peer.protocol), false, 200));
        if (!state.error.message.isEmpty())
            lines.append(visibleText(coreText(messageWithAdvice(state.error)), true, 600));
        if (!state.incompleteReason.isEmpty())
            lines.append(tr("The list of operations is incomplete: %1")
                    .arg(visibleText(coreText(state.incompleteReason), false, 300)));
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole: {
        const QString line = secondLine(branch->name, &lineColor);
        return line.isEmpty() ? tr("%1, %2").arg(branch->name, look.word)
                              : tr("%1, %2, %3").arg(branch->name, look.word, line);
    }
    case KeyRole: return branch->name;
    case RowRole::IconName: return look.icon;
    case RowRole::IconColor: return int(look.color);
    case RowRole::Spinning: return m_sessions->state(branch->name).phase == SourceState::Phase::Connecting;
    case RowRole::Font: return int(FontRole::Strong);
    case RowRole::RightText: return kindText(*source);
    case RowRole::SecondLine: {
        const QString line = secondLine(branch->name, &lineColor);
        return line.isEmpty() ? QVariant() : QVariant(line);
    }
    case RowRole::SecondLineColor: secondLine(branch->name, &lineColor); return lineColor;
    default: return {};
    }
}

QVariant SourcesModel::groupData(const GroupBranch *group, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return visibleText(group->name, false, 100);
    case Qt::AccessibleTextRole:
        return tr("%1, %n operations", nullptr, int(group->entries.size())).arg(group->name);
    case KeyRole: return QString(group->source->name + u'/' + group->name);
    case RowRole::RightText: return QLocale().toString(qsizetype(group->entries.size()));
    case RowRole::TextColor: return int(ColorRole::TextSecond);
    default: return {};
    }
}

QString SourcesModel::operationTip(const OperationSpec &entry) const
{
    QStringList lines{visibleText(entry.id.name, false, 300)};
    if (const QString address = addressOf(entry); !address.isEmpty())
        lines = {visibleText(nameOf(entry), false, 300), visibleText(address, false, 300)};
    if (m_sessions->definitionChange(entry.id))
        lines.append(tr("Its definition changed since you accepted it. Accept it before you call it."));
    if (isDeprecated(entry))
        lines.append(tr("Deprecated"));
    if (const auto route = httpRouteOf(entry))
        lines.append(visibleText(QString(route->method + u' ' + route->path), false, 300));
    if (const QString title = visibleText(entry.title, false, 300);
        !title.isEmpty() && !lines.contains(title))
        lines.append(title);
    if (!entry.description.isEmpty())
        lines.append(visibleText(entry.description, true, 600));
    return lines.join(u'\n');
}

QVariant SourcesModel::operationData(const SourceBranch *source, const OperationSpec &entry, int role) const
{
    const bool isLive = m_live.contains(entry.id);
    const auto isChanged = [&] { return m_sessions->definitionChange(entry.id).has_value(); };
    switch (role) {
    case Qt::DisplayRole: return visibleText(nameOf(entry), false, 200);
    case Qt::ToolTipRole: return operationTip(entry);
    case Qt::AccessibleTextRole: {
        const QString name = visibleText(nameOf(entry), false, 200);
        if (isChanged())
            return tr("%1, %2, definition changed").arg(name, wordOf(entry));
        return isDeprecated(entry) ? tr("%1, %2, deprecated").arg(name, wordOf(entry))
                                   : tr("%1, %2").arg(name, wordOf(entry));
    }
    case OperationIdRole: return entry.id.toString();
    case RowRole::IconName: return iconOf(entry);
    case RowRole::IconColor:
        return int(entry.type == OperationType::Subscription ? ColorRole::Live : ColorRole::TextSecond);
    case RowRole::RightText:
        if (isLive)
            return tr("live");
        if (isChanged())
            return tr("changed");
        if (isDeprecated(entry))
            return tr("deprecated");
        if (const auto part = source->distinctions.constFind(entry.id.name);
            part != source->distinctions.cend())
            return visibleText(*part, false, 60);
        return {};
    case RowRole::RightTextColor:
        if (isLive)
            return int(ColorRole::Live);
        return int(isChanged() ? ColorRole::Warning : ColorRole::TextSecond);
    case RowRole::TextColor: return isDeprecated(entry) ? QVariant(int(ColorRole::TextSecond)) : QVariant();
    case RowRole::StruckOut: return isDeprecated(entry);
    default: return {};
    }
}

QVariant SourcesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Branch *branch = branchOf(index);
    const auto *parent = static_cast<const Branch *>(index.internalPointer());
    const SourceBranch *source = static_cast<const SourceBranch *>(!parent ? branch
            : parent->source                                               ? parent->source
                                                                           : parent);
    switch (role) {
    case SourceNameRole: return source->name;
    case RowKindRole: return int(!parent ? RowKind::Source : branch ? RowKind::Group : RowKind::Operation);
    default: break;
    }
    if (!parent)
        return sourceData(source, role);
    if (branch)
        return groupData(static_cast<const GroupBranch *>(branch), role);
    return operationData(source, *entryOf(index), role);
}

bool SourcesModel::matches(const QModelIndex &index, const QStringList &words) const
{
    if (const OperationSpec *entry = entryOf(index)) {
        const std::optional<HttpRoute> route = httpRouteOf(*entry);
        return std::ranges::all_of(words, [&](const QString &word) {
            return entry->id.name.contains(word, Qt::CaseInsensitive)
                || entry->title.contains(word, Qt::CaseInsensitive)
                || entry->description.contains(word, Qt::CaseInsensitive)
                || (route
                    && (route->path.contains(word, Qt::CaseInsensitive)
                        || route->method.compare(word, Qt::CaseInsensitive) == 0));
        });
    }
    const Branch *branch = branchOf(index);
    return branch && std::ranges::all_of(words, [&](const QString &word) {
        return branch->name.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace Workbench::Ui

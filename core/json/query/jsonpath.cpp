// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/query/jsonpath.h"

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/json/query/jsonpathparser_p.h"
#include "core/json/query/jsonpathwalk_p.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Appends \a name in single quotes with the escapes of RFC 9535, 2.7.
void appendQuoted(QString &text, const QString &name)
{
    constexpr QStringView special = u"\b\t\n\f\r'\\";
    constexpr QStringView letters = u"btnfr'\\";
    text += u'\'';
    for (const QChar c : name) {
        if (const qsizetype place = special.indexOf(c); place >= 0) {
            text += u'\\';
            text += letters.at(place);
        } else if (c < u' ') {
            text += u"\\u%1"_s.arg(uint(c.unicode()), 4, 16, '0'_L1);
        } else {
            text += c;
        }
    }
    text += u'\'';
}

} // namespace

std::vector<const JsonPathResult::Place *> JsonPathResult::way(qsizetype index) const
{
    std::vector<const Place *> places;
    for (quint32 place = m_nodes[size_t(index)].place; place != 0; place = m_places[place].parent)
        places.push_back(&m_places[place]);
    std::ranges::reverse(places);
    return places;
}

QString JsonPathResult::path(qsizetype index) const
{
    QString text = u"$"_s;
    for (const Place *place : way(index)) {
        text += u'[';
        if (place->index >= 0)
            text += QString::number(place->index);
        else
            appendQuoted(text, jsonText(place->key));
        text += u']';
    }
    return text;
}

QString JsonPathResult::pointer(qsizetype index) const
{
    QString text;
    for (const Place *place : way(index)) {
        text += u'/';
        text +=
            place->index >= 0 ? QString::number(place->index) : JsonPointer::escaped(jsonText(place->key));
    }
    return text;
}

std::expected<JsonPath, JsonPathError> JsonPath::parse(QStringView text, const Limits &limits)
{
    auto program = JsonPathParser(text, limits).run();
    if (!program)
        return std::unexpected(std::move(program.error()));
    JsonPath path;
    path.m_program = std::make_shared<const JsonPathProgram>(*std::move(program));
    return path;
}

JsonPathResult JsonPath::evaluate(const Json &root, const std::stop_token &stop) const
{
    JsonPathResult result;
    if (!m_program || root.isAbsent())
        return result;
    result.m_root = root;
    result.m_program = m_program;
    result.m_places.push_back({});
    JsonPathEvaluation evaluation(*m_program, root, stop);
    JsonPathWalk walk(evaluation, m_program->queries[0], root);
    const auto addPlace = [&result](quint32 parent, const PathStep &step) {
        result.m_places.push_back({parent, step.index, step.key});
        return quint32(result.m_places.size() - 1);
    };
    for (Json node = walk.next(); !node.isAbsent(); node = walk.next()) {
        if (evaluation.isOver())
            break;
        if (result.size() >= m_program->limits.queryResults) {
            result.m_incomplete = limitError(*findLimit(u"query.results"),
                u"A JSONPath selects more than %1 values."_s.arg(m_program->limits.queryResults),
                m_program->limits.queryResults);
            return result;
        }
        std::vector<JsonPathWalk::Frame> &frames = walk.frames();
        size_t located = frames.size(); // number of leading frames that have a place
        while (located > 0 && !frames[located - 1].hasPlace)
            --located;
        for (; located < frames.size(); ++located) {
            frames[located].place =
                located == 0 ? 0 : addPlace(frames[located - 1].place, frames[located].step);
            frames[located].hasPlace = true;
        }
        const quint32 place = frames.empty() ? 0 : addPlace(frames.back().place, walk.lastStep());
        result.m_nodes.push_back({std::move(node), place});
    }
    result.m_incomplete = evaluation.failure();
    return result;
}

} // namespace Workbench

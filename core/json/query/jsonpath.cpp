// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/query/jsonpath.h"

#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/json/query/jsonpathprogram_p.h"

#include <QElapsedTimer>
#include <QHash>

#include <algorithm>
#include <utility>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 stepsPerMicrosecond = 4; // in a regular expression
constexpr qint64 stepsBetweenStopChecks = 4096;
constexpr qsizetype mostPatterns = 64;

//! One step from a value to its child.
struct PathStep {
    qint64 index = -1; // of an item
    QByteArrayView key{}; // of a member
};

//! The budget and the filters of one evaluation.
class JsonPathEvaluation {
public:
    JsonPathEvaluation(const JsonPathProgram &program, Json root, const std::stop_token &stop)
        : m_program(program)
        , m_root(std::move(root))
        , m_stop(stop)
        , m_steps(program.limits.querySteps)
    {
    }

    bool test(size_t expression, const Json &current);

    //! Takes \a steps from the budget. Returns false when it is used up or the caller requested a stop.
    bool spend(qint64 steps = 1)
    {
        if (m_failure)
            return false;
        m_steps -= steps;
        m_untilStopCheck -= steps;
        if (m_untilStopCheck < 0) {
            m_untilStopCheck = stepsBetweenStopChecks;
            if (m_stop.stop_requested()) {
                m_failure = Error{ErrorKind::Cancelled, u"query.cancelled"_s, u"The query was cancelled."_s};
                return false;
            }
        }
        if (m_steps < 0) {
            m_failure = limitError(m_program.limits, u"query.steps", u"A JSONPath visits too many values."_s);
        }
        return m_steps >= 0;
    }

    bool isOver() const { return m_failure.has_value(); }
    const std::optional<Error> &failure() const { return m_failure; }

private:
    Json value(size_t expression, const Json &current);
    Json single(size_t query, const Json &current);

    bool equal(const Json &a, const Json &b)
    {
        if (a.kind() != b.kind() || (a.isArray() && a.size() != b.size()))
            return false;
        if (a.isArray() || a.isObject())
            return spend(a.nodeCount()) && a == b;
        if (a.isString())
            return spend(a.utf8().size() / 64) && a.utf8() == b.utf8();
        return a == b;
    }

    bool less(const Json &a, const Json &b)
    {
        if (a.isNumber() && b.isNumber())
            return JsonNumber::compare(a.numberText(), b.numberText()) < 0;
        // The order of UTF-8 bytes is the order of code points.
        return a.isString() && b.isString() && spend(a.utf8().size() / 64) && a.utf8() < b.utf8();
    }

    bool compare(const PathExpression &expression, const Json &current)
    {
        using Kind = PathExpression::Kind;
        const Json a = value(expression.operands[0], current);
        const Json b = value(expression.operands[1], current);
        bool result = false;
        switch (expression.kind) {
        case Kind::Equal: result = equal(a, b); break;
        case Kind::NotEqual: result = !equal(a, b); break;
        case Kind::Less: result = less(a, b); break;
        case Kind::LessOrEqual: result = less(a, b) || equal(a, b); break;
        case Kind::Greater: result = less(b, a); break;
        case Kind::GreaterOrEqual: result = less(b, a) || equal(a, b); break;
        default: break;
        }
        return result && !isOver();
    }

    //! Returns false if an argument is not a string, or the pattern is not an I-Regexp.
    //! \source RFC 9535 section 2.4.6 and 2.4.7
    bool matchPattern(const PathExpression &expression, const Json &current)
    {
        const Json subject = value(expression.operands[0], current);
        const IRegexp *regexp = expression.pattern ? &*expression.pattern : nullptr;
        if (!regexp) {
            const Json pattern = value(expression.operands[1], current);
            regexp = pattern.isString() && subject.isString() ? compiled(pattern.toString()) : nullptr;
        }
        if (!regexp || !subject.isString() || isOver())
            return false;
        QElapsedTimer timer;
        timer.start();
        const bool isWhole = expression.kind == PathExpression::Kind::Match;
        const QDeadlineTimer deadline(std::chrono::microseconds(m_steps / stepsPerMicrosecond));
        const IRegexp::Match match =
            isWhole ? regexp->matches(subject.utf8()) : regexp->occursIn(subject.utf8(), deadline);
        spend(timer.nsecsElapsed() * stepsPerMicrosecond / 1000);
        if (match == IRegexp::Match::Limit && !m_failure) {
            m_failure = limitError(m_program.limits, u"regex.matchSteps",
                u"A regular expression took too many steps, or its text is too long."_s);
        }
        return match == IRegexp::Match::Yes && !isOver();
    }

    const IRegexp *compiled(const QString &pattern)
    {
        auto found = m_patterns.find(pattern);
        if (found == m_patterns.end()) {
            constexpr qint64 stepsToCompile = 1000;
            if (!spend(stepsToCompile))
                return nullptr;
            if (m_patterns.size() >= mostPatterns)
                m_patterns.clear();
            auto fresh = IRegexp::compile(pattern, m_program.limits);
            if (!fresh && fresh.error().kind == ErrorKind::Limit) {
                m_failure = std::move(fresh.error());
                return nullptr;
            }
            found = m_patterns.insert(pattern, fresh ? std::optional(*std::move(fresh)) : std::nullopt);
        }
        return found->has_value() ? &**found : nullptr;
    }

    Json length(const Json &of)
    {
        if (of.isArray())
            return Json::integer(of.size());
        if (of.isString()) {
            const QByteArrayView text = of.utf8();
            spend(text.size() / 64);
            return Json::integer(
                std::ranges::count_if(text, [](char c) { return (uchar(c) & 0xC0) != 0x80; }));
        }
        if (!of.isObject())
            return {};
        qint64 count = 0;
        for (const Json::Members::Entry &member : of.members()) {
            if (!spend())
                break;
            count += of.memberUtf8(member.keyUtf8()).nodeAddress() == member.value().nodeAddress();
        }
        return Json::integer(count);
    }

    const JsonPathProgram &m_program;
    Json m_root;
    std::stop_token m_stop;
    qint64 m_steps;
    qint64 m_untilStopCheck = 0;
    QHash<QString, std::optional<IRegexp>> m_patterns; // nothing: not a valid I-Regexp
    std::optional<Error> m_failure;
};

//! Returns the value that a singular query selects; absent if there is none.
Json JsonPathEvaluation::single(size_t index, const Json &current)
{
    const PathQuery &query = m_program.queries[index];
    Json value = query.isRelative ? current : m_root;
    for (const PathSegment &segment : query.segments) {
        const PathSelector &selector = segment.selectors[0];
        if (selector.kind == PathSelector::Kind::Name)
            value = value.memberUtf8(selector.name);
        else if (value.isArray())
            value = value.at(selector.index < 0 ? selector.index + value.size() : selector.index);
        else
            return {};
        if (value.isAbsent() || !spend())
            return {};
    }
    return value;
}

//! Selects the nodes of one query one by one, in the order of RFC 9535. Keeps its own stack with one frame
//! for each level between the start and the node, so that deep data does not use the call stack.
class JsonPathWalk {
public:
    JsonPathWalk(JsonPathEvaluation &evaluation, const PathQuery &query, const Json &start)
        : m_evaluation(evaluation)
        , m_query(query)
    {
        if (query.segments.empty())
            m_whole = start;
        else
            m_frames.push_back({.node = start});
    }

    //! Returns the next node; absent after the last node and when the budget is used up.
    Json next()
    {
        while (!m_frames.empty() && m_evaluation.spend()) {
            Frame &frame = m_frames.back();
            const PathSegment &segment = m_query.segments[frame.segment];
            Json child = nextChild(frame);
            if (child.isAbsent()) {
                m_frames.pop_back();
                continue;
            }
            const bool isDescent = frame.selector == segment.selectors.size();
            const size_t following = frame.segment + (isDescent ? 0 : 1);
            if (following == m_query.segments.size()) {
                m_lastStep = m_childStep;
                return child;
            }
            if (child.isArray() || child.isObject()) // other values have no children to select
                m_frames.push_back({.node = std::move(child), .step = m_childStep, .segment = following});
        }
        return std::exchange(m_whole, Json());
    }

    //! Returns the last step to the node that next() returned.
    const PathStep &lastStep() const { return m_lastStep; }

    struct Frame {
        Json node;
        PathStep step{}; // from the parent to node
        quint32 place = 0; // place of node; set once a node below it was selected
        bool hasPlace = false;
        size_t segment = 0;
        size_t selector = 0; // one past the last selector: the descent
        bool isBegun = false; // whether the current selector has started
        qint64 at = 0;
        qint64 last = 0; // end of a slice
        Json::Items::Iterator item{};
        Json::Members::Iterator member{};
    };
    std::vector<Frame> &frames() { return m_frames; }

private:
    Json nextChild(Frame &frame)
    {
        const PathSegment &segment = m_query.segments[frame.segment];
        while (frame.selector < segment.selectors.size()) {
            const Json child = select(frame, segment.selectors[frame.selector]);
            if (!child.isAbsent())
                return child;
            if (m_evaluation.isOver())
                return {};
            ++frame.selector;
            frame.isBegun = false;
        }
        return segment.isDescendant ? eachChild(frame) : Json();
    }

    Json select(Frame &frame, const PathSelector &selector)
    {
        using Kind = PathSelector::Kind;
        switch (selector.kind) {
        case Kind::Name:
            if (std::exchange(frame.isBegun, true) || !frame.node.isObject())
                return {};
            m_childStep = {.key = selector.name};
            return frame.node.memberUtf8(selector.name);
        case Kind::Index:
            if (std::exchange(frame.isBegun, true) || !frame.node.isArray())
                return {};
            m_childStep = {.index = selector.index < 0 ? selector.index + frame.node.size() : selector.index};
            return m_childStep.index < 0 ? Json() : frame.node.at(m_childStep.index);
        case Kind::Slice: return slice(frame, selector);
        case Kind::Wildcard: return eachChild(frame);
        case Kind::Filter:
            for (Json child = eachChild(frame); !child.isAbsent(); child = eachChild(frame)) {
                if (m_evaluation.test(selector.filter, child))
                    return child;
                if (m_evaluation.isOver())
                    return {};
            }
            return {};
        }
        return {};
    }

    //! Returns the next item, or the next member; of duplicate keys only the last, which counts.
    Json eachChild(Frame &frame)
    {
        if (frame.node.isArray()) {
            if (!std::exchange(frame.isBegun, true)) {
                frame.item = frame.node.items().begin();
                frame.at = 0;
            }
            if (frame.item == Json::Items::Iterator() || !m_evaluation.spend())
                return {};
            m_childStep = {.index = frame.at++};
            const Json child = *frame.item;
            ++frame.item;
            return child;
        }
        if (!std::exchange(frame.isBegun, true))
            frame.member = frame.node.members().begin();
        while (frame.member != Json::Members::Iterator() && m_evaluation.spend()) {
            const Json::Members::Entry entry = *frame.member;
            ++frame.member;
            Json child = entry.value();
            if (frame.node.memberUtf8(entry.keyUtf8()).nodeAddress() != child.nodeAddress())
                continue;
            m_childStep = {.key = entry.keyUtf8()};
            return child;
        }
        return {};
    }

    //! \source RFC 9535 section 2.3.4.2.2
    Json slice(Frame &frame, const PathSelector &selector)
    {
        if (!frame.node.isArray() || selector.step == 0)
            return {};
        if (!std::exchange(frame.isBegun, true)) {
            const qint64 length = frame.node.size();
            const auto normal = [length](qint64 place) { return place >= 0 ? place : length + place; };
            const bool isForward = selector.step > 0;
            const qint64 start = normal(selector.start.value_or(isForward ? 0 : length - 1));
            const qint64 end = selector.end ? normal(*selector.end) : isForward ? length : -1;
            frame.at =
                isForward ? std::clamp<qint64>(start, 0, length) : std::clamp<qint64>(start, -1, length - 1);
            frame.last =
                isForward ? std::clamp<qint64>(end, 0, length) : std::clamp<qint64>(end, -1, length - 1);
        }
        const bool isInside = selector.step > 0 ? frame.at < frame.last : frame.at > frame.last;
        if (!isInside || !m_evaluation.spend())
            return {};
        m_childStep = {.index = frame.at};
        frame.at += selector.step; // at most 2^53 - 1 beyond an index, so it cannot overflow
        return frame.node.at(m_childStep.index);
    }

    JsonPathEvaluation &m_evaluation;
    const PathQuery &m_query;
    std::vector<Frame> m_frames;
    PathStep m_childStep;
    PathStep m_lastStep;
    Json m_whole; // the value that a query without segments selects
};

bool JsonPathEvaluation::test(size_t index, const Json &current)
{
    using Kind = PathExpression::Kind;
    const PathExpression &expression = m_program.expressions[index];
    if (!spend())
        return false;
    switch (expression.kind) {
    case Kind::Or:
        return std::ranges::any_of(
            expression.operands, [&](size_t operand) { return test(operand, current); });
    case Kind::And:
        return std::ranges::all_of(
            expression.operands, [&](size_t operand) { return test(operand, current); });
    case Kind::Not: return !test(expression.operands[0], current) && !isOver();
    case Kind::Exists: {
        const PathQuery &query = m_program.queries[expression.query];
        return !JsonPathWalk(*this, query, query.isRelative ? current : m_root).next().isAbsent();
    }
    case Kind::Match:
    case Kind::Search: return matchPattern(expression, current);
    default: return compare(expression, current);
    }
}

Json JsonPathEvaluation::value(size_t index, const Json &current)
{
    using Kind = PathExpression::Kind;
    const PathExpression &expression = m_program.expressions[index];
    switch (expression.kind) {
    case Kind::Literal: return expression.literal;
    case Kind::Query: return single(expression.query, current);
    case Kind::Length: return length(value(expression.operands[0], current));
    case Kind::Count:
    case Kind::Value: {
        const PathQuery &query = m_program.queries[expression.query];
        JsonPathWalk walk(*this, query, query.isRelative ? current : m_root);
        const Json first = walk.next();
        qint64 count = first.isAbsent() ? 0 : 1;
        if (expression.kind == Kind::Value)
            return count == 1 && walk.next().isAbsent() ? first : Json();
        while (count > 0 && !walk.next().isAbsent())
            ++count;
        return Json::integer(count);
    }
    default: return {};
    }
}

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
    auto program = parseJsonPath(text, limits);
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
            result.m_incomplete =
                limitError(m_program->limits, u"query.results", u"A JSONPath selects more than %1 values."_s);
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

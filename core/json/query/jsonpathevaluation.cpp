// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonnumber.h"
#include "core/json/query/jsonpathwalk_p.h"

#include <QElapsedTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 stepsPerMicrosecond = 4; // in a regular expression
constexpr qint64 stepsBetweenStopChecks = 4096;
constexpr qsizetype mostPatterns = 64;

} // namespace

JsonPathEvaluation::JsonPathEvaluation(const JsonPathProgram &program, Json root, const std::stop_token &stop)
    : m_program(program)
    , m_root(std::move(root))
    , m_stop(stop)
    , m_steps(program.limits.querySteps)
{
}

bool JsonPathEvaluation::spend(qint64 steps)
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
        m_failure = limitError(
            *findLimit(u"query.steps"), u"A JSONPath visits too many values."_s, m_program.limits.querySteps);
    }
    return m_steps >= 0;
}

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

bool JsonPathEvaluation::equal(const Json &a, const Json &b)
{
    if (a.kind() != b.kind() || (a.isArray() && a.size() != b.size()))
        return false;
    if (a.isArray() || a.isObject())
        return spend(a.nodeCount()) && a == b;
    if (a.isString())
        return spend(a.utf8().size() / 64) && a.utf8() == b.utf8();
    return a == b;
}

bool JsonPathEvaluation::less(const Json &a, const Json &b)
{
    if (a.isNumber() && b.isNumber())
        return JsonNumber::compare(a.numberText(), b.numberText()) < 0;
    // The order of UTF-8 bytes is the order of code points.
    return a.isString() && b.isString() && spend(a.utf8().size() / 64) && a.utf8() < b.utf8();
}

bool JsonPathEvaluation::compare(const PathExpression &expression, const Json &current)
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

Json JsonPathEvaluation::length(const Json &of)
{
    if (of.isArray())
        return Json::integer(of.size());
    if (of.isString()) {
        const QByteArrayView text = of.utf8();
        spend(text.size() / 64);
        return Json::integer(std::ranges::count_if(text, [](char c) { return (uchar(c) & 0xC0) != 0x80; }));
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

const IRegexp *JsonPathEvaluation::compiled(const QString &pattern)
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

//! Returns false if an argument is not a string, or the pattern is not an I-Regexp.
//! \source RFC 9535 section 2.4.6 and 2.4.7
bool JsonPathEvaluation::matchPattern(const PathExpression &expression, const Json &current)
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
        m_failure = limitError(*findLimit(u"regex.matchSteps"),
            u"A regular expression took too many steps, or its text is too long."_s,
            m_program.limits.regexMatchSteps);
    }
    return match == IRegexp::Match::Yes && !isOver();
}

} // namespace Workbench

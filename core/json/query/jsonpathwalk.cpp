// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/query/jsonpathwalk_p.h"

#include <algorithm>
#include <utility>

namespace Workbench {

JsonPathWalk::JsonPathWalk(JsonPathEvaluation &evaluation, const PathQuery &query, const Json &start)
    : m_evaluation(evaluation)
    , m_query(query)
{
    if (query.segments.empty())
        m_whole = start;
    else
        m_frames.push_back({.node = start});
}

Json JsonPathWalk::next()
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

Json JsonPathWalk::nextChild(Frame &frame)
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

Json JsonPathWalk::select(Frame &frame, const PathSelector &selector)
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
Json JsonPathWalk::eachChild(Frame &frame)
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
Json JsonPathWalk::slice(Frame &frame, const PathSelector &selector)
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
        frame.last = isForward ? std::clamp<qint64>(end, 0, length) : std::clamp<qint64>(end, -1, length - 1);
    }
    const bool isInside = selector.step > 0 ? frame.at < frame.last : frame.at > frame.last;
    if (!isInside || !m_evaluation.spend())
        return {};
    m_childStep = {.index = frame.at};
    frame.at += selector.step; // at most 2^53 - 1 beyond an index, so it cannot overflow
    return frame.node.at(m_childStep.index);
}

} // namespace Workbench

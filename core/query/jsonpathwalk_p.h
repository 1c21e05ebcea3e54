// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/query/jsonpathprogram_p.h"

#include <QHash>

namespace Workbench {

//! How one step leads from a value to its child.
struct PathStep {
    qint64 index = -1; // of an item
    QByteArrayView key{}; // of a member
};

class JsonPathEvaluation;

//! Selects the nodes of one query, one after the other, in the order of RFC 9535. Frames stand on a stack of
//! its own, one for each level between the start and the node, so that no depth of data costs stack.
class JsonPathWalk {
public:
    JsonPathWalk(JsonPathEvaluation &evaluation, const PathQuery &query, const Json &start);

    //! The next node, or absent after the last and when the budget is used up.
    Json next();
    //! The steps to the node that next() gave.
    const PathStep &lastStep() const { return m_lastStep; }

    struct Frame {
        Json node;
        PathStep step{}; // that led here
        quint32 place = 0; // of node, once a node below it was selected
        bool hasPlace = false;
        size_t segment = 0;
        size_t selector = 0; // behind the last: the descent
        bool isBegun = false; // the current selector
        qint64 at = 0;
        qint64 last = 0; // of a slice
        Json::Items::Iterator item{};
        Json::Members::Iterator member{};
    };
    std::vector<Frame> &frames() { return m_frames; }

private:
    Json nextChild(Frame &frame);
    Json select(Frame &frame, const PathSelector &selector);
    Json eachChild(Frame &frame);
    Json slice(Frame &frame, const PathSelector &selector);

    JsonPathEvaluation &m_evaluation;
    const PathQuery &m_query;
    std::vector<Frame> m_frames;
    PathStep m_childStep;
    PathStep m_lastStep;
    Json m_whole; // what a query without segments selects
};

//! One evaluation: the budget, and the filters.
class JsonPathEvaluation {
public:
    JsonPathEvaluation(const JsonPathProgram &program, Json root, const std::stop_token &stop);

    bool test(size_t expression, const Json &current);
    //! Takes \a steps off the budget; false when it is used up or the caller asked to stop.
    bool spend(qint64 steps = 1);
    bool isOver() const { return m_failure.has_value(); }
    const std::optional<Error> &failure() const { return m_failure; }

private:
    Json value(size_t expression, const Json &current);
    Json single(size_t query, const Json &current);
    bool equal(const Json &a, const Json &b);
    bool less(const Json &a, const Json &b);
    bool compare(const PathExpression &expression, const Json &current);
    bool matchPattern(const PathExpression &expression, const Json &current);
    const IRegexp *compiled(const QString &pattern);
    Json length(const Json &of);

    const JsonPathProgram &m_program;
    Json m_root;
    std::stop_token m_stop;
    qint64 m_steps;
    qint64 m_untilStopCheck = 0;
    QHash<QString, std::optional<IRegexp>> m_patterns; // nothing: no I-Regexp
    std::optional<Error> m_failure;
};

} // namespace Workbench

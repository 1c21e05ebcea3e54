// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/query/jsonpathprogram_p.h"

#include <QHash>

namespace Workbench {

//! One step from a value to its child.
struct PathStep {
    qint64 index = -1; // of an item
    QByteArrayView key{}; // of a member
};

class JsonPathEvaluation;

//! Selects the nodes of one query one by one, in the order of RFC 9535. Keeps its own stack with one frame
//! for each level between the start and the node, so that deep data does not use the call stack.
class JsonPathWalk {
public:
    JsonPathWalk(JsonPathEvaluation &evaluation, const PathQuery &query, const Json &start);

    //! Returns the next node; absent after the last node and when the budget is used up.
    Json next();
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
    Json nextChild(Frame &frame);
    Json select(Frame &frame, const PathSelector &selector);
    Json eachChild(Frame &frame);
    Json slice(Frame &frame, const PathSelector &selector);

    JsonPathEvaluation &m_evaluation;
    const PathQuery &m_query;
    std::vector<Frame> m_frames;
    PathStep m_childStep;
    PathStep m_lastStep;
    Json m_whole; // the value that a query without segments selects
};

//! The budget and the filters of one evaluation.
class JsonPathEvaluation {
public:
    JsonPathEvaluation(const JsonPathProgram &program, Json root, const std::stop_token &stop);

    bool test(size_t expression, const Json &current);
    //! Takes \a steps from the budget. Returns false when it is used up or the caller requested a stop.
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
    QHash<QString, std::optional<IRegexp>> m_patterns; // nothing: not a valid I-Regexp
    std::optional<Error> m_failure;
};

} // namespace Workbench

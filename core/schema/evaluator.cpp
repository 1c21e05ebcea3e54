// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/evaluator_p.h"

// The core of the Evaluator: frames, budgets, scopes and remembered results. The keywords are implemented in
// evaluatorassertions.cpp and evaluatorsteps.cpp.
namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {
constexpr qint64 stepsBetweenLooks = 1024;
constexpr qint64 cheap = 16; // steps that cost no more to repeat than to remember
constexpr size_t mostFrames = 200'000; // stops a schema with 10 000 references in a row at every level
} // namespace

void Evaluated::merge(const Evaluated &other)
{
    all = all || other.all;
    if (places.isEmpty())
        places = other.places;
    else
        places.unite(other.places);
}

Evaluator::Evaluator(const Schema::Compiled &program, const Json &instance, const ValidateOptions &options)
    : m_program(program)
    , m_options(options)
    , m_instance(instance)
    , m_root(program.root)
    , m_deadline(program.limits.schemaValidateMs)
{
    m_scopes.emplace_back();
}

Evaluator::Evaluator(const Evaluator &parent, const Unexplained &branch, int explainDepth)
    : m_program(parent.m_program)
    , m_options{.maxErrors = 1, .stopAtFirst = true}
    , m_instance(branch.instance)
    , m_root(branch.node)
    , m_explainDepth(explainDepth)
    , m_deadline(parent.m_deadline)
    , m_deadlineExtended(true)
    , m_steps(parent.m_steps)
    , m_nextLook(parent.m_steps)
{
    m_scopes.push_back(parent.m_scopes[size_t(branch.scope)]);
}

ValidationReport Evaluator::run()
{
    if (m_explainDepth == 0) {
        if (m_instance.depth() > m_program.limits.jsonDepth) {
            abort(u"depth: the instance is nested deeper than %1 (limit json.depth)"_s.arg(
                m_program.limits.jsonDepth));
            return m_report;
        }
        m_steps = m_program.limits.schemaSteps + 200 * m_instance.nodeCount();
        m_nextLook = m_steps - stepsBetweenLooks;
    }
    Frame bottom; // the parent of the root, so that the root is started like any other node
    bottom.node = m_root;
    bottom.instance = m_instance;
    bottom.op = m_root->ops.size();
    m_frames.push_back(std::move(bottom));
    const Child root{{}, m_root, {}, {}};
    start(m_frames.back(), {.child = &root, .instance = m_instance});
    loop();
    const bool failed = !m_report.errors.isEmpty() || m_report.moreErrors;
    if (m_report.verdict == ValidationReport::Verdict::Valid && failed)
        m_report.verdict = ValidationReport::Verdict::Invalid;
    explain();
    return m_report;
}

void Evaluator::loop()
{
    while (m_frames.size() > 1 && !m_stopped) {
        Frame &frame = m_frames.back();
        if (frame.op == frame.node->ops.size() || (!frame.valid && !frame.report)) {
            finishTop();
            continue;
        }
        if (!charge(1))
            return;
        if (step(frame, frame.node->ops[frame.op])) {
            ++frame.op;
            frame.cursor = 0;
            frame.hits = 0;
        }
    }
}

void Evaluator::finishTop()
{
    Frame done = std::move(m_frames.back());
    m_frames.pop_back();
    Frame &parent = m_frames.back();
    if (done.node->branches && done.stepsBefore - m_steps > cheap) {
        m_memo.insert({done.node, done.instance.nodeAddress(), done.scope, done.want, done.notes},
            {done.valid, done.report, done.evaluated,
                done.valid || done.report ? m_report.warnings.mid(done.notesBefore)
                                          : QList<ValidationError>()});
    }
    if (!done.valid && !done.report) // an alternative that does not match
        m_report.warnings.resize(std::min(m_report.warnings.size(), done.notesBefore));
    parent.answered = true;
    parent.answer = done.valid;
    parent.answerEvaluated = std::move(done.evaluated);
}

//! Takes the answer of a child that must be valid.
void Evaluator::take(Frame &frame)
{
    frame.answered = false;
    frame.valid = frame.valid && frame.answer;
    // A failed part has evaluated its members too. Reporting them again as unevaluated would be noise.
    if (frame.want && (frame.answer || frame.report))
        frame.evaluated.merge(frame.answerEvaluated);
}

bool Evaluator::start(Frame &frame, const Start &what)
{
    const Node *node = what.child->node;
    const Op *op = frame.op < frame.node->ops.size() ? &frame.node->ops[frame.op] : nullptr;
    if (!charge(1))
        return false;
    if (!node) {
        abort(u"reference: %1 leads nowhere"_s.arg(op ? op->value.toString().left(200) : QString()));
        return false;
    }
    const bool isReference = op && op->keyword >= Keyword::Ref && op->keyword <= Keyword::DynamicRef;
    if (isReference)
        node = dynamicTarget(frame, *op, node);
    frame.answered = true;
    frame.answer = true;
    frame.answerEvaluated = {};
    if (!node->unusable.isEmpty()) {
        abort(u"schema: %1#%2: %3"_s.arg(node->resource->uri, node->pointer, node->unusable));
        return false;
    }
    if (node->kind == Node::Kind::True)
        return false;
    const int scope = entered(frame.scope, node->resource);
    if (isReference && runsInCircles(node, scope)) {
        abort(u"cycle: %1 refers to itself at the same place"_s.arg(op->value.toString().left(200)));
        return false;
    }
    if (node->kind == Node::Kind::False) {
        frame.answer = false;
        if (what.report)
            failFalse(frame, what);
        return false;
    }
    const bool want = what.want || node->wantsEvaluated;
    const bool isCondition = op
        && (op->keyword == Keyword::Not || op->keyword == Keyword::Contains
            || (op->keyword == Keyword::If && frame.cursor == 0));
    const bool notes = frame.notes && !isCondition;
    if (node->branches && !m_memo.isEmpty()) {
        const auto known = m_memo.constFind({node, what.instance.nodeAddress(), scope, want, notes});
        if (known != m_memo.cend() && (known->valid || known->reported || !what.report)) {
            frame.answer = known->valid;
            frame.answerEvaluated = known->evaluated;
            noteAgain(known->notes);
            return false;
        }
    }
    if (m_frames.size() >= mostFrames) {
        abort(u"depth: references are nested too deeply"_s);
        return false;
    }
    frame.answered = false;
    Frame next;
    next.node = node;
    next.instance = what.instance;
    next.via = what.child;
    next.key = what.key;
    next.index = what.index;
    next.reach = what.reach;
    next.scope = scope;
    next.report = what.report;
    next.notes = notes;
    next.notesBefore = m_report.warnings.size();
    next.want = want;
    next.stepsBefore = m_steps;
    m_frames.push_back(std::move(next)); // `frame` may be dangling from here on
    return false;
}

bool Evaluator::charge(qint64 steps)
{
    m_steps -= steps;
    if (m_steps < 0) {
        abort(u"budget: validation took more steps than the limit schema.steps allows"_s);
        return false;
    }
    if (m_steps > m_nextLook)
        return true;
    m_nextLook = m_steps - stepsBetweenLooks;
    if (m_deadline.hasExpired() && !m_deadlineExtended) {
        // Serialising the instance to learn its size pays off only now.
        m_deadlineExtended = true;
        const qint64 extra = m_instance.toBytes().size() * 100 / (1 << 20);
        m_deadline = QDeadlineTimer(m_deadline.remainingTime() + extra);
    }
    if (m_deadline.hasExpired()) {
        abort(u"budget: validation took longer than the limit schema.validateMs allows"_s);
        return false;
    }
    return true;
}

void Evaluator::abort(const QString &reason)
{
    if (m_stopped)
        return;
    m_stopped = true;
    m_report.verdict = ValidationReport::Verdict::NotValidated;
    m_report.reason = reason;
}

//! Returns the scope after entering \a resource. Only the first entry of a resource with dynamic anchors
//! matters.
int Evaluator::entered(int scope, const Resource *resource)
{
    if (!resource->isDynamic() || m_scopes[size_t(scope)].contains(resource))
        return scope;
    int &index = m_scopeIndex[{scope, resource}];
    if (index == 0) {
        index = int(m_scopes.size());
        QList<const Resource *> entries = m_scopes[size_t(scope)];
        entries.append(resource);
        m_scopes.push_back(entries);
    }
    return index;
}

const Node *Evaluator::dynamicTarget(const Frame &frame, const Op &op, const Node *first) const
{
    const QList<const Resource *> &scope = m_scopes[size_t(frame.scope)];
    if (op.keyword == Keyword::DynamicRef && !op.anchor.isEmpty()) {
        for (const Resource *resource : scope) {
            if (const Node *found = resource->dynamicAnchors.value(op.anchor))
                return found;
        }
    } else if (op.keyword == Keyword::RecursiveRef && first->resource->recursiveAnchor) {
        for (const Resource *resource : scope) {
            if (resource->recursiveAnchor)
                return resource->node;
        }
    }
    return first;
}

bool Evaluator::runsInCircles(const Node *node, int scope) const
{
    for (auto at = m_frames.rbegin(); at != m_frames.rend() - 1; ++at) { // the last frame is the bottom
        if (at->node == node && at->scope == scope)
            return true;
        if (at->reach != Reach::Same)
            break;
    }
    return false;
}

} // namespace Workbench::SchemaProgram

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsontext.h"
#include "core/schema/evaluator_p.h"

#include <algorithm>

// Frames, budgets, scopes, remembered results, and the applicators. Each step of an applicator resumes where
// it stopped. It first takes the answer of the child that it started. Then it starts the next child and
// returns false, or returns true after the last child.
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
    if (!node)
        return abort(u"reference: %1 leads nowhere"_s.arg(op ? op->value.toString().left(200) : QString()));
    const bool isReference = op && op->keyword >= Keyword::Ref && op->keyword <= Keyword::DynamicRef;
    if (isReference)
        node = dynamicTarget(frame, *op, node);
    frame.answered = true;
    frame.answer = true;
    frame.answerEvaluated = {};
    if (!node->unusable.isEmpty())
        return abort(u"schema: %1#%2: %3"_s.arg(node->resource->uri, node->pointer, node->unusable));
    if (node->kind == Node::Kind::True)
        return false;
    const int scope = entered(frame.scope, node->resource);
    if (isReference && runsInCircles(node, scope))
        return abort(u"cycle: %1 refers to itself at the same place"_s.arg(op->value.toString().left(200)));
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
    if (m_frames.size() >= mostFrames)
        return abort(u"depth: references are nested too deeply"_s);
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
    if (m_steps < 0)
        return abort(u"budget: validation took more steps than the limit schema.steps allows"_s);
    if (m_steps > m_nextLook)
        return true;
    m_nextLook = m_steps - stepsBetweenLooks;
    if (m_deadline.hasExpired() && !m_deadlineExtended) {
        // Serialising the instance to learn its size pays off only now.
        m_deadlineExtended = true;
        const qint64 extra = m_instance.toBytes().size() * 100 / (1 << 20);
        m_deadline = QDeadlineTimer(m_deadline.remainingTime() + extra);
    }
    if (m_deadline.hasExpired())
        return abort(u"budget: validation took longer than the limit schema.validateMs allows"_s);
    return true;
}

//! Ends the run without a verdict. Always returns false.
bool Evaluator::abort(const QString &reason)
{
    if (!m_stopped) {
        m_report.verdict = ValidationReport::Verdict::NotValidated;
        m_report.reason = reason;
    }
    m_stopped = true;
    return false;
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

//! Returns whether \a node has only constraints that are checked at once, without subschemas or patterns.
static bool canBeToldAtOnce(const Node *node)
{
    return node && node->unusable.isEmpty() && std::ranges::all_of(node->ops, [](const Op &op) {
        return op.children.empty() && op.patterns.empty();
    });
}

bool Evaluator::step(Frame &frame, const Op &op)
{
    if (op.keyword >= Keyword::Properties) { // it applies to the parts of an object or of an array
        const bool isOfObject =
            op.keyword <= Keyword::PropertyNames || op.keyword == Keyword::UnevaluatedProperties;
        if (!(isOfObject ? frame.instance.isObject() : frame.instance.isArray()))
            return true;
        if (op.keyword != Keyword::Contains)
            takePart(frame);
        if (!frame.valid && !frame.report)
            return true;
    }
    switch (op.keyword) {
    case Keyword::Ref:
    case Keyword::RecursiveRef:
    case Keyword::DynamicRef:
    case Keyword::AllOf:
    case Keyword::DependentSchemas: return stepInPlace(frame, op);
    case Keyword::AnyOf: return stepAnyOf(frame, op);
    case Keyword::OneOf: return stepOneOf(frame, op);
    case Keyword::Not: return stepNot(frame, op);
    case Keyword::If: return stepIf(frame, op);
    case Keyword::Properties: return stepProperties(frame, op);
    case Keyword::PatternProperties: return stepPatternProperties(frame, op);
    case Keyword::AdditionalProperties:
    case Keyword::UnevaluatedItems:
    case Keyword::UnevaluatedProperties: return stepOtherParts(frame, op);
    case Keyword::PropertyNames: return stepPropertyNames(frame, op);
    case Keyword::PrefixItems: return stepPrefixItems(frame, op);
    case Keyword::Items: return stepItems(frame, op);
    case Keyword::Contains: return stepContains(frame, op);
    default: assertion(frame, op); return true;
    }
}

bool Evaluator::stepInPlace(Frame &frame, const Op &op)
{
    if (frame.answered) {
        take(frame);
        ++frame.cursor;
    }
    for (; frame.cursor < qsizetype(op.children.size()); ++frame.cursor) {
        if (!frame.valid && !frame.report)
            return true;
        const Child &child = op.children[size_t(frame.cursor)];
        if (op.keyword == Keyword::DependentSchemas && frame.instance.memberUtf8(child.name).isAbsent())
            continue;
        return startHere(frame, child, frame.report);
    }
    return true;
}

//! Starts \a child at the instance of \a frame.
bool Evaluator::startHere(Frame &frame, const Child &child, bool report)
{
    return start(frame, {.child = &child, .instance = frame.instance, .report = report, .want = frame.want});
}

void Evaluator::markEvaluated(Frame &frame, const Json &part)
{
    if (frame.want && !frame.evaluated.all)
        frame.evaluated.places.insert(part.nodeAddress());
}

bool Evaluator::startMember(Frame &frame, const Child &child, QByteArrayView key, const Json &value)
{
    markEvaluated(frame, value);
    return start(frame,
        {.child = &child, .instance = value, .reach = Reach::Member, .key = key, .report = frame.report});
}

bool Evaluator::startItem(Frame &frame, const Child &child, qsizetype index)
{
    const Json item = frame.instance.at(index);
    markEvaluated(frame, item);
    return start(frame,
        {.child = &child, .instance = item, .reach = Reach::Item, .index = index, .report = frame.report});
}

//! Takes the answer for a member or an item, which must be valid.
void Evaluator::takePart(Frame &frame)
{
    if (!frame.answered)
        return;
    frame.answered = false;
    frame.valid = frame.valid && frame.answer;
    ++frame.cursor;
}

//! Takes the answer of an alternative, and counts it if it is valid.
void Evaluator::takeAlternative(Frame &frame)
{
    if (!frame.answered)
        return;
    frame.answered = false;
    ++frame.cursor;
    if (!frame.answer)
        return;
    ++frame.hits;
    if (frame.want)
        frame.evaluated.merge(frame.answerEvaluated);
}

bool Evaluator::stepAnyOf(Frame &frame, const Op &op)
{
    const bool wasAnswered = frame.answered;
    takeAlternative(frame);
    // In "a date or any text", a value that fits an alternative without a note gets no note.
    const qsizetype notes = m_report.warnings.size();
    if (!wasAnswered) {
        frame.notesOfAll = notes;
        frame.isClean = false;
    } else if (frame.answer && m_noted == frame.notedBefore) {
        frame.isClean = true;
    }
    if (frame.isClean)
        m_report.warnings.resize(std::min(notes, frame.notesOfAll));
    frame.notedBefore = m_noted;
    const bool seeksCleanOne = frame.hits > 0 && !frame.want;
    if (seeksCleanOne && (frame.isClean || notes <= frame.notesOfAll))
        return true;
    // A value that already matches must not fail because of another alternative, so only alternatives that
    // are checked at once are tried.
    while (seeksCleanOne && frame.cursor < qsizetype(op.children.size())
        && !canBeToldAtOnce(op.children[size_t(frame.cursor)].node))
        ++frame.cursor;
    if (frame.cursor < qsizetype(op.children.size()))
        return startHere(frame, op.children[size_t(frame.cursor)], false);
    if (frame.hits == 0)
        failAlternatives(frame, op, u"Matches none of %1 alternatives"_s.arg(op.children.size()));
    return true;
}

bool Evaluator::stepOneOf(Frame &frame, const Op &op)
{
    takeAlternative(frame);
    if (frame.cursor < qsizetype(op.children.size()) && frame.hits < 2)
        return startHere(frame, op.children[size_t(frame.cursor)], false);
    if (frame.hits == 0) {
        failAlternatives(frame, op, u"Matches none of %1 alternatives"_s.arg(op.children.size()));
        return true;
    }
    if (frame.hits > 1) {
        const Child *named = nullptr;
        const QString words = frame.report ? whatDiscriminatorSays(frame, op, named) : QString();
        fail(frame, op,
            u"Matches more than one of %1 alternatives, expected exactly one%2"_s.arg(op.children.size())
                .arg(words));
    }
    return true;
}

bool Evaluator::stepNot(Frame &frame, const Op &op)
{
    if (!frame.answered)
        return start(frame, {.child = &op.children.front(), .instance = frame.instance, .report = false});
    frame.answered = false;
    if (frame.answer)
        fail(frame, op, u"Matches a schema that it must not match"_s);
    return true;
}

bool Evaluator::stepIf(Frame &frame, const Op &op)
{
    const bool hasBranch = !op.children[1].path.isEmpty() || !op.children[2].path.isEmpty();
    if (frame.cursor == 0 && !frame.answered) {
        if (!hasBranch && !frame.want)
            return true;
        return startHere(frame, op.children.front(), false);
    }
    if (frame.cursor > 0) {
        take(frame);
        return true;
    }
    frame.answered = false;
    if (frame.answer && frame.want)
        frame.evaluated.merge(frame.answerEvaluated);
    frame.cursor = frame.answer ? 1 : 2;
    const Child &branch = op.children[size_t(frame.cursor)];
    return branch.path.isEmpty() || startHere(frame, branch, frame.report);
}

bool Evaluator::stepProperties(Frame &frame, const Op &op)
{
    for (; frame.cursor < qsizetype(op.children.size()); ++frame.cursor) {
        if (!charge(1))
            return true;
        const Child &child = op.children[size_t(frame.cursor)];
        const Json value = frame.instance.memberUtf8(child.name);
        if (!value.isAbsent())
            return startMember(frame, child, child.name, value);
    }
    return true;
}

bool Evaluator::stepPatternProperties(Frame &frame, const Op &op)
{
    // The cursor counts pairs of member and pattern.
    const qsizetype patterns = qsizetype(op.children.size());
    for (; frame.cursor < frame.instance.size() * patterns; ++frame.cursor) {
        if (!charge(1))
            return true;
        const qsizetype member = frame.cursor / patterns;
        const Child &child = op.children[size_t(frame.cursor % patterns)];
        if (isShadowed(frame.instance, member))
            continue;
        const QByteArrayView key = frame.instance.keyUtf8At(member);
        const std::optional<bool> match = matches(child.regex, key);
        if (!match)
            return true;
        if (*match)
            return startMember(frame, child, key, frame.instance.at(member));
    }
    return true;
}

//! Sets \a unknown to whether no sibling "properties" or "patternProperties" of additionalProperties covers
//! the member \a key. Returns false after an abort.
bool Evaluator::memberIsUnknown(const Op &op, QByteArrayView key, bool &unknown)
{
    unknown = !op.names.contains(QByteArray::fromRawData(key.data(), key.size()));
    for (const RegexPointer &pattern : op.patterns) {
        if (!unknown)
            break;
        const std::optional<bool> match = matches(pattern, key);
        if (!match)
            return false;
        unknown = !*match;
    }
    return true;
}

//! Handles additionalProperties, unevaluatedProperties and unevaluatedItems.
bool Evaluator::stepOtherParts(Frame &frame, const Op &op)
{
    const bool isObject = frame.instance.isObject();
    const Child &child = op.children.front();
    for (; frame.cursor < frame.instance.size(); ++frame.cursor) {
        if ((!frame.valid && !frame.report) || !charge(1))
            return true;
        const Json part = frame.instance.at(frame.cursor);
        const QByteArrayView key = frame.instance.keyUtf8At(frame.cursor); // empty in an array
        if (isObject && isShadowed(frame.instance, frame.cursor))
            continue;
        if (op.keyword == Keyword::AdditionalProperties) {
            bool unknown = false;
            if (!memberIsUnknown(op, key, unknown))
                return true;
            if (!unknown)
                continue;
        } else if (frame.evaluated.contains(part.nodeAddress())) {
            continue;
        }
        if (child.node->kind != Node::Kind::False) {
            return isObject ? startMember(frame, child, key, part) : startItem(frame, child, frame.cursor);
        }
        markEvaluated(frame, part);
        const QString name = isObject ? jsonText(key) : QString::number(frame.cursor);
        fail(frame, op, isObject ? u"Unexpected member \"%1\""_s.arg(name.left(100)) : u"Unexpected item"_s,
            name);
    }
    return true;
}

bool Evaluator::stepPropertyNames(Frame &frame, const Op &op)
{
    if (frame.cursor >= frame.instance.size())
        return true;
    const Json name = Json::string(frame.instance.keyAt(frame.cursor));
    m_names.append(name);
    return start(frame,
        {.child = &op.children.front(),
            .instance = name,
            .reach = Reach::Name,
            .key = frame.instance.keyUtf8At(frame.cursor),
            .report = frame.report});
}

bool Evaluator::stepPrefixItems(Frame &frame, const Op &op)
{
    return frame.cursor >= qsizetype(op.children.size()) || frame.cursor >= frame.instance.size()
        || startItem(frame, op.children[size_t(frame.cursor)], frame.cursor);
}

bool Evaluator::stepItems(Frame &frame, const Op &op)
{
    const qsizetype index = op.count + frame.cursor;
    if (index >= frame.instance.size())
        return true;
    if (frame.want)
        frame.evaluated.all = true;
    const Child &child = op.children.front();
    if (child.node->kind != Node::Kind::False)
        return startItem(frame, child, index);
    fail(frame, op,
        u"Expected at most %1, got %2"_s.arg(counted(op.count, "item"_L1)).arg(frame.instance.size()),
        QString::number(index));
    return true;
}

bool Evaluator::stepContains(Frame &frame, const Op &op)
{
    if (frame.answered) {
        frame.answered = false;
        if (frame.answer) {
            ++frame.hits;
            if (frame.want && op.marks)
                frame.evaluated.places.insert(frame.instance.at(frame.cursor).nodeAddress());
        }
        ++frame.cursor;
    }
    const bool tooMany = op.maximum >= 0 && frame.hits > op.maximum;
    const bool decided = tooMany || (frame.hits >= op.count && op.maximum < 0 && !(frame.want && op.marks));
    if (frame.cursor < frame.instance.size() && !decided) {
        return start(frame,
            {.child = &op.children.front(),
                .instance = frame.instance.at(frame.cursor),
                .reach = Reach::Item,
                .index = frame.cursor,
                .report = false});
    }
    if (tooMany)
        fail(frame, op, u"Expected at most %1, got more"_s.arg(counted(op.maximum, "matching item"_L1)));
    else if (frame.hits < op.count)
        fail(frame, op,
            u"Expected at least %1, got %2"_s.arg(counted(op.count, "matching item"_L1)).arg(frame.hits));
    return true;
}

} // namespace Workbench::SchemaProgram

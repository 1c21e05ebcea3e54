// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/schema/evaluator_p.h"

#include <deque>
#include <vector>

// Output units. \source JSON Schema 2020-12, core, section 12
namespace Workbench {

using namespace Qt::StringLiterals;
using Place = SchemaProgram::Evaluator::Place;

namespace {

struct Unit {
    Place place;
    QString error; //!< empty: holds others
    std::vector<Unit *> children;
};

//! Without a base URI there is nothing absolute to say.
void addPlace(JsonBuilder &builder, const Place &place)
{
    builder.add(u"valid", Json::boolean(false));
    builder.add(u"keywordLocation", place.keywordLocation);
    if (!place.schemaLocation.isEmpty() && !place.schemaLocation.startsWith(u'#'))
        builder.add(u"absoluteKeywordLocation", place.schemaLocation);
    builder.add(u"instanceLocation", place.pointer);
}

Place placeOf(const ValidationError &error)
{
    return {error.evaluationPath, error.schemaLocation, error.pointer};
}

//! Units in a tree, as the schemas were applied. What holds only one other is replaced by it.
class Tree {
public:
    Tree()
        : m_root(&m_units.emplace_back())
    {
    }

    void add(const ValidationError &error, const QList<Place> &trail)
    {
        Unit *at = m_root;
        for (const Place &place : trail) {
            if (!place.keywordLocation.isEmpty())
                at = childAt(*at, place);
            else
                at->place = place;
        }
        Unit &leaf = m_units.emplace_back();
        leaf.place = placeOf(error);
        leaf.error = error.message;
        // The alternatives that failed come before the keyword that says so, and belong to it.
        const QString below = leaf.place.keywordLocation + u'/';
        std::erase_if(at->children, [&](Unit *child) {
            const bool belongs =
                child->place.keywordLocation.startsWith(below) && child->place.pointer == leaf.place.pointer;
            if (belongs)
                leaf.children.push_back(child);
            return belongs;
        });
        at->children.push_back(&leaf);
    }

    void write(JsonBuilder &builder) const
    {
        // Without recursion: references nest as deep as the schema likes.
        struct Step {
            const Unit *unit;
            size_t next;
        };
        std::vector<Step> steps;
        const auto open = [&](const Unit *unit) {
            while (unit != m_root && unit->error.isEmpty() && unit->children.size() == 1)
                unit = unit->children.front();
            builder.beginObject();
            addPlace(builder, unit->place);
            if (!unit->error.isEmpty())
                builder.add(u"error", unit->error);
            if (!unit->children.empty())
                builder.key(u"errors").beginArray();
            steps.push_back({unit, 0});
        };
        open(m_root);
        while (!steps.empty()) {
            Step &step = steps.back();
            if (step.next < step.unit->children.size()) {
                open(step.unit->children[step.next++]); // `step` may be gone from here on
                continue;
            }
            if (!step.unit->children.empty())
                builder.endArray();
            builder.endObject();
            steps.pop_back();
        }
    }

private:
    Unit *childAt(Unit &parent, const Place &place)
    {
        // Errors come in the order of evaluation: a unit that is still being filled is the last one.
        if (!parent.children.empty() && parent.children.back()->place == place
            && parent.children.back()->error.isEmpty())
            return parent.children.back();
        Unit &unit = m_units.emplace_back();
        unit.place = place;
        parent.children.push_back(&unit);
        return &unit;
    }

    std::deque<Unit> m_units; // a deque: addresses stay
    Unit *m_root;
};

} // namespace

Json Schema::output(const Json &instance, SchemaOutput format, const ValidateOptions &options) const
{
    ValidationReport report = validate(instance, options);
    QList<QList<Place>> trails;
    if (report.verdict == ValidationReport::Verdict::Invalid && format != SchemaOutput::Flag) {
        SchemaProgram::Evaluator evaluator(*m_compiled, instance, options);
        evaluator.reportAlternatives();
        ValidationReport whole = evaluator.run();
        // Looking into every alternative may cost more than there is; the verdict stands without.
        if (whole.verdict == ValidationReport::Verdict::Invalid && !whole.errors.isEmpty()) {
            report = std::move(whole);
            trails = evaluator.trails();
        }
    }
    JsonBuilder builder;
    if (report.verdict == ValidationReport::Verdict::NotValidated) {
        builder.beginObject().add(u"valid", Json::null()).add(u"reason", report.reason).endObject();
        return builder.take();
    }
    const bool isValid = report.verdict == ValidationReport::Verdict::Valid;
    if (isValid || format == SchemaOutput::Flag) {
        builder.beginObject().add(u"valid", Json::boolean(isValid)).endObject();
    } else if (format == SchemaOutput::Basic) {
        builder.beginObject().add(u"valid", Json::boolean(false)).key(u"errors").beginArray();
        for (const ValidationError &error : std::as_const(report.errors)) {
            builder.beginObject();
            addPlace(builder, placeOf(error));
            builder.add(u"error", error.message).endObject();
        }
        builder.endArray().endObject();
    } else {
        Tree tree;
        for (qsizetype i = 0; i < report.errors.size(); ++i)
            tree.add(report.errors.at(i), trails.value(i));
        tree.write(builder);
    }
    return builder.take();
}

} // namespace Workbench

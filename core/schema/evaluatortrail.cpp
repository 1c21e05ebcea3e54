// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/evaluator_p.h"
#include "core/schema/schemauri.h"

// What an output that nests needs beyond a list of errors.
namespace Workbench::SchemaProgram {

void Evaluator::leaveTrail()
{
    QList<Place> trail;
    Place at;
    for (size_t i = 1; i < m_frames.size(); ++i) { // the first one stands below the root
        const Frame &frame = m_frames[i];
        if (!frame.via->path.isEmpty())
            at.keywordLocation += u'/' + frame.via->path;
        if (frame.reach == Reach::Member)
            at.pointer = JsonPointer::child(at.pointer, jsonText(frame.key));
        else if (frame.reach == Reach::Item)
            at.pointer = JsonPointer::child(at.pointer, frame.index);
        at.schemaLocation = frame.node->resource->uri + u'#' + SchemaUri::encodedPointer(frame.node->pointer);
        trail.append(at);
    }
    m_trails.append(trail);
}

//! One of them matched: what the others said does not count.
void Evaluator::forgetAlternatives(Frame &frame)
{
    if (!m_alternatives || !frame.report)
        return;
    m_report.errors.resize(frame.errorsBefore);
    m_trails.resize(frame.errorsBefore);
}

} // namespace Workbench::SchemaProgram

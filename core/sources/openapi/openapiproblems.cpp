// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapidocument_p.h"

#include <map>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostProblems = 500;

} // namespace

void OpenApiProblems::add(int file, const void *node, const QString &message)
{
    if (m_found.size() + m_ready.size() < mostProblems)
        m_found.append({file, node, message});
    else
        ++m_more;
}

void OpenApiProblems::add(OpenApiProblem problem)
{
    if (m_found.size() + m_ready.size() < mostProblems)
        m_ready.append(std::move(problem));
    else
        ++m_more;
}

QList<OpenApiProblem> OpenApiProblems::located(const OpenApiFiles &files, int maxLevels) const
{
    QList<OpenApiProblem> problems = m_ready;
    std::map<int, QList<qsizetype>> byFile;
    for (qsizetype i = 0; i < m_found.size(); ++i)
        byFile[m_found.at(i).file].append(i);
    for (const auto &[file, places] : byFile) {
        const OpenApiText &text = files.text(file);
        QList<const void *> nodes;
        for (const qsizetype place : places)
            nodes.append(m_found.at(place).node);
        const QList<int> lines = linesOfNodes(text, nodes, maxLevels);
        for (qsizetype i = 0; i < places.size(); ++i) {
            const Found &found = m_found.at(places.at(i));
            problems.append(
                {text.url, pointerToNode(text.root, found.node, maxLevels), lines.at(i), found.message});
        }
    }
    if (m_more > 0) {
        problems.append({files.count() > 0 ? files.text(0).url : QUrl(), {}, 0,
            u"There are %1 more problems."_s.arg(m_more)});
    }
    return problems;
}

} // namespace Workbench

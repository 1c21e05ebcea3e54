// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"

namespace Workbench::Cli {

class Output;

//! Writes a line for each difference: "~ /data/name: "a" → "b"" for a changed value, + for an added one, -
//! for a removed one, > for a moved one. Long values are cut.
void showDifferences(
    Output &output, const QList<FixtureDifference> &differences, qsizetype notShown, const QString &indent);

//! Returns the members of `compare --json`: same, definitionChanged?, differences, differencesNotShown?,
//! remarks?.
QList<Json::Member> comparisonMembers(const FixtureComparison &comparison);

} // namespace Workbench::Cli

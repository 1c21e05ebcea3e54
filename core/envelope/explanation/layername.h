// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! Returns the English name of the layer \a kind for display: the members of an envelope ("{ok, data}"), its
//! proper name ("ToolEnvelope"), or the content of a text ("JSON in text"). Returns \a kind if it is unknown.
QString layerName(QAnyStringView kind);

//! Returns the names of the layers \a kinds, outermost first, as "JSON in text › {ok, data}".
QString layerNames(const QStringList &kinds);

//! Returns the \a message of a note or a diagnosis with names of envelopes instead of kinds: "describes an
//! {ok, data} envelope" for "describes a alpha envelope". Removes an unknown tool name ("?"), and the
//! sentence about a text that is shown instead, because the shown text depends on the view. JSON output keeps
//! the texts of the specification unchanged.
QString withLayerNames(QString message);

} // namespace Workbench

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! Returns the English name of the layer \a kind for people: an envelope by its members ("{ok, data}") or its
//! proper name ("ToolEnvelope"), text by what it carries ("JSON in text"). Returns \a kind if it is unknown.
QString layerName(QAnyStringView kind);

//! Returns the names of the layers \a kinds, outermost first, as "JSON in text › {ok, data}".
QString layerNames(const QStringList &kinds);

//! Returns \a message, of a note or a diagnosis, with the names of envelopes in the place of their kinds:
//! "describes an {ok, data} envelope" for "describes a alpha envelope". A tool whose name is not known ("?")
//! is left out, and so is the sentence about a text that is shown instead: what is shown depends on the
//! place. The texts of the specification, which JSON output keeps, have all of it.
QString withLayerNames(QString message);

} // namespace Workbench

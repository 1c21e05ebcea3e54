// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QList>

namespace Workbench {

//! Returns the JSON Schema (2020-12) of a ResponseEnvelope. Its $defs "local", "http" and "mcp" are the
//! schemas of the three kinds of meta. Other members are allowed.
//! \source core/envelope/explanation/README.md 4.1
const Json &responseEnvelopeSchema();

//! A member of a received meta that its schema refuses.
struct EnvelopeFlaw {
    QString member; //!< name of the member of meta
    QString wanted; //!< the expected type: "a string", "an object of strings"
    Json value; //!< as received; absent: the member is missing
    QString schemaLocation; //!< location in responseEnvelopeSchema(): "#/$defs/local/properties/timestamp"
};

//! Returns the flaws of \a meta in the order of its schema, or an empty list if its source is unknown. Any
//! thread.
QList<EnvelopeFlaw> flawsOfMeta(const Json &meta);

} // namespace Workbench

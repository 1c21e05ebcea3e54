// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"

namespace Workbench {

//! Returns a compact text of \a value that does not depend on the order of members. Members are sorted by the
//! bytes of their keys; of equal keys only the last one is kept. Numbers stay as written. Not recursive.
QByteArray canonicalBytes(const Json &value);

//! Returns the SHA-256 of a definition without references. Reordering members does not change it.
//! \source core/RULES.md R-130
QByteArray definitionHash(const Json &root);

//! Returns one hash for \a hashes of referenced definitions, by name; empty if there are none.
QByteArray referencesHash(const QMap<QString, QByteArray> &hashes);
//! Returns the SHA-256 of a whole definition: of its \a root and of everything that it refers to.
//! \a references is the result of referencesHash(); if it is empty, the hash is that of \a root.
QByteArray definitionHash(const Json &root, const QByteArray &references);
//! Returns the SHA-256 of \a definition with its references.
QByteArray definitionHash(const WholeDefinition &definition);
//! Returns the SHA-256 of the whole definition of \a spec, from OperationSpec::parts unless that is null.
QByteArray definitionHash(const OperationSpec &spec);

} // namespace Workbench

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationdefinition.h"

namespace Workbench {

//! The text of a value that does not depend on the order of its members: sorted by the bytes of their keys,
//! of equal keys the last, compact. Numbers stay as written. Depth costs no stack.
QByteArray canonicalBytes(const Json &value);

//! SHA-256 of a definition without references. Reordered members are no change. \source core/RULES.md R-130
QByteArray definitionHash(const Json &root);

//! Returns one hash for \a hashes of referenced definitions, by name; empty if there are none.
QByteArray referencesHash(const QMap<QString, QByteArray> &hashes);
//! SHA-256 of the whole definition: of its root, and of everything that it refers to. Equal to that of \a
//! root where \a references, which referencesHash() makes, is empty.
QByteArray definitionHash(const Json &root, const QByteArray &references);
QByteArray definitionHash(const WholeDefinition &definition);
//! As OperationSpec::parts knows it, where there are some.
QByteArray definitionHash(const OperationSpec &spec);

} // namespace Workbench

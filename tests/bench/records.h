// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

//! The data of the schema benchmark: orders of a shop, equal in every run.
namespace BenchRecords {

//! Returns the schema of one record, in 2020-12. It uses $ref, anyOf, pattern and prefixItems, as typical
//! schemas do.
QByteArray schema();
//! Returns a JSON array of \a count records. One record in \a invalidEvery violates the schema in one of
//! eight ways (0: all are valid).
QByteArray make(int count, int invalidEvery);

} // namespace BenchRecords

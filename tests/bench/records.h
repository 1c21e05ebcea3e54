// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

//! What the schema benchmark runs on: orders of a shop, the same ones every time.
namespace BenchRecords {

//! Of one record, in 2020-12: $ref, anyOf, pattern and prefixItems, as such schemas are written.
QByteArray schema();
//! A JSON array; one record in \a invalidEvery breaks the schema in one of eight ways (0: none).
QByteArray make(int count, int invalidEvery);

} // namespace BenchRecords

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/formhints.h"

namespace Workbench::Ui {

//! Where in a request a field goes: "path", "query", "header", "cookie", "querystring", "body"; empty when
//! nothing is said about it.
QString placeOf(const FieldHint &hint);
//! That place as a mark beside a field's name.
QString placeWord(const QString &place);
//! "path parameter", "body of the request"
QString placeInWords(const QString &place);

//! The fields of an operation's input with their places, in the order of a form: what is required first, the
//! body last with its media type directly before it. Nothing changes when \a schema names no places and
//! \a isHttp is false.
void arrangeByPlace(FieldHint &root, const Json &schema, bool isHttp);

} // namespace Workbench::Ui

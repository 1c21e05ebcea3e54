// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"

namespace Workbench::Cli {

//! What would be sent, as text: "json" (cli.md, shape of `request --as json`), "http", "curl"; empty: the
//! frame or the HTTP message. ErrorKind::Usage for a form that does not suit the source.
Result<QByteArray> requestText(const WirePreview &preview, const QString &form);

} // namespace Workbench::Cli

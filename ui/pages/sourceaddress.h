// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/source.h"

namespace Workbench {
class KnownSecrets;
}

namespace Workbench::Ui {

//! Returns the address, the file or the command line in the settings of \a source, with its placeholders and
//! without secrets. Empty if it has none of them.
QString addressOf(const Source &source, const KnownSecrets &secrets);

} // namespace Workbench::Ui

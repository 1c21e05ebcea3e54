// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench::SchemaProgram {

//! Whether \a labels, the parts of a host name, are allowed together by IDNA2008: letters by RFC 5892, their
//! surroundings by its appendix A (libidn2 knows both), directions by RFC 5893. Labels that begin with "xn--"
//! are decoded first. QUrl's own functions follow UTS 46, which maps and lets pass what this refuses.
bool areIdnaLabels(const QStringList &labels);

} // namespace Workbench::SchemaProgram

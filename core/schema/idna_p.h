// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench::SchemaProgram {

//! Returns whether IDNA2008 allows \a labels together as the parts of a host name. RFC 5892 defines the
//! letters, its appendix A their context (libidn2 checks both), RFC 5893 the directions. Labels that begin
//! with "xn--" are decoded first. QUrl is not used: it follows UTS 46, which maps and accepts labels that
//! IDNA2008 refuses.
bool areIdnaLabels(const QStringList &labels);

} // namespace Workbench::SchemaProgram

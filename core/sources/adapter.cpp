// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/adapter.h"

namespace Workbench {

using namespace Qt::StringLiterals;

Task<Result<InputCompletion>> Adapter::complete(OperationSpec spec, QString, Json, std::stop_token)
{
    return settledTask<InputCompletion>(std::unexpected(Error{ErrorKind::Usage, u"completion.none"_s,
        u"\"%1\" proposes no values for its input"_s.arg(spec.id.toString()), {}, {}}));
}

} // namespace Workbench

#include "moc_adapter.cpp"

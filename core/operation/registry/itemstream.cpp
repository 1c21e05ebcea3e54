// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/itemstream.h"

#include "core/json/jsontext.h"

namespace Workbench {

QByteArray dataOfEvent(const Json &value)
{
    return value.isString() ? jsonUtf8(value.toString()) : value.toBytes();
}

} // namespace Workbench

#include "moc_itemstream.cpp"

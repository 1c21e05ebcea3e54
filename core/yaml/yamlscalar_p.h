// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/yaml/yamltree_p.h"

namespace Workbench {

//! A scalar typed by the core schema.
struct YamlScalar {
    JsonKind kind = JsonKind::String;
    bool boolean = false;
    QByteArray number; // by RFC 8259, when the text of the scalar is not one
    QString remark; // what was done to it; mostly empty
};

//! The error says why \a tag does not fit \a text.
std::expected<YamlScalar, QString> typeYamlScalar(QByteArrayView text, bool isPlain, YamlTag tag);

} // namespace Workbench

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

#include <memory>
#include <optional>
#include <vector>

//! JSON Schema by jsoncons, as a second opinion and as a peer to measure against. Its headers are large and
//! its errors are exceptions: both stay in one file.
class JsonconsSchema {
public:
    //! Empty when jsoncons refuses the schema.
    static std::optional<JsonconsSchema> compile(const QByteArray &schema);

    //! Instances, parsed beforehand so that only validation is measured.
    class Instances;
    static std::shared_ptr<const Instances> parse(const QByteArray &arrayOfInstances);

    //! One verdict an instance; empty where jsoncons gave up with an exception.
    std::vector<std::optional<bool>> verdicts(const Instances &instances) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> m_compiled;
};

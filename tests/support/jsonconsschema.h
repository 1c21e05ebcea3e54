// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

#include <memory>
#include <optional>
#include <vector>

//! JSON Schema validation by jsoncons, to compare verdicts and speed. Its large headers and its exceptions
//! stay in one source file.
class JsonconsSchema {
public:
    //! Compiles \a schema. Returns an empty value if jsoncons refuses it.
    static std::optional<JsonconsSchema> compile(const QByteArray &schema);

    //! Instances, parsed beforehand so that only validation is measured.
    class Instances;
    static std::shared_ptr<const Instances> parse(const QByteArray &arrayOfInstances);

    //! Returns one verdict per instance; it is empty if jsoncons threw an exception.
    std::vector<std::optional<bool>> verdicts(const Instances &instances) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> m_compiled;
};

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! How to read results where the protocols leave a choice. The options of a call come first, then the
//! settings of its source ("jsonInText", "isError"), then the defaults: open and keep.
struct ResultReading {
    //! How to treat JSON that is only in a text: open it for the view, or keep it as text.
    enum class JsonInText : quint8 { Open, Keep };
    //! How to treat a tool's result that reports a failure: keep it as a result, or make it the failure of
    //! the call.
    enum class IsError : quint8 { Keep, Throw };

    std::optional<JsonInText> jsonInText{};
    std::optional<IsError> isError{};

    bool opensText() const { return jsonInText.value_or(JsonInText::Open) == JsonInText::Open; }
    bool throwsErrors() const { return isError.value_or(IsError::Keep) == IsError::Throw; }
    //! Returns these choices, with missing ones taken from \a fallback.
    ResultReading orElse(const ResultReading &fallback) const;

    friend bool operator==(const ResultReading &, const ResultReading &) = default;
};

//! Reads settings: {"jsonInText": "open" | "keep", "isError": "keep" | "throw"}. A missing member leaves the
//! choice open. ErrorKind::Usage names the invalid member.
Result<ResultReading> resultReading(const Json &settings);

//! Returns \a settingsSchema, the schema for the settings of a kind of source, with these two settings added.
Json withReadingSettings(const Json &settingsSchema);

} // namespace Workbench

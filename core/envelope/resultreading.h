// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! How results are read where the protocols leave a choice. A call says it, else the settings of its source
//! ("jsonInText", "isError"), else the default: open and keep.
struct ResultReading {
    //! JSON that is only in a text: opened for the view, or left the text that it is.
    enum class JsonInText : quint8 { Open, Keep };
    //! A tool's result that reports a failure: a result like another, or the failure of the call.
    enum class IsError : quint8 { Keep, Throw };

    std::optional<JsonInText> jsonInText{};
    std::optional<IsError> isError{};

    bool opensText() const { return jsonInText.value_or(JsonInText::Open) == JsonInText::Open; }
    bool throwsErrors() const { return isError.value_or(IsError::Keep) == IsError::Throw; }
    //! What is not said here is taken from \a fallback.
    ResultReading orElse(const ResultReading &fallback) const;

    friend bool operator==(const ResultReading &, const ResultReading &) = default;
};

//! Of settings, {"jsonInText": "open" | "keep", "isError": "keep" | "throw"}; a member that is not there says
//! nothing. ErrorKind::Usage names the member that is wrong.
Result<ResultReading> resultReading(const Json &settings);

//! \a settingsSchema, of the settings of a kind of source, with these two at its end.
Json withReadingSettings(const Json &settingsSchema);

} // namespace Workbench

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/pipeline/resultreading.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns the choice in the member \a name: Choice{} for the word \a first, Choice{1} for \a second. Nothing
//! if the member is missing.
template <typename Choice>
Result<std::optional<Choice>> choiceAt(
    const Json &settings, QLatin1StringView name, QLatin1StringView first, QLatin1StringView second)
{
    const Json value = settings.member(name);
    if (value.isAbsent() || value.isNull())
        return std::nullopt;
    for (const auto &[word, choice] : {std::pair{first, Choice{}}, std::pair{second, Choice{1}}}) {
        if (value.isString() && value.toString() == word)
            return choice;
    }
    return std::unexpected(Error{ErrorKind::Usage, u"source.settings"_s,
        u"Setting \"%1\": expected %2 or %3."_s.arg(name, first, second)});
}

} // namespace

ResultReading ResultReading::orElse(const ResultReading &fallback) const
{
    return {jsonInText ? jsonInText : fallback.jsonInText, isError ? isError : fallback.isError};
}

Result<ResultReading> resultReading(const Json &settings)
{
    const auto text = choiceAt<ResultReading::JsonInText>(settings, "jsonInText"_L1, "open"_L1, "keep"_L1);
    if (!text)
        return std::unexpected(text.error());
    const auto isError = choiceAt<ResultReading::IsError>(settings, "isError"_L1, "keep"_L1, "throw"_L1);
    if (!isError)
        return std::unexpected(isError.error());
    return ResultReading{*text, *isError};
}

Json withReadingSettings(const Json &settingsSchema)
{
    static const Json further = jsonLiteral(R"({
        "jsonInText": {"type": "string", "title": "JSON in text results", "default": "open", "enum": ["open", "keep"],
                       "description": "A result that has its JSON only in a text is opened for the view, or left as text"},
        "isError": {"type": "string", "title": "Failed tool results", "default": "keep", "enum": ["keep", "throw"],
                    "description": "A result that reports a failure is kept as a result, or becomes the failure of the call"}
    })");
    Json properties = settingsSchema.member("properties"_L1);
    for (const Json::Members::Entry entry : further.members())
        properties = withMember(properties, entry.key(), entry.value());
    return withMember(settingsSchema, u"properties", properties);
}

} // namespace Workbench

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/foreignenvelope.h"
#include "core/envelope/explanation/recognitionnotes_p.h"

namespace Workbench {

//! Runs one recognition. \source core/envelope/explanation/README.md 2
class Recogniser {
public:
    Recogniser(const RecognitionInput &input, const RecognitionOptions &options);
    Recognition run();

private:
    //! A result to search next.
    struct Result {
        ToolResultParts parts;
        bool isInner = false; //!< whether it was found inside another layer
    };
    void readResult(const Result &result);
    void descend(Json value, EnvelopePlace place, const Result &result);
    std::optional<Result> take(const ForeignEnvelope &kind, const Json &value, const OpenedEnvelope &opened,
        const EnvelopePlace &place);
    void noteContradiction(
        const ForeignEnvelope &kind, const OpenedEnvelope &opened, const EnvelopePlace &place, bool isFirst);
    void checkOwnMeta(const Json &envelope, const Json &meta);
    void noteUnknownSource(const Json &value);
    void addLayer(QLatin1StringView kind, Confidence confidence, bool isCarrier, const Json &outside,
        const Json &inside);
    void fail(UnifiedError error);
    //! Sets the error from the text of a flagged result.
    void failByText(const Json &content);
    void checkSchema();
    bool mayOpenMore() const { return m_opened < m_options.maxLayers; }

    const RecognitionInput &m_input;
    RecognitionOptions m_options;
    Recognition m_out;
    RecognitionNotes m_notes;
    int m_opened = 0; //!< number of opened layers, without carriers
    bool m_hasFailed = false; //!< whether an envelope reported a failure
    Json m_structured; //!< structuredContent of the outermost result
    Json m_text; //!< JSON in the text of the outermost result
};

} // namespace Workbench

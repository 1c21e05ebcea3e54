// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/boundedregex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <array>
#include <limits>
#include <pcre2.h>

namespace Workbench {

namespace {

template <auto Free> struct Freed {
    void operator()(auto *object) const { Free(object); }
};

//! What a match needs beside the pattern. Each thread has its own.
struct Workspace {
    static constexpr size_t smallestStack = 32 * 1024; // as QRegularExpression has it
    static constexpr size_t largestStack = 512 * 1024;

    std::unique_ptr<pcre2_match_data, Freed<pcre2_match_data_free>> data{pcre2_match_data_create(1, nullptr)};
    std::unique_ptr<pcre2_match_context, Freed<pcre2_match_context_free>> context{
        pcre2_match_context_create(nullptr)};
    std::unique_ptr<pcre2_jit_stack, Freed<pcre2_jit_stack_free>> stack{
        pcre2_jit_stack_create(smallestStack, largestStack, nullptr)};

    Workspace() { pcre2_jit_stack_assign(context.get(), nullptr, stack.get()); }
};

constexpr qsizetype shortText = 64;
constexpr qsizetype bytesBetweenClocks = 1'000'000; // at most a few milliseconds
constexpr quint32 fewSteps = 1000;

//! \a lastStart limits where a match may begin.
Workspace &workspaceOf(quint32 matchSteps, size_t lastStart)
{
    static thread_local Workspace workspace;
    pcre2_set_match_limit(workspace.context.get(), matchSteps);
    pcre2_set_offset_limit(workspace.context.get(), lastStart);
    return workspace;
}

RegexMatch meaningOf(int found)
{
    return found >= 0 ? RegexMatch::Yes : found == PCRE2_ERROR_NOMATCH ? RegexMatch::No : RegexMatch::Limit;
}

QString errorText(int code)
{
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return QString::fromLatin1(reinterpret_cast<const char *>(text.data()));
}

} // namespace

std::expected<BoundedRegex, QString> BoundedRegex::compile(
    const QString &pattern, const Limits &limits, bool captures)
{
    const QByteArray utf8 = pattern.toUtf8();
    int error = 0;
    PCRE2_SIZE place = 0;
    pcre2_code *code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(utf8.constData()), size_t(utf8.size()),
        PCRE2_UTF | PCRE2_USE_OFFSET_LIMIT | (captures ? 0 : PCRE2_NO_AUTO_CAPTURE), &error, &place, nullptr);
    if (!code)
        return std::unexpected(errorText(error));
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); // if it fails, the pattern is interpreted
    uint32_t options = 0;
    pcre2_pattern_info(code, PCRE2_INFO_ALLOPTIONS, &options);
    BoundedRegex result;
    result.m_code = std::shared_ptr<const pcre2_code>(
        code, [](const pcre2_code *freed) { pcre2_code_free(const_cast<pcre2_code *>(freed)); });
    result.m_matchSteps =
        quint32(std::min<qint64>(limits.regexMatchSteps, std::numeric_limits<quint32>::max()));
    result.m_subjectBytes = limits.regexSubjectBytes;
    result.m_anchored = (options & PCRE2_ANCHORED) != 0;
    return result;
}

RegexMatch BoundedRegex::search(QByteArrayView utf8, QDeadlineTimer deadline) const
{
    if (!m_code)
        return RegexMatch::No;
    if (utf8.size() > m_subjectBytes)
        return RegexMatch::Limit;
    const char *text = utf8.isEmpty() ? "" : utf8.data();
    const auto startsWithin = [&](qsizetype first, qsizetype last, quint32 steps) {
        const Workspace &workspace = workspaceOf(steps, size_t(last));
        const auto run = [&](uint32_t how) {
            return pcre2_match(m_code.get(), reinterpret_cast<PCRE2_SPTR>(text), size_t(utf8.size()),
                size_t(first), how | PCRE2_NO_UTF_CHECK, workspace.data.get(), workspace.context.get());
        };
        int found = run(0);
        if (found == PCRE2_ERROR_JIT_STACKLIMIT) // a group repeated many thousand times: use the heap
            found = run(PCRE2_NO_JIT);
        return meaningOf(found);
    };
    if (m_anchored || utf8.size() <= shortText)
        return startsWithin(0, utf8.size(), m_matchSteps);
    // A match may read the whole text from each start, so that the number of starts between two looks at the
    // clock depends on its length.
    qsizetype starts = std::clamp<qsizetype>(bytesBetweenClocks / utf8.size(), 1, utf8.size());
    for (qsizetype first = 0; first <= utf8.size();) {
        if (first > 0 && deadline.hasExpired())
            return RegexMatch::Limit;
        const qsizetype last = std::min(utf8.size(), first + starts - 1);
        const quint32 share = std::max(fewSteps, m_matchSteps / quint32(starts));
        const RegexMatch found = startsWithin(first, last, std::min(share, m_matchSteps));
        if (found == RegexMatch::Limit && starts > 1) {
            starts = 1; // each start has all the steps
            continue;
        }
        if (found != RegexMatch::No)
            return found;
        first = last + 1;
        while (first < utf8.size() && (uchar(text[first]) & 0xc0) == 0x80)
            ++first; // inside a character
    }
    return RegexMatch::No;
}

RegexMatch BoundedRegex::quickSearch(QByteArrayView utf8) const
{
    if (!m_code || utf8.isEmpty() || utf8.size() > std::min<qint64>(shortText, m_subjectBytes))
        return RegexMatch::Limit;
    const Workspace &workspace = workspaceOf(std::min(fewSteps, m_matchSteps), size_t(utf8.size()));
    return meaningOf(pcre2_jit_match(m_code.get(), reinterpret_cast<PCRE2_SPTR>(utf8.data()),
        size_t(utf8.size()), 0, 0, workspace.data.get(), workspace.context.get()));
}

} // namespace Workbench

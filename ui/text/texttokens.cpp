// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/textdocument_p.h"
#include "ui/text/texttokens_p.h"

namespace Workbench::Ui {

namespace {

constexpr qsizetype lookAhead = 1024;

//! Returns the offset after the closing quote, or \a limit if there is no quote before it. \a at is inside
//! the string.
qsizetype closing(QByteArrayView line, qsizetype at, qsizetype limit, JsonScan state)
{
    for (; at < limit; ++at) {
        if (state == JsonScan::Escape)
            state = JsonScan::String;
        else if (line[at] == '\\')
            state = JsonScan::Escape;
        else if (line[at] == '"')
            return at + 1;
    }
    return limit;
}

bool colonFollows(QByteArrayView line, qsizetype at)
{
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t'))
        ++at;
    return at < line.size() && line[at] == ':';
}

bool isNumberByte(char byte)
{
    return (byte >= '0' && byte <= '9') || byte == '-' || byte == '+' || byte == '.' || byte == 'e'
        || byte == 'E';
}

} // namespace

JsonScan advance(JsonScan state, QByteArrayView bytes)
{
    for (const char byte : bytes) {
        if (state == JsonScan::Escape)
            state = JsonScan::String;
        else if (byte == '"')
            state = state == JsonScan::String ? JsonScan::Outside : JsonScan::String;
        else if (byte == '\\' && state == JsonScan::String)
            state = JsonScan::Escape;
    }
    return state;
}

std::vector<quint8> jsonCheckpoints(QByteArrayView line)
{
    std::vector<quint8> states;
    states.reserve(size_t(line.size() / TextLimits::checkpointBytes + 1));
    JsonScan state = JsonScan::Outside;
    for (qsizetype at = 0; at < line.size(); at += TextLimits::checkpointBytes) {
        states.push_back(quint8(state));
        state = advance(state, line.sliced(at, qMin(TextLimits::checkpointBytes, line.size() - at)));
    }
    return states;
}

QList<TextToken> jsonTokens(QByteArrayView line, qsizetype begin, qsizetype end, JsonScan state)
{
    QList<TextToken> tokens;
    const auto add = [&](qsizetype from, qsizetype to, ColorRole role) {
        tokens.append({from - begin, qMin(to, end) - from, role});
    };
    for (qsizetype at = begin; at < end;) {
        const char byte = line[at];
        if (state != JsonScan::Outside || byte == '"') {
            const qsizetype inside = state == JsonScan::Outside ? at + 1 : at;
            const qsizetype limit = qMin(line.size(), end + lookAhead);
            const qsizetype stop =
                closing(line, inside, limit, state == JsonScan::Outside ? JsonScan::String : state);
            const bool closed = stop > inside && line[stop - 1] == '"';
            add(at, stop, closed && colonFollows(line, stop) ? ColorRole::Key : ColorRole::String);
            at = stop;
            state = JsonScan::Outside;
        } else if (byte == '-' || (byte >= '0' && byte <= '9')) {
            qsizetype stop = at + 1;
            while (stop < end && isNumberByte(line[stop]))
                ++stop;
            add(at, stop, ColorRole::Number);
            at = stop;
        } else if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')) {
            qsizetype stop = at + 1;
            while (stop < end
                && ((line[stop] >= 'a' && line[stop] <= 'z') || (line[stop] >= 'A' && line[stop] <= 'Z')))
                ++stop;
            // A row may begin or end inside a keyword. A part of a keyword has the colour of the whole
            // keyword.
            qsizetype whole = at;
            while (whole > 0 && line[whole - 1] >= 'a' && line[whole - 1] <= 'z' && at - whole < 5)
                --whole;
            qsizetype last = stop;
            while (last < line.size() && line[last] >= 'a' && line[last] <= 'z' && last - stop < 5)
                ++last;
            const QByteArrayView word = line.sliced(whole, last - whole);
            if (word == "true" || word == "false" || word == "null")
                add(at, stop, ColorRole::Keyword);
            at = stop;
        } else {
            if (byte != ' ' && byte != '\t')
                add(at, at + 1, ColorRole::Stale);
            ++at;
        }
    }
    return tokens;
}

QList<TextToken> httpTokens(QByteArrayView line, bool startLine)
{
    if (startLine) {
        const qsizetype space = line.indexOf(' ');
        if (space <= 0)
            return {};
        return {{0, space, ColorRole::Keyword}};
    }
    const qsizetype colon = line.indexOf(':');
    if (colon <= 0)
        return {};
    return {{0, colon, ColorRole::Key}, {colon, 1, ColorRole::Stale},
        {colon + 1, line.size() - colon - 1, ColorRole::String}};
}

} // namespace Workbench::Ui

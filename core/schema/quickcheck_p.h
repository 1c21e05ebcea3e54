// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/quickprogram_p.h"

#include <QDeadlineTimer>

namespace Workbench::SchemaProgram {

enum class Quick : quint8 { No, Yes, Unknown };

//! One run of a QuickProgram. It recurses within a fixed depth. Beyond that depth or its budgets the result
//! is Unknown.
class Q_DECL_HIDDEN QuickCheck {
public:
    //! With \a looksAtNoted the run also checks formats that are not asserted; a mismatch makes the result
    //! Unknown.
    QuickCheck(const Limits &limits, qint64 steps, bool looksAtNoted = true);
    Quick check(const QuickNode &node, JsonView value);

private:
    Quick checkNode(const QuickNode &node, JsonView value);
    Quick checkInPlace(const QuickNode &node, JsonView value);
    Quick checkObject(const QuickObject &object, JsonView value);
    Quick checkMember(const QuickObject &object, const QuickNames::Entry *entry, JsonView key);
    Quick checkDependents(const QuickObject &object, JsonView value);
    Quick checkSize(const QuickObject &object, JsonView value);
    Quick checkArray(const QuickArray &array, JsonView value);
    Quick checkText(const QuickText &rules, JsonView value);
    Quick matches(const EcmaRegex &regex, QByteArrayView text);
    bool has(JsonView object, QByteArrayView name);
    bool isShadowed(JsonView key, qsizetype membersAfter);
    bool spend(qint64 steps)
    {
        m_steps -= steps;
        return m_steps >= 0;
    }

    qint64 m_steps;
    qint64 m_nextLook;
    bool m_looksAtNoted;
    int m_depth = 0;
    QDeadlineTimer m_deadline;
};

//! Returns whether \a number is an integer: in draft 4 by its notation, in later drafts by its value.
bool isQuickInteger(QByteArrayView number, bool draft4);
Quick withinBound(const QuickBound &bound, QByteArrayView number);
//! Returns whether the items of \a array are unique. Subtracts the steps it needs from \a steps.
Quick hasQuickUniqueItems(JsonView array, qint64 &steps);
Quick isOneOf(const QuickChoice &choice, JsonView value);

} // namespace Workbench::SchemaProgram

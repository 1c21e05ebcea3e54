// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonview.h"
#include "core/schema/program_p.h"

#include <QDeadlineTimer>

//! A second form of a compiled schema that only tells whether an instance is valid, and only if that is
//! cheap. It has no pointers, messages or annotations, keeps nothing alive and remembers nothing. If any of
//! that is needed, the result is unknown, and the Evaluator of evaluator_p.h runs instead.
namespace Workbench::SchemaProgram {

struct QuickNode;

//! A bound of a number.
struct QuickBound {
    QuickBound(Keyword keyword, const QByteArray &text);

    Keyword keyword;
    QByteArray text;
    std::optional<qint64> integer; //!< set if the bound is written as an integer
};

//! The names in "properties" and "required", looked up by length first.
class QuickNames {
public:
    struct Entry {
        QByteArray name;
        const QuickNode *node = nullptr; //!< null if its value has no schema
        bool isProperty = false;
        bool isRequired = false;
    };
    qsizetype size() const { return qsizetype(m_entries.size()); }
    const Entry &at(qsizetype index) const { return m_entries[size_t(index)]; }
    Entry &entry(const QByteArray &name); //!< adds the entry if it is missing
    void finish();
    //! Returns the place of \a name, or -1. Tries \a guess first; adds the number of compared names to \a
    //! cost.
    qsizetype find(QByteArrayView name, qsizetype guess, qint64 &cost) const
    {
        return guess < size() && sameBytes(m_entries[size_t(guess)].name, name) ? guess : search(name, cost);
    }

private:
    qsizetype search(QByteArrayView name, qint64 &cost) const;

    std::vector<Entry> m_entries;
    QHash<QByteArray, size_t> m_places; // only until finish()
    std::vector<quint32> m_byLength;
    std::vector<quint32> m_lengthStarts; // start of each length in m_byLength; the last element is the end
};

//! The constraints of one node on members and their names.
struct QuickObject {
    QuickNames names;
    qsizetype requiredCount = 0;
    std::vector<std::pair<RegexPointer, const QuickNode *>> patterns;
    const QuickNode *additional = nullptr;
    const QuickNode *propertyNames = nullptr;
    qint64 minSize = 0;
    qint64 maxSize = -1;
    QList<std::pair<QByteArray, QList<QByteArray>>> dependentRequired;
    std::vector<std::pair<QByteArray, const QuickNode *>> dependentSchemas;
};

struct QuickArray {
    std::vector<const QuickNode *> prefix;
    const QuickNode *items = nullptr;
    qint64 itemsFrom = 0;
    const QuickNode *contains = nullptr;
    qint64 minContains = 1;
    qint64 maxContains = -1;
    qint64 minSize = 0;
    qint64 maxSize = -1;
    bool unique = false;
};

struct QuickText {
    qint64 minLength = 0;
    qint64 maxLength = -1;
    std::vector<RegexPointer> patterns;
};

//! The values of an enum or const.
struct QuickChoice {
    std::vector<Json> keep;
    std::vector<QByteArrayView> texts; //!< sorted
    std::vector<JsonView> others;
};

struct QuickCondition {
    const QuickNode *condition = nullptr;
    const QuickNode *then = nullptr; //!< null without "then"
    const QuickNode *otherwise = nullptr;
};

struct QuickFormat {
    QString name;
    SchemaDialect dialect = SchemaDialect::Draft2020_12;
    bool isAsserted = false; //!< if false, a mismatch is noted, which only the Evaluator does
};

struct QuickNode {
    enum class Kind : quint8 { Checks, True, False, Unknown };
    Kind kind = Kind::Checks;
    bool draft4 = false;
    quint8 types = 0; //!< the allowed types; 0 allows all
    bool hasInPlace = false; //!< any of the members from all to conditions is set
    std::vector<QuickBound> bounds;
    std::vector<QuickChoice> choices;
    std::vector<QuickFormat> formats;
    std::vector<const QuickNode *> all; //!< from references and allOf
    std::vector<std::vector<const QuickNode *>> anyOf;
    std::vector<std::vector<const QuickNode *>> oneOf;
    std::vector<const QuickNode *> none; //!< from "not"
    std::vector<QuickCondition> conditions;
    std::unique_ptr<QuickText> text;
    std::unique_ptr<QuickArray> array;
    std::unique_ptr<QuickObject> object;
};

class Q_DECL_HIDDEN QuickProgram {
public:
    explicit QuickProgram(const Schema::Compiled &program);

    //! Returns whether this program can validate with \a options: it does not know the direction of the
    //! instance.
    bool canJudge(const ValidateOptions &options) const
    {
        return !m_hasDirections || options.direction == ValidateOptions::Direction::Any;
    }
    //! The formats that are checked.
    enum class Formats : quint8 { All, Asserted };
    //! Returns whether \a instance is valid. Empty if the result is unknown, or if a format mismatch must be
    //! noted.
    std::optional<bool> isValid(const Json &instance, Formats formats = Formats::All) const;

private:
    using Nodes = QHash<const Node *, const QuickNode *>;
    static bool read(const Node &from, QuickNode &to, const Nodes &nodes, bool isDynamic);
    static bool readObject(const Node &from, const Op &op, QuickNode &to, const Nodes &nodes);
    static bool readArray(const Op &op, QuickNode &to, const Nodes &nodes);
    static bool readAssertion(const Op &op, QuickNode &to);

    std::deque<QuickNode> m_nodes;
    const QuickNode *m_root = nullptr;
    Limits m_limits;
    bool m_hasDirections = false;
};

enum class Quick : quint8 { No, Yes, Unknown };

//! Returns the answer of a match: Unknown if it reached a limit.
constexpr Quick quickAnswer(RegexMatch match)
{
    return match == RegexMatch::Yes ? Quick::Yes : match == RegexMatch::No ? Quick::No : Quick::Unknown;
}

//! Returns whether \a value is valid by \a root, within a fixed depth and its budgets; beyond them the result
//! is Unknown. With \a looksAtNoted it also checks formats that are not asserted; a mismatch makes the result
//! Unknown.
Quick quickCheck(
    const QuickNode &root, JsonView value, const Limits &limits, qint64 steps, bool looksAtNoted);

//! Returns whether \a number is an integer: in draft 4 by its notation, in later drafts by its value.
bool isQuickInteger(QByteArrayView number, bool draft4);
Quick withinBound(const QuickBound &bound, QByteArrayView number);
//! Returns whether the items of \a array are unique. Subtracts the steps it needs from \a steps.
Quick hasQuickUniqueItems(JsonView array, qint64 &steps);

} // namespace Workbench::SchemaProgram

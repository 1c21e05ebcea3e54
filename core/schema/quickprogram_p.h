// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonview.h"
#include "core/schema/program_p.h"

//! A second form of a compiled schema that answers one question only, and only when that is cheap: is this
//! instance valid? It knows no pointers, no messages and no annotations, keeps nothing alive and remembers
//! nothing; where any of that is needed it says that it cannot tell, and the machine of evaluator_p.h runs.
namespace Workbench::SchemaProgram {

struct QuickNode;

//! A bound of a number.
struct QuickBound {
    QuickBound(Keyword keyword, const QByteArray &text);

    Keyword keyword;
    QByteArray text;
    std::optional<qint64> integer; //!< when it is written as one
};

//! The names of "properties" and "required", found by length first.
class QuickNames {
public:
    struct Entry {
        QByteArray name;
        const QuickNode *node = nullptr; //!< null: nothing is said of its value
        bool isProperty = false;
        bool isRequired = false;
    };
    qsizetype size() const { return qsizetype(m_entries.size()); }
    const Entry &at(qsizetype index) const { return m_entries[size_t(index)]; }
    Entry &entry(const QByteArray &name); //!< added when it is not there
    void finish();
    //! The place of \a name, or -1. \a guess is looked at first; \a cost grows by the names compared.
    qsizetype find(QByteArrayView name, qsizetype guess, qint64 &cost) const
    {
        return guess < size() && sameBytes(m_entries[size_t(guess)].name, name) ? guess : search(name, cost);
    }

private:
    qsizetype search(QByteArrayView name, qint64 &cost) const;

    std::vector<Entry> m_entries;
    QHash<QByteArray, size_t> m_places; // while it is made
    std::vector<quint32> m_byLength;
    std::vector<quint32> m_lengthStarts; // for each length where it begins in m_byLength; the last is the end
};

//! What one node asks of members and their names.
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

//! enum and const
struct QuickChoice {
    std::vector<Json> keep;
    std::vector<QByteArrayView> texts; //!< sorted
    std::vector<JsonView> others;
};

struct QuickCondition {
    const QuickNode *condition = nullptr;
    const QuickNode *then = nullptr; //!< null: there is none
    const QuickNode *otherwise = nullptr;
};

struct QuickFormat {
    QString name;
    SchemaDialect dialect = SchemaDialect::Draft2020_12;
    bool isAsserted = false; //!< else what does not fit is noted, which only a whole run does
};

struct QuickNode {
    enum class Kind : quint8 { Checks, True, False, Unknown };
    Kind kind = Kind::Checks;
    bool draft4 = false;
    quint8 types = 0; //!< those allowed; 0: all
    bool hasInPlace = false; //!< anything from all to conditions
    std::vector<QuickBound> bounds;
    std::vector<QuickChoice> choices;
    std::vector<QuickFormat> formats;
    std::vector<const QuickNode *> all; //!< of references and allOf
    std::vector<std::vector<const QuickNode *>> anyOf;
    std::vector<std::vector<const QuickNode *>> oneOf;
    std::vector<const QuickNode *> none; //!< of not
    std::vector<QuickCondition> conditions;
    std::unique_ptr<QuickText> text;
    std::unique_ptr<QuickArray> array;
    std::unique_ptr<QuickObject> object;
};

class Q_DECL_HIDDEN QuickProgram {
public:
    explicit QuickProgram(const Schema::Compiled &program);

    //! Whether what the instance is validated for leaves the question as simple as it was compiled.
    bool canJudge(const ValidateOptions &options) const
    {
        return !m_hasDirections || options.direction == ValidateOptions::Direction::Any;
    }
    //! Which formats are looked at.
    enum class Formats : quint8 { All, Asserted };
    //! Empty: it cannot tell, also where a format is to be noted.
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

} // namespace Workbench::SchemaProgram

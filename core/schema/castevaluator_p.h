// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/casttype_p.h"
#include "core/schema/refusals_p.h"

#include <QHash>

namespace Workbench::Casting {

//! A value that is being built: an unchanged node, or a new array or object. Undefined if it is neither.
struct Draft {
    struct Container;
    Json leaf;
    std::shared_ptr<const Container> container;
    bool isConstant = false; //!< an object or array of "const", always the identical node, for uniqueItems
    bool isDefault = false; //!< a "default" of the schema, or a part of one
    //! The results of the parts of an intersection, to be merged. leaf is then the received value.
    QList<Draft> parts = {};

    bool isUndefined() const { return !container && leaf.isAbsent(); }
};

struct Draft::Container {
    bool isArray = false;
    QList<QString> names; //!< names of an object's members, parallel to items
    QList<Draft> items;
    QList<qsizetype> origins; //!< former indexes of the items of an array that lost duplicates; else empty

    void add(const QString &name, Draft value)
    {
        names.append(name);
        items.append(std::move(value));
    }
};

//! Returns the member \a key of \a draft. \a member is that member as JSON.
Draft partOf(const Draft &draft, const QString &key, const Json &member);

//! Returns \a draft as JSON. As in JSON.stringify, undefined is left out of an object and becomes null in an
//! array. With \a keepUndefined it becomes null in both.
Json materialise(const Draft &draft, bool keepUndefined = false);

//! Returns the differences, leaf by leaf. Unchanged subtrees are skipped at no cost.
QList<Change> changesBetween(const Json &before, const Draft &after, qint64 maxDepth);
//! Returns \a before with the differences of \a after at the places in \a refusals, and adds them to
//! \a changes. All other values and the order of the members stay as received. The violation of each change
//! has only a pointer, to the place of the change in \a before. Fails if it takes more than \a steps.
Result<Draft> mergedWhereRefused(
    const Json &before, const Draft &after, const Refusals &refusals, qint64 steps, QList<Change> &changes);

//! Returns the members by name, in the order of their first appearance. The last of duplicate keys counts.
QList<std::pair<QString, Json>> uniqueMembers(const Json &object);
//! Returns the names that JavaScript's Object.getOwnPropertyNames returns.
QStringList ownNames(const Json &value);
//! Returns value[key] as in JavaScript for an object or an array; absent stands for undefined.
Json propertyOf(const Json &value, const QString &key);

//! One run of check, cast or collectErrors. Raises by setting \c error; all functions then return at once.
//! Remembers results of check by type and node, so that hostile unions stay polynomial. Its
//! 1,300 lines are three source files: check with its errors, its quick form, and cast with create.
class Q_DECL_HIDDEN Evaluator {
public:
    //! With \a refusals, cast() changes only the places in them.
    Evaluator(const CastType::Compiled &compiled, const Json &value, Refusals *refusals = nullptr);

    bool check(const Type &type, const Json &value); //!< an absent value is undefined
    Draft create(const Type &type);
    Draft cast(const Type &type, const Json &value);
    void collect(const Type &type, const Json &value, const QString &path = {});

    std::optional<Error> error;
    QList<CastError> errors; //!< the result of collect()

private:
    struct Nesting;
    bool raise(Error what);
    Draft fail(const QString &text); //!< raises with TypeBox's text
    bool step(qint64 count = 1);
    const Type *resolved(const Type &type);

    bool spendQuick(qint64 steps)
    {
        m_quickStepsLeft -= steps;
        return m_quickStepsLeft >= 0;
    }
    SchemaProgram::Quick quickCheck(const Type &type, JsonView value);
    SchemaProgram::Quick quickContainer(const Type &type, JsonView value);
    SchemaProgram::Quick quickObject(const ObjectRules &rules, JsonView value);
    SchemaProgram::Quick quickArray(const ArrayRules &rules, JsonView value);

    bool checkInner(const Type &type, const Json &value);
    bool isSameLiteral(const Json &literal, const Json &value) const;
    bool checkOwnWork(const Type &type, const Json &made);
    bool checkContainer(const Type &type, const Json &value);
    bool checkNumber(const NumberRules &rules, const Json &value) const;
    bool checkString(const StringRules &rules, const Json &value);
    bool checkArray(const ArrayRules &rules, const Json &value);
    bool checkObject(const ObjectRules &rules, const Json &value);
    bool checkRecord(const ObjectRules &rules, const Json &value);
    bool checkIntersect(const Type &type, const Json &value);

    Draft createArray(const Type &type);
    Draft createObject(const Type &type);
    Draft createIntersect(const Type &type);

    Draft castInner(const Type &type, const Json &value);
    Draft castMade(const Type &type, const Json &value);
    Draft castObject(const Type &type, const Json &value);
    Draft castRecord(const Type &type, const Json &value);
    Draft castArray(const Type &type, const Json &value);
    Draft castTuple(const Type &type, const Json &value);
    Draft castUnion(const Type &type, const Json &value);
    Draft castToParts(const Type &type, const Json &value);
    bool isDoneWith(const Type &type, const Json &value);
    Draft castIntersect(const Type &type, const Json &value);
    Draft overlay(const Draft &made, const Json &json, const Json &value);
    qint64 score(const Type &type, const Json &value);

    void collectInner(const Type &type, const Json &value, const QString &path);
    void collectNumber(const Type &type, const Json &value, const QString &path);
    void collectString(const StringRules &rules, const Json &value, const QString &path);
    void collectArray(const ArrayRules &rules, const Json &value, const QString &path);
    void collectObject(const ObjectRules &rules, const Json &value, const QString &path);
    void collectRecord(const ObjectRules &rules, const Json &value, const QString &path);
    void collectTuple(const Type &type, const Json &value, const QString &path);
    void collectIntersect(const Type &type, const Json &value, const QString &path);

    const Limits &m_limits;
    Refusals *m_refusals;
    QSet<std::pair<const Type *, const void *>> m_castTo; //!< types with refused nodes cast to them
    QHash<std::pair<const Type *, const void *>, bool> m_checked;
    QList<Json> m_kept; //!< documents made during the run: keeps the addresses in m_checked unique
    const void *m_ownWork = nullptr; //!< the root of the built value while checkOwnWork runs
    qint64 m_valueDepth = 0;
    qint64 m_typeDepth = 0;
    qint64 m_createDepth = 0;
    qint64 m_stepsLeft = 0;
    qint64 m_quickStepsLeft = 0;
    int m_quickDepth = 0;
};

//! Counts a level of recursion during its lifetime. Converts to false if the limit was reached, and raises.
struct Evaluator::Nesting {
    Nesting(Evaluator &owner, qint64 &counter, qint64 limit);
    ~Nesting() { --m_counter; }
    Q_DISABLE_COPY_MOVE(Nesting)
    explicit operator bool() const { return m_within; }

private:
    qint64 &m_counter;
    bool m_within;
};

//! The property names that the parts of an Intersect declare, for unevaluatedProperties.
struct DeclaredNames {
    QSet<QString> names;
    bool any = false; //!< a Record declares every name

    bool contains(const QString &name) const { return any || names.contains(name); }
};
DeclaredNames declaredNames(const Type &type, int depth = 0);

//! A set of values, compared by deep equality.
class SeenValues {
public:
    bool insert(const Json &value); //!< returns false if an equal value is in the set

private:
    QHash<size_t, QList<Json>> m_values;
};
bool hasUniqueItems(const Json &array);

//! Returns whether \a key matches '^(.*)$' of Record(String, …): a dot does not match a line terminator.
bool isRecordKey(QStringView key);

} // namespace Workbench::Casting

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/dialects_p.h"
#include "core/schema/program_p.h"

#include <QDeadlineTimer>

namespace Workbench::SchemaProgram {

//! Turns schema documents into a Schema::Compiled. Processes a work list of subschemas, then of references,
//! until both are empty. Its 900 lines are two source files: the work list, and the keywords.
class Compiler {
public:
    Compiler(Schema::Compiled &out, const SchemaOptions &options);
    Result<void> compile(const Json &root);

private:
    //! A subschema to read.
    struct Task {
        Json schema;
        Node *node = nullptr;
        QString place; //!< pointer inside its document, for problems
        bool strict = true; //!< a problem makes the schema malformed; if false, only this node is unusable
        bool documentRoot = false;
        bool booleanAllowed = true;
    };
    //! A reference to resolve once all identifiers are known.
    struct Reference {
        Node *node;
        size_t op;
    };
    struct KeywordInfo {
        QLatin1StringView name;
        SchemaDialect from;
        SchemaDialect to;
        quint16 vocabulary;
        JsonKind kind; //!< the kind of its value; Absent: the reader checks it
        //! Null: only the kind is checked.
        void (Compiler::*read)(const KeywordInfo &info, const Json &value);
        Keyword keyword = Keyword::Type; //!< for readers of more than one keyword
    };
    static const QHash<QByteArray, KeywordInfo> &keywordTable(SchemaDialect dialect);

    Result<void> drain();
    Result<void> verdict() const;
    void checkAgainstMetaschema(const Json &root);
    void process(const Task &task);
    void identify(const Task &task);
    void finish(Node &node);
    Resource *newResource(const QString &uri, const Json &root, const Dialect &dialect);
    void registerUri(const QString &uri, Resource *resource, const QString &keyword);
    void addAnchor(const QString &name, const QString &keyword, bool isDynamic);
    void readAnchors(const Task &task);
    void resolve(const Reference &reference);
    Node *load(const QString &uri);
    Node *nodeAt(Resource &resource, const QString &pointer);
    Node *newNode(const Json &schema, Resource *resource, const QString &pointer, int depth);

    void problem(const QString &path, const QString &sentence);
    void exceeded(QStringView key, const QString &what);
    bool expect(bool condition, const KeywordInfo &info, const Json &value, QLatin1StringView what);
    Node *child(const QString &path, const Json &schema, bool booleanAllowed = false);
    Op &add(Keyword keyword, const KeywordInfo &info, const Json &value);
    Op &addSchema(Keyword keyword, const KeywordInfo &info, const Json &value, bool booleanAllowed = false);
    void addSchemas(Keyword keyword, const KeywordInfo &info, const Json &value);
    RegexPointer regex(const QString &path, const QString &pattern);
    bool stringList(
        const KeywordInfo &info, const QString &path, const Json &value, QList<QByteArray> &names);

    void readType(const KeywordInfo &info, const Json &value);
    void readEnum(const KeywordInfo &info, const Json &value);
    void readConst(const KeywordInfo &info, const Json &value);
    void readBound(const KeywordInfo &info, const Json &value);
    void readExclusiveFlag(const KeywordInfo &info, const Json &value);
    void readCount(const KeywordInfo &info, const Json &value);
    void readPattern(const KeywordInfo &info, const Json &value);
    void readFormat(const KeywordInfo &info, const Json &value);
    void readUnique(const KeywordInfo &info, const Json &value);
    void readRequired(const KeywordInfo &info, const Json &value);
    void readDependentRequired(const KeywordInfo &info, const Json &value);
    void readDependencies(const KeywordInfo &info, const Json &value);
    void readReference(const KeywordInfo &info, const Json &value);
    void readSchemaList(const KeywordInfo &info, const Json &value);
    void readSchema(const KeywordInfo &info, const Json &value);
    void readSchemaMap(const KeywordInfo &info, const Json &value);
    void readDefinitions(const KeywordInfo &info, const Json &value);
    void readPatternProperties(const KeywordInfo &info, const Json &value);
    void readAdditionalProperties(const KeywordInfo &info, const Json &value);
    void readItems(const KeywordInfo &info, const Json &value);
    void readAdditionalItems(const KeywordInfo &info, const Json &value);
    void readContains(const KeywordInfo &info, const Json &value);
    void readIf(const KeywordInfo &info, const Json &value);
    void readUnusedSchema(const KeywordInfo &info, const Json &value);
    void readDirection(const KeywordInfo &info, const Json &value);
    void readDiscriminator(const KeywordInfo &info, const Json &value);

    Schema::Compiled &m_out;
    const SchemaOptions &m_options;
    Dialect m_rootDialect;
    QDeadlineTimer m_deadline;
    std::deque<Task> m_tasks;
    std::deque<Reference> m_references;
    QHash<const void *, Node *> m_nodes; // by the address of the schema
    QHash<QString, Resource *> m_resources; // by URI without fragment
    QHash<QString, RegexPointer> m_regexes;
    QList<SchemaProblem> m_problems;
    QList<SchemaProblem> m_metaschemaProblems; // reported if m_problems is empty
    std::optional<Error> m_limit;
    const Task *m_task = nullptr; // the current task
};

//! Returns "string", "number", … as messages name the kind of \a value.
QLatin1StringView kindName(const Json &value);

} // namespace Workbench::SchemaProgram

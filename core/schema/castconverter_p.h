// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/casttype_p.h"

namespace Workbench::Casting {

//! \source call-protocol.md 4.1, the table and "Extended mode"
class Converter {
public:
    Converter(CastType::Compiled &compiled, Json document, SchemaConversion conversion)
        : m_compiled(compiled)
        , m_document(std::move(document))
        , m_extended(conversion == SchemaConversion::Extended)
    {
    }

    void run();

private:
    Type *make(Kind kind);
    Type *makeRaising(Error error);
    Type *withOptions(Type *type, const Json &schema);
    Type *combined(Kind kind, const Json &parts, const Json &schema);
    Type *enumeration(const Json &values, const Json &schema);
    Type *literal(const Json &value, const Json &schema);
    Type *object(const Json &schema, const Json &properties);
    Type *tuple(const Json &positions, const Json &schema);
    Type *array(const Json &items, const Json &schema);
    Type *record(const Json &schema);
    Type *reference(const Json &text);
    Type *ofType(const QString &name, const Json &schema);
    Type *extendedForm(const Json &schema, bool nullableDone);
    Type *upstreamForm(const Json &schema);
    Type *convert(const Json &schema, bool nullableDone = false);
    void stringOptions(StringRules &rules, const Json &schema) const;
    static void numberOptions(NumberRules &rules, const Json &schema);
    void arrayOptions(ArrayRules &rules, const Json &schema);
    static void setRequired(ObjectRules &rules, const Json &required);
    void objectOptions(ObjectRules &rules, const Json &schema);

    CastType::Compiled &m_compiled;
    Json m_document;
    bool m_extended;
    qint64 m_depth = 0;
    qint64 m_converted = 0;
    QHash<QString, QList<Type *>> m_references;
    QHash<QString, const Type *> m_targets;
    QList<std::pair<QString, Json>> m_waiting;
};

} // namespace Workbench::Casting

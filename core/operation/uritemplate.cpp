// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/uritemplate.h"

#include <QUrl>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxVariables = 100;

struct Expression {
    QChar op; // of + # . / ; ? & or null
    QStringList names;
};

Expression expressionOf(QStringView inside)
{
    Expression out;
    if (!inside.isEmpty() && u"+#./;?&"_s.contains(inside.front())) {
        out.op = inside.front();
        inside = inside.sliced(1);
    }
    for (QStringView name : inside.tokenize(u',')) {
        if (name.endsWith(u'*'))
            name.chop(1);
        if (const qsizetype colon = name.indexOf(u':'); colon >= 0)
            name.truncate(colon);
        if (!name.isEmpty())
            out.names.append(name.toString());
    }
    return out;
}

// Calls text(literal) and expression(...) in order; a brace without its partner is literal text.
template <typename OnText, typename OnExpression>
void walk(QStringView uriTemplate, OnText onText, OnExpression onExpression)
{
    while (!uriTemplate.isEmpty()) {
        const qsizetype open = uriTemplate.indexOf(u'{');
        const qsizetype close = open < 0 ? -1 : uriTemplate.indexOf(u'}', open);
        if (close < 0) {
            onText(uriTemplate);
            return;
        }
        onText(uriTemplate.first(open));
        onExpression(expressionOf(uriTemplate.sliced(open + 1, close - open - 1)));
        uriTemplate = uriTemplate.sliced(close + 1);
    }
}

QString encoded(const QString &value, QChar op)
{
    const bool keepsReserved = op == u'+' || op == u'#';
    return QString::fromLatin1(QUrl::toPercentEncoding(value, keepsReserved ? ":/?#[]@!$&'()*+,;=" : ""));
}

} // namespace

QStringList templateVariables(const QString &uriTemplate)
{
    QStringList names;
    walk(
        uriTemplate, [](QStringView) {},
        [&names](const Expression &expression) {
            for (const QString &name : expression.names) {
                if (!names.contains(name) && names.size() < maxVariables)
                    names.append(name);
            }
        });
    return names;
}

QString expandTemplate(const QString &uriTemplate, const Json &values)
{
    QString out;
    const auto onExpression = [&out, &values](const Expression &expression) {
        const bool isNamed = expression.op == u';' || expression.op == u'?' || expression.op == u'&';
        const bool ownSeparator = isNamed || expression.op == u'.' || expression.op == u'/';
        const QChar separator = expression.op == u'?' ? QChar(u'&')
            : ownSeparator                            ? expression.op
                                                      : QChar(u',');
        bool first = true;
        for (const QString &name : expression.names) {
            const Json value = values.member(QStringView(name));
            if (value.isAbsent() || value.isNull())
                continue;
            const QString text = value.isString() ? value.toString() : QString::fromUtf8(value.toBytes());
            if (!first)
                out += separator;
            else if (!expression.op.isNull() && expression.op != u'+')
                out += expression.op;
            first = false;
            if (isNamed)
                out += name + (text.isEmpty() && expression.op == u';' ? QString() : QString(u"="_s));
            out += encoded(text, expression.op);
        }
    };
    walk(uriTemplate, [&out](QStringView text) { out += text; }, onExpression);
    return out;
}

} // namespace Workbench

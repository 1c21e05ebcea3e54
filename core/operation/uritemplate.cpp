// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/uritemplate.h"

#include "core/base/visibletext.h"

#include <QUrl>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxVariables = 100;
constexpr qsizetype maxShownExpression = 60;

struct Varspec {
    QString name;
    bool isExploded = false;
    qsizetype prefix = -1; //!< number of characters of the value to use; -1: all
};

struct Expression {
    QChar op; //!< one of + # . / ; ? & or null
    QList<Varspec> variables; //!< empty: the expression is invalid
    QStringView source; //!< the text with its braces

    bool isNamed() const { return op == u';' || op == u'?' || op == u'&'; }
    bool keepsReserved() const { return op == u'+' || op == u'#'; }
    //! Returns the separator between two values. RFC 6570, appendix A
    QChar separator() const
    {
        if (op == u'?' || op == u'&')
            return u'&';
        return op == u'.' || op == u'/' || op == u';' ? op : QChar(u',');
    }
};

std::optional<Varspec> varspecOf(QStringView text)
{
    constexpr qsizetype maxPrefix = 9999;
    Varspec out;
    if (text.endsWith(u'*')) {
        out.isExploded = true;
        text.chop(1);
    } else if (const qsizetype colon = text.indexOf(u':'); colon >= 0) {
        bool isNumber = false;
        out.prefix = text.sliced(colon + 1).toLongLong(&isNumber);
        if (!isNumber || out.prefix < 1 || out.prefix > maxPrefix)
            return std::nullopt;
        text.truncate(colon);
    }
    out.name = text.toString();
    // Many characters that RFC 6570 does not allow in a name are in use, for example the hyphen. Only these
    // are ambiguous.
    const bool isReadable = !text.isEmpty()
        && std::ranges::none_of(text, [](QChar c) { return c.isSpace() || u"{}*:=!@|+#/;?&"_s.contains(c); });
    return isReadable ? std::optional(out) : std::nullopt;
}

Expression expressionOf(QStringView source)
{
    Expression out;
    out.source = source;
    QStringView inside = source.sliced(1).chopped(1);
    if (!inside.isEmpty() && u"+#./;?&"_s.contains(inside.front())) {
        out.op = inside.front();
        inside = inside.sliced(1);
    }
    for (const QStringView text : inside.tokenize(u',')) {
        const std::optional<Varspec> variable = varspecOf(text);
        if (!variable) {
            out.variables.clear();
            return out;
        }
        out.variables.append(*variable);
    }
    return out;
}

// Calls onText(literal) and onExpression(...) in order. An unmatched brace is literal text.
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
        onExpression(expressionOf(uriTemplate.sliced(open, close - open + 1)));
        uriTemplate = uriTemplate.sliced(close + 1);
    }
}

bool isTriplet(const QByteArray &text, qsizetype at)
{
    return at + 2 < text.size() && isxdigit(uchar(text.at(at + 1))) && isxdigit(uchar(text.at(at + 2)));
}

//! Percent-encodes \a text, except for the characters in \a kept and triplets that are encoded already.
QString encodedKeeping(QStringView text, const QByteArray &kept)
{
    const QByteArray bytes = text.toUtf8();
    QByteArray out;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (bytes.at(i) == '%' && isTriplet(bytes, i))
            out += '%';
        else
            out += bytes.sliced(i, 1).toPercentEncoding(kept);
    }
    return QString::fromLatin1(out);
}

constexpr char reserved[] = ":/?#[]@!$&'()*+,;=";

QString encoded(const QString &value, const Expression &expression)
{
    if (expression.keepsReserved())
        return encodedKeeping(value, reserved);
    return QString::fromLatin1(QUrl::toPercentEncoding(value));
}

bool isDefined(const Json &value)
{
    return !value.isAbsent() && !value.isNull()
        && ((!value.isArray() && !value.isObject()) || value.size() > 0);
}

QString textOf(const Json &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(value.toBytes());
}

//! Returns the first \a count characters. A surrogate pair counts as one character and is never split.
QString prefixOf(const QString &text, qsizetype count)
{
    qsizetype end = 0;
    for (; count > 0 && end < text.size(); --count)
        end += text.at(end).isHighSurrogate() && end + 1 < text.size() ? 2 : 1;
    return text.first(end);
}

//! Returns "name=value", or "name" for an empty value in a `{;x}` expression.
QString named(const QString &name, const QString &value, const Expression &expression)
{
    return value.isEmpty() && expression.op == u';' ? name : QString(name + u'=' + value);
}

//! Returns the parts that a value writes. The caller joins them with the separator of the expression.
QStringList partsOf(const Varspec &variable, const Json &value, const Expression &expression)
{
    if (!value.isArray() && !value.isObject()) {
        const QString text = textOf(value);
        const QString cut = variable.prefix < 0 ? text : prefixOf(text, variable.prefix);
        const QString part = encoded(cut, expression);
        return {expression.isNamed() ? named(variable.name, part, expression) : part};
    }
    QStringList parts;
    for (const Json &item : value.items()) {
        if (!isDefined(item))
            continue;
        const QString part = encoded(textOf(item), expression);
        parts.append(
            variable.isExploded && expression.isNamed() ? named(variable.name, part, expression) : part);
    }
    for (const auto &member : value.members()) {
        if (!isDefined(member.value()))
            continue;
        const QString key = encoded(member.key(), expression);
        const QString part = encoded(textOf(member.value()), expression);
        if (!variable.isExploded)
            parts << key << part;
        else
            parts.append(named(key, part, expression));
    }
    if (variable.isExploded || parts.isEmpty())
        return parts;
    const QString joined = parts.join(u',');
    return {expression.isNamed() ? named(variable.name, joined, expression) : joined};
}

} // namespace

QList<TemplateVariable> templateVariables(const QString &uriTemplate)
{
    QList<TemplateVariable> variables;
    const auto onExpression = [&variables](const Expression &expression) {
        for (const Varspec &variable : expression.variables) {
            auto found = std::ranges::find(variables, variable.name, &TemplateVariable::name);
            if (found == variables.end() && variables.size() == maxVariables)
                continue;
            if (found == variables.end())
                found = variables.insert(variables.end(), {variable.name});
            found->isRequired |= expression.op.isNull() || expression.op == u'+';
            found->isExploded |= variable.isExploded;
        }
    };
    walk(uriTemplate, [](QStringView) { }, onExpression);
    return variables;
}

QString expandTemplate(const QString &uriTemplate, const Json &values)
{
    QString out;
    const auto onExpression = [&out, &values](const Expression &expression) {
        if (expression.variables.isEmpty()) {
            out += expression.source;
            return;
        }
        QStringList parts;
        for (const Varspec &variable : expression.variables) {
            const Json value = values.member(QStringView(variable.name));
            if (isDefined(value))
                parts += partsOf(variable, value, expression);
        }
        if (!parts.isEmpty() && !expression.op.isNull() && expression.op != u'+')
            out += expression.op;
        out += parts.join(expression.separator());
    };
    // Braces in literal text are unmatched. They are kept so that the author can see the mistake.
    const QByteArray kept = QByteArray(reserved) + "{}";
    walk(uriTemplate, [&](QStringView text) { out += encodedKeeping(text, kept); }, onExpression);
    return out;
}

QString templateFault(const QString &uriTemplate)
{
    QString fault;
    const auto onText = [&fault](QStringView text) {
        if (fault.isEmpty() && (text.contains(u'{') || text.contains(u'}')))
            fault = u"a brace is unmatched"_s;
    };
    const auto onExpression = [&fault](const Expression &expression) {
        if (fault.isEmpty() && expression.variables.isEmpty())
            fault = u"%1 is not an expression of RFC 6570"_s.arg(
                visibleText(expression.source.toString(), false, maxShownExpression));
    };
    walk(uriTemplate, onText, onExpression);
    return fault;
}

} // namespace Workbench

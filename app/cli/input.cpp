// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"

#include "core/base/limits.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>
#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

std::unexpected<Error> usage(const QString &sentence)
{
    return std::unexpected(Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}});
}

Error tooLarge(const QString &what, qint64 maxBytes)
{
    return limitError(*findLimit(u"doc.bytes"), u"%1 is too large"_s.arg(what), maxBytes);
}

Result<Json> parsed(const QString &what, Result<QByteArray> bytes)
{
    if (!bytes)
        return std::unexpected(bytes.error());
    Result<Json> value = parseJson(*std::move(bytes));
    if (!value && value.error().kind != ErrorKind::Limit)
        return usage(u"%1 is no JSON: %2"_s.arg(what, value.error().message));
    return value;
}

bool schemaAllows(const Json &schema, QLatin1StringView type)
{
    const Json declared = schema.member("type"_L1);
    if (declared.isString())
        return declared.toString() == type;
    for (const Json &one : declared.items()) {
        if (one.toString() == type)
            return true;
    }
    return false;
}

QString plainName(const QString &key, const Json &properties)
{
    const QString name = key.section(u'.', 1);
    const QString place = properties.member(name).member("x-in"_L1).toString();
    const bool isQualified =
        !place.isEmpty() && !properties.hasMember(key) && key.section(u'.', 0, 0) == place;
    return isQualified ? name : key;
}

Json typedValue(const QString &text, const Json &schema)
{
    if (schema.isObject() && !schemaAllows(schema, "string"_L1)) {
        const Result<Json> value = parseJson(text.toUtf8());
        if (value
            && ((value->isNumber()
                    && (schemaAllows(schema, "number"_L1) || schemaAllows(schema, "integer"_L1)))
                || (value->isBoolean() && schemaAllows(schema, "boolean"_L1))
                || (value->isNull() && schemaAllows(schema, "null"_L1)))) {
            return *value;
        }
    }
    return Json::string(text);
}

//! An OpenAPI operation's input takes "query.id" for "id" where the schema says that this is in the query.
Json withPlainNames(const Json &input, const Json &inputSchema)
{
    const Json properties = inputSchema.member("properties"_L1);
    Json plain = input;
    for (const auto entry : input.members()) {
        const QString key = entry.key();
        const QString name = plainName(key, properties);
        if (name != key)
            plain = withMember(withoutMember(plain, key), name, entry.value());
    }
    return plain;
}

//! To its end: one read of a pipe gives what is in it just then.
Result<QByteArray> readAllOfStdin(qint64 maxBytes)
{
    QByteArray bytes;
    std::array<char, 65536> buffer{};
    while (bytes.size() <= maxBytes) {
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count == 0)
            return bytes;
        if (count > 0) {
            bytes.append(buffer.data(), count);
        } else if (errno == EAGAIN) {
            pollfd ready{STDIN_FILENO, POLLIN, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return usage(u"cannot read stdin: %1"_s.arg(qt_error_string(errno)));
        }
    }
    return std::unexpected(tooLarge(u"stdin"_s, maxBytes));
}

} // namespace

Result<QByteArray> readFile(const QString &path, qint64 maxBytes)
{
    if (path == "-"_L1)
        return readAllOfStdin(maxBytes);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usage(u"cannot read %1: %2"_s.arg(path, file.errorString()));
    QByteArray bytes = file.read(maxBytes + 1);
    if (bytes.size() > maxBytes)
        return std::unexpected(tooLarge(path, maxBytes));
    return bytes;
}

Result<QByteArray> readStdin(qint64 maxBytes, Interrupt &interrupt)
{
    if (::fcntl(STDIN_FILENO, F_GETFD) < 0)
        return usage(u"cannot read stdin: it is closed"_s);
    QByteArray bytes;
    std::optional<Error> problem;
    QEventLoop loop;
    QSocketNotifier readable(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&readable, &QSocketNotifier::activated, &loop, [&] {
        // Ctrl+C throws away what a terminal had, and a read of nothing would wait and hear no interrupt.
        pollfd ready{STDIN_FILENO, POLLIN, 0};
        if (::poll(&ready, 1, 0) == 0)
            return;
        std::array<char, 65536> buffer{};
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count > 0) {
            bytes.append(buffer.data(), count);
            if (bytes.size() <= maxBytes)
                return;
            problem = tooLarge(u"stdin"_s, maxBytes);
        } else if (count < 0) {
            if (errno == EINTR || errno == EAGAIN)
                return;
            problem = usage(u"cannot read stdin: %1"_s.arg(qt_error_string(errno))).error();
        }
        loop.quit();
    });
    QObject::connect(&interrupt, &Interrupt::interrupted, &loop, &QEventLoop::quit);
    if (!interrupt.happened())
        loop.exec();
    if (interrupt.happened())
        problem = Error{ErrorKind::Cancelled, u"input.interrupted"_s,
            u"interrupted while the input was read from stdin"_s, {}, {}};
    if (problem)
        return std::unexpected(*problem);
    return bytes;
}

Result<Json> readJsonFile(const QString &path, qint64 maxBytes)
{
    return parsed(path == "-"_L1 ? u"stdin"_s : path, readFile(path, maxBytes));
}

namespace {

//! A file as an operation that sends files takes it.
Result<Json> fileValue(const QString &path, qint64 maxBytes)
{
    const Result<QByteArray> bytes = readFile(path, maxBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    return JsonBuilder()
        .beginObject()
        .add(u"$file", QFileInfo(path).fileName())
        .add(u"type", QMimeDatabase().mimeTypeForFileNameAndData(path, *bytes).name())
        .add(u"base64", QString::fromLatin1(bytes->toBase64()))
        .endObject()
        .take();
}

} // namespace

Result<Json> inputFromArguments(const Arguments &arguments, const QStringList &pairs, const Json &inputSchema,
    qint64 maxBytes, Interrupt &interrupt)
{
    Json input = Json::emptyObject();
    if (arguments.has(u"input"_s)) {
        const QString text = arguments.value(u"input"_s);
        const Result<Json> given = text == "-"_L1 ? parsed(u"stdin"_s, readStdin(maxBytes, interrupt))
            : text.startsWith(u'@')               ? readJsonFile(text.mid(1), maxBytes)
                                                  : parsed(u"--input"_s, text.toUtf8());
        if (!given)
            return given;
        input = *given;
    }
    if (!pairs.isEmpty() && !input.isObject())
        return usage(u"KEY=VALUE needs an input that is an object"_s);
    for (const QString &pair : pairs) {
        const qsizetype equals = pair.indexOf(u'=');
        if (equals < 1)
            return usage(u"\"%1\" is neither KEY=VALUE nor KEY:=JSON"_s.arg(pair));
        const QString text = pair.mid(equals + 1);
        if (pair.at(equals - 1) == u':') {
            const QString key = pair.left(equals - 1);
            const Result<Json> value = parseJson(text.toUtf8());
            if (!value)
                return usage(u"the value of %1 is no JSON: %2"_s.arg(key, value.error().message));
            input = withMember(input, key, *value);
        } else {
            const QString key = pair.left(equals);
            const Json properties = inputSchema.member("properties"_L1);
            const Json schema = properties.member(plainName(key, properties));
            const Result<Json> value = text.startsWith(u'@') && schema.member("x-file"_L1).toBoolean()
                ? fileValue(text.sliced(1), maxBytes)
                : typedValue(text, schema);
            if (!value)
                return value;
            input = withMember(input, key, *value);
        }
    }
    return withPlainNames(input, inputSchema);
}

Result<ResultReading> readingFromArguments(const Arguments &arguments)
{
    const auto given = [&arguments](const QString &option) {
        return arguments.has(option) ? Json::string(arguments.value(option)) : Json();
    };
    Result<ResultReading> reading = resultReading(
        Json::object({{u"jsonInText"_s, given(u"json-in-text"_s)}, {u"isError"_s, given(u"is-error"_s)}}));
    if (!reading)
        reading.error().message = u"--json-in-text wants open or keep, --is-error keep or throw"_s;
    return reading;
}

} // namespace Workbench::Cli

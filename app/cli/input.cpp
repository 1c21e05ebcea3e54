// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/input.h"

#include "core/base/limits.h"
#include "core/base/nearestnames.h"
#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/operation/inputshape.h"

#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>
#include <QSocketNotifier>
#include <QStringDecoder>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
namespace Workbench::Cli {

namespace {

Error tooLarge(const QString &what, qint64 maxBytes)
{
    return limitError(*findLimit(u"doc.bytes"), u"%1 is too large"_s.arg(what), maxBytes);
}

//! Reads stdin to its end. A single read() of a pipe returns only the bytes that are available.
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
            return wrongUsage(u"cannot read stdin: %1"_s.arg(qt_error_string(errno)));
        }
    }
    return std::unexpected(tooLarge(u"stdin"_s, maxBytes));
}

constexpr qsizetype mostNamesShown = 8;

std::unexpected<Error> refusedInput(const QString &code, const QString &name, const QString &sentence)
{
    const Json problem = Json::object(
        {{u"path"_s, Json::string(QString(u'/' + name))}, {u"message"_s, Json::string(sentence)}});
    return std::unexpected(Error{
        ErrorKind::Validation, code, sentence, {}, Json::object({{u"errors"_s, Json::array({problem})}})});
}

QString describing(const OperationSpec &spec)
{
    return u"see envelope describe … %1"_s.arg(visibleText(spec.id.name));
}

//! Returns the keys that were probably meant by \a name: members inside objects, else the nearest names.
QString suggestionFor(const QString &name, const QStringList &keys)
{
    QStringList meant;
    for (const QString &key : keys) {
        if (key.endsWith(QString(u'.' + name)))
            meant.append(key);
    }
    if (meant.isEmpty())
        meant = nearestNames(name, keys);
    if (meant.isEmpty()) {
        QHash<QString, QString> byLast;
        for (const QString &key : keys) {
            if (key.contains(u'.'))
                byLast.insert(key.section(u'.', -1), key);
        }
        for (const QString &last : nearestNames(name, byLast.keys()))
            meant.append(byLast.value(last));
    }
    meant = meant.first(std::min<qsizetype>(meant.size(), 3));
    return visibleText(meant.join(u" or "_s));
}

std::unexpected<Error> unknownInput(const QString &name, const OperationSpec &spec)
{
    const QStringList keys = inputKeys(spec);
    const QString suggestion = suggestionFor(name, keys);
    QString sentence = u"\"%1\" is not an input of %2."_s.arg(name, visibleText(spec.id.name));
    const QString known = u"The parameter \"%1\" "_s.arg(name);
    const auto remark = std::ranges::find_if(
        spec.remarks, [&known](const QString &one) { return one.startsWith(known, Qt::CaseInsensitive); });
    if (remark != spec.remarks.cend()) // the remark says why the parameter is missing
        return refusedInput(u"input.unknown"_s, name, *remark);
    if (!suggestion.isEmpty())
        sentence += u" Did you mean %1?"_s.arg(suggestion);
    else if (keys.isEmpty())
        sentence += u" It takes no input."_s;
    else if (keys.size() <= mostNamesShown)
        sentence += u" It takes %1."_s.arg(visibleText(keys.join(u", "_s)));
    else
        sentence += u" To read its inputs, %1."_s.arg(describing(spec));
    return refusedInput(u"input.unknown"_s, name, sentence);
}

//! A pair KEY=VALUE or KEY:=JSON, with the path of its member in the input.
struct Pair {
    QString key; // as typed
    QStringList path;
    QString text;
    bool isJson = false;
    bool isText = false; //!< the media type of the body is not JSON
    bool takesAny = false; //!< JSON can be sent as it is; a parameter of a URL or a header is text
};

//! Splits \a key at its dots, but not at "\.".
QStringList segmentsOf(const QString &key)
{
    QStringList segments{QString()};
    for (qsizetype i = 0; i < key.size(); ++i) {
        const bool isEscaped = key.at(i) == u'\\' && i + 1 < key.size() && key.at(i + 1) == u'.';
        if (isEscaped)
            segments.last() += key.at(++i);
        else if (key.at(i) == u'.')
            segments.append(QString());
        else
            segments.last() += key.at(i);
    }
    return segments;
}

QStringList pathOf(const QString &key, const InputShape &shape)
{
    QStringList segments = segmentsOf(key);
    const auto joined = [&segments](qsizetype from, qsizetype count) {
        return segments.sliced(from, count).join(u'.');
    };
    for (qsizetype count = segments.size(); count > 0; --count) { // a name that contains dots
        if (shape.hasMember(joined(0, count)))
            return QStringList{joined(0, count)} + segments.sliced(count);
    }
    for (qsizetype count = segments.size() - 1; count > 0; --count) { // "query.id" for "id"
        const QString name = joined(1, count);
        if (shape.hasMember(name) && shape.member(name).place() == segments.constFirst())
            return QStringList{name} + segments.sliced(count + 1);
    }
    return segments;
}

Result<Pair> pairFrom(const QString &text, const InputShape &shape)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals < 1)
        return wrongUsage(u"\"%1\" is neither KEY=VALUE nor KEY:=JSON"_s.arg(text));
    Pair pair;
    pair.isJson = text.at(equals - 1) == u':';
    pair.key = text.left(pair.isJson ? equals - 1 : equals);
    pair.text = text.mid(equals + 1);
    pair.path = pathOf(pair.key, shape);
    if (pair.path.contains(QString()))
        return wrongUsage(u"\"%1\" has an empty name in its key"_s.arg(text));
    return pair;
}

//! Returns the shape of the member that \a pair sets, or the error for a member that does not exist.
Result<InputShape> shapeAt(
    const Pair &pair, const InputShape &root, const OperationSpec &spec, bool takesAnyName)
{
    InputShape shape = root;
    for (qsizetype i = 0; i < pair.path.size(); ++i) {
        const QString &name = pair.path.at(i);
        if (i > 0 && shape.statesType() && !shape.allows("object"_L1) && !takesAnyName) {
            const QString outer = pair.path.first(i).join(u'.');
            const QString advice = shape.allows("array"_L1)
                ? u"give it as %1:='[…]', or repeat %1=VALUE"_s.arg(outer)
                : u"give it as %1=VALUE"_s.arg(outer);
            return refusedInput(u"input.type"_s, outer,
                u"\"%1\" is not an object, so it has no \"%2\"; %3"_s.arg(outer, name, advice));
        }
        if (!takesAnyName && !shape.hasMember(name) && !shape.isOpen())
            return unknownInput(pair.path.first(i + 1).join(u'.'), spec);
        shape = shape.member(name);
    }
    return shape;
}

Result<QByteArray> bytesFor(const Pair &pair, qint64 maxBytes)
{
    Result<QByteArray> bytes = readFile(pair.text.sliced(1), maxBytes);
    if (!bytes && bytes.error().kind == ErrorKind::Usage) {
        bytes.error().message += u". For the text \"%1\" write %2:='\"%1\"'"_s.arg(pair.text, pair.key);
    }
    return bytes;
}

//! Returns \a text as a number, boolean or null if the schema allows that type; else nothing.
std::optional<Json> scalarFrom(const QByteArray &text, const InputShape &shape)
{
    const Result<Json> value = parseJson(text);
    const bool fits = value
        && ((value->isNumber() && (shape.allows("number"_L1) || shape.allows("integer"_L1)))
            || (value->isBoolean() && shape.allows("boolean"_L1))
            || (value->isNull() && shape.allows("null"_L1)));
    return fits ? std::optional(*value) : std::nullopt;
}

bool wantsContainer(const InputShape &shape)
{
    return !shape.allows("string"_L1) && (shape.allows("object"_L1) || shape.allows("array"_L1));
}

//! Returns \a text as an object or an array if the schema allows it beside a text, or states no type.
std::optional<Json> containerFrom(const QByteArray &text, const Pair &pair, const InputShape &shape)
{
    const QByteArray start = text.trimmed().first(std::min<qsizetype>(text.trimmed().size(), 1));
    if (pair.isText || shape.isFile() || (start != "{" && start != "["))
        return {};
    const Result<Json> value = parseJson(text);
    const bool fits = value
        && ((pair.takesAny && !shape.statesType()) || (value->isObject() && shape.allows("object"_L1))
            || (value->isArray() && shape.allows("array"_L1)));
    return fits ? std::optional(*value) : std::nullopt;
}

QString howToGive(const QString &key, const InputShape &shape)
{
    if (shape.isFile())
        return u"%1 takes a file: give it as %1=@FILE"_s.arg(key);
    if (shape.allows("object"_L1))
        return u"%1 takes an object: give it as %1:='{…}', %1.NAME=VALUE or %1=@FILE"_s.arg(key);
    if (wantsContainer(shape.items()))
        return u"%1 takes an array: give it as %1:='[…]' or %1=@FILE"_s.arg(key);
    return u"%1 takes an array: give it as %1:='[…]', or repeat %1=VALUE"_s.arg(key);
}

//! Returns how to give the missing value of \a key.
QString howToGiveMissing(const QString &key, const InputShape &shape)
{
    if (shape.isFile())
        return u"%1=@FILE"_s.arg(key);
    if (shape.allows("object"_L1))
        return u"%1:='{…}', %1.NAME=VALUE or %1=@FILE"_s.arg(key);
    if (wantsContainer(shape))
        return u"%1:='[…]' or %1=@FILE"_s.arg(key);
    return shape.allows("string"_L1) ? u"%1=TEXT or %1=@FILE"_s.arg(key) : u"%1=VALUE or %1=@FILE"_s.arg(key);
}

Result<Json> fromFile(const Pair &pair, const InputShape &shape, qint64 maxBytes)
{
    const Result<QByteArray> bytes = bytesFor(pair, maxBytes);
    if (!bytes)
        return std::unexpected(bytes.error());
    const QString path = pair.text.sliced(1);
    if (shape.isFile()) { // the form that an operation with file parameters takes
        const QString type = QMimeDatabase().mimeTypeForFileNameAndData(path, *bytes).name();
        return Json::object(
            {{u"$file"_s, Json::string(QFileInfo(path).fileName())}, {u"type"_s, Json::string(type)},
                {u"base64"_s, Json::string(QString::fromLatin1(bytes->toBase64()))}});
    }
    if (pair.isJson || wantsContainer(shape))
        return parsedJson(path, *bytes);
    if (const auto scalar = shape.allows("string"_L1) ? std::nullopt : scalarFrom(*bytes, shape))
        return *scalar;
    if (shape.isBase64())
        return Json::string(QString::fromLatin1(bytes->toBase64()));
    if (const auto container = containerFrom(*bytes, pair, shape))
        return *container;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(*bytes);
    if (decoder.hasError())
        return wrongUsage(u"%1 is not UTF-8 text; %2 needs UTF-8 text"_s.arg(path, pair.key));
    return Json::string(text);
}

//! Returns the value of \a pair for the place of \a shape, which is \a whole or the items of \a whole.
Result<Json> valueFrom(const Pair &pair, const InputShape &shape, const InputShape &whole, qint64 maxBytes)
{
    if (pair.text.startsWith(u'@'))
        return fromFile(pair, shape, maxBytes);
    if (pair.isJson)
        return parsedJson(u"the value of %1"_s.arg(pair.key), pair.text.toUtf8());
    if (const auto container = containerFrom(pair.text.toUtf8(), pair, shape))
        return *container;
    if (shape.allows("string"_L1))
        return Json::string(pair.text);
    if (const auto scalar = scalarFrom(pair.text.toUtf8(), shape))
        return *scalar;
    if (!wantsContainer(shape))
        return Json::string(pair.text); // the validation explains a value that does not fit
    const Result<Json> value = parseJson(pair.text.toUtf8());
    const bool fits = value && !shape.isFile()
        && ((value->isObject() && shape.allows("object"_L1))
            || (value->isArray() && shape.allows("array"_L1)));
    if (!fits)
        return refusedInput(u"input.type"_s, pair.path.join(u'/'), howToGive(pair.key, whole));
    return value;
}

//! Returns whether a key that is given once stands for an array with one item.
bool isOneOfMany(const Pair &pair, const InputShape &shape)
{
    if (pair.isJson || !shape.allows("array"_L1) || shape.allows("string"_L1) || shape.allows("object"_L1)
        || scalarFrom(pair.text.toUtf8(), shape))
        return false;
    if (pair.text.startsWith(u'@'))
        return shape.items().isFile();
    const Result<Json> value = parseJson(pair.text.toUtf8());
    return !value || !value->isArray();
}

Json memberAt(const Json &input, const QStringList &path)
{
    Json value = input;
    for (const QString &name : path)
        value = value.member(QStringView(name));
    return value;
}

Json withMemberAt(const Json &object, const QStringList &path, const Json &value)
{
    if (path.isEmpty())
        return value;
    const Json inner = object.member(QStringView(path.constFirst()));
    return withMember(object, path.constFirst(), withMemberAt(inner, path.sliced(1), value));
}

//! Returns the media type that the user gives the body of an OpenAPI call; empty if there is none.
QString givenContentType(const Json &input, const QList<Pair> &pairs)
{
    QString type = input.member("contentType"_L1).toString();
    for (const Pair &pair : pairs) {
        if (pair.path != QStringList{u"contentType"_s})
            continue;
        type = pair.isJson ? parseJson(pair.text.toUtf8()).value_or(Json()).toString() : pair.text;
    }
    return type;
}

//! Returns the error for a value that would replace members of \a begun, or that would be replaced by one.
std::optional<Error> clashWith(const QSet<QStringList> &begun, const Pair &pair, const Json &input)
{
    const auto clash = [&pair](const QStringList &first, const QString &advice) {
        const QString sentence =
            u"%1 and %2 contradict each other: %3"_s.arg(visibleText(first.join(u'.')), pair.key, advice);
        return refusedInput(u"input.repeated"_s, pair.path.join(u'/'), sentence).error();
    };
    for (const QStringList &path : begun) {
        const bool isInside = path.size() > pair.path.size() && path.first(pair.path.size()) == pair.path;
        const bool isAround = pair.path.size() > path.size() && pair.path.first(path.size()) == path;
        if (isInside)
            return clash(path, u"give %1 first, and then the members that differ"_s.arg(pair.key));
        if (isAround && !memberAt(input, path).isObject())
            return clash(path, u"%1 is not an object"_s.arg(visibleText(path.join(u'.'))));
    }
    return {};
}

Json withItem(const Json &array, const Json &item)
{
    QList<Json> items;
    for (const Json &one : array.items())
        items.append(one);
    items.append(item);
    return Json::array(items);
}

} // namespace

Result<QByteArray> readFile(const QString &path, qint64 maxBytes)
{
    if (path.isEmpty())
        return wrongUsage(u"the name of the file is missing"_s);
    if (path == "-"_L1)
        return readAllOfStdin(maxBytes);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        const bool isJson = path.startsWith(u'{') || path.startsWith(u'[');
        return wrongUsage(isJson ? u"expected a JSON file, or - for stdin, not JSON text"_s
                                 : u"cannot read %1: %2"_s.arg(path, file.errorString()));
    }
    QByteArray bytes = file.read(maxBytes + 1);
    if (bytes.size() > maxBytes)
        return std::unexpected(tooLarge(path, maxBytes));
    return bytes;
}

Result<QByteArray> readStdin(qint64 maxBytes, Interrupt &interrupt)
{
    if (::fcntl(STDIN_FILENO, F_GETFD) < 0)
        return wrongUsage(u"cannot read stdin: it is closed"_s);
    QByteArray bytes;
    std::optional<Error> problem;
    QEventLoop loop;
    QSocketNotifier readable(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&readable, &QSocketNotifier::activated, &loop, [&] {
        // Ctrl+C discards the pending input of a terminal. A read() would then block and miss the interrupt.
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
            problem = usageError(u"cannot read stdin: %1"_s.arg(qt_error_string(errno)));
        }
        loop.quit();
    });
    QObject::connect(&interrupt, &Interrupt::interrupted, &loop, &QEventLoop::quit);
    if (!interrupt.happened())
        loop.exec();
    if (interrupt.happened())
        problem = Error{ErrorKind::Cancelled, u"input.interrupted"_s,
            u"interrupted while the input was read from stdin"_s};
    if (problem)
        return std::unexpected(*problem);
    return bytes;
}

Result<Json> parsedJson(const QString &what, Result<QByteArray> bytes)
{
    if (!bytes)
        return std::unexpected(bytes.error());
    Result<Json> value = parseJson(*std::move(bytes));
    if (!value && value.error().kind != ErrorKind::Limit)
        return wrongUsage(u"%1 is %2"_s.arg(what, value.error().message));
    return value;
}

Result<Identity> identityFromArgument(const QString &what, const Json &json, const QStringList &further)
{
    const QStringList known = QStringList{u"id"_s, u"scopes"_s, u"resources"_s} + further;
    for (const auto &entry : json.members()) {
        const QString name = entry.key();
        if (!known.contains(name)) {
            return wrongUsage(u"%1: an identity has no member \"%2\".%3"_s.arg(
                what, visibleText(name), didYouMean(name, known)));
        }
    }
    return readIdentity(json, {}).transform_error(
        [&what](const Error &error) { return usageError(u"%1: %2"_s.arg(what, error.message)); });
}

Result<Json> readJsonFile(const QString &path, qint64 maxBytes)
{
    return parsedJson(path == "-"_L1 ? u"stdin"_s : path, readFile(path, maxBytes));
}

Result<Json> inputsFile(const Arguments &arguments, qint64 maxBytes)
{
    if (!arguments.has(u"inputs"_s))
        return Json::emptyObject();
    const Result<Json> file = readJsonFile(arguments.value(u"inputs"_s), maxBytes);
    if (file && !file->isObject())
        return wrongUsage(u"--inputs needs an object: {OPERATION: input}"_s);
    return file;
}

Result<Json> inputFromArguments(const Arguments &arguments, const QStringList &pairs,
    const OperationSpec &spec, qint64 maxBytes, Interrupt &interrupt)
{
    Json input = Json::emptyObject();
    if (arguments.has(u"input"_s)) {
        const QString text = arguments.value(u"input"_s);
        const Result<Json> given = text == "-"_L1 ? parsedJson(u"stdin"_s, readStdin(maxBytes, interrupt))
            : text.startsWith(u'@')               ? readJsonFile(text.mid(1), maxBytes)
                                                  : parsedJson(u"--input"_s, text.toUtf8());
        if (!given)
            return given;
        input = *given;
    }
    if (!pairs.isEmpty() && !input.isObject())
        return wrongUsage(u"KEY=VALUE needs a JSON object as --input"_s);
    const bool takesAnything = arguments.has(u"send-invalid"_s);
    const Result<Json> whole =
        withPairs(withPlainNames(input, spec.inputSchema), pairs, spec, takesAnything, maxBytes)
            .transform([&spec](const Json &json) { return withDeclaredType(json, spec.inputSchema); });
    if (!whole || takesAnything)
        return whole;
    return checkNames(*whole, spec).transform([&whole] { return *whole; });
}

Result<ResultReading> readingFromArguments(const Arguments &arguments)
{
    const auto given = [&arguments](const QString &option) {
        return arguments.has(option) ? Json::string(arguments.value(option)) : Json();
    };
    Result<ResultReading> reading = resultReading(
        Json::object({{u"jsonInText"_s, given(u"json-in-text"_s)}, {u"isError"_s, given(u"is-error"_s)}}));
    if (!reading) {
        const QString text = arguments.value(u"json-in-text"_s, u"open"_s);
        const bool isOfText = text != "open"_L1 && text != "keep"_L1;
        reading.error().message = isOfText
            ? u"--json-in-text must be open or keep, not \"%1\""_s.arg(text)
            : u"--is-error must be keep or throw, not \"%1\""_s.arg(arguments.value(u"is-error"_s));
    }
    return reading;
}

QStringList inputKeys(const OperationSpec &spec)
{
    const InputShape shape(spec.inputSchema);
    QStringList keys = shape.members();
    for (const QString &name : shape.members()) {
        const InputShape inner = shape.member(name);
        if (inner.isFile())
            continue;
        for (const QString &innerName : inner.members())
            keys.append(QString(name + u'.' + innerName));
    }
    return keys;
}

Json withPlainNames(const Json &input, const Json &inputSchema)
{
    const InputShape shape(inputSchema);
    Json plain = input;
    for (const auto entry : input.members()) {
        const QString key = entry.key();
        if (!key.contains(u'.') || shape.hasMember(key))
            continue;
        const QString name = key.section(u'.', 1);
        const bool isGivenTwice = input.hasMember(name); // refused later as an unknown name
        if (!isGivenTwice && shape.hasMember(name) && shape.member(name).place() == key.section(u'.', 0, 0))
            plain = withMember(withoutMember(plain, key), name, entry.value());
    }
    return plain;
}

Json withDeclaredType(const Json &input, const Json &inputSchema)
{
    constexpr QLatin1StringView name("contentType");
    const Json declared = inputSchema.member("properties"_L1).member(name);
    const Json given = input.member(name);
    if (!given.isString() || declared.member("x-in"_L1).toString() != "header"_L1)
        return input;
    const MediaType type = MediaType::read(given.toString());
    for (const Json &one : declared.member("enum"_L1).items()) {
        if (type.isValid() && MediaType::read(one.toString()) == type)
            return withMember(input, QString(name), one);
    }
    return input;
}

Result<Json> withPairs(
    Json input, const QStringList &pairs, const OperationSpec &spec, bool takesAnyName, qint64 maxBytes)
{
    const InputShape root(spec.inputSchema);
    QList<Pair> all;
    QHash<QStringList, int> counts;
    for (const QString &text : pairs) {
        const Result<Pair> pair = pairFrom(text, root);
        if (!pair)
            return std::unexpected(pair.error());
        ++counts[pair->path];
        all.append(*pair);
    }
    const QString contentType = givenContentType(input, all);
    for (Pair &pair : all) {
        const QString place = root.member(pair.path.constFirst()).place();
        pair.takesAny = place.isEmpty() || place == "body"_L1;
        pair.isText = place == "body"_L1 && pair.path.size() == 1 && !contentType.isEmpty()
            && !isJsonMedia(contentType);
    }
    QSet<QStringList> begun;
    for (const Pair &pair : std::as_const(all)) {
        const Result<InputShape> shape = shapeAt(pair, root, spec, takesAnyName);
        if (!shape)
            return std::unexpected(shape.error());
        const bool isRepeated = counts.value(pair.path) > 1;
        if (isRepeated && !shape->allows("array"_L1)) {
            return refusedInput(u"input.repeated"_s, pair.path.join(u'/'),
                u"%1 is given %2 times but takes one value"_s.arg(pair.key).arg(counts.value(pair.path)));
        }
        const bool isElement = isRepeated || isOneOfMany(pair, *shape);
        const Result<Json> value = valueFrom(pair, isElement ? shape->items() : *shape, *shape, maxBytes);
        if (!value)
            return value;
        if (const auto clash = clashWith(begun, pair, input))
            return std::unexpected(*clash);
        const bool isFirst = !begun.contains(pair.path);
        begun.insert(pair.path);
        const Json before = isElement && !isFirst ? memberAt(input, pair.path) : Json();
        input = withMemberAt(input, pair.path, isElement ? withItem(before, *value) : *value);
    }
    return input;
}

QStringList jsonHints(const Error &error, const QStringList &pairs)
{
    QStringList hints;
    for (const QString &text : pairs) {
        const qsizetype equals = text.indexOf(u'=');
        if (equals < 1 || text.at(equals - 1) == u':' || text.mid(equals + 1).startsWith(u'@'))
            continue;
        const QString key = text.first(equals);
        QString pointer;
        for (const QString &segment : segmentsOf(key))
            pointer = JsonPointer::child(pointer, segment);
        const auto isAbout = [&pointer](const Json &one) {
            const QString path = one.member("path"_L1).toString();
            return (path == pointer || path.startsWith(QString(pointer + u'/')))
                && one.member("message"_L1).toString().endsWith("got string"_L1);
        };
        if (std::ranges::any_of(error.details.member("errors"_L1).items(), isAbout))
            hints.append(u"%1 was read as text. Write any other value as JSON: %1:=5"_s.arg(key));
    }
    hints.removeDuplicates();
    return hints;
}

Result<void> checkName(const QString &name, const OperationSpec &spec)
{
    const InputShape shape(spec.inputSchema);
    if (shape.isOpen() || shape.hasMember(name))
        return {};
    return unknownInput(name, spec);
}

Result<void> checkNames(const Json &input, const OperationSpec &spec)
{
    const InputShape shape(spec.inputSchema);
    for (const auto entry : input.members()) {
        if (const Result<void> known = checkName(entry.key(), spec); !known)
            return known;
    }
    for (const QString &name : shape.required()) {
        const InputShape wanted = shape.member(name);
        const bool isBody = wanted.place() == "body"_L1;
        if (!input.isObject() || input.hasMember(QStringView(name))
            || (!isBody && !wanted.allows("object"_L1)))
            continue;
        const QString how = howToGiveMissing(name, wanted);
        return refusedInput(u"input.missing"_s, name,
            u"The input of %1 does not fit its schema: \"%2\" is missing. Give it as %3 (%4)."_s.arg(
                visibleText(spec.id.name), visibleText(name), how, describing(spec)));
    }
    return {};
}

} // namespace Workbench::Cli

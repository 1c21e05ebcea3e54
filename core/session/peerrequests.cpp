// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/peerrequests.h"

#include "core/base/settle.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/schema/schema.h"

#include <QPointer>
#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json textBlock(const QString &text)
{
    return Json::object({{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(text)}});
}

} // namespace

struct PeerRequests::Waiting {
    PeerRequest request;
    QTimer patience;
    Settling<PeerAnswer> answer;
};

PeerRequests::PeerRequests(QObject *parent)
    : QObject(parent)
{
}

PeerRequests::~PeerRequests()
{
    for (const std::unique_ptr<Waiting> &waiting : m_waiting)
        waiting->answer.settle({});
}

const PeerRequest *PeerRequests::current() const
{
    return m_waiting.empty() ? nullptr : &m_waiting.front()->request;
}

const PeerRequest *PeerRequests::find(const QString &id) const
{
    const auto found = std::ranges::find_if(
        m_waiting, [&id](const std::unique_ptr<Waiting> &waiting) { return waiting->request.id == id; });
    return found == m_waiting.end() ? nullptr : &(*found)->request;
}

std::optional<std::chrono::milliseconds> PeerRequests::timeLeft(const QString &id) const
{
    for (const std::unique_ptr<Waiting> &waiting : m_waiting) {
        if (waiting->request.id == id && waiting->patience.isActive())
            return waiting->patience.remainingTimeAsDuration();
    }
    return {};
}

QList<const PeerRequest *> PeerRequests::waiting() const
{
    QList<const PeerRequest *> requests;
    requests.reserve(qsizetype(m_waiting.size()));
    for (const std::unique_ptr<Waiting> &waiting : m_waiting)
        requests.append(&waiting->request);
    return requests;
}

void PeerRequests::setRule(const QString &source, const Json &rule)
{
    const Json rules = m_rules.isObject() ? m_rules : Json::emptyObject();
    m_rules = rule.isAbsent() ? withoutMember(rules, source) : withMember(rules, source, rule);
    Q_EMIT rulesChanged(source);
}

QFuture<PeerAnswer> PeerRequests::ask(PeerRequest request, std::stop_token withdrawn)
{
    auto waiting = std::make_unique<Waiting>();
    request.id = QString::number(++m_lastId);
    const QString id = request.id;
    QFuture<PeerAnswer> future = waiting->answer.future();
    waiting->patience.setSingleShot(true);
    connect(
        &waiting->patience, &QTimer::timeout, this, [this, id] { end(id, {}, End::TimeOver); },
        Qt::QueuedConnection);
    waiting->request = std::move(request);
    Waiting &kept = *m_waiting.emplace_back(std::move(waiting));
    // Queued, so that ending the request does not destroy the callback that is running.
    kept.answer.onStop(std::move(withdrawn), [guard = QPointer(this), id] {
        QMetaObject::invokeMethod(
            guard.data(),
            [guard, id] {
                if (guard)
                    guard->end(id, {}, End::Withdrawn);
            },
            Qt::QueuedConnection);
    });
    QMetaObject::invokeMethod(
        this,
        [this, id] {
            if (find(id))
                Q_EMIT arrived(id);
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(this, &PeerRequests::announce, Qt::QueuedConnection);
    return future;
}

void PeerRequests::announce()
{
    if (m_waiting.empty() || m_announced == m_waiting.front()->request.id)
        return;
    Waiting &first = *m_waiting.front();
    first.patience.start(first.request.patience);
    m_announced = first.request.id;
    const QString id = m_announced;
    Q_EMIT asked(id);
}

void PeerRequests::end(const QString &id, const PeerAnswer &answer, End end)
{
    const auto found = std::ranges::find_if(
        m_waiting, [&id](const std::unique_ptr<Waiting> &waiting) { return waiting->request.id == id; });
    if (found == m_waiting.end())
        return;
    const std::unique_ptr<Waiting> waiting = std::move(*found);
    m_waiting.erase(found);
    waiting->answer.settle(answer);
    QMetaObject::invokeMethod(this, &PeerRequests::announce, Qt::QueuedConnection);
    Q_EMIT ended(waiting->request, answer, end);
}

Result<Json> checkedFormContent(const Json &schema, const Json &content)
{
    if (!content.isObject() && !content.isAbsent()) {
        return std::unexpected(Error{ErrorKind::Validation, u"form.content"_s,
            u"The values of a form are an object, for example {\"name\": \"value\"}."_s});
    }
    const Json values = content.isObject() ? content : Json::emptyObject();
    SchemaOptions options;
    options.assertFormats = true; // as servers do, which refuse the values otherwise
    const Result<Schema> compiled = Schema::compile(schema, options);
    if (!compiled)
        return values; // with an unusable schema the server has to validate the values
    const ValidationReport report = compiled->validate(values);
    if (report.errors.isEmpty())
        return values;
    const ValidationError &first = report.errors.constFirst();
    return std::unexpected(Error{ErrorKind::Validation, u"form.content"_s,
        first.pointer.isEmpty()
            ? u"The values do not fit the form: "_s + first.message
            : u"The value at %1 does not fit the form: %2"_s.arg(first.pointer, first.message)});
}

Result<Json> formContent(const Json &schema, const Json &content)
{
    Json filled = content.isAbsent() ? Json::emptyObject() : content;
    for (const auto &property : schema.member("properties"_L1).members()) {
        const Json fallback = property.value().member("default"_L1);
        if (!fallback.isAbsent() && filled.isObject() && !filled.hasMember(property.key()))
            filled = withMember(filled, property.key(), fallback);
    }
    return checkedFormContent(schema, filled);
}

Json samplingAnswer(const QString &text, const QString &model, const QString &role, const QString &stopReason)
{
    return Json::object(
        {{u"role"_s, Json::string(role)}, {u"content"_s, textBlock(text)}, {u"model"_s, Json::string(model)},
            {u"stopReason"_s, stopReason.isEmpty() ? Json() : Json::string(stopReason)}});
}

Result<Json> samplingContent(const Json &answer)
{
    const Json content = answer.member("content"_L1);
    const bool isComplete =
        !answer.member("role"_L1).toString().isEmpty() && answer.member("model"_L1).isString();
    if (!isComplete || !(content.isString() || content.isObject() || content.isArray())) {
        return std::unexpected(Error{ErrorKind::Validation, u"answer.sampling"_s,
            u"The answer to a sampling request needs role, content and model."_s});
    }
    return content.isString() ? withMember(answer, u"content", textBlock(content.toString())) : answer;
}

Result<Json> samplingPrinted(const QByteArray &printed, const QString &model)
{
    const QString text = QString::fromUtf8(printed).trimmed();
    if (text.isEmpty())
        return std::unexpected(
            Error{ErrorKind::Validation, u"answer.empty"_s, u"The command printed no answer."_s});
    const Json json = parseJson(text.toUtf8()).value_or(Json());
    if (json.member("role"_L1).isString() && json.hasMember("content"_L1))
        return samplingContent(
            json.hasMember("model"_L1) ? json : withMember(json, u"model", Json::string(model)));
    return samplingAnswer(text, model);
}

QLatin1StringView peerRequestKindName(PeerRequest::Kind kind)
{
    switch (kind) {
    case PeerRequest::Kind::Form: return "form"_L1;
    case PeerRequest::Kind::Link: return "url"_L1;
    case PeerRequest::Kind::Sampling: return "sampling"_L1;
    }
    return {};
}

} // namespace Workbench

#include "moc_peerrequests.cpp"

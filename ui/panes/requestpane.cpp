// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/requestpane.h"

#include "core/base/visibletext.h"
#include "core/exchange/requesttext.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/iconlabel.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"

#include <QHBoxLayout>
#include <QStringDecoder>
#include <QVBoxLayout>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype quicklyShown = 256 << 10; // a longer request follows the input more slowly

RequestParts partsOf(const WirePreview &preview)
{
    return {preview.method, RequestPane::addressOf(preview), preview.headers, preview.body};
}

bool isShowable(QByteArrayView line)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(line);
    return !decoder.hasError()
        && std::ranges::none_of(line, [](char c) { return uchar(c) < 0x20 && c != '\t'; });
}

//! A body line by line; lines that are no text, one after another, as their size.
QByteArray shownBody(const QByteArray &body)
{
    QByteArray text;
    qsizetype hidden = 0;
    const auto endHidden = [&] {
        if (hidden > 0)
            text += RequestPane::tr("‹%1, not text›").arg(sizeText(hidden)).toUtf8() + '\n';
        hidden = 0;
    };
    qsizetype from = 0;
    while (from < body.size()) {
        qsizetype end = body.indexOf('\n', from);
        const qsizetype next = end < 0 ? body.size() : end + 1;
        end = end < 0 ? body.size() : end;
        const qsizetype trimmed = end > from && body.at(end - 1) == '\r' ? end - 1 : end;
        const QByteArrayView line(body.constData() + from, trimmed - from);
        if (isShowable(line)) {
            endHidden();
            text.append(line);
            text += '\n';
        } else {
            hidden += next - from;
        }
        from = next;
    }
    endHidden();
    return text;
}

} // namespace

QByteArray RequestPane::addressOf(const WirePreview &preview)
{
    return preview.address.isEmpty() ? preview.url.toEncoded(QUrl::RemoveFragment) : preview.address;
}

QByteArray RequestPane::shownText(const WirePreview &preview)
{
    if (preview.method.isEmpty()) {
        return preview.frame.isAbsent() ? shownBody(preview.body)
                                        : preview.frame.toBytes(Json::Layout::Indented);
    }
    QByteArray text = preview.method + ' ' + partsOf(preview).address + '\n';
    for (const auto &[name, value] : preview.headers)
        text += name + ": " + value + '\n';
    if (!preview.body.isEmpty())
        text += '\n' + shownBody(preview.body);
    return text;
}

QFuture<Result<QByteArray>> RequestPane::textOf(
    const Sessions *sessions, const OperationId &operation, const Json &input, Form form)
{
    const auto write = [form](const Result<WirePreview> &preview) -> Result<QByteArray> {
        if (!preview)
            return std::unexpected(preview.error());
        if (preview->method.isEmpty()) {
            return std::unexpected(Error{ErrorKind::Usage, u"usage"_s,
                tr("This source does not speak HTTP: there is no request to copy."), {}, {}});
        }
        return form == Form::Curl ? asCurlCommand(partsOf(*preview)) : asHttpMessage(partsOf(*preview));
    };
    return sessions->previewSoon(operation, input).then(QtFuture::Launch::Async, write);
}

RequestPane::RequestPane(Sessions *sessions, const OperationId &operation, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_operation(operation)
    , m_header(new PaneHeader(tr("Request"), this))
    , m_copyCurl(quietButton(u"copy"_s, u"curl"_s, m_header))
    , m_copyHttp(quietButton(u"copy"_s, u"HTTP"_s, m_header))
    , m_problemRow(new QWidget(this))
    , m_problem(new ThemeLabel({}, ColorRole::Error, FontRole::Body, m_problemRow))
    , m_text(new TextView(this))
{
    setObjectName(u"requestPane"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setMinimumHeight(80);
    m_copyCurl->setObjectName(u"copyCurl"_s);
    m_copyCurl->setToolTip(tr("Copy the request as a command of curl"));
    m_copyCurl->setAccessibleName(tr("Copy as curl"));
    m_copyHttp->setObjectName(u"copyHttp"_s);
    m_copyHttp->setToolTip(tr("Copy the request as a message of HTTP"));
    m_copyHttp->setAccessibleName(tr("Copy as HTTP"));
    m_copyCurl->setEnabled(false); // until there is a request
    m_copyHttp->setEnabled(false);
    m_header->addWidget(m_copyCurl);
    m_header->addWidget(m_copyHttp);
    m_problem->setObjectName(u"requestProblem"_s);
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *row = new QHBoxLayout(m_problemRow);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    row->addWidget(new IconLabel(u"outcome-error"_s, ColorRole::Error, m_problemRow), 0, Qt::AlignTop);
    row->addWidget(m_problem, 1);
    m_problemRow->hide();
    m_text->setObjectName(u"requestText"_s);
    m_text->setAccessibleName(tr("Request as it would be sent"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineNumbers(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_problemRow);
    column->addWidget(m_text, 1);
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &RequestPane::refresh);
    connect(&m_making, &QFutureWatcherBase::finished, this, &RequestPane::takePreview);
    connect(&m_writing, &QFutureWatcherBase::finished, this, [this] {
        if (m_writing.future().resultCount() == 0)
            return; // there is a problem in its place
        m_problemRow->hide();
        m_text->show();
        m_text->setBytes(
            m_writing.result(), m_isHttp ? TextDocument::Syntax::Http : TextDocument::Syntax::Json);
    });
    connect(m_text, &TextView::ready, this, &RequestPane::shown);
    connect(m_copyCurl, &QToolButton::clicked, this, [this] { Q_EMIT copyRequested(Form::Curl); });
    connect(m_copyHttp, &QToolButton::clicked, this, [this] { Q_EMIT copyRequested(Form::Http); });
    connect(sessions, &Sessions::sourceChanged, this, [this](const QString &source) {
        if (isVisible() && nameSpaceFor(source) == m_operation.nameSpace)
            m_delay.start(100ms);
    });
}

RequestPane::~RequestPane() = default;

void RequestPane::setInput(const Json &input)
{
    m_input = input;
    const bool isLong = m_text->document() && m_text->document()->bytes().size() > quicklyShown;
    m_delay.start(isLong ? 800ms : 120ms);
}

void RequestPane::refresh()
{
    m_delay.stop();
    if (m_input.isAbsent()) {
        showProblem(tr("The input is no JSON yet."));
        return;
    }
    m_making.setFuture(m_sessions->previewSoon(m_operation, m_input));
}

void RequestPane::takePreview()
{
    if (m_making.future().resultCount() == 0)
        return; // there is a problem in its place
    Result<WirePreview> preview = m_making.result();
    if (!preview) {
        showProblem(visibleText(preview.error().message, true, 2000));
        return;
    }
    m_isHttp = !preview->method.isEmpty();
    m_copyCurl->setEnabled(m_isHttp);
    m_copyHttp->setEnabled(m_isHttp);
    m_header->setFact(
        m_isHttp && !preview->body.isEmpty() ? tr("body %1").arg(sizeText(preview->body.size())) : QString());
    m_writing.setFuture(QtConcurrent::run(&RequestPane::shownText, std::move(*preview)));
}

void RequestPane::showProblem(const QString &problem)
{
    m_making.setFuture({});
    m_writing.setFuture({});
    m_header->setFact(tr("cannot be sent like this"));
    m_copyCurl->setEnabled(false);
    m_copyHttp->setEnabled(false);
    m_problem->setText(problem);
    m_problemRow->setAccessibleName(problem);
    m_problemRow->show();
    m_text->hide();
    Q_EMIT shown();
}

int RequestPane::wantedHeight() const
{
    constexpr int mostLines = 10;
    const int below = m_text->isHidden() ? m_problemRow->sizeHint().height() : m_text->heightFor(mostLines);
    return std::max(minimumHeight(), m_header->height() + below + 8);
}

void RequestPane::setCompact(bool compact)
{
    m_header->setSmall(compact);
}

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/requestpane.h"

#include "core/base/visibletext.h"
#include "core/session/preview.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/panes/iconlabel.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QStringDecoder>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype quicklyShown = 256 << 10; // a longer request follows the input more slowly

bool isShowable(QByteArrayView line)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(line);
    return !decoder.hasError()
        && std::ranges::none_of(line, [](char c) { return uchar(c) < 0x20 && c != '\t'; });
}

//! Returns the body line by line. Consecutive lines that are not text are replaced by their total size.
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
        if (form == Form::Json) {
            const Json json = preview->method.isEmpty() ? preview->frame : toJson(*preview);
            return json.toBytes(Json::Layout::Indented) + '\n';
        }
        if (preview->method.isEmpty()) {
            return std::unexpected(Error{ErrorKind::Usage, u"usage"_s,
                tr("This source does not use HTTP. There is no request to copy."), {}, {}});
        }
        return form == Form::Curl ? asCurlCommands(*preview) : asHttpMessage(partsOf(*preview));
    };
    return sessions->previewSoon(operation, input).then(QtFuture::Launch::Async, write);
}

RequestPane::RequestPane(Sessions *sessions, const OperationId &operation, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_operation(operation)
    , m_header(new PaneHeader(tr("Request"), this))
    , m_copyCurl(named(quietButton(u"copy"_s, u"curl"_s, m_header), u"copyCurl"_s, tr("Copy as curl")))
    , m_copyHttp(named(quietButton(u"copy"_s, u"HTTP"_s, m_header), u"copyHttp"_s, tr("Copy as HTTP")))
    , m_copyJson(named(quietButton(u"copy"_s, u"JSON"_s, m_header), u"copyRequestJson"_s, tr("Copy as JSON")))
    , m_problemRow(new QWidget(this))
    , m_problem(
          named(new ThemeLabel({}, ColorRole::Error, FontRole::Body, m_problemRow), u"requestProblem"_s))
    , m_text(named(new TextView(this), u"requestText"_s, tr("Request as it would be sent")))
{
    setObjectName(u"requestPane"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setMinimumHeight(80);
    m_copyCurl->setToolTip(tr("Copy the request as a curl command"));
    m_copyHttp->setToolTip(tr("Copy the request as an HTTP message"));
    m_copyJson->setToolTip(tr("Copy the request as JSON"));
    for (QToolButton *button : {m_copyCurl, m_copyHttp, m_copyJson})
        m_header->addWidget(button);
    updateCopies(false); // until there is a request
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    addAll(newRow(m_problemRow, {12, 8, 12, 8}, 8),
        {{new IconLabel(u"outcome-error"_s, ColorRole::Error, m_problemRow), 0, Qt::AlignTop},
            {m_problem, 1}});
    m_problemRow->hide();
    m_text->setLineNumbers(false);
    addAll(newColumn(this),
        {m_header, new FindBar(tr("Find in the request"), m_text, this), m_problemRow, {m_text, 1}});
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &RequestPane::refresh);
    connect(&m_making, &QFutureWatcherBase::finished, this, &RequestPane::takePreview);
    connect(&m_writing, &QFutureWatcherBase::finished, this, [this] {
        if (m_writing.future().resultCount() == 0)
            return; // a problem is shown instead
        m_problemRow->hide();
        m_text->show();
        m_text->setBytes(
            m_writing.result(), m_isHttp ? TextDocument::Syntax::Http : TextDocument::Syntax::Json);
    });
    connect(m_text, &TextView::ready, this, &RequestPane::shown);
    connect(m_copyCurl, &QToolButton::clicked, this, [this] { Q_EMIT copyRequested(Form::Curl); });
    connect(m_copyHttp, &QToolButton::clicked, this, [this] { Q_EMIT copyRequested(Form::Http); });
    connect(m_copyJson, &QToolButton::clicked, this, [this] { Q_EMIT copyRequested(Form::Json); });
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
        showProblem(tr("The input is not JSON yet."));
        return;
    }
    m_making.setFuture(m_sessions->previewSoon(m_operation, m_input));
}

void RequestPane::takePreview()
{
    if (m_making.future().resultCount() == 0)
        return; // a problem is shown instead
    Result<WirePreview> preview = m_making.result();
    if (!preview) {
        showProblem(visibleText(coreText(preview.error().message), true, 2000));
        return;
    }
    m_isHttp = !preview->method.isEmpty();
    updateCopies(true);
    m_header->setFact(
        m_isHttp && !preview->body.isEmpty() ? tr("body %1").arg(sizeText(preview->body.size())) : QString());
    m_writing.setFuture(QtConcurrent::run(&RequestPane::shownText, std::move(*preview)));
}

void RequestPane::updateCopies(bool isThere)
{
    m_copyCurl->setEnabled(isThere);
    m_copyHttp->setEnabled(isThere);
    m_copyJson->setEnabled(isThere);
    m_copyCurl->setVisible(m_isHttp);
    m_copyHttp->setVisible(m_isHttp);
}

void RequestPane::showProblem(const QString &problem)
{
    m_making.setFuture({});
    m_writing.setFuture({});
    m_header->setFact(tr("not valid"));
    updateCopies(false);
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

#include "moc_requestpane.cpp"

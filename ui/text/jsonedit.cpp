// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/jsonedit.h"

#include "core/json/jsonparser.h"
#include "ui/text/textdocument_p.h"
#include "ui/text/texttokens_p.h"

#include <QPainter>
#include <QSyntaxHighlighter>
#include <QTextBlock>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype highlightedCharacters = 256
    << 10; // highlighting a longer text would block the GUI thread for seconds
constexpr int gutterGap = 16;
} // namespace

class JsonEditHighlighter : public QSyntaxHighlighter {
public:
    explicit JsonEditHighlighter(JsonEdit *edit)
        : QSyntaxHighlighter(edit->document())
        , m_edit(edit)
    {
    }

protected:
    void highlightBlock(const QString &text) override
    {
        if (document()->characterCount() > highlightedCharacters)
            return;
        const Theme &theme = Theme::of(m_edit);
        const QByteArray line = text.toUtf8();
        const bool plain = line.size() == text.size();
        for (const TextToken &token : jsonTokens(line, 0, line.size(), JsonScan::Outside)) {
            const qsizetype begin =
                plain ? token.begin : QString::fromUtf8(QByteArrayView(line).first(token.begin)).size();
            const qsizetype length = plain
                ? token.length
                : QString::fromUtf8(QByteArrayView(line).sliced(token.begin, token.length)).size();
            setFormat(int(begin), int(length), theme.color(token.role));
        }
    }

private:
    JsonEdit *m_edit;
};

class JsonEditGutter : public QWidget {
public:
    explicit JsonEditGutter(JsonEdit *edit)
        : QWidget(edit)
        , m_edit(edit)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override { m_edit->paintGutter(event); }

private:
    JsonEdit *m_edit;
};

JsonEdit::JsonEdit(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_gutter(new JsonEditGutter(this))
    , m_highlighter(new JsonEditHighlighter(this))
{
    setAccessibleName(tr("JSON"));
    setLineWrapMode(NoWrap);
    setWordWrapMode(QTextOption::NoWrap);
    setTabChangesFocus(true); // Return indents, so Tab can leave the editor
    document()->setDocumentMargin(4);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &JsonEdit::placeGutter);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, m_gutter, qOverload<>(&QWidget::update));
    applyTheme();
}

void JsonEdit::setJson(const Json &value)
{
    const QString text = indentedText(value);
    if (text != toPlainText())
        replaceText(text);
}

bool JsonEdit::reformat()
{
    const Result<Json> value = parseJson(toPlainText().toUtf8());
    if (!value)
        return false;
    setJson(*value);
    return true;
}

void JsonEdit::replaceText(const QString &text)
{
    const int line = textCursor().blockNumber();
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    cursor.endEditBlock();
    QTextCursor place(document()->findBlockByNumber(qMin(line, document()->blockCount() - 1)));
    setTextCursor(place);
}

void JsonEdit::setErrorLine(int line)
{
    if (m_errorLine == line)
        return;
    m_errorLine = line;
    viewport()->update();
    m_gutter->update();
}

void JsonEdit::setLineNumbers(bool on)
{
    m_lineNumbers = on;
    m_gutter->setVisible(on);
    placeGutter();
}

QSize JsonEdit::sizeHint() const
{
    return {240, 8 * fontMetrics().lineSpacing() + 8};
}

int JsonEdit::gutterWidth() const
{
    if (!m_lineNumbers)
        return 8;
    const qsizetype digits = qMax<qsizetype>(2, QString::number(blockCount()).size());
    return 18 + int(digits) * fontMetrics().horizontalAdvance(u'0') + gutterGap - 4;
}

void JsonEdit::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
}

void JsonEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void JsonEdit::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    const Theme &theme = Theme::of(this);
    painter.fillRect(event->rect(), theme.color(ColorRole::Base));
    painter.setFont(font());
    QTextBlock block = firstVisibleBlock();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
    while (block.isValid() && top <= event->rect().bottom()) {
        const qreal height = blockBoundingRect(block).height();
        const QRectF row(0, top, m_gutter->width(), height);
        const bool failed = block.blockNumber() + 1 == m_errorLine;
        if (failed) {
            painter.fillRect(row, theme.color(ColorRole::ErrorSoft));
            painter.fillRect(QRectF(0, top, 2, height), theme.color(ColorRole::Error));
        }
        const bool current = block == textCursor().block() && hasFocus();
        painter.setPen(theme.color(failed || current ? ColorRole::Text : ColorRole::Stale));
        // The rectangle of the last line includes the margin of the document below the text.
        const QRectF line(
            0, top, m_gutter->width() - (gutterGap - 4), block.layout()->boundingRect().height());
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
        top += height;
        block = block.next();
    }
}

void JsonEdit::paintEvent(QPaintEvent *event)
{
    if (m_errorLine > 0) {
        const QTextBlock block = document()->findBlockByNumber(m_errorLine - 1);
        if (block.isValid()) {
            QRectF row = blockBoundingGeometry(block).translated(contentOffset());
            row.setLeft(0);
            row.setRight(viewport()->width());
            QPainter(viewport()).fillRect(row, Theme::of(this).color(ColorRole::ErrorSoft));
        }
    }
    QPlainTextEdit::paintEvent(event);
}

void JsonEdit::keyPressEvent(QKeyEvent *event)
{
    const bool plain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    if (plain && !isReadOnly() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        const QString before = textCursor().block().text().left(textCursor().positionInBlock());
        qsizetype spaces = 0;
        while (spaces < before.size() && before[spaces] == u' ')
            ++spaces;
        QString insertion = u'\n' + before.left(spaces);
        if (const QString trimmed = before.trimmed(); trimmed.endsWith(u'{') || trimmed.endsWith(u'['))
            insertion += u"  "_s;
        insertPlainText(insertion);
        ensureCursorVisible();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void JsonEdit::applyTheme()
{
    setFont(Theme::of(this).font(FontRole::Data));
    setTabStopDistance(2 * fontMetrics().horizontalAdvance(u' '));
    placeGutter();
}

void JsonEdit::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_highlighter->rehighlight();
        m_gutter->update();
    }
    if (event->type() == QEvent::ApplicationFontChange || event->type() == QEvent::StyleChange)
        applyTheme();
}

QString indentedText(const Json &value)
{
    return QString::fromUtf8(indentedJson(value.toBytes(Json::Layout::Compact), true));
}

} // namespace Workbench::Ui

#include "moc_jsonedit.cpp"

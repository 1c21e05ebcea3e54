// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/inspecttext.h"

#include "core/base/atomicfile.h"
#include "core/base/limits.h"
#include "core/base/visibletext.h"
#include "ui/forms/findbar.h"
#include "ui/models/preferences.h"
#include "ui/text/jsonedit.h"
#include "ui/text/textview.h"
#include "ui/theme/building.h"

#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QUrl>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString localFile(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.isEmpty() ? QString() : urls.constFirst().toLocalFile();
}

constexpr qsizetype longestLine = 64 << 10; // bytes; with a longer line, an editor is slow for every key

qsizetype longestLineOf(const QByteArray &bytes)
{
    qsizetype longest = 0;
    qsizetype start = 0;
    while (start < bytes.size()) {
        const qsizetype end = bytes.indexOf('\n', start);
        longest = std::max(longest, (end < 0 ? bytes.size() : end) - start);
        start = end < 0 ? bytes.size() : end + 1;
    }
    return longest;
}

bool canBeEdited(const QByteArray &bytes)
{
    return bytes.size() <= Preferences::limits().uiTextBytes && longestLineOf(bytes) <= longestLine
        && bytes.isValidUtf8() && !bytes.contains('\0');
}

TextDocument::Syntax syntaxOf(const QByteArray &bytes)
{
    const QByteArray start = bytes.first(std::min<qsizetype>(bytes.size(), 64)).trimmed();
    if (start.startsWith('{') || start.startsWith('['))
        return TextDocument::Syntax::Json;
    return start.startsWith("HTTP/") ? TextDocument::Syntax::Http : TextDocument::Syntax::Plain;
}

} // namespace

//! Passes files, texts that are too large to edit, and texts for an empty editor to its owner. Other texts
//! are inserted at the cursor.
class InspectText::Edit final : public JsonEdit {
public:
    explicit Edit(InspectText *owner)
        : m_owner(owner)
    {
    }
    //! Returns the text. Unlike toPlainText(), it keeps no-break spaces.
    QByteArray bytes() const
    {
        return document()->toRawText().replace(QChar::ParagraphSeparator, u'\n').toUtf8();
    }

protected:
    bool canInsertFromMimeData(const QMimeData *source) const override
    {
        return InspectText::canTake(source) || JsonEdit::canInsertFromMimeData(source);
    }
    void insertFromMimeData(const QMimeData *source) override
    {
        const bool isLarge = source->hasText() && !canBeEdited(source->text().toUtf8());
        if (!localFile(source).isEmpty() || isLarge || document()->isEmpty())
            m_owner->take(source);
        else
            JsonEdit::insertFromMimeData(source);
    }

private:
    InspectText *m_owner;
};

InspectText::InspectText(const QString &accessibleName, QWidget *parent)
    : QWidget(parent)
    , m_editor(named(new Edit(this), u"inspectEdit"_s))
    , m_viewer(named(new TextView, u"inspectView"_s))
    , m_stack(new QStackedWidget(this))
{
    m_editor->setAccessibleName(accessibleName);
    m_editor->setFrameShape(QFrame::NoFrame);
    m_viewer->setAccessibleName(accessibleName);
    for (QWidget *face : QWidgetList{m_editor, m_viewer})
        face->setMinimumHeight(32); // two lines: Qt's own minimum is too high for a small window
    m_stack->addWidget(m_editor);
    m_stack->addWidget(m_viewer);
    auto *bar = new FindBar(
        tr("Find in this text"),
        [this](const QString &text, bool back) {
            return isEditable() ? findIn(m_editor, text, back) : findIn(m_viewer, text, back);
        },
        this);
    connect(m_viewer, &TextView::notFound, bar, &FindBar::showNotFound);
    addAll(newColumn(this), {bar, m_stack});
    setFocusProxy(m_editor);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        if (m_isSetting)
            return;
        m_isWhole = false;
        m_fileName.clear();
        Q_EMIT changed(true);
    });
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        const Result<QByteArray> read = m_reading.result();
        if (read)
            setBytes(*read, m_readingName);
        else
            Q_EMIT failed(read.error());
    });
}

JsonEdit *InspectText::editor() const
{
    return m_editor;
}

bool InspectText::isEditable() const
{
    return m_stack->currentWidget() == m_editor;
}

QByteArray InspectText::bytes() const
{
    return m_isWhole ? m_whole : m_editor->bytes();
}

QString InspectText::fact() const
{
    const QByteArray text = bytes();
    if (text.isEmpty())
        return {};
    QStringList facts{sizeText(text.size())};
    if (!m_fileName.isEmpty())
        facts.prepend(visibleText(m_fileName, false, 60));
    if (!isEditable())
        facts.append(tr("read-only"));
    return facts.join(u" · "_s);
}

void InspectText::setBytes(const QByteArray &bytes, const QString &fileName)
{
    const bool hadFocus = m_editor->hasFocus() || m_viewer->hasFocus();
    const bool isEditable = canBeEdited(bytes);
    m_whole = bytes;
    m_isWhole = true;
    m_fileName = fileName;
    m_isSetting = true;
    QTextCursor all(m_editor->document());
    all.select(QTextCursor::Document);
    if (isEditable)
        all.insertText(QString::fromUtf8(bytes));
    else
        all.removeSelectedText();
    m_isSetting = false;
    m_viewer->setBytes(isEditable ? QByteArray() : bytes, syntaxOf(bytes));
    QWidget *shown = isEditable ? static_cast<QWidget *>(m_editor) : m_viewer;
    m_stack->setCurrentWidget(shown);
    setFocusProxy(shown);
    if (hadFocus)
        shown->setFocus(Qt::OtherFocusReason);
    Q_EMIT changed(false);
}

void InspectText::readFile(const QString &path)
{
    m_readingName = QFileInfo(path).fileName();
    m_reading.setFuture(QtConcurrent::run(readWholeFile, path, Preferences::limits().docBytes));
}

bool InspectText::canTake(const QMimeData *dropped)
{
    return dropped->hasText() || !localFile(dropped).isEmpty();
}

bool InspectText::take(const QMimeData *dropped)
{
    if (const QString path = localFile(dropped); !path.isEmpty())
        readFile(path);
    else if (dropped->hasText())
        setBytes(dropped->text().toUtf8());
    else
        return false;
    return true;
}

} // namespace Workbench::Ui

#include "moc_inspecttext.cpp"

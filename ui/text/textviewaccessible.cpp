// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/text/textview_p.h"

#include <QAccessibleTextInterface>
#include <QAccessibleWidget>

namespace Workbench::Ui {

namespace {

//! A screen reader counts UTF-16 units, but the document counts bytes. Therefore only documents up to this
//! size are offered as a whole, and larger ones as the part on screen. Counting fifty megabytes for each
//! request would block the window.
constexpr qsizetype offeredWhole = 1 << 20;

class TextViewAccessible : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    explicit TextViewAccessible(TextView *view)
        : QAccessibleWidget(view, QAccessible::EditableText)
        , m_view(view)
    {
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.selectableText = true;
        state.multiLine = true;
        return state;
    }

    void selection(int, int *startOffset, int *endOffset) const override
    {
        const auto [begin, end] = m_view->selection();
        *startOffset = characters(begin);
        *endOffset = characters(end);
    }
    int selectionCount() const override
    {
        const auto [begin, end] = m_view->selection();
        return begin < end ? 1 : 0;
    }
    void addSelection(int startOffset, int endOffset) override
    {
        m_view->select(bytes(startOffset), bytes(endOffset));
    }
    void removeSelection(int) override
    {
        const qsizetype end = m_view->selection().second;
        m_view->select(end, end);
    }
    void setSelection(int, int startOffset, int endOffset) override { addSelection(startOffset, endOffset); }
    int cursorPosition() const override { return characters(m_view->selection().second); }
    void setCursorPosition(int position) override { m_view->select(bytes(position), bytes(position)); }
    using QAccessibleWidget::text; // returns the name of the widget; the overload below returns its content
    QString text(int startOffset, int endOffset) const override
    {
        const QString whole = offered();
        const qsizetype begin = qBound(qsizetype(0), qsizetype(startOffset), whole.size());
        return whole.sliced(begin, qBound(begin, qsizetype(endOffset), whole.size()) - begin);
    }
    int characterCount() const override { return int(offered().size()); }
    QRect characterRect(int) const override { return {}; }
    int offsetAtPoint(const QPoint &) const override { return -1; }
    void scrollToSubstring(int startIndex, int) override
    {
        if (const TextDocument *document = m_view->document())
            m_view->scrollToLine(document->lineAt(bytes(startIndex)));
    }
    QString attributes(int offset, int *startOffset, int *endOffset) const override
    {
        *startOffset = offset;
        *endOffset = characterCount();
        return {};
    }

private:
    std::pair<qsizetype, qsizetype> range() const
    {
        const TextDocument *document = m_view->document();
        if (!document)
            return {0, 0};
        if (document->bytes().size() <= offeredWhole)
            return {0, document->bytes().size()};
        return m_view->visibleBytes();
    }
    QByteArrayView offeredBytes() const
    {
        const auto [begin, end] = range();
        return m_view->document() ? QByteArrayView(m_view->document()->bytes()).sliced(begin, end - begin)
                                  : QByteArrayView();
    }
    QString offered() const { return QString::fromUtf8(offeredBytes()); }
    int characters(qsizetype offset) const
    {
        const auto [begin, end] = range();
        return int(QString::fromUtf8(offeredBytes().first(qBound(begin, offset, end) - begin)).size());
    }
    qsizetype bytes(int position) const
    {
        const QString whole = offered();
        return range().first
            + QStringView(whole)
                  .first(qBound(qsizetype(0), qsizetype(position), whole.size()))
                  .toUtf8()
                  .size();
    }

    TextView *m_view;
};

QAccessibleInterface *makeAccessible(const QString &, QObject *object)
{
    auto *view = qobject_cast<TextView *>(object);
    return view ? new TextViewAccessible(view) : nullptr;
}

} // namespace

void installTextViewAccessibility()
{
    static const bool installed = (QAccessible::installFactory(makeAccessible), true);
    Q_UNUSED(installed)
}

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/theme/theme.h"

#include <QAbstractScrollArea>

#include <memory>
#include <vector>

namespace Workbench::Ui {

class RowPainter;
class TextView;

//! Bytes, a line index and where each JSON pointer stands; built on a worker, then immutable and shared.
class TextDocument {
public:
    enum class Syntax : quint8 { Plain, Json, Http, Other };

    static std::shared_ptr<const TextDocument> fromBytes(QByteArray utf8, Syntax syntax = Syntax::Plain);
    //! Indented by two; knows the lines of every pointer.
    static std::shared_ptr<const TextDocument> fromJson(const Json &value);

    qsizetype lineCount() const; //!< at least 1
    QByteArrayView line(qsizetype index) const; //!< from 0, without its end
    qsizetype lineAt(qsizetype offset) const; //!< the line that holds this byte
    const QByteArray &bytes() const;
    Syntax syntax() const;
    //! First and last line of a value; nothing when the pointer is not there or the document is no JSON.
    std::optional<std::pair<qsizetype, qsizetype>> linesOf(const QString &pointer) const;

    struct Private;

private:
    static std::shared_ptr<const TextDocument> fromPrivate(std::shared_ptr<Private> content);

    std::shared_ptr<const Private> d;
    friend TextView;
    friend RowPainter;
    friend class RowMap;
};

//! Shows a TextDocument of any size: lays out and highlights only the lines on screen, breaks very long lines
//! into visual rows, offers line numbers, selection, copy, find, marks and an accessible text interface.
//! Read-only.
class TextView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TextView(QWidget *parent = nullptr);
    ~TextView() override;

    void setDocument(std::shared_ptr<const TextDocument> document);
    //! Builds the document on a worker and shows it when ready; ready() follows. Newer calls win.
    void setJson(const Json &value);
    void setBytes(const QByteArray &utf8, TextDocument::Syntax syntax = TextDocument::Syntax::Plain);
    const TextDocument *document() const;

    struct Mark {
        qsizetype firstLine = 0;
        qsizetype lastLine = 0;
        ColorRole role = ColorRole::Warning; //!< soft fill and a two-pixel bar
    };
    void setMarks(const QList<Mark> &marks);
    //! What stands beside a line in the place of its own number.
    struct LineLabel {
        qint32 number = 0; //!< 0: none
        char16_t sign = u' '; //!< a mark in words: -, + or ~
    };
    //! One a line, until there is another document.
    void setLineLabels(std::vector<LineLabel> labels);
    void setLineNumbers(bool on);
    void setPlaceholderText(const QString &text); //!< shown while there is no document
    //! Bytes of the whole document that are on screen: for accessibility and tests.
    std::pair<qsizetype, qsizetype> visibleBytes() const;
    //! Selects bytes of the document and shows them; an empty range only moves the cursor.
    void select(qsizetype begin, qsizetype end);
    std::pair<qsizetype, qsizetype> selection() const;
    void scrollToLine(qsizetype line);
    qsizetype topLine() const; //!< the first that is on screen
    void setTopLine(qsizetype line);
    //! Selects the next match after the cursor, wrapping; false when there is none.
    bool find(const QString &text, bool backwards = false);
    QString selectedText() const;
    void selectAll();
    void copy();
    //! Height that shows all lines, at most \a maxLines.
    int heightFor(int maxLines) const;

Q_SIGNALS:
    void ready();
    void selectionChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void showDocument(quint64 generation, std::shared_ptr<const TextDocument> document);
    void updateRows();
    void updateScrollBars();
    qsizetype offsetAt(QPoint position) const;
    void moveCursor(qsizetype offset, bool keepAnchor);
    bool moveByKey(QKeyEvent *event);
    void ensureVisible(qsizetype offset);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench::Ui

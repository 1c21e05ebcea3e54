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

//! A text with an index of its lines, which also finds the lines of a JSON pointer. Documents are built on a
//! worker, and are then immutable and shared.
class TextDocument {
public:
    enum class Syntax : quint8 { Plain, Json, Http, Other };

    static std::shared_ptr<const TextDocument> fromBytes(QByteArray utf8, Syntax syntax = Syntax::Plain);
    //! Returns \a value as JSON text indented by two spaces.
    static std::shared_ptr<const TextDocument> fromJson(const Json &value);

    qsizetype lineCount() const; //!< at least 1
    QByteArrayView line(qsizetype index) const; //!< the line \a index, counted from 0, without its line end
    qsizetype lineAt(qsizetype offset) const; //!< the line that contains the byte at \a offset
    const QByteArray &bytes() const;
    Syntax syntax() const;
    //! Returns the first and the last line of the value at \a pointer. Returns no value if the pointer does
    //! not exist, or if the document is not JSON.
    std::optional<std::pair<qsizetype, qsizetype>> linesOf(const QString &pointer) const;

    struct Private;

private:
    static std::shared_ptr<const TextDocument> fromPrivate(std::shared_ptr<Private> content);

    std::shared_ptr<const Private> d;
    friend TextView;
    friend RowPainter;
    friend class RowMap;
};

//! Shows a TextDocument of any size, read-only. Lays out and highlights only the lines on screen, and breaks
//! very long lines into visual rows. Offers line numbers, selection, copy, find, marks and an accessible text
//! interface.
class TextView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TextView(QWidget *parent = nullptr);
    ~TextView() override;

    void setDocument(std::shared_ptr<const TextDocument> document);
    //! Builds the document on a worker, shows it and emits ready(). A newer call replaces a running one.
    void setJson(const Json &value);
    void setBytes(const QByteArray &utf8, TextDocument::Syntax syntax = TextDocument::Syntax::Plain);
    const TextDocument *document() const;

    struct Mark {
        qsizetype firstLine = 0;
        qsizetype lastLine = 0;
        ColorRole role = ColorRole::Warning; //!< colour of the soft fill and the two-pixel bar
    };
    void setMarks(const QList<Mark> &marks);
    //! A label that replaces the number beside a line.
    struct LineLabel {
        qint32 number = 0; //!< 0 for no number
        char16_t sign = u' '; //!< the sign of a difference: "-", "+", "~" or a space
    };
    //! Sets one label for each line. The next document removes the labels.
    void setLineLabels(std::vector<LineLabel> labels);
    void setLineNumbers(bool on);
    void setPlaceholderText(const QString &text); //!< Sets the text that is shown while there is no document.
    //! Returns the range of bytes of the document that is on screen, for accessibility and tests.
    std::pair<qsizetype, qsizetype> visibleBytes() const;
    //! Selects bytes of the document and shows them; an empty range only moves the cursor.
    void select(qsizetype begin, qsizetype end);
    std::pair<qsizetype, qsizetype> selection() const;
    void scrollToLine(qsizetype line);
    qsizetype topLine() const; //!< the first line on screen
    void setTopLine(qsizetype line);
    //! Selects the next or previous match from the cursor on, and wraps around. Returns false if there is no
    //! match. A worker searches a large document: then returns true, and emits notFound() if there is no
    //! match. A newer search or document ends a running search.
    bool find(const QString &text, bool backwards = false);
    QString selectedText() const;
    void selectAll();
    void copy();
    //! Returns the height in pixels that shows all lines, but at most \a maxLines lines.
    int heightFor(int maxLines) const;

Q_SIGNALS:
    void ready();
    void selectionChanged();
    void notFound(); //!< Emitted if the worker of find() finds no match.

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
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

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QPlainTextEdit>

namespace Workbench::Ui {

//! An editor for JSON with line numbers, highlighting and automatic indentation. Tab moves the focus. Use
//! TextView for results, because this widget lays out the whole text.
class JsonEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit JsonEdit(QWidget *parent = nullptr);

    //! Shows the text of indentedText() for \a value. Keeps the line of the cursor and the undo history. Does
    //! nothing if the editor already shows this text.
    void setJson(const Json &value);
    //! Indents the text again. Returns false and changes nothing if the text is not valid JSON.
    bool reformat();
    //! Marks a line (counted from 1) as the place of an error; 0 removes the mark.
    void setErrorLine(int line);
    void setLineNumbers(bool on);

    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    friend class JsonEditGutter;
    void applyTheme();
    void placeGutter();
    int gutterWidth() const;
    void paintGutter(QPaintEvent *event);
    void replaceText(const QString &text);

    class JsonEditGutter *m_gutter;
    class JsonEditHighlighter *m_highlighter;
    int m_errorLine = 0;
    bool m_lineNumbers = true;
};

//! Returns the text that JsonEdit shows for \a value: indented JSON with short lists on one line.
QString indentedText(const Json &value);

} // namespace Workbench::Ui

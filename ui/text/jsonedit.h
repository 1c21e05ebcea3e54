// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QPlainTextEdit>

namespace Workbench::Ui {

//! Where people type JSON: line numbers, the colours of the theme, indentation kept on Return; Tab leaves it.
//! For results use TextView; this widget lays out the whole text.
class JsonEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit JsonEdit(QWidget *parent = nullptr);

    //! Shows the value indented, short lists on one line. Keeps the cursor's line and the undo history; does
    //! nothing when the text already is that.
    void setJson(const Json &value);
    //! The text indented anew; false, and nothing changed, when it is not JSON.
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

//! The text JsonEdit shows for a value.
QString indentedText(const Json &value);

} // namespace Workbench::Ui

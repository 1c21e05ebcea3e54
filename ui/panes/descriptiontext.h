// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

class QScrollArea;
class QToolButton;

namespace Workbench::Ui {

class MarkdownView;

//! Shows the description of an operation as rendered Markdown, folded after some lines. *More* unfolds it, up
//! to a maximum height at which it scrolls.
class DescriptionText : public QWidget {
    Q_OBJECT
public:
    explicit DescriptionText(QWidget *parent = nullptr);
    void setMarkdown(const QString &text);
    const QString &markdown() const { return m_markdown; }
    //! Sets the height in pixels that the unfolded text may have, and the number of lines while folded; 240
    //! and 3 by default.
    void setRoom(int height, int lines);
    //! Returns the height in pixels for \a width pixels, in the current state, folded or not.
    int heightFor(int width) const;

Q_SIGNALS:
    void heightChanged(); //!< Emitted when the text was changed, folded or unfolded.

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void setUnfolded(bool unfolded);
    void applyColor();
    int foldedHeight(int width) const;
    int textWidth(int width) const;

    MarkdownView *m_text;
    QScrollArea *m_area;
    QToolButton *m_more;
    QString m_markdown;
    int m_highest = 240;
    int m_mostLines = 3;
    bool m_isUnfolded = false;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

class QScrollArea;
class QToolButton;

namespace Workbench::Ui {

class MarkdownView;

//! The description of an operation as rendered Markdown, folded after some lines. *More* shows all of it, up
//! to a height at which it scrolls.
class DescriptionText : public QWidget {
    Q_OBJECT
public:
    explicit DescriptionText(QWidget *parent = nullptr);
    void setMarkdown(const QString &text);
    const QString &markdown() const { return m_markdown; }
    void setMostLines(int lines); //!< While it is folded; 3 at first.
    //! Returns the height for \a width pixels, folded or not, as it is.
    int heightFor(int width) const;

Q_SIGNALS:
    void heightChanged(); //!< Emitted when the text, or whether it is folded, has changed.

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void setUnfolded(bool unfolded);
    void applyColor();
    int foldedHeight(int width) const;
    int textWidth(int width) const;

    QScrollArea *m_area;
    MarkdownView *m_text;
    QToolButton *m_more;
    QString m_markdown;
    int m_mostLines = 3;
    bool m_isUnfolded = false;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QTextBrowser>

namespace Workbench::Ui {

//! Markdown from a peer as a person reads it, as high as its text. HTML in it is shown as text, and nothing
//! that it refers to is loaded. A link is only reported.
class MarkdownView : public QTextBrowser {
    Q_OBJECT
public:
    static constexpr qsizetype maxText = 32 << 10; //!< characters that are rendered within a frame

    explicit MarkdownView(QWidget *parent = nullptr);
    //! Shows at most the first maxText characters of \a markdown, controls as visible escapes.
    void showMarkdown(const QString &markdown);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void linkChosen(const QUrl &address); //!< Emitted when the user clicks a link. Nothing was opened.

protected:
    QVariant loadResource(int type, const QUrl &name) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void render();
    void styleBlock(const QTextBlock &block);

    QString m_markdown;
    mutable QSize m_measured; //!< the height for a width; invalid: not known
};

} // namespace Workbench::Ui

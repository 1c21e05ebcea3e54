// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QTextBrowser>

namespace Workbench::Ui {

//! Shows formatted Markdown from a peer, and is as high as its text. Shows HTML as text, and loads nothing
//! that the Markdown refers to: neither from the network nor from a file, and no data of a "data:" address. A
//! text in brackets takes the place of each image. A click on a link only emits linkChosen().
class MarkdownView : public QTextBrowser {
    Q_OBJECT
public:
    static constexpr qsizetype maxText = 32 << 10; //!< characters that can be rendered within one frame

    explicit MarkdownView(QWidget *parent = nullptr);
    //! Shows at most the first maxText characters of \a markdown, with control characters as visible escapes.
    void showMarkdown(const QString &markdown);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void linkChosen(const QUrl &address); //!< Emitted when the user clicks a link. Nothing was opened.

protected:
    //! Returns an image of one transparent pixel. For an empty value, QTextDocument would open the name as a
    //! file and decode "data:" addresses, and the layout of an image without a pixel would open it once more.
    QVariant loadResource(int type, const QUrl &name) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void render();
    void replaceImages();
    void styleBlock(const QTextBlock &block);

    QString m_markdown;
    mutable QSize m_measured; //!< a width and the height for it, in pixels; invalid if not measured
};

} // namespace Workbench::Ui

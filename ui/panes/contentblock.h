// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/blockcontent.h"

#include <QWidget>

#include <functional>
#include <memory>

class QHBoxLayout;
class QToolButton;
class QUrl;
class QVBoxLayout;

namespace Workbench::Ui {

class IconLabel;
class ImageRoom;
class MarkdownView;
class ThemeLabel;

//! Shows one content block of a result: a line with its kind, name, size and actions, above its content.
//! Nothing is loaded from an address. A link opens in the browser, and only when the user presses *Open*.
class ContentBlock : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype maxText = 32 << 10; //!< shown characters of a text; the rest is left out

    //! \a place is the position in the result, "2 of 4"; empty for the only block. \a room limits the pixels
    //! of all images of the view; null: only of this image.
    ContentBlock(const BlockContent &content, const QString &place, QWidget *parent,
        const std::shared_ptr<ImageRoom> &room = nullptr);
    const BlockContent &content() const { return m_content; }
    //! Shows the role of a message, for example "user", in place of the block's name. Blocks of the user
    //! have an accent bar.
    void setRole(const QString &role);
    //! Shows the text only up to byte \a at, and below it \a words, which say where the rest is shown.
    void cutText(qsizetype at, const QString &words);
    //! Adds a button that emits readRequested(). The source of the result lists the address of the block as a
    //! resource.
    void offerResource();

Q_SIGNALS:
    //! Emitted when the user wants to see the resource with the address \a uri. Nothing was read.
    void readRequested(const QString &uri);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void makeLine(const QString &place);
    void addText();
    void addJson();
    void addMarkdown();
    void addImage(const std::shared_ptr<ImageRoom> &room);
    void addAudio();
    void addLink();
    void addWords(const QString &words);
    QWidget *addBody(QWidget *body);
    QToolButton *addAction(const QString &iconName, const QString &text, const QString &name,
        const std::function<void()> &action);
    void setFact(const QString &fact); //!< Adds \a fact to the facts that are always shown.
    void offerLink(const QUrl &address);
    void save();

    BlockContent m_content;
    QVBoxLayout *m_column;
    QHBoxLayout *m_line = nullptr;
    IconLabel *m_icon = nullptr;
    ThemeLabel *m_name = nullptr;
    ThemeLabel *m_facts = nullptr;
    QString m_always;
    QString m_role; //!< role of the message that the block belongs to; empty: no message
    ThemeLabel *m_text = nullptr;
    MarkdownView *m_markdown = nullptr;
    QWidget *m_offer = nullptr; //!< shows the last clicked link, with buttons to open or copy it
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/blockcontent.h"

#include <QWidget>

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

//! One content block of a result: a line with its kind, name, size and what can be done with it, over what it
//! holds. Nothing is loaded, and a link is opened, in the browser, only when the user presses *Open*.
class ContentBlock : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype maxText = 32 << 10; //!< characters that are shown of a text

    //! \a place: "2 of 4"; empty: it is the only one.
    //! \a room: for the images of the view.
    ContentBlock(const BlockContent &content, const QString &place, QWidget *parent,
        const std::shared_ptr<ImageRoom> &room = nullptr);
    const BlockContent &content() const { return m_content; }
    //! Names who says it in place of what it is; the user's blocks have an accent bar.
    void setRole(const QString &role);
    //! The text is cut before this byte: what follows is shown elsewhere, as \a words say.
    void cutText(qsizetype at, const QString &words);

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
    QToolButton *addAction(const QString &iconName, const QString &text, const QString &name);
    void setFact(const QString &fact); //!< beside what is always told
    void offerLink(const QUrl &address);
    void save();

    BlockContent m_content;
    QVBoxLayout *m_column;
    QHBoxLayout *m_line;
    IconLabel *m_icon = nullptr;
    ThemeLabel *m_name = nullptr;
    ThemeLabel *m_facts;
    QString m_always;
    QString m_role; //!< of the message that it is a part of; empty: of none
    ThemeLabel *m_text = nullptr;
    MarkdownView *m_markdown = nullptr;
    QWidget *m_offer = nullptr; //!< asks whether the link that was clicked last is opened
};

} // namespace Workbench::Ui

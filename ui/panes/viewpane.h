// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

#include <QPointer>
#include <QScrollArea>

#include <memory>

class QVBoxLayout;

namespace Workbench::Ui {

struct BlockContent;
class ImageRoom;

//! The content of a result as a person would look at it: the payload of a ToolEnvelope, then its content
//! blocks, each with its name, its annotations and what can be done with it. Nothing remote is loaded.
class ViewPane : public QScrollArea {
    Q_OBJECT
public:
    explicit ViewPane(QWidget *parent = nullptr);
    void setOutcome(const Outcome &outcome);
    void clear();
    //! Whether there is anything that a tree or text would not show better.
    static bool hasView(const Outcome &outcome);
    //! Whether this is where the result should be seen first: it is prose, images or other content, not JSON.
    static bool isContent(const Outcome &outcome);
    static bool isConversation(const Outcome &outcome); //!< the messages of a prompt
    static bool hasMedia(const Outcome &outcome); //!< blocks for eyes or ears
    static bool hasPayload(const Outcome &outcome); //!< of a ToolEnvelope, which is shown in its own form
    static qsizetype blockCount(const Outcome &outcome);
    //! Selects the next place of \a text in the texts that are shown, wrapping; false if there is none.
    bool find(const QString &text, bool backwards);

private:
    void addBlock(const BlockContent &content, const QString &place, bool isOpened);
    void addConversation(const Outcome &outcome);
    void addWords(const QString &words);
    QVBoxLayout *m_column;
    QPointer<QWidget> m_found; //!< the text that holds the match that was found last
    std::shared_ptr<ImageRoom> m_imageRoom;
    qsizetype m_room = 0; //!< characters of text that this page still shows
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

#include <QPointer>
#include <QScrollArea>

#include <memory>

class QVBoxLayout;

namespace Workbench::Ui {

struct BlockContent;
class ImageRoom;

//! Shows the content of a result for reading: the payload of a ToolEnvelope, then the content blocks, each
//! with its name, its annotations and its actions. Nothing is loaded from the network.
class ViewPane : public QScrollArea {
    Q_OBJECT
public:
    explicit ViewPane(QWidget *parent = nullptr);
    void setOutcome(const Outcome &outcome);
    void clear();
    //! Returns whether the result has content that this view shows: content blocks, a text, or a payload.
    static bool hasView(const Outcome &outcome);
    //! Returns whether the result should be shown in this view first: it is prose, images or other content,
    //! not JSON.
    static bool isContent(const Outcome &outcome);
    static bool isConversation(const Outcome &outcome); //!< Whether it holds the messages of a prompt.
    static bool hasMedia(const Outcome &outcome); //!< Whether it has images or audio.
    static bool hasPayload(const Outcome &outcome); //!< Whether PayloadView shows it.
    static qsizetype blockCount(const Outcome &outcome);
    //! Selects the next match of \a text in the shown texts, and wraps at the end. Returns false if there is
    //! none.
    bool find(const QString &text, bool backwards);

private:
    void addBlock(const BlockContent &content, const QString &place, bool isOpened);
    void addConversation(const Outcome &outcome);
    void addWords(const QString &words);
    QVBoxLayout *m_column;
    QPointer<QWidget> m_found; //!< the text with the last match
    std::shared_ptr<ImageRoom> m_imageRoom;
    qsizetype m_room = 0; //!< the number of bytes of text that this page can still show
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

#include <QPointer>
#include <QScrollArea>

#include <functional>
#include <memory>
#include <optional>

class QVBoxLayout;

namespace Workbench::Ui {

struct BlockContent;
class ContentBlock;
class ImageRoom;

//! Shows the content of a result for reading: the payload of a ToolEnvelope, then the content blocks, each
//! with its name, its annotations and its actions. Nothing is loaded from the network.
class ViewPane : public QScrollArea {
    Q_OBJECT
public:
    explicit ViewPane(QWidget *parent = nullptr);
    //! Shows the content of \a outcome. Does nothing if it equals the content that is shown. The scroll
    //! position stays if the new content has the same address, or if both have none.
    void setOutcome(const Outcome &outcome);
    void clear();
    //! Sets the function that returns whether the page of a resource can be opened by its address. Blocks
    //! with such an address get a button for that.
    void setResources(std::function<bool(const QString &uri)> canOpen) { m_canOpen = std::move(canOpen); }
    //! Sets the MIME type of the resource that results are read from, for content without a type. Empty: it
    //! is not known.
    void setListedType(const QString &mimeType) { m_listedType = mimeType; }
    //! Returns whether the result has content that this view shows: content blocks, a text, or a payload.
    static bool hasView(const Outcome &outcome);
    //! Returns whether the result should be shown in this view first: it is prose, images or other content,
    //! not JSON.
    static bool isContent(const Outcome &outcome);
    static bool isConversation(const Outcome &outcome); //!< Whether it holds the messages of a prompt.
    static bool hasMedia(const Outcome &outcome); //!< Whether it has images or audio.
    static bool hasPayload(const Outcome &outcome); //!< Whether PayloadView shows it.
    static qsizetype blockCount(const Outcome &outcome);
    //! Returns the text that is all of \a shown, the data of \a outcome: a text of an HTTP body, or the only
    //! content block. Nothing: the data is something else.
    static std::optional<BlockContent> onlyText(const Outcome &outcome, const Json &shown);
    //! Selects the next match of \a text in the shown texts, and wraps at the end. Returns false if there is
    //! none.
    bool find(const QString &text, bool backwards);

Q_SIGNALS:
    //! Emitted when the user wants to see the resource with the address \a uri.
    void readRequested(const QString &uri);

private:
    //! The parts of an outcome that the view shows.
    struct Shown {
        Json blocks; //!< the content blocks; absent: none
        Json payload; //!< the payload of a ToolEnvelope; absent: none
        Json data; //!< the prompt, or the text of a result without blocks; absent: not shown
        QString type; //!< the Content-Type of an HTTP response, or the listed type of a resource
        friend bool operator==(const Shown &, const Shown &) = default;
    };
    Shown shownOf(const Outcome &outcome) const;
    static QString addressIn(const Shown &shown);
    void fill(const Outcome &outcome);
    ContentBlock *addRow(const BlockContent &content, const QString &place);
    void addBlock(const BlockContent &content, const QString &place, bool isOpened);
    void addConversation(const Outcome &outcome);
    void addWords(const QString &words);
    void keepPosition();

    std::function<bool(const QString &uri)> m_canOpen; //!< null: no resource can be opened
    QString m_listedType;
    std::optional<Shown> m_shown; //!< nothing: the view is empty
    int m_position = 0; //!< the scroll position to restore when the content is high enough; 0: none
    QVBoxLayout *m_column;
    QPointer<QWidget> m_found; //!< the text with the last match
    std::shared_ptr<ImageRoom> m_imageRoom;
    qsizetype m_room = 0; //!< the number of bytes of text that this page can still show
};

} // namespace Workbench::Ui

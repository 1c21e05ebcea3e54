// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "core/operation/operationspec.h"
#include "core/session/sessions.h"

#include <QWidget>

#include <memory>

class QMenu;

namespace Workbench::Ui {

struct CallFacts;
class CallMenu;
class CallQuestions;
class CallSplitter;
class DefinitionPage;
class ErrorCard;
class InputEditor;
class OperationHeader;
class RequestPane;
class ResourceWatch;
class ResultPane;
class StreamPane;

//! One tab of the centre: the header, the input, and the result of the last call or the stream.
//! Owns its Invocation or Subscription; deleting the page cancels it.
class OperationPage : public QWidget {
    Q_OBJECT
public:
    OperationPage(Sessions *sessions, const OperationId &operation, QWidget *parent = nullptr);

    const OperationId &operation() const { return m_operation; }
    QString sourceName() const;
    QString tabTitle() const; //!< The operation's name: "get-sum".
    //! Returns the address of a resource, or the id of any other operation; during a call also its progress.
    QString tabToolTip() const;
    QString tabDetail() const; //!< The source and what happens: "everything", "hub · live".
    QString tabIconName() const;
    double shareDone() const; //!< The progress of the running call, from 0 to 1; -1: not known.
    //! Makes the page one of a subscription until the source reports the type of the operation.
    void expectSubscription();
    //! Sets the title that tabTitle() returns until the source says how the operation is called.
    void expectTitle(const QString &title);
    bool isSubscription() const { return m_type == OperationType::Subscription; }
    bool isRunning() const;
    bool runsAsTask() const; //!< Whether the running call became a task, which continues without this page.
    bool isWaitingForUser() const; //!< Whether a request of the server waits for the user during the call.
    //! Whether the definition changed since the user accepted it.
    bool isDefinitionChanged() const { return m_isDefinitionChanged; }
    bool isWatching() const; //!< Whether the page is subscribed to changes of the resource.
    void stopWatching();
    //! Returns the id of the last call or stream; empty before the first.
    const QString &exchangeId() const { return m_exchangeId; }

    const OperationSpec &spec() const { return m_spec; } //!< As last known; its id is empty before that.
    //! Returns the result of the last call that ended; nothing before the first, and nothing for a stream.
    const std::optional<Result<Outcome>> &lastResult() const { return m_lastResult; }
    //! Returns the stream, live or ended; null if the page has not subscribed yet.
    const std::shared_ptr<Subscription> &subscription() const { return m_subscription; }

    //! A call or stream of History, as it was.
    struct Past {
        QString exchangeId;
        Json input;
        //! The definition at the time of the call. Without an id: it is no longer kept, and the current one
        //! is shown.
        OperationSpec spec;
        std::optional<Result<Outcome>> result; //!< nothing: a stream, or the result is no longer kept
        std::shared_ptr<Subscription> stream; //!< null: a call, or the stream is no longer kept
    };
    //! Shows \a past for the rest of the page's life. The input cannot be edited, and *Edit a copy* emits
    //! editRequested().
    void showPast(const Past &past);
    bool isPast() const { return m_isPast; }
    bool isExplaining() const; //!< Whether a card says why the result or an event does not fit its schema.

    //! Returns the value in the editor; absent while its JSON text is invalid.
    Json input() const;
    void setInput(const Json &input);

    //! Places the input above the result and hides the description and the chips if \a compact. Used for a
    //! window under 900 pixels.
    void setCompact(bool compact);
    QByteArray saveLayout() const; //!< The splitters, the faces and the choices of this page.
    //! Restores \a layout from saveLayout(). With \a withChoices also restores strict cast, how the page
    //! reads results, and the faces that the user chose.
    void restoreLayout(const QByteArray &layout, bool withChoices = true);

    //! Returns whether the request that the input would send is shown.
    bool isRequestShown() const;
    void setRequestShown(bool shown);

    //! Returns whether the definition is shown in place of the call.
    bool isDefinitionShown() const;
    void setDefinitionShown(bool shown);

    InputEditor *inputEditor() const { return m_input; }
    ResultPane *resultPane() const { return m_result; }
    RequestPane *requestPane() const { return m_request; }
    StreamPane *streamPane() const { return m_stream; }
    //! The menu behind "⋯"; the window may add its own actions to it.
    QMenu *moreMenu() const;

public Q_SLOTS:
    void invoke();
    //! Connects the buttons of \a card, which shows an error of this operation, to the page.
    void connectCard(const ErrorCard *card);
    void sendAnyway(); //!< Sends input that the schema refuses.
    void cancel();
    void focusInput();

Q_SIGNALS:
    void runningChanged(bool running);
    void explainingChanged(); //!< Emitted when an explanation appears or disappears.
    void progressed(); //!< Emitted when the running call reports progress.
    void inputChanged();
    void editRequested(const Workbench::Json &input); //!< Emitted by *Edit a copy* of a past call.
    //! Emitted when the spec or a text of the tab changed, or the spec is no longer known.
    void operationChanged();
    void wireRequested(const QString &exchangeId);
    void undoOffered(const QString &text, const std::function<void()> &undo);
    void recordRequested();
    void compareRequested();
    //! Emitted to compare the results of two calls of this page.
    void callsCompareRequested(const QString &before, const QString &after);
    //! Emitted when the user wants to see the page of another operation, for example of a linked resource.
    void openRequested(const Workbench::OperationId &operation);
    //! Emitted when the source has to be connected. The window asks for trust first where needed.
    void connectRequested(const QString &sourceName);
    //! Emitted when the user asks to look at the certificate that made the call fail.
    void certificateRequested(const QString &sourceName, const Workbench::Error &error);
    void limitRequested(const QString &key);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void connectMenu();
    void makeOutput();
    void showDefinition();
    void readSpec();
    void useSpec(const OperationSpec &spec);
    void readKind();
    void showFeatures();
    void toggleWatching();
    void useOtherForm();
    void showMissing();
    void showDefinitionChange(bool changed);
    void requestConnecting();
    void start(bool sendInvalid);
    //! \a input: what is sent; absent: the value in the editor.
    void startNow(bool sendInvalid, const Json &input = {});
    void startCall(bool sendInvalid, const Json &input);
    void startStream(bool sendInvalid);
    void finished();
    //! Returns the identity of the past call, or the one with which the page calls.
    std::optional<Identity> identity() const;
    CallFacts facts() const;
    bool mayFoldInput() const;

    Sessions *m_sessions;
    OperationId m_operation;
    OperationSpec m_spec; //!< As last known.
    OperationType m_type = OperationType::Query;
    OperationHeader *m_header;
    CallMenu *m_menu;
    InputEditor *m_input;
    CallQuestions *m_questions;
    RequestPane *m_request;
    CallSplitter *m_splitter;
    ResourceWatch *m_watch;
    DefinitionPage *m_definition = nullptr; //!< null: not shown yet
    ResultPane *m_result = nullptr; //!< null: the page is one of a subscription
    StreamPane *m_stream = nullptr; //!< null: the page is one of a call, and has m_result
    QString m_expectedTitle; //!< Used until the source names the operation; empty: the id gives the title.
    bool m_isCompleted = false; //!< The server proposes values for the input.
    std::unique_ptr<Invocation> m_invocation;
    std::shared_ptr<Subscription> m_subscription; //!< Shared with History, which keeps ended streams.
    QString m_exchangeId;
    Json m_sent; //!< The input of the last call; absent: none.
    std::optional<Result<Outcome>> m_lastResult;
    std::optional<Json> m_nextInput; //!< The input that asks for the next page of the list that is shown.
    bool m_specKnown = false;
    bool m_isPast = false;
    bool m_isDefinitionChanged = false;
    bool m_hasPastSpec = false; //!< m_spec belongs to the past call; changes of the source are ignored.
    bool m_askedSendInvalid = false;
};

} // namespace Workbench::Ui

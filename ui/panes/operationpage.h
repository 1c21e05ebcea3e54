// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "core/envelope/resultreading.h"
#include "core/operation/operationspec.h"
#include "core/session/sessions.h"
#include "ui/panes/requestpane.h"

#include <QFutureWatcher>
#include <QWidget>

#include <memory>

class QAction;
class QMenu;
class QSplitter;

namespace Workbench {
class Invocation;
class Subscription;
} // namespace Workbench

namespace Workbench::Ui {

class AskBar;
class DefinitionPage;
struct CallFacts;
class InputEditor;
class MetaPane;
class OperationHeader;
class ResultPane;
class StreamPane;
class UpdatesPane;

//! One tab of the centre: header, input, and the result of the last call or the stream.
//! Owns its Invocation or Subscription; deleting the page cancels it.
class OperationPage : public QWidget {
    Q_OBJECT
public:
    OperationPage(Sessions *sessions, const OperationId &operation, QWidget *parent = nullptr);
    ~OperationPage() override;

    const OperationId &operation() const { return m_operation; }
    QString sourceName() const;
    QString tabTitle() const; //!< "get-sum"
    QString tabToolTip() const; //!< the address of a resource, else the operation's id
    QString tabDetail() const; //!< The source and what happens: "everything", "hub · live".
    QString tabIconName() const;
    double shareDone() const; //!< Of the running call, from 0 to 1; -1: not known.
    //! Makes the page one of a subscription, as long as its source does not say what the operation is.
    void expectSubscription();
    void expectTitle(const QString &title); //!< as above: how the operation was called
    bool isSubscription() const { return m_type == OperationType::Subscription; }
    bool isRunning() const;
    bool runsAsTask() const; //!< Whether the running call became a task, which goes on without this page.
    bool isWaitingForUser() const; //!< Whether the server asks something during the running call.
    bool isWatching() const; //!< Whether changes of the resource are listened for.
    void stopWatching();
    //! Of the last call; empty before the first.
    QString exchangeId() const;

    const OperationSpec &spec() const { return m_spec; } //!< as last known
    //! Of the last call that ended; nothing of a stream.
    const std::optional<Result<Outcome>> &lastResult() const { return m_lastResult; }
    const std::shared_ptr<Subscription> &subscription() const
    {
        return m_subscription;
    } //!< null: none was begun

    //! A call or stream of History, as it was.
    struct Past {
        QString exchangeId;
        Json input;
        OperationSpec spec; //!< as it was called; without an id: it is no longer kept, and today's is shown
        std::optional<Result<Outcome>> result; //!< nothing: of a stream, or no longer kept
        std::shared_ptr<Subscription> stream; //!< null: of a call, or no longer kept
    };
    //! Shows \a past, once and for all: the input cannot be edited, and *Edit and run* emits editRequested().
    void showPast(const Past &past);
    bool isPast() const { return m_isPast; }
    bool isExplaining() const; //!< Whether a card says why the result or an event does not fit its schema.

    //! What is in the editor; absent while its JSON text is broken.
    Json input() const;
    void setInput(const Json &input);

    //! Whether a result that normalisation cannot make fit fails the call, instead of being shown as received
    //! with a warning.
    bool isStrictCast() const;
    void setStrictCast(bool strict);
    //! Whether calls are made as tasks, where the server leaves it to the caller.
    bool wantsTask() const;

    void setCompact(
        bool compact); //!< for a window under 900 pixels: input above result, description and chips hidden
    QByteArray saveLayout() const; //!< splitters and faces
    //! \a withChoices: also how this page reads results, else only where things stand.
    void restoreLayout(const QByteArray &layout, bool withChoices = true);

    //! Whether it is shown what would be sent.
    bool isRequestShown() const;
    void setRequestShown(bool shown);

    //! Whether the definition is shown in the place of the call.
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
    void sendAnyway(); //!< input that the schema refuses
    void cancel();
    void focusInput();
    void copyAsCurl();
    void copyAsHttp();
    void copyAsJson(); //!< the request
    void copyAsCommand(); //!< the `envelope` command that makes the call
    void copyBugReport(); //!< of the result that is shown; on a worker

Q_SIGNALS:
    void runningChanged(bool running);
    void explainingChanged(); //!< Emitted when an explanation appears or goes.
    void progressed(); //!< Emitted when the running call tells how far it is.
    void inputChanged();
    void editRequested(const Workbench::Json &input); //!< Emitted by *Edit and run* of a past call.
    //! The spec is another one, or gone.
    void operationChanged();
    void wireRequested(const QString &exchangeId);
    void undoOffered(const QString &text, const std::function<void()> &undo);
    void recordRequested();
    void compareRequested();
    //! The source is not connected; the window asks for trust where needed.
    void connectRequested(const QString &sourceName);
    //! The call failed for a certificate that the user may accept.
    void certificateRequested(const QString &sourceName, const Workbench::Error &error);
    void limitRequested(const QString &key);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    //! Of the page: below 780 pixels, below 1050, and from there on.
    enum class Width : quint8 { Narrow, Middle, Wide };
    void makeOutput();
    void fillMenu();
    void showDefinition();
    void copyDefinition();
    void addReadingMenu(QMenu *menu);
    bool canRunAsTask() const;
    void readSpec();
    void useSpec(const OperationSpec &spec);
    void readKind();
    void showAbout();
    void showFeatures();
    void toggleWatching();
    void useOtherForm();
    void readAgain();
    void noteContent();
    void showMissing();
    void start(bool sendInvalid);
    void startNow(bool sendInvalid);
    void startCall(bool sendInvalid);
    void startStream(bool sendInvalid);
    void finished();
    CallFacts factsOf(const QString &exchangeId) const;
    void setInputAbove(bool above);
    void arrange();
    void shareHeight();
    void addQuestion();
    bool isDestructive() const;
    void askFirst();
    void showQuestion(const QString &question);
    void askAboutOrigin(const Error &error);
    bool confirmOrigin();
    void takeBackQuestion();
    //! Shows what changed since the definition was accepted, and asks whether it is accepted now; with
    //! \a thenCall the call follows. Returns whether there is something to ask.
    bool askAboutDefinition(bool thenCall);
    void addRequestActions();
    void copyRequest(RequestPane::Form form);
    ResultReading reading() const; //!< what the menu says; the rest is the source's
    void setReading(const ResultReading &reading);
    void invokeNextPage();

    Sessions *m_sessions;
    OperationId m_operation;
    OperationSpec m_spec; //!< as last known
    OperationType m_type = OperationType::Query;
    OperationHeader *m_header;
    AskBar *m_ask;
    QSplitter *m_splitter;
    DefinitionPage *m_definition = nullptr; //!< null: it was not shown yet
    InputEditor *m_input;
    QSplitter *m_output; //!< the request over the result or stream
    RequestPane *m_request;
    ResultPane *m_result = nullptr; //!< of a call
    StreamPane *m_stream = nullptr; //!< of a subscription
    UpdatesPane *m_updates = nullptr; //!< of a resource; null: it was not subscribed to yet
    MetaPane *m_about = nullptr; //!< what is known of a resource before it is read; null: of none
    QString m_expectedTitle; //!< until its source says how the operation is called; empty: from its id
    QString m_distinction; //!< what tells the resource apart from others of its name; empty: its name does
    bool m_isCompleted = false; //!< the server proposes values for the input
    bool m_readsAgain = false; //!< it changed while it was being read
    std::unique_ptr<Invocation> m_invocation;
    std::shared_ptr<Subscription> m_subscription; //!< shared with History, which keeps it when it has ended
    QAction *m_strictCast = nullptr; //!< of the menu; it holds the state
    QAction *m_asTask = nullptr; //!< as above
    QAction *m_export = nullptr; //!< as above
    QAction *m_bugReport = nullptr; //!< as above
    QMenu *m_readingMenu = nullptr; //!< it holds the choices
    QAction *m_showRequest = nullptr; //!< as above
    QString m_exchangeId;
    std::optional<Result<Outcome>> m_lastResult;
    std::optional<Json> m_nextInput; //!< asks for the next part of the list that is shown
    QByteArray m_besideState; //!< of the splitter, while the input is above
    bool m_inputAbove = false; //!< folded to one line over an explanation, which takes the width
    bool m_isRequestMoved = false; //!< its height was chosen by hand
    bool m_isInputMoved = false; //!< The height of the input above the result was chosen by hand.
    Width m_width = Width::Wide;
    bool m_compact = false;
    bool m_specKnown = false;
    bool m_isPast = false;
    bool m_hasPastSpec = false; //!< m_spec is that of the past call, whatever its source offers today
    Json m_confirmed; //!< the input for which the destructive question was answered with yes; absent: none
    bool m_askedSendInvalid = false;
    QString m_wantedOrigin; //!< that the question is about; empty: it is about what may be destroyed
    Source m_askedSource; //!< as it was when that was asked
    QFutureWatcher<Result<WirePreview>> m_asking; //!< the preview that the question names
};

} // namespace Workbench::Ui

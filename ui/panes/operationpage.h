// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "core/envelope/resultreading.h"
#include "core/operation/operationspec.h"
#include "core/session/sessions.h"

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
class InputEditor;
class OperationHeader;
class RequestPane;
class ResultPane;
class StreamPane;

//! One tab of the centre: header, input, and the result of the last call or the stream.
//! Owns its Invocation or Subscription; deleting the page cancels it.
class OperationPage : public QWidget {
    Q_OBJECT
public:
    OperationPage(Sessions *sessions, const OperationId &operation, QWidget *parent = nullptr);
    ~OperationPage() override;

    const OperationId &operation() const { return m_operation; }
    QString sourceName() const;
    QString tabTitle(bool compact = false) const; //!< "everything.get-sum"; compact: "get-sum"
    QString tabIconName() const;
    bool isSubscription() const { return m_type == OperationType::Subscription; }
    bool isRunning() const;
    //! Of the last call; empty before the first.
    QString exchangeId() const;

    const OperationSpec &spec() const { return m_spec; } //!< as last known
    //! Of the last call that ended; nothing of a stream.
    const std::optional<Result<Outcome>> &lastResult() const { return m_lastResult; }
    const Subscription *subscription() const { return m_subscription.get(); } //!< null: none was begun

    //! What is in the editor; absent while its JSON text is broken.
    Json input() const;
    void setInput(const Json &input);

    //! Whether a result that normalisation cannot make fit fails the call, instead of being shown as received
    //! with a warning.
    bool isStrictCast() const;
    void setStrictCast(bool strict);

    void setCompact(
        bool compact); //!< for a window under 900 pixels: input above result, description and chips hidden
    QByteArray saveLayout() const; //!< splitters and faces
    //! \a withChoices: also how this page reads results, else only where things stand.
    void restoreLayout(const QByteArray &layout, bool withChoices = true);

    //! Whether it is shown what would be sent.
    bool isRequestShown() const;
    void setRequestShown(bool shown);

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
    void copyBugReport(); //!< of the result that is shown; on a worker

Q_SIGNALS:
    void runningChanged(bool running);
    void inputChanged();
    //! The spec is another one, or gone.
    void operationChanged();
    void wireRequested(const QString &exchangeId);
    void recordRequested();
    void compareRequested();
    //! The source is not connected; the window asks for trust where needed.
    void connectRequested(const QString &sourceName);
    //! The call failed for a certificate that the user may accept.
    void certificateRequested(const QString &sourceName, const Workbench::Error &error);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void makeOutput();
    void fillMenu();
    void addReadingMenu(QMenu *menu);
    void readSpec();
    void start(bool sendInvalid);
    void startNow(bool sendInvalid);
    void startCall(bool sendInvalid);
    void startStream(bool sendInvalid);
    void finished();
    void setInputAbove(bool above);
    void addQuestion();
    bool isDestructive() const;
    void askFirst();
    void showQuestion(const QString &question);
    void askAboutOrigin(const Error &error);
    bool confirmOrigin();
    void takeBackQuestion();
    void addRequestActions();
    void copyRequest(bool asCurl);
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
    InputEditor *m_input;
    QSplitter *m_output; //!< the request over the result or stream
    RequestPane *m_request;
    ResultPane *m_result = nullptr; //!< of a call
    StreamPane *m_stream = nullptr; //!< of a subscription
    std::unique_ptr<Invocation> m_invocation;
    std::unique_ptr<Subscription> m_subscription;
    QAction *m_strictCast = nullptr; //!< of the menu; it holds the state
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
    bool m_compact = false;
    bool m_specKnown = false;
    bool m_confirmed = false; //!< the destructive question was answered with yes on this page
    bool m_askedSendInvalid = false;
    QString m_wantedOrigin; //!< that the question is about; empty: it is about what may be destroyed
    Source m_askedSource; //!< as it was when that was asked
    QFutureWatcher<Result<WirePreview>> m_asking; //!< the preview that the question names
};

} // namespace Workbench::Ui

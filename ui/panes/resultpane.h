// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/bugreport.h"
#include "core/envelope/outcome.h"
#include "ui/panes/statusline.h"

#include <QPointer>
#include <QWidget>

class QStackedWidget;

namespace Workbench {
class Invocation;
class Sessions;
} // namespace Workbench

namespace Workbench::Ui {

class CallEventsPane;
class DataPane;
class ErrorCard;
class ExplanationCard;
class MetaPane;
class PeerAskPane;
class ResultPanes;
class ThemeLabel;
class UnifiedErrorLine;
class WarningsPane;

//! What came of a call: the status line over Data beside Meta and Warnings; of a failed one, the error, over
//! what the server answered where it is an answer of HTTP. Each layer around the data can be switched off in
//! the status line. Takes no focus.
class ResultPane : public QWidget {
    Q_OBJECT
public:
    explicit ResultPane(QWidget *parent = nullptr);
    ~ResultPane() override;

    void setSessions(Sessions *sessions); //!< where what a server tells and asks during a call comes from
    //! Shows that a call runs; what is shown of the call before stays until the result is there.
    void setRunning(Invocation *invocation);
    void showResult(const Result<Outcome> &result, const CallFacts &facts);
    void setOutputSchema(const Json &schema);
    //! Of the result or error that is shown; empty: nothing is wrong with it, or the cause is not known.
    const QList<Diagnosis> &diagnoses() const { return m_diagnoses; }
    //! Of what is shown; nothing: no result yet. \a input as it was sent.
    std::optional<BugReport> bugReport(const OperationSpec &spec, const Json &input) const;
    void clear();
    //! The word of the button that calls the operation, for the text of an empty pane.
    void setVerb(const QString &verb) { m_verb = verb; }
    void setOffered(bool offered); //!< whether the operation can be invoked; for the text of an empty pane
    void showGone(); //!< says that the result of a past call is no longer kept
    void setCompact(bool compact);
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &layout, bool withChoices); //!< those of the faces

    ResultPanes *panes() const { return m_panes; }
    StatusLine *statusLine() const { return m_status; }
    DataPane *dataPane() const { return m_data; }
    MetaPane *metaPane() const { return m_meta; }
    WarningsPane *warningsPane() const { return m_warnings; }
    ErrorCard *errorCard() const { return m_error; }
    ExplanationCard *explanationCard() const { return m_explanation; }
    //! Whether a card says why the result does not fit its schema; it wants the width of the page.
    bool isExplaining() const;
    //! What the server asks the user during the call; stands over the result.
    PeerAskPane *asks() const { return m_asks; }

Q_SIGNALS:
    void wireRequested(const QString &exchangeId);
    void sendAnywayRequested();
    void connectRequested();
    void certificateRequested(const Workbench::Error &error);
    void limitRequested(const QString &key);
    void explanationClosed();
    void bugReportRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeConnections();
    void explain();
    void showLayers();
    void openWaiting();
    void selectPlace(const QString &pointer);
    void showFailure(const Outcome &outcome);
    void showOutcome(const Outcome &outcome, const CallFacts &facts);
    void showError(const Error &error, const CallFacts &facts);
    void updateBrief();
    void askingChanged(bool asking);
    void showEvents();

    StatusLine *m_status;
    PeerAskPane *m_asks;
    CallEventsPane *m_events; //!< while a call runs
    QWidget *m_answer; //!< all that tells the result
    QStackedWidget *m_stack;
    ThemeLabel *m_empty;
    DataPane *m_data;
    MetaPane *m_meta;
    WarningsPane *m_warnings;
    ResultPanes *m_panes;
    ErrorCard *m_error;
    UnifiedErrorLine *m_failure;
    ExplanationCard *m_explanation;
    Json m_schema;
    QString m_operationId;
    QString m_verb = tr("Invoke");
    std::optional<Outcome> m_outcome; //!< that is shown
    std::optional<Error> m_failed; //!< that is shown
    CallFacts m_facts; //!< of the outcome
    std::optional<QString> m_pointer; //!< where the data shown stands in the data received
    QList<Diagnosis> m_diagnoses;
    quint64 m_shown = 0; //!< how many results were
    bool m_compact = false;
    bool m_isRunning = false;
    QPointer<Invocation> m_invocation;
    QString m_exchangeId;
};

} // namespace Workbench::Ui

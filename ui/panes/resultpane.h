// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/bugreport.h"
#include "core/envelope/pipeline/outcome.h"
#include "ui/panes/statusline.h"

#include <QPointer>
#include <QWidget>

class QHBoxLayout;
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

//! Shows the outcome of a call: the status line above Data, Meta and Warnings. For a failed call it shows the
//! error, and below it the server's answer if that is an HTTP response. Each layer around the data can be
//! switched off in the status line. Takes no focus.
class ResultPane : public QWidget {
    Q_OBJECT
public:
    explicit ResultPane(QWidget *parent = nullptr);
    ~ResultPane() override;

    //! Sets where the requests and notifications of a server during a call come from.
    void setSessions(Sessions *sessions);
    //! Shows that a call runs. The previous result stays until the new one arrives.
    void setRunning(Invocation *invocation);
    void showResult(const Result<Outcome> &result, const CallFacts &facts);
    void setOutputSchema(const Json &schema);
    //! Returns the diagnoses of the result or error that is shown. Empty: nothing is wrong with it, or the
    //! cause is not known.
    const QList<Diagnosis> &diagnoses() const { return m_diagnoses; }
    //! Returns a report about the result or error that is shown; nothing if there is no result yet. \a input:
    //! the input as it was sent.
    std::optional<BugReport> bugReport(const OperationSpec &spec, const Json &input) const;
    void clear();
    //! Sets the text of the button that calls the operation, for the text of an empty pane.
    void setVerb(const QString &verb) { m_verb = verb; }
    //! Sets whether the operation takes input; for the text of an empty pane, from the next setOffered() on.
    void setInputNeeded(bool needed) { m_isInputNeeded = needed; }
    void setOffered(bool offered); //!< whether the operation can be invoked; for the text of an empty pane
    void showGone(); //!< Says that the result of a past call is no longer kept.
    void setCompact(bool compact);
    QByteArray saveLayout() const;
    //! \a withChoices: restores also the faces that the user chose.
    void restoreLayout(const QByteArray &layout, bool withChoices);

    ResultPanes *panes() const { return m_panes; }
    StatusLine *statusLine() const { return m_status; }
    DataPane *dataPane() const { return m_data; }
    MetaPane *metaPane() const { return m_meta; }
    WarningsPane *warningsPane() const { return m_warnings; }
    ErrorCard *errorCard() const { return m_error; }
    ExplanationCard *explanationCard() const { return m_explanation; }
    //! Returns whether a card says why the result does not fit its schema. Such a card needs the width of the
    //! page.
    bool isExplaining() const;
    //! Returns the pane with the requests of the server during the call. It stands above the result.
    PeerAskPane *asks() const { return m_asks; }

Q_SIGNALS:
    void wireRequested(const QString &exchangeId);
    void explanationClosed();

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
    CallEventsPane *m_events; //!< beside all other panes, or above Meta after the call
    QHBoxLayout *m_beside;
    double m_eventsShare = 0; //!< part of the width that m_events takes beside the other panes
    QWidget *m_answer; //!< the cards and panes of the result
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
    std::optional<Outcome> m_outcome; //!< the outcome that is shown, if any
    std::optional<Error> m_failed; //!< the error that is shown, if any
    CallFacts m_facts; //!< the facts that belong to m_outcome
    std::optional<QString> m_pointer; //!< the place of the data shown inside the data received
    QList<Diagnosis> m_diagnoses;
    quint64 m_shown = 0; //!< the number of results shown so far
    bool m_compact = false;
    bool m_isInputNeeded = true;
    bool m_isRunning = false;
    QPointer<Invocation> m_invocation;
    QString m_exchangeId;
};

} // namespace Workbench::Ui

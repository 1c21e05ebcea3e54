// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/doctor/bugreport.h"
#include "core/envelope/outcome.h"
#include "ui/panes/statusline.h"

#include <QPointer>
#include <QWidget>

class QSplitter;
class QStackedWidget;

namespace Workbench {
class Invocation;
}

namespace Workbench::Ui {

class DataPane;
class ErrorCard;
class ExplanationCard;
class MetaPane;
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

    //! Shows that a call runs; what is shown of the call before stays until the result is there.
    void setRunning(Invocation *invocation);
    void showResult(const Result<Outcome> &result, const CallFacts &facts);
    void setOutputSchema(const Json &schema);
    //! Of the result or error that is shown; empty: nothing is wrong with it, or nobody knows what.
    const QList<Diagnosis> &diagnoses() const { return m_diagnoses; }
    //! Of what is shown; nothing: no result yet. \a input as it was sent.
    std::optional<BugReport> bugReport(const OperationSpec &spec, const Json &input) const;
    void clear();
    void setCompact(bool compact);
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &layout);

    StatusLine *statusLine() const { return m_status; }
    DataPane *dataPane() const { return m_data; }
    MetaPane *metaPane() const { return m_meta; }
    WarningsPane *warningsPane() const { return m_warnings; }
    ErrorCard *errorCard() const { return m_error; }
    ExplanationCard *explanationCard() const { return m_explanation; }
    //! Whether a card says why the result does not fit its schema; it wants the width of the page.
    bool isExplaining() const;

Q_SIGNALS:
    void cancelRequested();
    void wireRequested(const QString &exchangeId);
    void sendAnywayRequested();
    void connectRequested();
    void certificateRequested(const Workbench::Error &error);
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
    void shareSide(bool hasWarnings);

    StatusLine *m_status;
    QStackedWidget *m_stack;
    QSplitter *m_content;
    QSplitter *m_side;
    DataPane *m_data;
    MetaPane *m_meta;
    WarningsPane *m_warnings;
    ErrorCard *m_error;
    UnifiedErrorLine *m_failure;
    ExplanationCard *m_explanation;
    Json m_schema;
    QString m_operationId;
    std::optional<Outcome> m_outcome; //!< that is shown
    std::optional<Error> m_failed; //!< that is shown
    CallFacts m_facts; //!< of the outcome
    std::optional<QString> m_pointer; //!< where the data shown stands in the data received
    QList<Diagnosis> m_diagnoses;
    quint64 m_shown = 0; //!< how many results were
    bool m_compact = false;
    bool m_isSideMoved = false; //!< the heights of Meta and Warnings were chosen by hand
    QPointer<Invocation> m_invocation;
    QString m_exchangeId;
};

} // namespace Workbench::Ui

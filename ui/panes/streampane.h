// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/bugreport.h"
#include "core/session/subscription.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace Workbench {
struct PreparedSchema;
}

namespace Workbench::Ui {

class DataPane;
class ErrorCard;
class ExplanationCard;
class IconLabel;
class MetaPane;
class RateBars;
class ResultPanes;
class RowTableView;
class StreamModel;
class ThemeLabel;
class WarningsPane;

//! Shows a subscription: state, count and rate above the events, newest first, and the chosen event beside
//! them. The list follows the newest event while that is in view. The details follow it until the user
//! chooses a row.
class StreamPane : public QWidget {
    Q_OBJECT
public:
    explicit StreamPane(QWidget *parent = nullptr);
    ~StreamPane() override;

    //! Shows \a subscription, or an empty pane if it is null. The caller owns the subscription.
    //! \a endedAfterMs: how long an ended stream was live; -1: it is live, or ends while it is shown.
    void setSubscription(Subscription *subscription, qint64 endedAfterMs = -1);
    void setOutputSchema(const std::shared_ptr<const PreparedSchema> &schema); //!< null: no schema
    //! Sets the facts about the subscription as a whole. They are shown below the meta of each event.
    void setFacts(const Json &facts) { m_facts = facts; }
    //! Hides the controls that change the stream, for a stream of History: its own page may be open as well.
    void setFixed();
    void setWordless(bool wordless); //!< Whether the buttons of the status line show only icons.
    void setCompact(bool compact);
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &layout);

    StreamModel *model() const { return m_model; }
    RowTableView *view() const { return m_view; }
    DataPane *dataPane() const { return m_data; }
    ErrorCard *errorCard() const { return m_error; }
    ExplanationCard *explanationCard() const { return m_explanation; }
    //! Returns the outcome of the shown event, or null.
    const Outcome *shownOutcome() const { return m_explained ? &*m_explained : nullptr; }
    //! Returns a report for the server's author about the shown event; nothing if no event is shown.
    std::optional<BugReport> bugReport(const OperationSpec &spec, const Json &input) const;

    //! Asks the user for a file, and writes the listed events to it.
    void askToExport();
    void exportTo(const QString &path);

    //! Returns whether an event of this stream was explained, and the user did not close the card. The card
    //! is shown only while such an event is chosen.
    bool hasExplained() const { return m_hasExplained; }

Q_SIGNALS:
    void explained(); //!< Emitted when hasExplained() changed.
    //! Emitted when the user has cleared the events; \a undo puts them back.
    void undoOffered(const QString &text, const std::function<void()> &undo);
    //! Emitted when exportTo() has finished. The pane also shows the result.
    void exported(bool written);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeStatus();
    void addControls(QHBoxLayout *row);
    QWidget *makeTable();
    QWidget *makeDetails();
    void updateStatus();
    void updateCounts(const Subscription &subscription);
    void updateEmptyText();
    void step();
    void rowsInserted(int first, int last);
    void showNames(int first, int last);
    void followNewest();
    void findChosen();
    void currentChanged();
    void showItem();
    void explain();
    void showCard();
    void ended();
    QWidgetList liveFacts() const;

    QPointer<Subscription> m_subscription;
    StreamModel *m_model;
    Json m_facts;
    QWidget *m_status;
    IconLabel *m_icon;
    ThemeLabel *m_state;
    ThemeLabel *m_count;
    ThemeLabel *m_countWord;
    ThemeLabel *m_rate;
    RateBars *m_bars;
    ThemeLabel *m_time;
    ThemeLabel *m_notes; //!< events not shown (no longer kept, waiting, filtered out) and the export
    QToolButton *m_pause;
    QToolButton *m_clear;
    QToolButton *m_export;
    ThemeLabel *m_keepLabel;
    QComboBox *m_keep;
    QLineEdit *m_filter;
    QSplitter *m_splitter;
    ResultPanes *m_details;
    QStackedLayout *m_stack;
    ThemeLabel *m_empty;
    RowTableView *m_view;
    ErrorCard *m_error;
    DataPane *m_data;
    MetaPane *m_meta;
    WarningsPane *m_warnings;
    ExplanationCard *m_explanation;
    std::shared_ptr<const PreparedSchema> m_schema;
    std::optional<Outcome> m_explained; //!< the event that is shown, with its diagnoses once they are known
    QTimer m_step;
    QTimer m_filterDelay;
    QTimer m_detailsDelay; //!< the details follow a fast stream a few times a second
    QElapsedTimer m_since;
    QString m_exportFact;
    qint64 m_endedAfterMs = -1;
    quint64 m_countedUntil = 0;
    quint64 m_shown = 0; //!< sequence of the event in the details; 0: none
    bool m_follows = true; //!< the newest event is chosen, until the user chooses another one
    bool m_choosing = false; //!< the pane moves the current row, not the user
    bool m_isNameless = true; //!< no event had a name of its own yet
    bool m_compact = false;
    bool m_hasExplained = false;
    bool m_isCardClosed = false; //!< the user closed the explanation of an event of this stream
};

} // namespace Workbench::Ui

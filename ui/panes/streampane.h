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
class RowTableView;
class StreamModel;
class ThemeLabel;
class WarningsPane;

//! A subscription: state, count and rate over the events, newest first, beside the chosen one. The list
//! follows the newest only while it is in view, and so do the details until a row is chosen.
class StreamPane : public QWidget {
    Q_OBJECT
public:
    explicit StreamPane(QWidget *parent = nullptr);
    ~StreamPane() override;

    //! Another run. The pane only observes; its creator owns the subscription.
    //! \a endedAfterMs: how long a stream that has ended was live; -1: it is live, or ends while it is shown.
    void setSubscription(Subscription *subscription, qint64 endedAfterMs = -1);
    void setOutputSchema(const std::shared_ptr<const PreparedSchema> &schema); //!< null: none
    //! Of the run and not of an event: they stand below the meta of each.
    void setFacts(const Json &facts) { m_facts = facts; }
    //! Of a stream of History: only to be looked at, since its page may be open as well.
    void setFixed();
    void setWordless(bool wordless); //!< Whether the buttons of the status line are icons.
    void setCompact(bool compact);
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &layout);

    StreamModel *model() const { return m_model; }
    RowTableView *view() const { return m_view; }
    DataPane *dataPane() const { return m_data; }
    //! For the server's author: the event that is shown and what is wrong with it.
    std::optional<BugReport> bugReport(const OperationSpec &spec, const Json &input) const;

    //! Asks for a file and writes the rows to it.
    void askToExport();
    void exportTo(const QString &path);

    //! Whether an event of this stream was explained; the card comes and goes with the chosen event.
    bool hasExplained() const { return m_hasExplained; }

Q_SIGNALS:
    void connectRequested();
    void explained(); //!< Emitted when hasExplained() becomes true.
    void certificateRequested(const Workbench::Error &error);
    void limitRequested(const QString &key);
    void bugReportRequested();
    //! Emitted when the user has cleared the events; \a undo puts them back.
    void undoOffered(const QString &text, const std::function<void()> &undo);
    //! What exportTo() came to; the pane says it as well.
    void exported(bool written);

private:
    void makeStatus();
    void addControls(QHBoxLayout *row);
    void makeTable();
    void makeDetails();
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
    ThemeLabel *m_notes; //!< what is not seen: no longer kept, waiting, not matching; what was exported
    QToolButton *m_pause;
    QToolButton *m_clear;
    QToolButton *m_export;
    ThemeLabel *m_keepLabel;
    QComboBox *m_keep;
    QLineEdit *m_filter;
    QSplitter *m_splitter;
    QSplitter *m_details;
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
    quint64 m_shown = 0; //!< sequence of the event in the details
    bool m_follows = true; //!< the newest is the chosen one, until another is chosen
    bool m_choosing = false; //!< we move the current row, not the user
    bool m_isNameless = true; //!< no event had a name of its own yet
    bool m_compact = false;
    bool m_hasExplained = false;
};

} // namespace Workbench::Ui

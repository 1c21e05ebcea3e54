// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/models/comparison.h"
#include "ui/panes/comparedtext.h"
#include "ui/panes/toolpage.h"

#include <QElapsedTimer>
#include <QTimer>

class QCheckBox;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class ComparisonModel;
class IconLabel;
class PaneHeader;
class Placeholder;
class RowTreeView;
class SegmentControl;
class ThemeLabel;
class ToolHead;

//! One of the two results to compare.
struct ComparedSide {
    QString title; //!< "recorded 18 May 2026, 12:03", "now"
    Fixture fixture; //!< its rules apply if it is the first of the two
    QString file{}; //!< its file in the folder of fixtures; empty: rules cannot be added
};

//! Shows the differences of two results as one tree, or as two texts side by side. A worker compares them.
class ComparePage : public ToolPage {
    Q_OBJECT
public:
    ComparePage(QString title, const Limits &limits, QWidget *parent = nullptr);
    ~ComparePage() override;

    //! Compares \a before with \a after; ready() follows.
    void compare(const ComparedSide &before, const ComparedSide &after);
    const ComparedSide &before() const { return m_before; }
    const ComparedSide &after() const { return m_after; }
    //! Replaces the rules of the first side and compares again. Called when the rules changed elsewhere.
    void setRules(const QList<MatchRule> &rules);

    enum class Face : quint8 { Structure, Text };
    Face face() const;
    void setFace(Face face);
    void setOnlyDifferences(bool only);
    bool isRunning() const { return m_isRunning; }
    const std::shared_ptr<const Comparison> &comparison() const { return m_comparison; }
    ComparisonModel *model() const { return m_model; }
    RowTreeView *view() const { return m_view; }
    TextView *text(int side) const { return m_texts[size_t(side)]; }

    QString tabTitle() const override;
    QString tabDetail() const override;
    QString tabIconName() const override;
    QString nameSpace() const override { return m_nameSpace; }
    void setNameSpace(const QString &nameSpace) { m_nameSpace = nameSpace; }
    void setCompact(bool compact) override;
    void focusFirst() override;

public Q_SLOTS:
    void cancel() override;
    void nextDifference() { step(1); }
    void previousDifference() { step(-1); }

Q_SIGNALS:
    //! Emitted when the user wants to add \a rule, which allows the chosen difference, to the first fixture.
    void ruleRequested(const QString &file, const Workbench::MatchRule &rule);
    void ready(); //!< Emitted when a comparison has finished, failed or was cancelled.

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Found {
        std::shared_ptr<const Comparison> comparison;
        ComparedText text;
        QStringList remarks;
    };
    static Result<Found> find(const ComparedSide &before, const ComparedSide &after, TextLines lines,
        const Limits &limits, const std::stop_token &stop);

    void makeHead();
    void makeStatus();
    void makeBody();
    void start();
    void showFound(Found found);
    void showText(ComparedText text);
    void showState(const QString &icon, const QString &word, ColorRole color, const QString &facts);
    void updateButtons();
    void fitStatus(); //!< Shows the texts of the buttons if there is enough space.
    void showWords(bool words);
    void expandDifferences();
    void step(int direction);
    void stepInTree(int direction);
    void stepInText(int direction);
    void onlyChanged();
    void requestRule(MatchRule::Kind kind);
    void showMenu(const QPoint &position);
    QString chosenPointer() const;
    void tick();

    QString m_title;
    QString m_nameSpace;
    Limits m_limits;
    ComparedSide m_before;
    ComparedSide m_after;
    std::shared_ptr<const Comparison> m_comparison;
    QList<qsizetype> m_textChanges;
    std::stop_source m_stop;
    quint64 m_generation = 0;
    bool m_isCompact = false;
    bool m_isRunning = false;
    bool m_isScrolling = false;
    bool m_wantsFocus = false;
    QElapsedTimer m_since;
    QTimer m_tick;

    ToolHead *m_head;
    QPushButton *m_previous;
    QPushButton *m_next;
    QWidget *m_status;
    IconLabel *m_icon;
    ThemeLabel *m_word;
    ThemeLabel *m_facts;
    Chip *m_definition;
    QToolButton *m_cancel;
    QToolButton *m_ignore;
    QToolButton *m_byType;
    QCheckBox *m_only;
    SegmentControl *m_face;
    QStackedWidget *m_stack;
    Placeholder *m_empty;
    ComparisonModel *m_model;
    RowTreeView *m_view;
    std::array<PaneHeader *, 2> m_textHeads;
    std::array<TextView *, 2> m_texts;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/diagnosis.h"

#include <QFrame>

class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace Workbench::Ui {

class PaneHeader;
class ThemeLabel;

//! One finding, with the texts of the core.
struct Finding {
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString code; //!< stable across versions
    QString message;
    QString about{}; //!< the operation that the finding is about; empty: not shown
};

//! Shows a finding: its severity as icon, word and colour, its message and its code.
class FindingCard : public QFrame {
    Q_OBJECT
public:
    FindingCard(const Finding &finding, QWidget *parent);
    static QString asText(const Finding &finding);
    void setChosen(bool chosen); //!< Marks the card as the current match of a search.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void neighbourRequested(int step); //!< Emitted for the arrow keys; \a step is -1 or 1.

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    Finding m_finding;
    bool m_isChosen = false;
};

//! Shows findings as cards, in the given order. A long list is shown in parts.
class FindingsPane : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype cardsAtOnce = 50;

    FindingsPane(const QString &title, const QString &noneText, QWidget *parent = nullptr);
    //! \a about names the subject of the findings, and is shown beside the title; empty: everything.
    void setFindings(const QList<Finding> &findings, const QString &about = {});
    void clear(); //!< Shows that nothing is known yet, rather than that nothing was found.
    void setCompact(bool compact);
    void addHeaderWidget(QWidget *widget);
    qsizetype count() const { return m_findings.size(); }

private:
    void rebuild();
    void addCards();
    QString asText() const;
    QString find(const QString &text, bool backwards);

    QString m_noneText;
    QList<Finding> m_findings;
    PaneHeader *m_header;
    QToolButton *m_copy;
    QScrollArea *m_area;
    QWidget *m_list;
    QVBoxLayout *m_column;
    ThemeLabel *m_none;
    QToolButton *m_showMore;
    QList<FindingCard *> m_cards;
    qsizetype m_found = -1; //!< the card of the last match; -1: none
};

} // namespace Workbench::Ui

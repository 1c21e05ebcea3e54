// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"

#include <QFrame>

class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace Workbench::Ui {

class PaneHeader;
class ThemeLabel;

//! One finding, in the words of core.
struct Finding {
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString code; //!< stable
    QString message;
    QString about{}; //!< the operation it is about; empty: not told
};

//! A finding as shape, word and colour, its sentence, and its code.
class FindingCard : public QFrame {
    Q_OBJECT
public:
    FindingCard(const Finding &finding, QWidget *parent);
    static QString asText(const Finding &finding);
    void setChosen(bool chosen); //!< Marks the card as the one that was found.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void neighbourRequested(int step);

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

//! Findings as cards, in the order given; a long list is shown piece by piece.
class FindingsPane : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype cardsAtOnce = 50;

    FindingsPane(const QString &title, const QString &noneText, QWidget *parent = nullptr);
    //! \a about: what they are about, beside the title; empty: everything.
    void setFindings(const QList<Finding> &findings, const QString &about = {});
    void clear(); //!< nothing is known yet
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
    qsizetype m_found = -1; //!< The card that was found last; -1: none.
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/diagnosis.h"

#include <QWidget>

class QGridLayout;
class QToolButton;

namespace Workbench::Ui {

class IconLabel;
class ThemeLabel;

//! What is wrong with a result: the cause in plain words, what was received beside what was declared with the
//! failing place red and the valid part green, and what to change. One bar at its left edge.
class ExplanationCard : public QWidget {
    Q_OBJECT
public:
    explicit ExplanationCard(QWidget *parent = nullptr);

    //! \a received and \a schema are shown where the diagnosis brings nothing of its own.
    void setDiagnosis(const Diagnosis &diagnosis, const Json &received, const Json &schema);
    const Diagnosis &diagnosis() const { return m_diagnosis; }
    //! Title and cause only, the rest one click away: where there is little room.
    void setBrief(bool brief);
    bool isBrief() const { return m_brief; }
    //! For a narrow column: one row, the cause in its tool tip.
    void setTitleOnly();
    QString asText() const;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void closed();
    void bugReportRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Side;
    void makeHead();
    void makeRest();
    void fillSides(const Json &received, const Json &schema);
    void fillFixes();
    void updateRest();

    Diagnosis m_diagnosis;
    bool m_brief = false;
    bool m_titleOnly = false;
    IconLabel *m_icon;
    ThemeLabel *m_title;
    ThemeLabel *m_code;
    ThemeLabel *m_cause;
    QToolButton *m_report;
    QToolButton *m_more;
    QWidget *m_rest;
    Side *m_received;
    QWidget *m_between;
    Side *m_declared;
    QWidget *m_fixes;
    QGridLayout *m_fixGrid;
};

} // namespace Workbench::Ui

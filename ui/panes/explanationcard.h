// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/diagnosis.h"
#include "ui/theme/controls.h"

class QGridLayout;

namespace Workbench::Ui {

class IconLabel;
class ThemeLabel;

//! Explains what is wrong with a result: the cause in plain words, the received value beside the declared
//! schema, and what to change in the server. Failing places are marked red, the valid part green.
class ExplanationCard : public Strip {
    Q_OBJECT
public:
    explicit ExplanationCard(QWidget *parent = nullptr);

    //! \a received and \a schema are shown if \a diagnosis contains no values of its own.
    void setDiagnosis(const Diagnosis &diagnosis, const Json &received, const Json &schema);
    const Diagnosis &diagnosis() const { return m_diagnosis; }
    //! Shows only the title and the cause, and a button for the rest. For small panes.
    void setBrief(bool brief);
    bool isBrief() const { return m_brief; }
    //! Hides the cause of a brief card until the user asks for the details, because the page is low.
    void setTight(bool tight);
    //! Shows only the title, with the cause in its tooltip. For narrow columns.
    void setTitleOnly();
    QString asText() const;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void closed();
    void bugReportRequested();

protected:
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
    bool m_tight = false;
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

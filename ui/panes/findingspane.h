// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/diagnosis.h"
#include "ui/panes/cardpane.h"

namespace Workbench::Ui {

//! One finding, with the texts of the core.
struct Finding {
    Diagnosis::Severity severity = Diagnosis::Severity::Info;
    QString code; //!< stable across versions
    QString message;
    QString about{}; //!< the operation that the finding is about; empty: not shown
};

//! Shows findings as cards, in the given order. Each has its severity as icon, word and colour, its message
//! and its code.
class FindingsPane : public CardPane {
    Q_OBJECT
public:
    FindingsPane(const QString &title, const QString &noneText, QWidget *parent = nullptr);
    //! \a about names the subject of the findings, and is shown beside the title; empty: everything.
    void setFindings(const QList<Finding> &findings, const QString &about = {});
    void clear(); //!< Shows that nothing is known yet, rather than that nothing was found.
    qsizetype count() const override { return m_findings.size(); }

protected:
    Card *makeCard(qsizetype index) override;
    QString textAt(qsizetype index) const override;
    QString asText() const override;
    bool findsHidden() const override { return true; }

private:
    void showFindings(const QList<Finding> &findings, const QString &fact, const QString &noneText);

    QString m_noneText;
    QList<Finding> m_findings;
};

} // namespace Workbench::Ui

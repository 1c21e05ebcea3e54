// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;
class QStandardItemModel;

namespace Workbench::Ui {

class RowTreeView;
class TextFilterModel;

//! A result, fixture or source that a result can be compared with.
struct ComparisonChoice {
    enum class Kind { Result, Fixture, Source };
    Kind kind = Kind::Result;
    QString id; //!< id of the exchange, file of the fixture, or id of the operation at the other source
    QString what; //!< "the result before", "get-sum.json", "staging.get-sum"
    QString when{};
    QString note{};
    QString input{}; //!< the result of argumentsText()
    QString outcome{}; //!< empty if it is not known yet
};

//! Lets the user choose what to compare a result with. For another source, the caller calls the operation
//! there.
class CompareWithDialog : public QDialog {
    Q_OBJECT
public:
    CompareWithDialog(const QString &what, const QList<ComparisonChoice> &choices, QWidget *parent = nullptr);

Q_SIGNALS:
    void chosen(const Workbench::Ui::ComparisonChoice &choice);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose();

    QList<ComparisonChoice> m_choices;
    QLineEdit *m_filter;
    QStandardItemModel *m_model;
    TextFilterModel *m_filtered;
    RowTreeView *m_view;
    QPushButton *m_compare;
};

} // namespace Workbench::Ui

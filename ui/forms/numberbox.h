// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QAbstractSpinBox>

namespace Workbench::Ui {

//! A spin box over the text of a number: no digit is ever rounded, any text may be typed, steps are exact.
//! Its text is selected when it gets the focus, also by a click, so that typing replaces it.
class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(QWidget *parent = nullptr);

    void setBounds(const Json &minimum, const Json &maximum); //!< of the steps; absent: none
    void setNumberText(const QString &text); //!< emits nothing
    QString numberText() const;
    void setPlaceholderText(const QString &text);
    //! Returns whether \a text is a number of JSON.
    static bool isNumber(const QString &text);
    //! Returns the number of JSON that a user means by \a text, or an empty string: "05" is 5, "+5" is 5,
    //! ".5" is 0.5, "5." is 5. All other digits stay as typed.
    static QString numberIn(const QString &text);

    void stepBy(int steps) override;
    QValidator::State validate(QString &input, int &position) const override;

Q_SIGNALS:
    void textEdited(const QString &text);

protected:
    StepEnabled stepEnabled() const override;
    void focusInEvent(QFocusEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QString stepped(int steps) const; //!< empty when the number is too long for an exact step

    Json m_minimum;
    Json m_maximum;
    bool m_isFirstPress = false; //!< the mouse press that gave the focus: its release selects the text
};

} // namespace Workbench::Ui

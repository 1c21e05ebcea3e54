// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QAbstractSpinBox>

namespace Workbench::Ui {

//! A spin box for the text of a number. It rounds no digits, accepts any text, and its steps are exact.
//! Focus, including focus by a click, selects the text, so that typing replaces it.
class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(QWidget *parent = nullptr);

    //! Sets the bounds of the steps. An absent value means no bound.
    void setBounds(const Json &minimum, const Json &maximum);
    void setNumberText(const QString &text); //!< Sets the text without emitting textEdited().
    QString numberText() const;
    void setPlaceholderText(const QString &text);
    //! Returns whether \a text is a JSON number.
    static bool isNumber(const QString &text);
    //! Returns the JSON number that the user means by \a text, or an empty string if \a text is not a number:
    //! "05" is 5, "+5" is 5, ".5" is 0.5, "5." is 5. All other digits stay as typed.
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
    QString stepped(int steps) const; //!< empty if the number is too long for an exact step

    Json m_minimum;
    Json m_maximum;
    //! Whether the mouse press gave the focus, so that its release selects the text.
    bool m_isFirstPress = false;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QAbstractSpinBox>

namespace Workbench::Ui {

//! A spin box over the text of a number: no digit is ever rounded, any text may be typed, steps are exact.
class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(QWidget *parent = nullptr);

    void setBounds(const Json &minimum, const Json &maximum); //!< of the steps; absent: none
    void setNumberText(const QString &text); //!< emits nothing
    QString numberText() const;
    void setPlaceholderText(const QString &text);
    //! Whether a text is a number of JSON.
    static bool isNumber(const QString &text);

    void stepBy(int steps) override;
    QValidator::State validate(QString &input, int &position) const override;

Q_SIGNALS:
    void textEdited(const QString &text);

protected:
    StepEnabled stepEnabled() const override;

private:
    QString stepped(int steps) const; //!< empty when the number is too long for an exact step

    Json m_minimum;
    Json m_maximum;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/formhints.h"

#include <QLabel>

namespace Workbench::Ui {

//! The name of a field and, when it is required, a star in the error colour; at the right, quietly, the place
//! in a request that it goes to. Cut in the middle when it is long.
class FieldLabel : public QLabel {
    Q_OBJECT
public:
    explicit FieldLabel(const FieldHint &hint, QWidget *parent);
    //! Whether it is as wide as its words, and no wider: where fields stand beside each other.
    void setNarrow(bool narrow);
    int wholeWidth() const; //!< of its words and its place, in pixels
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int placeWidth() const; //!< with the gap before it
    QString m_place;
    bool m_required;
    bool m_deprecated;
    bool m_isNarrow = false;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/forms/fieldeditor.h"

class QCheckBox;
class QGridLayout;

namespace Workbench::Ui {

//! Edits an array of different values that its schema lists, with one check box for each value. The boxes
//! wrap. The values keep the order of the schema, and those that it does not list follow them.
class ChecksField : public FieldEditor {
    Q_OBJECT
public:
    static constexpr qsizetype maxBoxes = 8; //!< a longer list is edited in rows

    ChecksField(const FieldHint &hint, QWidget *parent);
    //! Returns whether \a hint describes an array whose order does not matter (uniqueItems) and whose values
    //! are listed.
    static bool suits(const FieldHint &hint);
    void setValue(const Json &value) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    bool isListed(const Json &value) const;
    void boxChanged();

    QGridLayout *m_grid;
    QList<QCheckBox *> m_boxes; //!< in the order of the choices
};

} // namespace Workbench::Ui

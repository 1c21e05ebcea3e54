// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"
#include "ui/models/jsontreemodel.h"

namespace Workbench::Ui {

//! The meta of an envelope, row by row, as it arrived; notes say what is inside ("text, resource_link").
class MetaModel : public JsonTreeModel {
    Q_OBJECT
public:
    explicit MetaModel(QObject *parent = nullptr);

    void setEnvelope(const ResponseEnvelope &envelope);
    //! For a failed call: what is known of it.
    void setFacts(const Json &facts);
    void clear();

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    QString noteOf(const QString &pointer, const Json &value) const override;
};

} // namespace Workbench::Ui

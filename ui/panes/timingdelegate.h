// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/rowdelegate.h"

namespace Workbench::Ui {

//! Draws rows as RowDelegate does. In a row with a MetaModel::SpanRole it adds a bar at the left of the
//! value. The bar shows the beginning and duration of this part of a request, relative to the whole request.
class TimingDelegate : public RowDelegate {
    Q_OBJECT
public:
    using RowDelegate::RowDelegate;
    void paint(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace Workbench::Ui

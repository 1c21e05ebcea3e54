// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"
#include "core/exchange/exchangelog.h"

#include <QWidget>

class QToolButton;

namespace Workbench::Ui {

class MetaModel;
class PaneHeader;
class RowTreeView;

//! The meta of an envelope, row by row.
class MetaPane : public QWidget {
    Q_OBJECT
public:
    explicit MetaPane(QWidget *parent = nullptr);
    void setEnvelope(
        const ResponseEnvelope &envelope, const Json &beside = {}); //!< as MetaModel::setEnvelope
    void setFacts(const Json &facts); //!< of a failed call
    //! Where the time of its request went, beneath the rest; nothing: not shown.
    void setTiming(const std::optional<RequestTiming> &timing);
    void clear();
    void setCompact(bool compact);
    MetaModel *model() const { return m_model; }

private:
    void openSome();
    PaneHeader *m_header;
    QToolButton *m_copy;
    RowTreeView *m_view;
    MetaModel *m_model;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "core/exchange/exchangelog.h"

#include <QWidget>

class QToolButton;

namespace Workbench::Ui {

class JsonTreeView;
class MetaModel;
class PaneHeader;

//! The meta of an envelope, row by row.
class MetaPane : public QWidget {
    Q_OBJECT
public:
    explicit MetaPane(QWidget *parent = nullptr);
    void setEnvelope(
        const ResponseEnvelope &envelope, const Json &beside = {}); //!< as MetaModel::setEnvelope
    //! As setEnvelope(), and below it the meta of the envelope that was recognised inside, under its name. It
    //! is the word of that envelope.
    void setOutcome(const Outcome &outcome, const Json &beside = {});
    void setFacts(const Json &facts); //!< of a failed call
    //! Where the time of its request went, beneath the rest; nothing: not shown.
    void setTiming(const std::optional<RequestTiming> &timing);
    //! Selects a place of an MCP result as the server sent it, or the nearest part of meta that it is inside
    //! of.
    void selectInResult(const QString &pointer);
    void setTitle(const QString &title);
    void clear();
    void setCompact(bool compact);
    MetaModel *model() const { return m_model; }

private:
    QString find(const QString &text, bool backwards);
    void openSome();
    PaneHeader *m_header;
    QToolButton *m_copy;
    MetaModel *m_model;
    JsonTreeView *m_view;
    QString m_foundLast; //!< the place of the last match
    QString m_inside; //!< where the meta of the envelope inside stands; empty: there is none
};

} // namespace Workbench::Ui

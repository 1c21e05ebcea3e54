// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "core/exchange/exchangelog.h"

#include <QHash>
#include <QWidget>

class QToolButton;

namespace Workbench::Ui {

class JsonTreeView;
class MetaModel;
class PaneHeader;

//! Shows the meta of an envelope as a tree.
class MetaPane : public QWidget {
    Q_OBJECT
public:
    explicit MetaPane(QWidget *parent = nullptr);
    //! Shows the meta of \a envelope, and below it the members of \a beside: facts about the result that are
    //! not part of its meta.
    void setEnvelope(const ResponseEnvelope &envelope, const Json &beside = {});
    //! Does what setEnvelope() does, and also shows the meta of the envelope that was recognised inside the
    //! data, under the name of that envelope. This meta is only a claim of that envelope.
    void setOutcome(const Outcome &outcome, const Json &beside = {});
    //! Shows the object \a facts instead of meta, for example about a failed call. \a notes are shown after
    //! the values, by JSON Pointer. Copying copies \a copied if it is not absent, else \a facts.
    void setFacts(const Json &facts, const QHash<QString, QString> &notes = {}, const Json &copied = {});
    //! Shows below the other rows how long each step of the request took; nothing: no such row.
    void setTiming(const std::optional<RequestTiming> &timing);
    //! Selects the place \a pointer of an MCP result as the server sent it, or the nearest row of meta that
    //! contains it.
    void selectInResult(const QString &pointer);
    PaneHeader *header() const { return m_header; }
    void clear();
    void setCompact(bool compact);
    MetaModel *model() const;

private:
    class Model;
    QString find(const QString &text, bool backwards);
    void openSome();
    PaneHeader *m_header;
    QToolButton *m_copy;
    Model *m_model;
    JsonTreeView *m_view;
    QString m_foundLast; //!< the place of the last match
    Json m_copied; //!< what is copied instead of the shown facts; absent: the meta or the shown facts
    QString m_inside; //!< the row with the meta of the envelope inside; empty: none
};

} // namespace Workbench::Ui

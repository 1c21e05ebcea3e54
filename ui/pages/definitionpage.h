// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "core/operation/operationspec.h"

#include <QWidget>

class QSplitter;
class QToolButton;
class QVBoxLayout;

namespace Workbench::Ui {

class Chip;
class DataPane;
class MarkdownView;
class MetaPane;
class PaneHeader;
class ThemeLabel;

//! Shows the definition of an operation: its description and facts at the left, its schemas at the right.
class DefinitionPage : public QWidget {
    Q_OBJECT
public:
    explicit DefinitionPage(QWidget *parent = nullptr);
    //! \a server is the name and version of the server, or empty. \a identity is the identity with which
    //! calls are made; the page shows what it lacks.
    void setSpec(const OperationSpec &spec, const QString &sourceName, const QString &server = {},
        const std::optional<Identity> &identity = {});
    //! Shows whether \a outcome breaks the output schema, and where, for showWarning(); null: no result.
    void setOutcome(const Outcome *outcome);
    void setCompact(bool compact);
    DataPane *inputSchema() const { return m_input; }
    DataPane *outputSchema() const { return m_output; }

public Q_SLOTS:
    //! Selects the place of the first warning in the output schema.
    void showWarning();

private:
    QWidget *makeAbout();
    DataPane *makeSchema(const QString &title, const QString &name);
    QVBoxLayout *addSection(QVBoxLayout *column, PaneHeader *header);
    void showClaims(const OperationSpec &spec);
    void showScopes(const OperationSpec &spec, const std::optional<Identity> &identity);
    void showIdentity(const OperationSpec &spec, const QString &sourceName, const QString &server);

    QSplitter *m_splitter;
    MarkdownView *m_description;
    ThemeLabel *m_noDescription;
    QToolButton *m_copyDescription;
    QWidget *m_claims;
    ThemeLabel *m_claimsFact;
    ThemeLabel *m_scopes;
    ThemeLabel *m_missing; //!< hidden if the identity may call the operation
    MetaPane *m_identity;
    DataPane *m_input;
    DataPane *m_output;
    DataPane *m_errors;
    Chip *m_notMet;
    QToolButton *m_toWarning;
    QString m_markdown; //!< the description
    QString m_warningPlace; //!< a JSON Pointer into the output schema
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/access.h"

#include <QWidget>

class QLineEdit;
class QPlainTextEdit;

namespace Workbench::Ui {

class ThemeLabel;

//! The identity of a caller while it is edited: the texts of its fields.
struct IdentityDraft {
    QString id{};
    QString scopes{}; //!< separated by commas or white space
    QString resources{}; //!< a line "TYPE:ID = action, action" for each resource
    std::optional<Identity> before{}; //!< the identity from which of() made the texts

    static IdentityDraft of(const std::optional<Identity> &identity);
    bool isEmpty() const;
    //! Returns whether the texts are those of the identity before the edit.
    bool isUnchanged() const;
    //! Returns the identity, or nothing if all texts are empty. Unchanged texts give exactly the identity
    //! before the edit, because the texts cannot express each name: a scope may contain a comma.
    std::optional<Identity> value() const;
};

//! Edits the identity of the caller, of a workspace or of an environment. Empty fields mean no identity.
class IdentityFields : public QWidget {
    Q_OBJECT
public:
    explicit IdentityFields(QWidget *parent = nullptr);

    IdentityDraft draft() const;
    //! Shows \a draft, which is of an environment if \a ofWorkspace is not null. The environment uses
    //! \a ofWorkspace, the identity of the workspace, while it has no identity.
    void setDraft(const IdentityDraft &draft, const IdentityDraft *ofWorkspace = nullptr);

    //! Returns a sentence about the first invalid field, or an empty string.
    static QString problemIn(const IdentityDraft &draft);

Q_SIGNALS:
    void changed();

private:
    struct Problem {
        QString ofId;
        QString ofResources;
    };
    static Problem check(const IdentityDraft &draft);
    void update();

    ThemeLabel *m_hint;
    QLineEdit *m_id;
    QLineEdit *m_scopes;
    QPlainTextEdit *m_resources;
    std::optional<Identity> m_before; //!< the identity before the edit
};

} // namespace Workbench::Ui

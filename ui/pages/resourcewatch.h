// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "ui/panes/updatespane.h"

#include <QPointer>

namespace Workbench::Ui {

class MetaPane;
class OperationPage;

//! What the page of a resource shows besides the result: facts known before it is read, and its updates
//! while the page is subscribed to them.
class ResourceWatch : public QObject {
    Q_OBJECT
public:
    //! \a page is the parent.
    ResourceWatch(Sessions *sessions, OperationPage *page);

    //! Adds the facts below the input of a resource, and removes them from that of another operation.
    void setSpec(const OperationSpec &spec);
    //! Returns the part of the address that is unique among the resources of this name. Empty: there is only
    //! one of this name.
    const QString &distinction() const { return m_distinction; }
    //! Shows the address and what the server claims. In the address of a template the variables are filled
    //! in.
    void showFacts();

    bool isWatching() const; //!< Whether the page is subscribed to changes of the resource.
    //! Subscribes to the changes, and shows them above the result. \a compact: the window is under 900 pixels
    //! wide.
    void watch(bool compact);
    void unwatch();
    void noteContent(); //!< Tells the updates that the last result of the page is the content now.

Q_SIGNALS:
    void readRequested(); //!< Emitted when the resource is to be read again.
    void changed(); //!< Emitted when the subscription began or ended, or an update arrived.

private:
    Sessions *m_sessions;
    OperationPage *m_page;
    QString m_distinction;
    MetaPane *m_facts = nullptr; //!< null: not a resource
    QPointer<UpdatesPane> m_updates; //!< in the result pane; null: the page has not subscribed there yet
};

} // namespace Workbench::Ui

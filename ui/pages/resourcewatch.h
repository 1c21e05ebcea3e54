// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "ui/panes/updatespane.h"

#include <QPointer>

namespace Workbench::Ui {

class MetaPane;
class OperationPage;
class ViewPane;

//! What a page shows of resources besides the result: facts known before the resource is read, its updates
//! while the page is subscribed to them, and the way to other resources that a result names. The subscription
//! keeps the input with which it began, because the user may type another one.
class ResourceWatch : public QObject {
    Q_OBJECT
public:
    //! \a page is the parent.
    ResourceWatch(Sessions *sessions, OperationPage *page);

    //! Adds the facts below the input of a resource, and removes them from that of another operation. In
    //! place of the input of a prompt without arguments, a sentence says that it takes none.
    void setSpec(const OperationSpec &spec);
    //! Returns the part of the address that is unique among the resources of this name. Empty: there is only
    //! one of this name.
    const QString &distinction() const { return m_distinction; }
    //! Lets \a view, which shows the results of the page, offer to open the resources that the source lists.
    void offerLinks(ViewPane *view);
    //! Shows the address and what the server claims. In the address of a template the variables are filled
    //! in.
    void showFacts();

    bool isWatching() const; //!< Whether the page is subscribed to changes of the resource.
    //! Subscribes to the changes of the resource that the input of the page names, shows them above Meta, and
    //! reads the resource if its content is not known. \a compact: the window is under 900 pixels wide.
    void watch(bool compact);
    void unwatch();
    //! Tells that the call of the page with \a input ended, and that its result is shown. If it read the
    //! watched resource, the updates compare the contents. \a wasShown: areUpdatesShown() before the result
    //! was shown. Updates that came during the call cause another one.
    void callEnded(const Json &input, bool wasShown);
    bool areUpdatesShown() const; //!< Whether the result, if it is shown, shows the updates, too.

Q_SIGNALS:
    void readRequested(const Workbench::Json &input); //!< Emitted when the page is to call with \a input.
    //! Emitted to compare the results of two calls.
    void compareRequested(const QString &before, const QString &after);
    void changed(); //!< Emitted when the subscription began or ended, or an update arrived.

private:
    void readAgain();
    void noteContent();
    void showUpdates();

    Sessions *m_sessions;
    OperationPage *m_page;
    QString m_distinction;
    MetaPane *m_facts = nullptr; //!< null: not a resource
    bool m_hasNoArguments = false; //!< The input says that the prompt takes no arguments.
    Json m_input; //!< the input with which the watched resource is read; absent: not watched yet
    Json m_read; //!< the input of the last call that ended; absent: none
    bool m_readsAgain = false; //!< The resource changed during a call.
    QPointer<UpdatesPane> m_updates; //!< in the result pane; null: the page has not subscribed there yet
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/json/json.h"

#include <QWidget>

namespace Workbench::Ui {

//! Base of the editors that show a request of a server and take the user's answer. There is one subclass for
//! each kind of request. An editor never takes the focus by itself.
class AskedEditor : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    virtual QString sendText() const = 0; //!< the text of the button that accepts
    virtual bool isReady() const = 0; //!< Returns whether the answer can be sent.
    //! Returns the content of the accepted answer; absent: the answer has no content.
    virtual Json content() const { return {}; }
    //! Does what accepting requires besides sending the answer, for example opens the browser. Returns false
    //! if that failed; nothing is sent then.
    virtual bool accept() { return true; }
    //! Returns the rule that the user wants for later requests of the source; absent: no change.
    virtual Json rule() const { return {}; }
    //! Returns whether the editor uses all available height.
    virtual bool fillsPage() const { return false; }
    virtual void setCompact(bool compact) { (void)compact; }
    virtual void showPrinted(const Result<QByteArray> &printed) { (void)printed; }
    virtual void focusFirst() = 0;

Q_SIGNALS:
    //! Emitted when the user wants \a command to answer; showPrinted() receives its output.
    void commandRequested(const QStringList &command);
    void changed(); //!< Emitted when isReady() may have changed.
};

} // namespace Workbench::Ui

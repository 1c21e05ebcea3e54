// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/json/json.h"

#include <QWidget>

namespace Workbench::Ui {

//! What a request of a server asks for, and what the user answers: one for each kind of request. Takes no
//! focus by itself.
class AskedEditor : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    virtual QString sendText() const = 0; //!< the words of the button that accepts
    virtual bool isReady() const = 0; //!< whether what is there can be sent
    virtual Json content() const { return {}; } //!< of the accepted answer; absent: it has none
    //! Does what accepting means beside the answer. Returns false if that failed; nothing is sent then.
    virtual bool accept() { return true; }
    //! The rule that the user wants for later requests of the source; absent: as before.
    virtual Json rule() const { return {}; }
    virtual bool fillsPage() const { return false; } //!< whether it uses all the height that there is
    virtual void setCompact(bool compact) { (void)compact; }
    virtual void showPrinted(const Result<QByteArray> &printed) { (void)printed; }
    virtual void focusFirst() = 0;

Q_SIGNALS:
    //! Emitted when \a command shall answer; showPrinted() receives the answer.
    void commandRequested(const QStringList &command);
    void changed(); //!< Emitted when isReady() may be another one.
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/peerrequests.h"

#include <QWidget>

class QVBoxLayout;

namespace Workbench::Ui {

class InputValidator;
class SchemaForm;
class ThemeLabel;

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

//! Shows the form that a server asks the user to fill in, with its defaults. Input that the schema refuses is
//! marked at its fields and cannot be sent.
class AskedForm : public AskedEditor {
    Q_OBJECT
public:
    AskedForm(const Json &schema, QWidget *parent);
    QString sendText() const override { return tr("Send"); }
    bool isReady() const override { return m_isValid; }
    Json content() const override;
    void focusFirst() override;

private:
    SchemaForm *m_form;
    InputValidator *m_validator;
    ThemeLabel *m_problem;
    bool m_isValid = false; //!< the result of the last check; false while a check runs
};

//! Shows the whole address that a server asks the user to open, with its host on a line of its own. Accepting
//! opens the address in the browser; the workbench never fetches it.
class AskedLink : public AskedEditor {
    Q_OBJECT
public:
    AskedLink(const UrlFacts &address, QWidget *parent);
    QString sendText() const override;
    bool isReady() const override { return true; }
    bool accept() override;
    void focusFirst() override;

private:
    void addFact(QVBoxLayout *column, const QString &name, QWidget *value);

    UrlFacts m_address;
    QWidget *m_copy;
    ThemeLabel *m_problem;
    bool m_isCopied = false; //!< the user copied the address and opens it by hand
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/peerrequests.h"
#include "ui/panes/askededitor.h"

class QVBoxLayout;

namespace Workbench::Ui {

class ThemeLabel;

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

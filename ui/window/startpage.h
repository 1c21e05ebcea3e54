// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

namespace Workbench::Ui {

//! The page that is shown while nothing is open. It offers three next steps; the first has the focus.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);
    void setHasSources(bool hasSources); //!< chooses the text that says what to do next

Q_SIGNALS:
    void addSourceRequested();
    void openWorkspaceRequested();
    void demoRequested();
    void exampleChosen(const QString &command);

private:
    class QLabel *m_title;
    class QLabel *m_text;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QMenu>

namespace Workbench::Ui {

//! Lists the configuration files of other programs that exist in their usual places. Searches for them each
//! time the menu opens, and does not read them.
class ConfigurationsMenu : public QMenu {
    Q_OBJECT
public:
    explicit ConfigurationsMenu(QWidget *parent = nullptr);
    //! Adds \a folders to the places that are searched. An empty string is skipped.
    void setProjects(const QStringList &folders) { m_projects = folders; }

Q_SIGNALS:
    void chosen(const QString &path);

private:
    void fill();

    QStringList m_projects;
};

} // namespace Workbench::Ui

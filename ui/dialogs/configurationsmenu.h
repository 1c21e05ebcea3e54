// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QMenu>

namespace Workbench::Ui {

//! The configuration files of other programs that exist in their usual places. Looks for them when it is
//! opened, and reads none of them.
class ConfigurationsMenu : public QMenu {
    Q_OBJECT
public:
    explicit ConfigurationsMenu(QWidget *parent = nullptr);
    //! \a folders are searched, too. An empty one is skipped.
    void setProjects(const QStringList &folders) { m_projects = folders; }

Q_SIGNALS:
    void chosen(const QString &path);

private:
    void fill();

    QStringList m_projects;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench::Ui {

//! The texts with which the window shows a setting of a source.
struct SettingWords {
    QString title;
    QString hint; //!< may be empty
    bool isAdvanced = false; //!< whether the setting belongs to the section Advanced
};

//! Returns the texts of the setting \a name. For a member of a group, \a name is a path such as
//! "oauth/clientId". The texts of an unknown setting come from the title and the description in \a schema.
SettingWords settingWords(const QString &name, const Json &schema);

//! Returns the label of \a value, one of the choices of \a setting. Returns \a value itself if it has no
//! label.
QString choiceWords(const QString &setting, const QString &value);

} // namespace Workbench::Ui

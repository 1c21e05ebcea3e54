// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench::Ui {

//! How a setting of a source is shown.
struct SettingWords {
    QString title;
    QString hint; //!< empty: none
    bool isAdvanced = false; //!< waits in the section Advanced
};

//! \a name is the setting's, or "oauth/clientId" for a member of a group. What is not known here has the
//! words of its \a schema.
SettingWords settingWords(const QString &name, const Json &schema);

//! A value of a setting that is a choice, in words. Values without words are shown as they are.
QString choiceWords(const QString &setting, const QString &value);

} // namespace Workbench::Ui

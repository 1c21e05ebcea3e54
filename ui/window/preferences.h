// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QLocale>

namespace Workbench::Ui {

class WorkbenchStyle;

//! What the user chose for the program and not for a workspace. Kept in QSettings; read and written on the
//! GUI thread.
namespace Preferences {

//! The defaults, with the limits that the user changed. A kept value that this version no longer takes is
//! left out.
Limits limits();
void setLimits(const Limits &limits);

//! The language of the system if the user chose none.
QLocale locale();
QString language(); //!< "de"; empty: that of the system
void setLanguage(const QString &language);

//! Family of the font of data; empty: the fixed font of the desktop.
QString dataFont();
void setDataFont(const QString &family);

//! "http://host:port" or "socks5h://host:port"; empty: the environment says.
QString proxy();
//! ErrorKind::Usage for another kind of address, and for one with a user name or a password: those would
//! stand readable in a file.
Result<void> setProxy(const QString &address);

enum class Question : quint8 { RemoveSource, CancelStreams, RunAgain };
bool asks(Question question);
void setAsks(Question question, bool asks);

//! Gives \a style scheme, zoom and data font, and the process the proxy. Before the first window and the
//! first thread: the proxy is a variable of the environment.
void applyAtStart(WorkbenchStyle *style);

} // namespace Preferences

} // namespace Workbench::Ui

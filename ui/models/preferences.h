// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QLocale>

namespace Workbench::Ui {

class WorkbenchStyle;

//! The preferences of the user for the program, as opposed to a workspace. Stored in QSettings; read and
//! written on the GUI thread.
namespace Preferences {

//! Returns the limits: the defaults with the user's changes. Ignores a stored value that this version does
//! not accept.
Limits limits();
void setLimits(const Limits &limits);

//! Returns the locale of the chosen language, or of the system if none is chosen.
QLocale locale();
QString language(); //!< for example "de"; empty: the language of the system
void setLanguage(const QString &language);

//! Returns the font family for texts; empty: the font of the desktop.
QString textFont();
void setTextFont(const QString &family);
//! Returns the font family for data; empty: the fixed font of the desktop.
QString dataFont();
void setDataFont(const QString &family);

//! Returns the proxy, "http://host:port" or "socks5h://host:port"; empty: the environment variables apply.
QString proxy();
//! Stores the proxy. Fails with ErrorKind::Usage for another kind of address, and for an address with a user
//! name or a password, which would be readable in a file.
Result<void> setProxy(const QString &address);

enum class Question : quint8 { RemoveSource, CancelStreams, RunAgain };
bool asks(Question question);
void setAsks(Question question, bool asks);

//! Applies scheme, zoom and fonts to \a style, and the proxy to the process. Call it before the first
//! window and the first thread, because it sets environment variables for the proxy.
void applyAtStart(WorkbenchStyle *style);

} // namespace Preferences

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/configurationimport.h"
#include "core/workspace/sourceguess.h"

#include <QWidget>

#include <functional>

class QLineEdit;
class QMenu;

namespace Workbench::Ui {

class Chip;
class ThemeLabel;

//! A field that accepts any description of a source: a command, an address, a file, a curl command, or the
//! configuration of another program as text or as a file. A line below the field shows how the text was
//! understood. Contacts no server.
class SourceInput : public QWidget {
    Q_OBJECT
public:
    //! Configuration files larger than \a maxBytes are refused.
    explicit SourceInput(qint64 maxBytes, QWidget *parent = nullptr);
    void setText(const QString &text);
    //! Adds \a folders to the places that are searched for configurations. An empty string is skipped.
    void setProjects(const QStringList &folders) { m_projects = folders; }
    //! Shows \a title as the kind of source that the form shows now.
    void showKind(const QString &title);

Q_SIGNALS:
    //! Emitted when the text describes one source.
    void guessed(const Workbench::SourceGuess &guess);
    //! Emitted when the text is a configuration or names a configuration file. \a import has no servers and
    //! no remarks if the text is no longer a configuration.
    void configurationRead(const Workbench::ConfigurationImport &import);

private:
    void read();
    void listConfigurations();
    void importWith(
        std::function<Result<ConfigurationImport>()> work, const std::optional<SourceGuess> &otherwise = {});
    void showGuess(const SourceGuess &guess);
    void showProblem(const QString &text);
    void showAbout(const QString &text, bool isProblem);

    qint64 m_maxBytes;
    QLineEdit *m_text;
    QMenu *m_configurations; //!< the configuration files of other programs in their usual places
    QStringList m_projects;
    Chip *m_kind;
    ThemeLabel *m_about;
    int m_reading = 0; //!< number of the current text; results for earlier texts are dropped
};

} // namespace Workbench::Ui

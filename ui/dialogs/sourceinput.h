// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/configurationimport.h"
#include "core/workspace/sourceguess.h"

#include <QWidget>

#include <functional>

class QLineEdit;

namespace Workbench::Ui {

class Chip;
class ConfigurationsMenu;
class ThemeLabel;

//! One field for everything that describes a source: a command, an address, a file, a curl command, or a
//! configuration of another program as text or as a file. Says below what it was taken for. Contacts no
//! server.
class SourceInput : public QWidget {
    Q_OBJECT
public:
    //! A configuration may have at most \a maxBytes bytes.
    explicit SourceInput(qint64 maxBytes, QWidget *parent = nullptr);
    void setText(const QString &text);
    //! Configurations are looked for in \a folders, too.
    void setProjects(const QStringList &folders);
    //! Names the kind that the form shows now.
    void showKind(const QString &title);

Q_SIGNALS:
    //! Emitted when the text describes one source.
    void guessed(const Workbench::SourceGuess &guess);
    //! Emitted when the text is a configuration, or names the file of one. Without servers and remarks: it is
    //! none any more.
    void configurationRead(const Workbench::ConfigurationImport &import);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void read();
    void browse();
    void importWith(
        std::function<Result<ConfigurationImport>()> work, const std::optional<SourceGuess> &otherwise = {});
    void showGuess(const SourceGuess &guess);
    void showProblem(const QString &text);
    void showAbout(const QString &text, bool isProblem);

    qint64 m_maxBytes;
    QLineEdit *m_text;
    ConfigurationsMenu *m_configurations;
    Chip *m_kind;
    ThemeLabel *m_about;
    int m_reading = 0; //!< counts the texts; what was read for an earlier one is dropped
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/session/sourcestate.h"

#include <QWidget>

class QFormLayout;
class QVBoxLayout;

namespace Workbench {
class Sessions;
struct Source;
} // namespace Workbench

namespace Workbench::Ui {

//! Shows what a test of a source found in its document: the servers with their variables, the security
//! schemes, and the problems of the document with their places. The user chooses a server and enters the
//! secrets.
class ServiceFacts : public QWidget {
    Q_OBJECT
public:
    explicit ServiceFacts(Sessions *sessions, QWidget *parent = nullptr);

    //! Shows the facts from \a peer. \a tested is the source with the settings of the test.
    void setFacts(const PeerInfo &peer, const Source &tested);
    void clear();
    bool hasServers() const { return m_variables; }

Q_SIGNALS:
    //! Emitted when the user changes \a setting. The setting is left out if \a value is absent.
    void chosen(const QString &setting, const Workbench::Json &value);

private:
    void addProblems(const PeerInfo &peer);
    void addServers(const Json &servers);
    void addVariables(const Json &server);
    void addSchemes(const Json &schemes);
    QFormLayout *section(const QString &title);
    void choose(const QString &setting, const QString &member, const QString &text);

    Sessions *m_sessions;
    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    QWidget *m_variables = nullptr;
    QString m_source; //!< name of the tested source
    Json m_settings;
};

} // namespace Workbench::Ui

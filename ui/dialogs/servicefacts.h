// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/session/sourcestate.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QVBoxLayout;

namespace Workbench {
class Sessions;
struct Source;
} // namespace Workbench

namespace Workbench::Ui {

class SecretField;

//! What a test of a source found in its description, to choose from: servers with their variables, the secret
//! of each security scheme, and what is wrong in the description, by its place.
class ServiceFacts : public QWidget {
    Q_OBJECT
public:
    explicit ServiceFacts(Sessions *sessions, QWidget *parent = nullptr);

    //! \a tested is the source as it was tested.
    void setFacts(const PeerInfo &peer, const Source &tested);
    void clear();
    bool hasServers() const { return m_variables; }
    //! Secrets that were typed, by their names in the keychain.
    QList<std::pair<QString, QString>> toStore() const;

Q_SIGNALS:
    //! A choice was made. Absent: the setting is left out.
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
    QList<SecretField *> m_secrets;
    QString m_source; //!< its name
    Json m_settings;
};

} // namespace Workbench::Ui

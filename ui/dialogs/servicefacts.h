// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/session/sourcestate.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QVBoxLayout;

namespace Workbench::Ui {

//! What a try at a source found in its description, to choose from: servers with their variables, where the
//! secret of each security scheme comes from, how to sign in, and what is wrong in the description, by its
//! place.
class ServiceFacts : public QWidget {
    Q_OBJECT
public:
    explicit ServiceFacts(QWidget *parent = nullptr);

    //! \a settings: those that were tried.
    void setFacts(const PeerInfo &peer, const Json &settings);
    void clear();

Q_SIGNALS:
    //! A choice was made. Absent: the setting is left out.
    void chosen(const QString &setting, const Workbench::Json &value);

private:
    void addProblems(const PeerInfo &peer);
    void addServers(const Json &servers);
    void addVariables(const Json &server);
    void addSchemes(const Json &schemes);
    void addSignIn(const Json &schemes);
    QFormLayout *section(const QString &title);
    void choose(const QString &setting, const QString &member, const QString &text);

    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    QWidget *m_variables = nullptr;
    Json m_settings;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/servedoperations.h"
#include "ui/pages/toolpage.h"

class QCheckBox;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;
class QStandardItemModel;

namespace Workbench::Ui {

class PaneHeader;
class ThemeLabel;

//! Offers operations to other programs through a hub on this computer, and lists their calls. The operations
//! are offered until the user closes the tab or presses *Stop*.
class ServePage final : public SourcePage {
    Q_OBJECT
public:
    static constexpr int maxCalls = 1000; //!< listed at most; older calls are removed

    //! \a source is chosen at first; the user can add other sources of \a sessions.
    ServePage(Sessions *sessions, QString source, ServeOperations serve, QWidget *parent = nullptr);

    void setCompact(bool compact) override;
    void focusFirst() override;
    void cancel() override;

private:
    QWidget *makeForm();
    QWidget *makeAddress();
    void readSources();
    void start();
    void showState();
    void add(const ServedCall &call);

    ServeOperations m_serve;
    std::unique_ptr<ServedOperations> m_served; //!< null: nothing is offered
    QByteArray m_token; //!< Made once, so that a caller can use it again after *Stop*.
    QPushButton *m_start;
    QPushButton *m_stop;
    QWidget *m_form = nullptr;
    QListWidget *m_sources = nullptr;
    QSpinBox *m_port = nullptr;
    QCheckBox *m_needsToken = nullptr;
    ThemeLabel *m_problem = nullptr;
    QWidget *m_address = nullptr;
    QLineEdit *m_url = nullptr;
    QLineEdit *m_tokenText = nullptr;
    QLineEdit *m_command = nullptr;
    PaneHeader *m_callsHeader;
    QStandardItemModel *m_model;
};

} // namespace Workbench::Ui

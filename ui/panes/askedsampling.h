// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/askededitor.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace Workbench::Ui {

class JsonEdit;
class SegmentControl;
class ThemeLabel;

//! Shows the whole request for the answer of a language model at the left. At the right, the user writes the
//! answer as text or JSON, or lets a command write it.
class AskedSampling final : public AskedEditor {
    Q_OBJECT
public:
    //! \a params are those of the request; \a rule is the PeerRequests::rule() of \a source, or absent.
    AskedSampling(const QString &source, const Json &params, const Json &rule, QWidget *parent);
    QString sendText() const override { return tr("Send answer"); }
    bool isReady() const override;
    Json content() const override;
    Json rule() const override;
    void showPrinted(const Result<QByteArray> &printed) override;
    bool fillsPage() const override { return true; }
    void setCompact(bool compact) override;
    void focusFirst() override;

private:
    QWidget *makeRequest(const Json &params);
    void addFacts(QVBoxLayout *column, const Json &params);
    void addText(QVBoxLayout *column, const QString &title, const QString &text, const QString &name);
    void addMessages(QVBoxLayout *column, const Json &messages);
    QWidget *makeAnswer();
    QWidget *makeTextAnswer();
    QWidget *makeCommandAnswer();
    QStringList command() const;
    void answerChanged();
    void showFace(int face);

    QSplitter *m_splitter;
    QStackedWidget *m_faces;
    QLineEdit *m_model = nullptr;
    QComboBox *m_role = nullptr;
    QComboBox *m_stopReason = nullptr;
    QPlainTextEdit *m_text = nullptr;
    JsonEdit *m_json = nullptr;
    SegmentControl *m_choice = nullptr;
    QLineEdit *m_command = nullptr;
    QPushButton *m_run = nullptr;
    ThemeLabel *m_commandNote = nullptr;
    QCheckBox *m_always = nullptr;
    ThemeLabel *m_ruleNote = nullptr;
    bool m_isCompact = false;
    ThemeLabel *m_hint = nullptr;
    QString m_source;
    QString m_prompt; //!< the system prompt
    Json m_rule;
    QString m_ranModel; //!< the program that wrote the answer; empty: the user did
    qint64 m_maxTokens;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/recognition/recognition.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QVBoxLayout;

namespace Workbench::Ui {

//! The payload of a workflow's ToolEnvelope, as a person reads it: its steps, recommendations and artifacts.
//! It leaves out what it does not know and what is too long: the whole is in Tree. \source
//! core/envelope/recognition/README.md 3.7
class PayloadView : public QWidget {
    Q_OBJECT
public:
    explicit PayloadView(const Json &payload, QWidget *parent = nullptr);
    //! The payload of the ToolEnvelope in \a recognition; absent where there is none, or it has neither steps
    //! nor recommendations nor artifacts, or it reports a failure.
    static Json payloadIn(const Recognition &recognition);

private:
    void addHead(const Json &payload);
    void addStep(const Json &step, qsizetype number);
    void addRecommendation(const Json &recommendation);
    void addArtifact(const Json &artifact);
    void addMatrix(const Json &artifact);
    void addList(const QString &title, const Json &list, void (PayloadView::*add)(const Json &));
    void addHeading(const QString &title);
    void addLine(const QString &text, ColorRole color, FontRole font);
    //! "Problem: …"; \a words has a %1. Nothing where \a value is absent.
    void addFact(const QString &words, const Json &value);
    bool hasRoom();

    QVBoxLayout *m_column;
    int m_left; //!< labels that may still be made
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QVBoxLayout;

namespace Workbench::Ui {

//! Shows the payload of a workflow's ToolEnvelope for reading: its steps, recommendations and artifacts.
//! Unknown members are left out, and long texts are cut: Tree shows everything. \source
//! core/envelope/explanation/README.md 3.7
class PayloadView : public QWidget {
    Q_OBJECT
public:
    explicit PayloadView(const Json &payload, QWidget *parent = nullptr);
    //! Returns the payload of the ToolEnvelope in \a recognition. Absent if there is no ToolEnvelope, if it
    //! has neither steps nor recommendations nor artifacts, or if it reports a failure.
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
    //! Adds a line such as "Problem: …"; \a words has a %1 for \a value. Adds nothing if \a value is absent
    //! or null.
    void addFact(const QString &words, const Json &value);
    bool hasRoom();

    QVBoxLayout *m_column;
    int m_left; //!< the number of labels that may still be added
};

} // namespace Workbench::Ui

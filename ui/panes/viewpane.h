// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"

#include <QScrollArea>

class QVBoxLayout;

namespace Workbench::Ui {

//! The content of a result as a person would look at it: texts, images, and what else came by its name.
//! Nothing remote is loaded, no mark-up is interpreted.
class ViewPane : public QScrollArea {
    Q_OBJECT
public:
    explicit ViewPane(QWidget *parent = nullptr);
    void setEnvelope(const ResponseEnvelope &envelope);
    void clear();
    //! Whether there is anything that a tree or text would not show better.
    static bool hasView(const ResponseEnvelope &envelope);

private:
    void addBlock(const Json &block);
    void addText(const QString &caption, const QString &text);
    void addImage(const QString &mimeType, const QByteArray &base64);
    QVBoxLayout *m_column;
};

} // namespace Workbench::Ui

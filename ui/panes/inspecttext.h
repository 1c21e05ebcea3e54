// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QFutureWatcher>
#include <QWidget>

class QMimeData;
class QStackedWidget;

namespace Workbench::Ui {

class JsonEdit;
class TextView;

//! A text that is typed, pasted, dropped, or read from a file. What came in as a whole is kept byte for byte
//! until it is edited; what cannot be edited (too large, or no text) is shown as it is.
class InspectText : public QWidget {
    Q_OBJECT
public:
    explicit InspectText(const QString &accessibleName, QWidget *parent = nullptr);

    QByteArray bytes() const;
    bool isEmpty() const { return bytes().isEmpty(); }
    //! "result.json · 412 B", with "read-only" for what cannot be edited; empty while there is nothing.
    QString fact() const;
    const QString &fileName() const { return m_fileName; } //!< it was read from; empty once it is edited
    //! May be undone in the editor.
    void setBytes(const QByteArray &bytes, const QString &fileName = {});
    void clear() { setBytes({}); }
    //! On a worker, up to limits.doc.bytes. changed() or failed() follows.
    void readFile(const QString &path);
    //! Takes a local file or a text; false for anything else.
    bool take(const QMimeData *data);
    static bool canTake(const QMimeData *data);
    void setPlaceholderText(const QString &text);
    JsonEdit *editor() const;
    TextView *viewer() const { return m_viewer; }
    bool isEditable() const;

Q_SIGNALS:
    void changed(bool isTyping); //!< isTyping: more is likely to follow
    void failed(const Workbench::Error &error);

private:
    class Edit;
    Edit *m_editor;
    TextView *m_viewer;
    QStackedWidget *m_stack;
    QByteArray m_whole; //!< as it came in
    bool m_isWhole = true; //!< not edited since
    bool m_isSetting = false;
    QString m_fileName;
    QString m_readingName;
    QFutureWatcher<Result<QByteArray>> m_reading;
};

} // namespace Workbench::Ui

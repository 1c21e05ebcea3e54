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

//! Shows a text that the user typed, pasted, dropped or opened. A text that was set as a whole is kept byte
//! for byte until the user edits it. Bytes that cannot be edited (too large, or not text) are shown
//! read-only.
class InspectText : public QWidget {
    Q_OBJECT
public:
    explicit InspectText(const QString &accessibleName, QWidget *parent = nullptr);

    QByteArray bytes() const;
    bool isEmpty() const { return bytes().isEmpty(); }
    //! Returns "result.json · 412 B", followed by "read-only" if it cannot be edited; empty if there is no
    //! text.
    QString fact() const;
    //! Returns the name of the file that the text was read from; empty if from no file, or once edited.
    const QString &fileName() const { return m_fileName; }
    //! Replaces the text. The user can undo this in the editor.
    void setBytes(const QByteArray &bytes, const QString &fileName = {});
    void clear() { setBytes({}); }
    //! Reads a file of at most limits.doc.bytes on a worker; changed() or failed() follows.
    void readFile(const QString &path);
    //! Takes a local file or a text from \a data. Returns false for any other data.
    bool take(const QMimeData *data);
    static bool canTake(const QMimeData *data);
    JsonEdit *editor() const;
    TextView *viewer() const { return m_viewer; }
    bool isEditable() const;

Q_SIGNALS:
    void changed(bool isTyping); //!< \a isTyping: more changes are likely to follow
    void failed(const Workbench::Error &error);

private:
    class Edit;
    Edit *m_editor;
    TextView *m_viewer;
    QStackedWidget *m_stack;
    QByteArray m_whole; //!< the bytes that were set last
    bool m_isWhole = true; //!< the text was not edited since it was set
    bool m_isSetting = false;
    QString m_fileName;
    QString m_readingName;
    QFutureWatcher<Result<QByteArray>> m_reading;
};

} // namespace Workbench::Ui

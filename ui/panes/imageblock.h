// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QFutureWatcher>
#include <QImage>
#include <QWidget>

namespace Workbench::Ui {

class ThemeLabel;

//! An image from a peer: type by its first bytes against a list, size from its header before decoding,
//! decoded on a worker. What does not pass is named, never shown. \source reliability.md R-102
class ImageBlock : public QWidget {
    Q_OBJECT
public:
    ImageBlock(const QString &mimeType, const QByteArray &base64, QWidget *parent);

    struct Decoded {
        QImage image;
        QString format; //!< "png"
        QString problem; //!< in words; empty when it could be decoded
    };
    static Decoded decode(const QByteArray &base64);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void finished();
    QSize scaled(int width) const;
    QString m_mimeType;
    qint64 m_bytes;
    QImage m_image;
    ThemeLabel *m_caption;
    QFutureWatcher<Decoded> m_watcher;
};

} // namespace Workbench::Ui

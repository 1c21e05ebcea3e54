// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QAbstractScrollArea>
#include <QFutureWatcher>
#include <QImage>

#include <atomic>
#include <memory>

namespace Workbench::Ui {

//! Limits the pixels that the images of one view may have together, because a small file may contain very
//! many pixels. Thread-safe.
class ImageRoom {
public:
    static constexpr qint64 maxPixels = 64'000'000; //!< 256 MB of memory
    //! Reserves \a pixels. Returns false if fewer are left.
    bool take(qint64 pixels) { return m_left.fetch_sub(pixels) >= pixels; }

private:
    std::atomic<qint64> m_left = maxPixels;
};

//! Shows an image from a peer. The first bytes decide its type, its size is checked before it is decoded, and
//! a worker decodes it. A refused image is not shown, and facts() gives the reason. The image first fits the
//! width, and scrolls sideways when enlarged. \source core/RULES.md R-102
class ImageBlock : public QAbstractScrollArea {
    Q_OBJECT
public:
    //! \a room limits the pixels of all images of the view; null: only of this image.
    ImageBlock(const QByteArray &base64, QWidget *parent, const std::shared_ptr<ImageRoom> &room = nullptr);
    ~ImageBlock() override;

    struct Decoded {
        QImage image{};
        QString format{}; //!< "png"; empty: the image was refused
        QString problem{}; //!< the reason for a refusal, in words; empty: the image was decoded
    };
    //! Checks and decodes \a base64. For a worker.
    static Decoded decode(const QByteArray &base64, const std::shared_ptr<ImageRoom> &room = nullptr);

    const QImage &image() const { return m_image; } //!< null until decoded, or if refused
    //! Returns "640 × 480", or the reason why the image is not shown; empty until it is decoded.
    QString facts() const;
    void fit(); //!< Shrinks the image to the width of the view. A smaller image keeps its size.
    void zoom(int steps); //!< Enlarges by a factor of 2 for each step; negative: shrinks.
    int percent() const; //!< Returns the shown size in percent of the image's own size.

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void decoded(); //!< Emitted once, when the image was decoded or refused.
    void zoomed();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override; //!< Handles +, =, -, 0, Left and Right.
    void wheelEvent(QWheelEvent *event) override; //!< Zooms while Ctrl is pressed.

private:
    void finished();
    void updateScrollBar();
    QSize scaled(int width) const;
    QImage m_image;
    QString m_problem;
    int m_percent = 0; //!< chosen by the user; 0: fits the width
    QFutureWatcher<Decoded> m_watcher;
};

} // namespace Workbench::Ui

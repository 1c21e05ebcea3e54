// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QAbstractScrollArea>
#include <QFutureWatcher>
#include <QImage>

#include <atomic>
#include <memory>

namespace Workbench::Ui {

//! The pixels that the images of one view may still take together: a small file may hold very many.
//! Used by several threads.
class ImageRoom {
public:
    static constexpr qint64 maxPixels = 64'000'000; //!< 256 MB
    bool take(qint64 pixels) { return m_left.fetch_sub(pixels) >= pixels; }

private:
    std::atomic<qint64> m_left = maxPixels;
};

//! An image from a peer: its type is found by its first bytes, its size is read before it is decoded, and a
//! worker decodes it. An image that is refused is not shown; facts() names the reason. It fits the width at
//! first, and scrolls sideways when it is enlarged. \source core/RULES.md R-102
class ImageBlock : public QAbstractScrollArea {
    Q_OBJECT
public:
    //! \a room: of the view; null: it stands alone.
    ImageBlock(const QByteArray &base64, QWidget *parent, const std::shared_ptr<ImageRoom> &room = nullptr);
    ~ImageBlock() override;

    struct Decoded {
        QImage image;
        QString format; //!< "png"
        QString problem; //!< in words; empty when it could be decoded
    };
    static Decoded decode(const QByteArray &base64, const std::shared_ptr<ImageRoom> &room = nullptr);

    const QImage &image() const { return m_image; } //!< null until it is decoded, or if it was refused
    QString facts() const; //!< "640 × 480", or why it is not shown; empty while it is decoded
    void fit(); //!< shrinks it to the width; a small image keeps its size
    void zoom(int steps); //!< enlarges it by \a steps of a factor of 2; negative: makes it smaller
    int percent() const; //!< of its own size, as it is shown

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void decoded(); //!< Emitted once, also when it was refused.
    void zoomed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override; //!< +, -, 0 and the arrows
    void wheelEvent(QWheelEvent *event) override; //!< with Ctrl it zooms
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

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

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QFutureWatcher>
#include <QWidget>

class QMediaPlayer;
class QPushButton;
class QSlider;

namespace Workbench::Ui {

class ThemeLabel;

//! Plays audio of a peer from memory. Nothing is decoded, and Qt Multimedia is not used, before the user
//! presses *Play*. It pauses when it is hidden, so that no sound is heard without its player in sight.
//! \source core/RULES.md R-104
class AudioBlock : public QWidget {
    Q_OBJECT
public:
    static constexpr qint64 maxBytes = 64LL << 20; //!< larger audio is only saved

    //! \a base64: a string, as received.
    AudioBlock(const Json &base64, QWidget *parent);

    struct Decoded {
        QByteArray bytes;
        QString problem; //!< a sentence; empty when the bytes are audio of a known type
    };
    static Decoded decode(const Json &base64);

protected:
    void hideEvent(QHideEvent *event) override;

private:
    void playOrPause();
    void start();
    void makePlayer();
    void showState();
    void showTime();
    void refuse(const QString &words);

    Json m_base64;
    QFutureWatcher<Decoded> m_watcher;
    QPushButton *m_button;
    QSlider *m_slider;
    ThemeLabel *m_time;
    ThemeLabel *m_words; //!< why it does not play, or cannot be heard
    QMediaPlayer *m_player = nullptr; //!< none before the first click
};

} // namespace Workbench::Ui

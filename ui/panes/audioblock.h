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
//! presses *Play*. Playback pauses when the player is hidden: sound never comes from an invisible player.
//! \source core/RULES.md R-104
class AudioBlock : public QWidget {
    Q_OBJECT
public:
    static constexpr qint64 maxBytes = 64LL << 20; //!< larger audio can only be saved

    //! \a base64 is a string, as received.
    AudioBlock(const Json &base64, QWidget *parent);

    struct Decoded {
        QByteArray bytes;
        QString problem; //!< a sentence; empty when the bytes are audio of a known type
    };
    //! Decodes and checks \a base64. For a worker.
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
    ThemeLabel *m_words; //!< the reason why the audio does not play or cannot be heard
    QMediaPlayer *m_player = nullptr; //!< null before the first click
};

} // namespace Workbench::Ui

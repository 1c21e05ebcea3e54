// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/audioblock.h"

#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/zoom.h"

#include <QAudioDevice>
#include <QAudioOutput>
#include <QBuffer>
#include <QHideEvent>
#include <QMediaDevices>
#include <QMediaPlayer>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyleOptionSlider>
#include <QtConcurrentRun>

#include <algorithm>
#include <climits>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int step = 1000; // milliseconds that an arrow key moves
constexpr int trackHeight = 4;
constexpr int handleSide = 12;

//! Looks like a progress bar with a handle. A click moves the handle to its place.
class PositionSlider final : public QSlider {
public:
    explicit PositionSlider(QWidget *parent)
        : QSlider(Qt::Horizontal, parent)
    {
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const Theme &theme = Theme::of(this);
        const QPointF centre = handle().center();
        QRectF track = rect();
        track.setTop(centre.y() - zoomed(trackHeight) / 2.0);
        track.setHeight(zoomed(trackHeight));
        fill(painter, track, theme.color(ColorRole::SelectionInactive));
        if (!isEnabled())
            return;
        QRectF done = track;
        if (isRightToLeft())
            done.setLeft(centre.x());
        else
            done.setRight(centre.x());
        fill(painter, done, theme.color(ColorRole::AccentFill));
        const qreal radius = zoomed(handleSide) / 2.0;
        const auto disc = [&](ColorRole color, qreal size) {
            painter.setBrush(theme.color(color));
            painter.drawEllipse(centre, size, size);
        };
        if (hasFocus()) {
            disc(ColorRole::Accent, radius + 2);
            disc(ColorRole::Base, radius);
        }
        disc(ColorRole::AccentFill, hasFocus() ? radius - 2 : radius);
    }

    void mousePressEvent(QMouseEvent *event) override
    {
        const int length = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this);
        const int at = int(event->position().x()) - length / 2;
        setValue(
            QStyle::sliderValueFromPosition(minimum(), maximum(), at, width() - length, isRightToLeft()));
        QSlider::mousePressEvent(event); // the handle is there now, so the mouse can drag it on
    }

private:
    QRectF handle() const
    {
        QStyleOptionSlider option;
        initStyleOption(&option);
        return style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    }

    static void fill(QPainter &painter, const QRectF &rect, const QColor &color)
    {
        painter.setBrush(color);
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    }
};

//! Returns whether \a bytes are of a format that may be passed to FFmpeg. FFmpeg reads hundreds of formats,
//! and some of them are lists of addresses.
bool isKnownAudio(QByteArrayView bytes)
{
    if (bytes.size() < 12)
        return false;
    const QByteArrayView form = bytes.sliced(8, 4);
    if (bytes.startsWith("RIFF"))
        return form == "WAVE";
    if (bytes.startsWith("FORM"))
        return form == "AIFF" || form == "AIFC";
    const bool isMpegFrame = uchar(bytes.at(0)) == 0xff && (uchar(bytes.at(1)) & 0xe0) == 0xe0; // MP3, AAC
    return isMpegFrame || bytes.startsWith("ID3") || bytes.startsWith("OggS") || bytes.startsWith("fLaC")
        || bytes.startsWith("\x1a\x45\xdf\xa3") // WebM
        || bytes.sliced(4, 4) == "ftyp"; // MP4
}

//! Returns a time as "0:03" or "1:02:03".
QString clockText(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    const auto twoDigits = [](qint64 number) { return u"%1"_s.arg(number, 2, 10, '0'_L1); };
    const qint64 hours = seconds / 3600;
    const qint64 minutes = seconds / 60 % 60;
    return (hours > 0 ? QString(QString::number(hours) + u':' + twoDigits(minutes))
                      : QString::number(minutes))
        + u':' + twoDigits(seconds % 60);
}

} // namespace

AudioBlock::AudioBlock(const Json &base64, QWidget *parent)
    : QWidget(parent)
    , m_base64(base64)
    , m_button(named(plainButton(u"play"_s, tr("Play"), this), u"audioPlay"_s))
    , m_slider(named(new PositionSlider(this), u"audioPosition"_s, tr("Position in the audio")))
    , m_time(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"audioTime"_s))
    , m_words(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, this), u"audioWords"_s))
{
    setObjectName(u"audioBlock"_s);
    setZoomedHeight(m_slider, 24);
    m_slider->setEnabled(false);
    m_slider->setSingleStep(step);
    m_slider->setPageStep(10 * step);
    m_words->setWordWrap(true);
    m_words->hide();
    auto *row = addAll(newRow(8), {m_button, {m_slider, 1}, m_time});
    addAll(newColumn(this, {}, 8), {row, m_words});
    connect(m_button, &QPushButton::clicked, this, &AudioBlock::playOrPause);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &AudioBlock::start);
}

AudioBlock::Decoded AudioBlock::decode(const Json &base64)
{
    auto bytes =
        QByteArray::fromBase64Encoding(base64.utf8().toByteArray(), QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes)
        return {{}, tr("The audio cannot be played: its data is not valid base64.")};
    if (!isKnownAudio(bytes.decoded)) {
        return {{},
            tr("The audio cannot be played: its type is not supported. Save it to listen to it with another "
               "program.")};
    }
    return {std::move(bytes.decoded), {}};
}

void AudioBlock::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (event->spontaneous() || !m_player) // a minimised window plays on
        return;
    if (m_player->isPlaying() || m_player->mediaStatus() == QMediaPlayer::LoadingMedia)
        m_player->pause();
}

void AudioBlock::playOrPause()
{
    if (m_watcher.isRunning())
        return;
    if (!m_player) {
        m_watcher.setFuture(QtConcurrent::run(&AudioBlock::decode, m_base64));
    } else if (m_player->isPlaying()) {
        m_player->pause();
    } else {
        m_player->audioOutput()->setDevice(
            QMediaDevices::defaultAudioOutput()); // the default may have changed
        m_player->play();
    }
}

void AudioBlock::start()
{
    const Decoded decoded = m_watcher.result();
    if (!decoded.problem.isEmpty()) {
        refuse(decoded.problem);
        return;
    }
    if (!isVisible()) // it was hidden meanwhile
        return;
    makePlayer();
    if (!m_player->isAvailable()) {
        refuse(
            tr("The audio cannot be played: the FFmpeg plugin of Qt Multimedia is not installed. Save it to "
               "listen to it with another program."));
        return;
    }
    auto *buffer = new QBuffer(m_player);
    buffer->setData(decoded.bytes);
    buffer->open(QIODevice::ReadOnly);
    m_player->setSourceDevice(buffer);
    m_player->play();
}

//! \source core/DECISIONS.md "Audio"
void AudioBlock::makePlayer()
{
    qputenv("QT_MEDIA_BACKEND", "ffmpeg");
    qputenv("QT_FFMPEG_PROTOCOL_WHITELIST", "none"); // bytes that contain an address never open it
    m_player = named(new QMediaPlayer(this), u"audioPlayer"_s);
    auto *output = new QAudioOutput(m_player);
    m_player->setAudioOutput(output);
    connect(m_player, &QMediaPlayer::playbackStateChanged, this, &AudioBlock::showState);
    connect(m_player, &QMediaPlayer::positionChanged, this, &AudioBlock::showTime);
    connect(m_player, &QMediaPlayer::durationChanged, this, &AudioBlock::showTime);
    connect(m_player, &QMediaPlayer::errorOccurred, this, [this] {
        refuse(tr(
            "The audio cannot be played: it is damaged, or its type is not supported. Save it to listen to "
            "it with another program."));
    });
    connect(m_slider, &QSlider::valueChanged, m_player, &QMediaPlayer::setPosition);
}

void AudioBlock::showState()
{
    const bool plays = m_player->isPlaying();
    const QString text = plays ? tr("Pause") : tr("Play");
    m_button->setText(text);
    m_button->setAccessibleName(text);
    m_button->setIcon(icon(plays ? u"pause"_s : u"play"_s));
    if (!plays)
        return;
    const bool isSilent = m_player->audioOutput()->device().isNull();
    m_words->setText(
        isSilent ? tr("This computer has no audio output: the audio plays without sound.") : QString());
    m_words->setVisible(isSilent);
}

void AudioBlock::showTime()
{
    const qint64 duration = m_player->duration();
    const qint64 position = m_player->position();
    m_time->setText(u"%1 / %2"_s.arg(clockText(position), clockText(duration)));
    m_slider->setEnabled(duration > 0 && m_player->isSeekable());
    const QSignalBlocker block(m_slider); // the slider only follows; it must not seek
    m_slider->setMaximum(int(std::min<qint64>(duration, INT_MAX)));
    if (!m_slider->isSliderDown())
        m_slider->setValue(int(std::min<qint64>(position, INT_MAX)));
}

void AudioBlock::refuse(const QString &words)
{
    m_button->setEnabled(false);
    m_slider->setEnabled(false);
    m_words->setText(words);
    m_words->show();
}

} // namespace Workbench::Ui

#include "moc_audioblock.cpp"

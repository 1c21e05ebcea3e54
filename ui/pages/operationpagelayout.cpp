// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Arranges the input and the result of a page by its width, and saves and restores this layout.
#include "ui/forms/inputeditor.h"
#include "ui/pages/definitionpage.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/operationheader.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/resultpanes.h"
#include "ui/panes/streampane.h"

#include <QDataStream>
#include <QIODevice>
#include <QSplitter>

#include <algorithm>

namespace Workbench::Ui {

namespace {

constexpr int narrowBelow = 780; // pixels; ui/README.md "Small windows"
constexpr int wideFrom = 1050;
const QList<int> besideSizes{370, 804};

Qt::Orientation orientationOf(const QByteArray &splitterState)
{
    QSplitter probe;
    probe.restoreState(splitterState);
    return probe.orientation();
}

} // namespace

//! An explanation shows two texts side by side. The input is folded for it until the user edits it again.
void OperationPage::setInputAbove(bool above)
{
    if (above == m_inputAbove)
        return;
    m_inputAbove = above;
    arrange();
    m_input->setFolded(above);
}

bool OperationPage::isExplaining() const
{
    return m_result ? m_result->isExplaining() : m_stream && m_stream->hasExplained();
}

void OperationPage::setCompact(bool compact)
{
    m_compact = compact;
    setRequestShown(isRequestShown() && !compact);
    m_request->setCompact(compact);
    if (compact)
        setInputAbove(false);
    m_header->setCompact(compact);
    m_input->setCompact(compact);
    if (m_definition)
        m_definition->setCompact(compact);
    if (m_result)
        m_result->setCompact(compact);
    arrange();
}

void OperationPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int lowPage = 560;
    m_header->setMostLines(height() < lowPage ? 1 : 3);
    const Width found = width() < narrowBelow ? Width::Narrow
        : width() < wideFrom                  ? Width::Middle
                                              : Width::Wide;
    if (found != m_width) {
        m_width = found;
        arrange();
    } else if (!m_isInputMoved) {
        shareHeight();
    }
}

void OperationPage::arrange()
{
    const bool isAbove = !m_result || m_compact || m_inputAbove || m_width != Width::Wide;
    const Qt::Orientation orientation = isAbove ? Qt::Vertical : Qt::Horizontal;
    m_input->setAbove(isAbove);
    if (!isAbove)
        m_input->setFolded(false);
    if (m_result) {
        using Arrangement = ResultPanes::Arrangement;
        m_result->panes()->setArrangement(m_compact || m_width == Width::Wide ? Arrangement::All
                : m_width == Width::Middle                                    ? Arrangement::SideTabs
                                                                              : Arrangement::Tabs);
    }
    if (m_stream) {
        m_stream->setCompact(m_compact || m_width == Width::Narrow);
        m_stream->setWordless(m_compact || m_width != Width::Wide);
    }
    m_splitter->setStretchFactor(0, isAbove ? 0 : besideSizes.first());
    m_splitter->setStretchFactor(1, isAbove ? 1 : besideSizes.last());
    if (m_splitter->orientation() != orientation) {
        if (isAbove)
            m_besideState = m_splitter->saveState();
        m_splitter->setOrientation(orientation);
        if (!isAbove && !m_splitter->restoreState(m_besideState))
            m_splitter->setSizes(besideSizes);
    }
    shareHeight();
}

//! Gives an input above the result the height of one line if folded, otherwise of its first rows. Above a
//! stream it gets up to half of the height.
void OperationPage::shareHeight()
{
    if (m_splitter->orientation() != Qt::Vertical)
        return;
    const int height = m_splitter->height();
    const int open = m_compact && m_result ? 84 // the header and one field
        : m_result                         ? std::clamp(height / 3, 84, 164)
                                           : std::min(220, height / 2);
    const int input = m_input->isFolded() ? m_input->minimumSizeHint().height() : open;
    m_splitter->setSizes({input, std::max(100, height - input)});
}

QByteArray OperationPage::saveLayout() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << (m_result && m_splitter->orientation() == Qt::Vertical ? m_besideState
                                                                     : m_splitter->saveState())
           << qint32(m_input->face())
           << (m_result          ? m_result->saveLayout()
                      : m_stream ? m_stream->saveLayout()
                                 : QByteArray())
           << isStrictCast();
    const ResultReading chosen = reading();
    stream << qint8(chosen.jsonInText ? int(*chosen.jsonInText) : -1)
           << qint8(chosen.isError ? int(*chosen.isError) : -1) << m_normalisesEvents->isChecked()
           << m_showsHeartbeats->isChecked();
    return bytes;
}

void OperationPage::restoreLayout(const QByteArray &layout, bool withChoices)
{
    QDataStream stream(layout);
    QByteArray splitter;
    qint32 face = 0;
    QByteArray output;
    stream >> splitter >> face >> output;
    if (stream.status() != QDataStream::Ok)
        return;
    m_input->setFace(InputEditor::Face(std::clamp(face, 0, 2)));
    const bool isOfCall = splitter.isEmpty() || orientationOf(splitter) == Qt::Horizontal;
    if (m_result && isOfCall) { // a layout of a stream does not fit the page of a call
        if (m_splitter->orientation() == Qt::Horizontal)
            m_splitter->restoreState(splitter);
        else
            m_besideState = splitter;
        m_result->restoreLayout(output, withChoices);
    } else if (m_stream && !isOfCall) {
        m_splitter->restoreState(splitter);
        m_stream->restoreLayout(output);
    }
    if (!withChoices)
        return;
    bool strict = false;
    stream >> strict;
    setStrictCast(stream.status() == QDataStream::Ok && strict);
    qint8 text = -1;
    qint8 errors = -1;
    stream >> text >> errors;
    if (stream.status() != QDataStream::Ok)
        return;
    ResultReading chosen;
    if (text >= 0)
        chosen.jsonInText = text == 0 ? ResultReading::JsonInText::Open : ResultReading::JsonInText::Keep;
    if (errors >= 0)
        chosen.isError = errors == 0 ? ResultReading::IsError::Keep : ResultReading::IsError::Throw;
    setReading(chosen);
    bool normalises = false;
    bool heartbeats = false;
    stream >> normalises >> heartbeats;
    m_normalisesEvents->setChecked(stream.status() == QDataStream::Ok && normalises);
    m_showsHeartbeats->setChecked(stream.status() == QDataStream::Ok && heartbeats);
}

} // namespace Workbench::Ui

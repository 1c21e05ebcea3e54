// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/callsplitter.h"

#include "ui/forms/inputeditor.h"
#include "ui/panes/requestpane.h"
#include "ui/panes/resultpane.h"
#include "ui/panes/resultpanes.h"
#include "ui/panes/streampane.h"
#include "ui/theme/building.h"

#include <algorithm>

using namespace Qt::StringLiterals;

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

CallSplitter::CallSplitter(InputEditor *input, RequestPane *request, QWidget *page)
    : QSplitter(Qt::Horizontal, page)
    , m_input(input)
    , m_output(named(new QSplitter(Qt::Vertical), u"outputSplitter"_s))
    , m_request(request)
{
    setObjectName(u"pageSplitter"_s);
    setChildrenCollapsible(false);
    addWidget(input);
    addWidget(m_output);
    m_output->setChildrenCollapsible(false);
    m_output->addWidget(request);
    request->hide();
    connect(input, &InputEditor::foldedChanged, this, [this](bool folded) {
        if (!folded)
            setInputAbove(false);
        shareHeight();
    });
    connect(
        this, &QSplitter::splitterMoved, this, [this] { m_isInputMoved = orientation() == Qt::Vertical; });
    connect(m_output, &QSplitter::splitterMoved, this, [this] { m_isRequestMoved = true; });
    connect(request, &RequestPane::shown, this, &CallSplitter::fitRequest);
}

void CallSplitter::setOutput(ResultPane *result, StreamPane *stream)
{
    delete std::exchange(m_result, result);
    delete std::exchange(m_stream, stream);
    m_output->addWidget(result ? static_cast<QWidget *>(result) : stream);
    m_output->setStretchFactor(0, 0);
    m_output->setStretchFactor(1, 1);
    arrange();
}

void CallSplitter::setPageWidth(int pixels)
{
    const Width found = pixels < narrowBelow ? Width::Narrow
        : pixels < wideFrom                  ? Width::Middle
                                             : Width::Wide;
    if (found != m_width) {
        m_width = found;
        arrange();
    } else if (!m_isInputMoved) {
        shareHeight();
    }
}

void CallSplitter::setCompact(bool compact)
{
    m_isCompact = compact;
    m_request->setCompact(compact);
    if (compact)
        setInputAbove(false);
    m_input->setCompact(compact);
    if (m_result)
        m_result->setCompact(compact);
    arrange();
}

void CallSplitter::setInputAbove(bool above)
{
    if (above == m_inputAbove)
        return;
    m_inputAbove = above;
    arrange();
    m_input->setFolded(above);
}

void CallSplitter::setRequestShown(bool shown)
{
    m_request->setVisible(shown);
    // A small window shows only one of the two.
    QWidget *output = m_result ? static_cast<QWidget *>(m_result) : m_stream;
    if (output)
        output->setVisible(!(m_isCompact && shown));
}

//! Gives the request the height of its content until the user chooses another height.
void CallSplitter::fitRequest()
{
    if (m_isRequestMoved)
        return;
    const int height = std::min(m_request->wantedHeight(), m_output->height() / 2);
    m_output->setSizes({height, m_output->height() - height});
}

void CallSplitter::arrange()
{
    const bool isAbove = !m_result || m_isCompact || m_inputAbove || m_width != Width::Wide;
    const Qt::Orientation wanted = isAbove ? Qt::Vertical : Qt::Horizontal;
    m_input->setAbove(isAbove);
    if (!isAbove)
        m_input->setFolded(false);
    if (m_result) {
        using Arrangement = ResultPanes::Arrangement;
        m_result->panes()->setArrangement(m_isCompact || m_width == Width::Wide ? Arrangement::All
                : m_width == Width::Middle                                      ? Arrangement::SideTabs
                                                                                : Arrangement::Tabs);
    }
    if (m_stream) {
        m_stream->setCompact(m_isCompact || m_width == Width::Narrow);
        m_stream->setWordless(m_isCompact || m_width != Width::Wide);
    }
    setStretchFactor(0, isAbove ? 0 : besideSizes.first());
    setStretchFactor(1, isAbove ? 1 : besideSizes.last());
    if (orientation() != wanted) {
        if (isAbove)
            m_besideState = saveState();
        setOrientation(wanted);
        if (!isAbove && !restoreState(m_besideState))
            setSizes(besideSizes);
    }
    shareHeight();
}

//! Gives an input above the result the height of one line if folded, otherwise of its first rows. Above a
//! stream it gets up to half of the height.
void CallSplitter::shareHeight()
{
    if (orientation() != Qt::Vertical)
        return;
    const int open = m_isCompact && m_result ? 84 // the header and one field
        : m_result                           ? std::clamp(height() / 3, 84, 164)
                                             : std::min(220, height() / 2);
    const int input = m_input->isFolded() ? m_input->minimumSizeHint().height() : open;
    setSizes({input, std::max(100, height() - input)});
}

QByteArray CallSplitter::saveSizes() const
{
    return m_result && orientation() == Qt::Vertical ? m_besideState : saveState();
}

bool CallSplitter::restoreSizes(const QByteArray &sizes)
{
    const bool isOfCall = sizes.isEmpty() || orientationOf(sizes) == Qt::Horizontal;
    if (isOfCall != (m_result != nullptr))
        return false;
    if (m_result && orientation() == Qt::Vertical)
        m_besideState = sizes;
    else
        restoreState(sizes);
    return true;
}

} // namespace Workbench::Ui

#include "moc_callsplitter.cpp"

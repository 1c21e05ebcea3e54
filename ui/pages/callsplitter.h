// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QSplitter>

namespace Workbench::Ui {

class InputEditor;
class RequestPane;
class ResultPane;
class StreamPane;

//! Arranges the parts of a call: the input beside or above the output, and in the output the preview of the
//! request over the result or the stream. \source ui/README.md, "Small windows"
class CallSplitter : public QSplitter {
    Q_OBJECT
public:
    CallSplitter(InputEditor *input, RequestPane *request, QWidget *page);

    //! Replaces the result or stream. One of \a result and \a stream is null; the splitter owns the other
    //! one.
    void setOutput(ResultPane *result, StreamPane *stream);
    void setPageWidth(int pixels); //!< The width of the page decides the arrangement.
    //! Places the input above the output; used for a window under 900 pixels.
    void setCompact(bool compact);
    bool isCompact() const { return m_isCompact; }
    //! Folds the input above an explanation, which shows two texts side by side, until the user edits it
    //! again.
    void setInputAbove(bool above);
    void setRequestShown(bool shown);

    QByteArray saveSizes() const;
    //! Restores what saveSizes() returned. Returns false if \a sizes are those of a stream for a call, or of
    //! a call for a stream, and changes nothing then.
    bool restoreSizes(const QByteArray &sizes);

private:
    //! The width of the page: below 780 pixels, below 1050 pixels, or more.
    enum class Width : quint8 { Narrow, Middle, Wide };
    void arrange();
    void shareHeight();
    void fitRequest();

    InputEditor *m_input;
    QSplitter *m_output; //!< The request over the result or stream.
    RequestPane *m_request;
    ResultPane *m_result = nullptr;
    StreamPane *m_stream = nullptr;
    QByteArray m_besideState; //!< The state for the input beside the result.
    Width m_width = Width::Wide;
    bool m_isCompact = false;
    bool m_inputAbove = false; //!< Folded to one line, so that an explanation has the whole width.
    bool m_isRequestMoved = false; //!< The user chose the height of the request.
    bool m_isInputMoved = false; //!< The user chose the height of the input above the result.
};

} // namespace Workbench::Ui

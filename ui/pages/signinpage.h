// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "ui/pages/toolpage.h"

class QPushButton;
class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace Workbench {
struct SignInStep;
}

namespace Workbench::Ui {

class Placeholder;
class RowTreeView;
class SegmentControl;
class SignInModel;
class TextView;

//! Shows the sign-ins of a source step by step: the requests, the responses, and the requirements of the
//! specification. The author of a server thus sees which step is wrong. Steps appear as they happen.
class SignInPage final : public SourcePage {
    Q_OBJECT
public:
    SignInPage(Sessions *sessions, QString source, QWidget *parent = nullptr);

    void focusFirst() override;
    SignInModel *model() const { return m_model; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    //! The view of one frame of the chosen step.
    struct FrameView {
        TextView *text = nullptr;
        quint64 shown = 0; //!< the sequence of the frame; 0: no frame
        quint64 writing = 0; //!< the number of the last text that a worker writes; older ones are dropped
    };
    QWidget *makeDetails();
    static QWidget *makeFrame(
        FrameView &view, const QString &title, const QString &find, const QString &name);
    void readState();
    void followSteps();
    void showStep();
    void showDemands(const SignInStep &step);
    void showFrame(FrameView &view, const Frame &frame, const QString &none);
    void arrange();

    SignInModel *m_model;
    QPushButton *m_connect = nullptr;
    QStackedWidget *m_stack;
    Placeholder *m_empty;
    QSplitter *m_splitter;
    RowTreeView *m_view;
    QSplitter *m_details = nullptr; //!< specification, request and answer of the chosen step
    QWidget *m_bar = nullptr; //!< holds m_parts; only in a narrow page
    SegmentControl *m_parts = nullptr; //!< chooses the part of the details that a narrow page shows
    QScrollArea *m_area = nullptr; //!< what the specification demands
    FrameView m_request;
    FrameView m_answer;
    bool m_isChosen = false; //!< The user chose a step; a new step does not replace it.
};

} // namespace Workbench::Ui

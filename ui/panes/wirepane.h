// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "ui/panes/tablepane.h"

class QToolButton;

namespace Workbench::Ui {

class Chip;
class SegmentControl;
class TextView;
class WireFilterModel;
class WireModel;

//! Lists the frames as sent and received, newest first. The whole chosen frame is shown at the right: with
//! its JSON indented, exactly as it was on the wire, or decoded. A link leads to its request or answer.
class WirePane : public TablePane {
    Q_OBJECT
public:
    explicit WirePane(ExchangeLog *log, QWidget *parent = nullptr);
    WireModel *model() const { return m_model; }
    //! Shows only the frames of one call; if \a exchangeId is empty, all frames.
    void showExchange(const QString &exchangeId);

public Q_SLOTS:
    std::function<void()> clear() override;

protected:
    void fillMenu(QMenu *menu) override;

private:
    enum Form { PrettyForm, RawForm, DecodedForm };

    void showFrame();
    void showText();
    QStringList codingFacts() const;
    QByteArray (*writer() const)(const Frame &);
    void showPartner();
    void makeDetails();
    ExchangeLog *m_log;
    WireModel *m_model;
    WireFilterModel *m_filterModel;
    Chip *m_oneCall;
    ThemeLabel *m_facts;
    ThemeLabel *m_coding; //!< how the frame was encoded, and its note
    QToolButton *m_partner;
    SegmentControl *m_forms; //!< a segment for each Form
    TextView *m_text;
    QWidget *m_details = nullptr;
    Frame m_frame; //!< the frame that is shown; sequence 0: none
    quint64 m_partnerSequence = 0; //!< the sequence of the request or answer; 0: none
    quint64 m_writing = 0; //!< the number of the last text that a worker writes; older ones are dropped
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QSplitter>

namespace Workbench::Ui {

class DataPane;
class MetaPane;
class PaneHeader;
class SegmentControl;
class WarningsPane;

//! Data, Meta and Warnings of a result, arranged for the given width. Those of an event of a stream are one
//! below the other; their orientation is vertical, and "beside" below means "above".
class ResultPanes : public QSplitter {
    Q_OBJECT
public:
    enum class Arrangement : quint8 {
        All, //!< Data beside Meta over Warnings.
        SideTabs, //!< Data beside Warnings or Meta; the header of the side has a switch.
        Tabs, //!< One of the three; the header has a switch.
    };
    enum class Pane : quint8 { Data, Warnings, Meta };

    ResultPanes(DataPane *data, MetaPane *meta, WarningsPane *warnings);
    void setAbove(QWidget *widget); //!< Puts \a widget above Meta and Warnings, and takes ownership.
    void setAboveShown(bool shown);
    //! Sets the wanted arrangement. If Meta above Warnings is too high, SideTabs replaces All.
    void setArrangement(Arrangement arrangement);
    Arrangement arrangement() const { return m_arrangement; } //!< The arrangement in use.
    //! Shows Data, and at the side Warnings if there are any, otherwise Meta. Shares the height between Meta
    //! and Warnings, which has cards if \a hasCards, unless the user has chosen it.
    void showResult(int warnings, bool hasCards);
    //! Sets the number in the switch. Unlike showResult(), brings no other pane to the front.
    void setWarnings(int warnings);
    void show(Pane pane); //!< Brings \a pane to the front if another pane hides it.
    //! Sets whether the height affects the arrangement, and whether showResult() shares it. On by default.
    void setSharing(bool on);

    QByteArray saveSide() const; //!< Empty: the user did not choose the heights.
    void restoreSide(const QByteArray &state);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void rearrange();
    void arrange();
    void shareSide(bool hasCards);
    void makeSwitches();
    PaneHeader *header(Pane pane) const;
    int firstSwitched() const; //!< The first pane that the switches name.

    QWidget *m_panes[3]; //!< In the order of Pane.
    SegmentControl *m_switches[3]; //!< In the headers of the panes.
    QSplitter *m_side;
    QWidget *m_above = nullptr;
    Arrangement m_wanted = Arrangement::All;
    Arrangement m_arrangement = Arrangement::All;
    Pane m_front = Pane::Data;
    Pane m_sideFront = Pane::Meta;
    int m_warnings = 0;
    bool m_hasCards = false;
    bool m_isSideMoved = false; //!< The user chose the heights of Meta and Warnings.
    bool m_isSharing = true;
};

} // namespace Workbench::Ui

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
    void setAboveShown(bool shown); //!< Shows the widget of setAbove().
    //! Puts \a events at the top of the side, and takes ownership. They are shown while Meta and Warnings are
    //! both shown and the height suffices for a third pane. Null: the caller takes the previous widget back.
    void setEvents(QWidget *events);
    //! Returns the part of the width that the side has beside Data, from 0 to 1.
    double sideShare() const;
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
    void showEvents();
    void shareSide(bool hasCards);
    void makeSwitches();
    PaneHeader *header(Pane pane) const;
    int firstSwitched() const; //!< The first pane that the switches name.

    QWidget *m_panes[3]; //!< In the order of Pane.
    SegmentControl *m_switches[3]; //!< In the headers of the panes.
    QSplitter *m_side; //!< m_events, m_above and m_pair, from top to bottom
    QSplitter *m_pair; //!< Meta above Warnings
    QWidget *m_above = nullptr;
    QWidget *m_events = nullptr;
    Arrangement m_wanted = Arrangement::All;
    Arrangement m_arrangement = Arrangement::All;
    Pane m_front = Pane::Data;
    Pane m_sideFront = Pane::Meta;
    int m_warnings = 0;
    bool m_hasCards = false;
    bool m_isSideMoved = false; //!< The user chose the heights of Meta and Warnings.
    bool m_isAboveMoved = false; //!< The user chose the heights of the panes above them.
    bool m_isSharing = true;
};

} // namespace Workbench::Ui

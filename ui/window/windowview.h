// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>
#include <QSize>

class QMainWindow;
class QSplitter;

namespace Workbench::Ui {

class BottomPanel;
class PageStack;
class SourcesPane;
class TopBar;

//! Divides the window among Sources, the pages and the bottom panel, by its size and by what the user
//! dragged. Saves and restores this division and the open pages of each workspace in QSettings.
class WindowView : public QObject {
    Q_OBJECT
public:
    struct Parts {
        QSplitter *vertical; //!< the pages and Sources over the bottom panel
        QSplitter *horizontal; //!< Sources beside the pages
        TopBar *topBar;
        SourcesPane *sources;
        PageStack *pages;
        BottomPanel *bottom;
    };
    WindowView(const Parts &parts, QMainWindow *window);

    void fit(); //!< Divides the window again if its size calls for it.
    void pageChanged(); //!< Forgets that the user resized the bottom panel for the page before.
    //! Shrinks the bottom panel for an explanation on the current page, unless the user resized it there.
    void showBottomHeight();

    //! Returns whether restoreWindow() was called: a workspace was opened, whose view must be saved.
    bool isRestored() const { return m_isRestored; }
    //! Restores position and size, only once: the window keeps them when another workspace is opened.
    void restoreWindow();
    void save(const QString &workspace); //!< \a workspace is the path of its file; "demo"; or empty.
    void restore(const QString &workspace);

private:
    Parts m_parts;
    QMainWindow *m_window;
    int m_bottomHeight = 0; //!< height of the open bottom panel, in pixels
    bool m_isBottomChosen = false; //!< the user resized the bottom panel for the current page
    QSize m_sizedFor; //!< the window size of the last layout of its parts
    bool m_sized = false;
    bool m_isRestored = false;
};

} // namespace Workbench::Ui

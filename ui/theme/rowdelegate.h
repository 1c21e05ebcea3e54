// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace Workbench::Ui {

//! Roles by which models describe rows to the delegate, which chooses how they look. All models use these
//! numbers (from Qt::UserRole + 0x100), so that one delegate serves every tree and table.
namespace RowRole {
enum : int {
    IconName = Qt::UserRole + 0x100, //!< QString, name of an icon
    IconColor, //!< int(ColorRole)
    TextColor, //!< int(ColorRole)
    Font, //!< int(FontRole)
    Note, //!< QString after the text in secondary colour: "was \"82\"", "text, resource_link"
    NoteColor, //!< int(ColorRole)
    RightText, //!< QString at the right edge in secondary colour: "MCP", "9", "live"
    RightTextColor, //!< int(ColorRole)
    SecondLine, //!< QString under the text in small type: a failed source's reason
    SecondLineColor, //!< int(ColorRole)
    Mark, //!< int(ColorRole) Warning or Error: soft fill, two-pixel bar, triangle at the right edge
    MarkRight, //!< bool: only the triangle at the right edge (something below is marked)
    RightAligned, //!< bool: for numbers
    ElideEnd, //!< bool: elide at the end (data, sentences); names and paths keep both ends
    Spinning, //!< bool: the icon turns because the row is waiting
    StruckOut, //!< bool: the text is crossed out
    Fill, //!< int(ColorRole), Mark without its triangle; a word in the row says what it means
};
} // namespace RowRole

//! Draws rows by RowRole. The default delegate of RowTreeView and RowTableView.
class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    static int rowHeight(); //!< height of a row of one line: 24 pixels, or more with larger type
    void paint(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;

protected:
    //! Toggles the check box of a row on a click or on Space.
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QStandardItemModel;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class ErrorCard;
class PaneHeader;
class RowTableView;
class ThemeLabel;

//! Lists the updates of a resource, newest first, and lets the user choose whether the resource is read again
//! after each. Owns the subscription.
class UpdatesPane : public QWidget {
    Q_OBJECT
public:
    static constexpr int maxRows = 200; //!< older updates are no longer listed

    explicit UpdatesPane(QWidget *parent = nullptr);
    ~UpdatesPane() override;

    //! Begins to show \a subscription to the resource with the address \a address. Earlier updates stay
    //! below. Content of another address is not compared with that of this one.
    void watch(std::unique_ptr<Subscription> subscription, const QString &address);
    void unwatch();
    bool isWatching() const { return m_subscription && m_subscription->isLive(); }
    int updates() const { return m_updates; } //!< since watch()
    bool readsAgain() const;
    //! Returns whether the content of the resource was read since the pane shows its address.
    bool hasContent() const;
    //! Tells that the call \a exchangeId read the resource, and that \a content is its content now. The last
    //! update then shows what changed.
    void noteContent(const QByteArray &content, const QString &exchangeId);
    void setCompact(bool compact);
    const ErrorCard *errorCard() const { return m_error; }

Q_SIGNALS:
    void readRequested(); //!< Emitted for an update, if the resource is to be read again.
    //! Emitted to compare the contents that the last two calls read.
    void compareRequested(const QString &before, const QString &after);
    void watchingChanged(); //!< Emitted when the subscription began or ended, or an update arrived.
    //! Emitted when the user has cleared the list; \a undo puts its rows back.
    void undoOffered(const QString &text, const std::function<void()> &undo);

private:
    void itemsCame(qsizetype count);
    void ended();
    void addRow(const QString &change);
    void clear();
    void showState();

    std::unique_ptr<Subscription> m_subscription;
    PaneHeader *m_header;
    Chip *m_state;
    ThemeLabel *m_address;
    RowTableView *m_view;
    QStandardItemModel *m_model;
    ErrorCard *m_error;
    QCheckBox *m_readsAgain;
    QToolButton *m_compare;
    QTimer m_tick;
    QDateTime m_since;
    std::optional<QByteArray> m_content; //!< the content when it was last read; nothing: not read yet
    QString m_before; //!< the call that read the content before; empty: none
    QString m_after; //!< the call that read the content last; empty: none
    int m_updates = 0;
    bool m_isUpdateUnread = false;
};

} // namespace Workbench::Ui

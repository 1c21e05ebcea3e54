// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QStandardItemModel;

namespace Workbench::Ui {

class Chip;
class ErrorCard;
class PaneHeader;
class RowTableView;

//! Lists the updates of a resource, newest first, and lets the user choose whether the resource is read again
//! after each. Owns the subscription.
class UpdatesPane : public QWidget {
    Q_OBJECT
public:
    static constexpr int maxRows = 200; //!< older updates are no longer listed

    explicit UpdatesPane(QWidget *parent = nullptr);
    ~UpdatesPane() override;

    //! Begins to show \a subscription. Earlier updates stay below.
    void watch(std::unique_ptr<Subscription> subscription);
    void unwatch();
    bool isWatching() const { return m_subscription && m_subscription->isLive(); }
    int updates() const { return m_updates; } //!< since watch()
    bool readsAgain() const;
    //! Tells that the resource was read, and that \a content is its content now. The last update then shows
    //! what changed.
    void noteContent(const QByteArray &content);
    void setCompact(bool compact);
    const ErrorCard *errorCard() const { return m_error; }

Q_SIGNALS:
    void readRequested(); //!< Emitted for an update, if the resource is to be read again.
    void compareRequested();
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
    RowTableView *m_view;
    QStandardItemModel *m_model;
    ErrorCard *m_error;
    QCheckBox *m_readsAgain;
    QTimer m_tick;
    QDateTime m_since;
    std::optional<QByteArray> m_content; //!< the content when it was last read; nothing: not read yet
    int m_updates = 0;
    bool m_isUpdateUnread = false;
};

} // namespace Workbench::Ui

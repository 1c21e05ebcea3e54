// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "ui/theme/controls.h"

class QHBoxLayout;
class QMenu;

namespace Workbench {
struct SourceState;
}

namespace Workbench::Ui {

class DescriptionText;
class IconLabel;
class ThemeLabel;

//! The header of an operation's page: the name, facts and description at the left, the actions at the right.
class OperationHeader : public Strip {
    Q_OBJECT
public:
    explicit OperationHeader(QWidget *parent = nullptr);
    //! \a identity: with which calls are made, for what they lack.
    void setSpec(const OperationSpec &spec, const std::optional<Identity> &identity = {});
    //! Shows an operation that its source does not offer at present, and why. If connecting the source may
    //! help, the main button connects it. \a state is the state of the source; null: there is no such source.
    void setMissing(const QString &title, const QString &iconName, bool isSubscription,
        const QString &sourceName, const SourceState *state);
    //! \a mayRepeat: whether the main button may take the focus back, because repeating the call is harmless.
    void setRunning(bool running, bool mayRepeat = true);
    //! Sets whether the call waits for an answer of the user, who can then cancel the call or the answer. The
    //! button of the header says that it cancels the call.
    void setWaiting(bool waiting);
    //! \a offered: whether the server reports changes of the resource. \a watching: whether the page is
    //! subscribed to them.
    void setWatching(bool offered, bool watching);
    //! \a hasBoth: whether the operation can be called and subscribed to. \a isSubscription then says which
    //! form the page uses; a button of its own switches to the other form.
    void setForms(bool hasBoth, bool isSubscription);
    void setRecordable(bool recordable); //!< whether there is a result to record
    //! Makes the page one of a call of History. Nothing can be sent from it: *Edit a copy* replaces Invoke.
    void setPast();
    void setCompact(bool compact);
    //! Sets the height in pixels of the unfolded description, and the number of lines of the folded one.
    void setRoom(int height, int lines);
    void setRequestShown(bool shown); //!< Emits no signal.
    void setDefinitionChanged(bool changed); //!< Shows a chip; a click on it shows what changed.
    void setDefinitionShown(bool shown); //!< Emits no signal.
    void setStrictCast(bool strict); //!< Shows a chip; a click on it switches strict cast off.
    QMenu *moreMenu() const { return m_menu; }

Q_SIGNALS:
    void invokeRequested();
    void connectRequested();
    void cancelRequested();
    void recordRequested();
    void watchToggled(); //!< Emitted by Subscribe and Unsubscribe of a resource.
    void otherFormRequested(); //!< Emitted by the button for the other form.
    void requestToggled(bool shown);
    void strictCastDropped();
    void changedDefinitionRequested();
    void definitionToggled(bool shown); //!< Emitted when the user switches between Call and Definition.
    void copyDefinitionRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    //! What the buttons show. Words: text in all buttons. Icons: text in Invoke only. NoHint: like Icons, and
    //! Invoke does not show its shortcut.
    enum class Rank : quint8 { Words, Icons, NoHint };
    enum class Connecting : quint8 { Useless, Possible, Running };
    Chip *addChip(const QString &text);
    void addRoute(const OperationSpec &spec);
    void addFacts(const OperationSpec &spec);
    void addAccess(const AccessControl &access, const std::optional<Identity> &identity);
    void updateButtons();
    void updateRoom();
    int widthOfTitle() const;
    void setShort(bool isShort);
    void updateHeight();

    IconLabel *m_icon;
    ThemeLabel *m_title;
    QWidget *m_chips;
    QHBoxLayout *m_chipRow;
    Chip *m_changed;
    Chip *m_strict;
    DescriptionText *m_description;
    SegmentControl *m_faces; //!< Switches between Call and Definition.
    QPushButton *m_copyDefinition;
    QPushButton *m_invoke;
    QPushButton *m_cancel;
    QPushButton *m_watch;
    QPushButton *m_record;
    QPushButton *m_request;
    QToolButton *m_more;
    QMenu *m_menu;
    QHBoxLayout *m_tools; //!< The buttons at the right.
    int m_roomOfWords = 0; //!< The width at the left of the buttons, in pixels; 0: not known yet.
    QString m_verb; //!< What the main button says for a call, from verbOf().
    bool m_isWatchable = false;
    bool m_isWatching = false;
    bool m_hasBothForms = false;
    bool m_isSubscription = false;
    bool m_isThere = false;
    Connecting m_connecting = Connecting::Useless;
    bool m_running = false;
    bool m_isWaiting = false; //!< The call waits for an answer of the user.
    bool m_isFocusHanded = false; //!< Invoke had the focus and gave it to Cancel when the call began.
    bool m_recordable = false;
    bool m_isPast = false;
    bool m_isDefinition = false; //!< The definition is shown in place of the call.
    bool m_compact = false;
    Rank m_rank = Rank::Words;
};

} // namespace Workbench::Ui

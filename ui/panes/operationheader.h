// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QWidget>

class QHBoxLayout;
class QMenu;
class QPushButton;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class DescriptionText;
class IconLabel;
class SegmentControl;
class ThemeLabel;

//! The head of an operation's page: what it is at the left, what can be done with it at the right.
class OperationHeader : public QWidget {
    Q_OBJECT
public:
    explicit OperationHeader(QWidget *parent = nullptr);
    void setSpec(const OperationSpec &spec);
    enum class Connecting : quint8 { Useless, Possible, Running };
    //! Shows an operation that its source does not offer at present, and why. Where connecting the source may
    //! help, the main button does that.
    void setMissing(const QString &title, const QString &iconName, bool isSubscription, const QString &reason,
        Connecting connecting);
    //! \a mayRepeat: whether the same call once more would do no harm.
    void setRunning(bool running, bool mayRepeat = true);
    //! Whether the changes of what it reads can be watched, and whether they are.
    void setWatching(bool offered, bool watching);
    //! Of an operation that can be called and subscribed to: which of the two the page is for. The other one
    //! has a button of its own.
    void setForms(bool hasBoth, bool isSubscription);
    void setRecordable(bool recordable); //!< whether there is a result to record
    //! The page shows a call of History: nothing can be sent from it, *Edit and run* stands for Invoke.
    void setPast();
    void setCompact(bool compact);
    void setMostLines(int lines); //!< Of the folded description.
    void setRequestShown(bool shown); //!< emits nothing
    void setDefinitionChanged(bool changed); //!< a chip says so, and shows what changed by a click
    void setDefinitionShown(bool shown); //!< emits nothing
    void setStrictCast(bool strict); //!< a chip says so, and takes it back by a click
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
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    //! What the buttons show: all words, words in Invoke alone, and there no shortcut.
    enum class Rank : quint8 { Words, Icons, NoHint };
    Chip *addChip(const QString &text);
    void addRoute(const OperationSpec &spec);
    void addFacts(const OperationSpec &spec);
    void updateButtons();
    void updateRoom();
    void updateHeight();

    IconLabel *m_icon;
    ThemeLabel *m_title;
    QWidget *m_chips;
    QHBoxLayout *m_chipRow;
    Chip *m_changed;
    Chip *m_strict;
    DescriptionText *m_description;
    SegmentControl *m_faces; //!< Call or Definition
    QPushButton *m_copyDefinition;
    QPushButton *m_invoke;
    QPushButton *m_cancel;
    QPushButton *m_watch;
    QPushButton *m_record;
    QPushButton *m_request;
    QToolButton *m_more;
    QMenu *m_menu;
    QHBoxLayout *m_tools; //!< What can be done, at the right.
    int m_roomOfWords = 0; //!< At the left of the tools, in pixels.
    QString m_verb; //!< of the main button
    bool m_isWatchable = false;
    bool m_isWatching = false;
    bool m_hasBothForms = false;
    bool m_isSubscription = false;
    bool m_isThere = false;
    Connecting m_connecting = Connecting::Useless;
    bool m_running = false;
    bool m_isFocusHanded = false; //!< The button that cancels has the focus of the one that began.
    bool m_recordable = false;
    bool m_isPast = false;
    bool m_isDefinition = false; //!< the definition is shown in place of the call
    bool m_compact = false;
    Rank m_rank = Rank::Words;
};

} // namespace Workbench::Ui

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"
#include "ui/pages/toolpage.h"

#include <QFutureWatcher>
#include <QTimer>

class QLineEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class DataPane;
class ExplanationCard;
class FindingsPane;
class InspectText;
class LayerBar;
class MetaPane;
class PaneHeader;
class Placeholder;
class ThemeLabel;
class UnifiedErrorLine;

//! Explains any JSON or HTTP text without a server. At the left is the text that the user pasted, dropped or
//! opened; at the right are its layers, error, data, meta and findings. A worker reads the text, and nothing
//! changes it.
class InspectPage : public ToolPage {
    Q_OBJECT
public:
    //! \a sessions knows the limits, and the secrets that a bug report must not contain. Null: the limits are
    //! the default ones, and there are no secrets.
    explicit InspectPage(const Sessions *sessions = nullptr, QWidget *parent = nullptr);

    QString tabTitle() const override;
    QString tabDetail() const override;
    void setCompact(bool compact) override;
    bool isExplaining() const override;
    void focusFirst() override;

    bool isEmpty() const;
    InspectText *text() const { return m_text; }
    InspectText *schema() const { return m_schema; }
    LayerBar *layerBar() const { return m_layers; }
    DataPane *dataPane() const { return m_data; }
    FindingsPane *findingsPane() const { return m_findings; }
    ExplanationCard *explanationCard() const { return m_explanation; }
    const Recognition &recognition() const { return m_seen.recognition; }

public Q_SLOTS:
    void copyBugReport();
    void copyAsJson(); //!< Copies the findings as `envelope inspect --json` prints them.

Q_SIGNALS:
    void inspected(); //!< Emitted when the page shows the result for the current text.
    //! Emitted when the user has cleared the page; \a undo puts its texts back.
    void undoOffered(const QString &text, const std::function<void()> &undo);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void narrowChanged() override;

private:
    struct Seen {
        RecognitionInput input;
        Recognition recognition;
        QList<Diagnosis> diagnoses{};
        QString problem; //!< the reason why the text cannot be inspected; empty: it can
        QString schemaProblem; //!< the reason why the schema cannot be read; empty: it can
    };
    static Seen see(const QByteArray &bytes, const QString &tool, const QByteArray &schema,
        const RecognitionOptions &options);
    QWidget *makeInput();
    QWidget *makeResult();
    void choose(InspectText *text);
    void changed(bool isTyping);
    void look();
    void looked();
    void showProblem(const QString &title, const QString &words);
    void showData();
    void explain();
    void updateBrief();

    const Sessions *m_sessions;
    Seen m_seen;
    bool m_opensAnyText = false; //!< the user asked to open JSON in a text that is not opened by default
    bool m_compact = false;
    bool m_isCardClosed = false; //!< the user closed the explanation of the current text
    QFutureWatcher<Seen> m_looking;
    QTimer m_delay;
    QTimer m_slow; //!< the time before the header says that the text is being read
    QPushButton *m_copy;
    QSplitter *m_splitter;
    QSplitter *m_input;
    PaneHeader *m_textHeader;
    InspectText *m_text;
    QLineEdit *m_tool;
    PaneHeader *m_schemaHeader;
    InspectText *m_schema;
    ThemeLabel *m_schemaProblem;
    QStackedWidget *m_stack;
    Placeholder *m_placeholder;
    LayerBar *m_layers;
    UnifiedErrorLine *m_error;
    ExplanationCard *m_explanation;
    DataPane *m_data;
    MetaPane *m_meta;
    FindingsPane *m_findings;
};

} // namespace Workbench::Ui

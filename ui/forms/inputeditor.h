// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/schema/schema.h"

#include <QPointer>
#include <QWidget>

class QScrollArea;
class QSplitter;
class QToolButton;

namespace Workbench::Ui {

class Chip;
class InputValidator;
class JsonEdit;
class PaneHeader;
class SchemaForm;
class SegmentControl;
class ThemeLabel;

//! A form and a JSON editor for the same value. When the user changes one, the other follows. Invalid JSON
//! stays in the editor, with the line and the column of the error. Errors against the schema are shown at the
//! fields. They come from the validator that the core uses, which runs on a worker.
class InputEditor : public QWidget {
    Q_OBJECT
public:
    enum class Face : quint8 { Form, Json, Both };
    enum class Validity : quint8 {
        Unknown, //!< not validated yet
        Valid,
        Refused, //!< the schema refuses the value
        NotValidated, //!< the validation exceeded its budget, or the schema cannot be used
        Broken, //!< the text is not valid JSON
    };

    explicit InputEditor(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    //! Shows \a details after the form, and instead of the form if the schema takes no input. In the latter
    //! case the folded editor shows \a summary. Takes ownership of \a details; null removes the details.
    void setDetails(QWidget *details, const QString &summary = {});
    //! Makes the form from \a schema and sets the initial value of the schema. \a isHttp is true if the value
    //! becomes an HTTP request.
    void setSchema(const Json &schema, bool isHttp = false);
    Json value() const; //!< absent while the text is not valid JSON
    void setValue(const Json &value);
    Validity validity() const { return m_validity; }
    //! Returns whether the schema refuses value(). Returns false while the validation is running.
    bool isRefused() const { return m_isChecked && m_validity == Validity::Refused; }
    const QList<ValidationError> &errors() const { return m_errors; }

    Face face() const { return m_face; }
    void setFace(Face face);
    void setCompact(bool compact); //!< Sets whether only the form is shown, for narrow windows.
    //! Sets whether the editor is above the result. Form and JSON are then side by side, and a button folds
    //! the editor.
    void setAbove(bool above);
    void setReadOnly(bool readOnly); //!< A read-only input can be copied, but not edited.
    //! Folds the editor to one line with the elided JSON and the Edit button.
    void setFolded(bool folded);
    //! Call this before a call of the operation. Shows the position of a JSON error, gives the JSON editor
    //! the focus and returns true. Returns false if the text is valid JSON. Marks missing values as errors
    //! from now on.
    bool goToProblem();
    bool isFolded() const { return m_folded; }
    //! Returns whether there is nothing to fill in: the schema takes no input, and details replace the form.
    bool isFixed() const;
    SchemaForm *form() const { return m_form; }
    JsonEdit *jsonEdit() const { return m_json; }

public Q_SLOTS:
    void focusFirst(); //!< Does nothing if isFixed().
    void formatJson();

Q_SIGNALS:
    void valueChanged();
    void foldedChanged(bool folded);
    void invokeRequested(); //!< Emitted when the user presses Ctrl+Return.

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QString findField(const QString &text, bool backwards);
    void makeHeader();
    QWidget *makeJsonSide();
    void formChanged();
    void textChanged();
    void showText();
    void validate();
    void checked(const ValidationReport &report);
    void setValidity(Validity validity, const QString &problem = {});
    void updateFaces();
    void updateSummary();
    bool isChipShown() const;
    bool isOnlyMissing() const;

    Json m_value;
    Validity m_validity = Validity::Unknown;
    QList<ValidationError> m_errors;
    Face m_face = Face::Both;
    Face m_wideFace = Face::Both; //!< the face to restore after the compact mode
    bool m_compact = false;
    bool m_above = false;
    bool m_folded = false;
    bool m_hasSchema = false;
    bool m_hasInsisted = false; //!< whether missing values are marked as errors
    bool m_isChecked = false; //!< whether m_validity belongs to m_value
    int m_problemAt = 0; //!< position of the JSON error, in UTF-16 units
    bool m_following = false; //!< whether one face is being filled from the other
    bool m_isReadOnly = false;
    bool m_tooLarge = false; //!< whether the JSON editor shows only the beginning of the text
    InputValidator *m_validator;
    PaneHeader *m_header;
    ThemeLabel *m_summary;
    Chip *m_chip;
    SegmentControl *m_faces;
    QToolButton *m_edit;
    QToolButton *m_fold;
    QWidget *m_jsonTools; //!< in the header of the JSON, or in m_header if the editor is above the result
    QSplitter *m_splitter;
    QWidget *m_details = nullptr;
    QString m_detailsSummary;
    QWidget *m_formPane; //!< the form and its search
    QScrollArea *m_formSide;
    QPointer<QWidget> m_found; //!< the field that the search found last
    SchemaForm *m_form;
    QWidget *m_jsonSide;
    PaneHeader *m_jsonHeader;
    ThemeLabel *m_problem;
    JsonEdit *m_json;
};

} // namespace Workbench::Ui

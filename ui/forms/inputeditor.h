// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/schema/schema.h"

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

//! A form and a JSON editor over the same value: change one, the other follows. Invalid JSON keeps the text
//! and says line and column. What the schema refuses is shown at the fields, by the validator that core uses,
//! off the GUI thread.
class InputEditor : public QWidget {
    Q_OBJECT
public:
    enum class Face : quint8 { Form, Json, Both };
    enum class Validity : quint8 {
        Unknown, //!< not looked at yet
        Valid,
        Refused, //!< by the schema
        NotValidated, //!< a budget ended, or the schema cannot be used
        Broken, //!< the text is no JSON
    };

    explicit InputEditor(QWidget *parent = nullptr);
    ~InputEditor() override;

    void setTitle(const QString &title);
    //! Shows \a details below the form, which is left out if the schema takes no input. Folded, \a summary
    //! stands in the place of such an input. Takes ownership; null takes them away.
    void setDetails(QWidget *details, const QString &summary = {});
    //! value() becomes the schema's initial value. \a isHttp: as SchemaForm::setSchema.
    void setSchema(const Json &schema, bool isHttp = false);
    Json value() const; //!< absent while the text is no JSON
    void setValue(const Json &value);
    Validity validity() const { return m_validity; }
    //! Whether the schema refuses value(); false while that is still being looked at.
    bool isRefused() const { return m_isChecked && m_validity == Validity::Refused; }
    const QList<ValidationError> &errors() const { return m_errors; }

    Face face() const { return m_face; }
    void setFace(Face face);
    void setCompact(bool compact); //!< Form alone
    //! Whether the editor stands above the result: form and JSON are side by side, and a button folds it.
    void setAbove(bool above);
    void setReadOnly(bool readOnly); //!< the input is shown, and can be copied, but not edited
    //! One line with the JSON elided, and Edit beside it.
    void setFolded(bool folded);
    //! Before a call: shows the place where the text stops being JSON and gives it the focus. Returns false
    //! if it is JSON. What is missing is marked as an error from then on.
    bool goToProblem();
    bool isFolded() const { return m_folded; }
    SchemaForm *form() const { return m_form; }
    JsonEdit *jsonEdit() const { return m_json; }

public Q_SLOTS:
    void focusFirst();
    void formatJson();

Q_SIGNALS:
    void valueChanged();
    void validityChanged();
    void foldedChanged(bool folded);
    void invokeRequested(); //!< Ctrl+Return

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
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
    bool isFixed() const; //!< There is nothing to fill in, and details take the place.

    Json m_value;
    Validity m_validity = Validity::Unknown;
    QList<ValidationError> m_errors;
    Face m_face = Face::Both;
    Face m_wideFace = Face::Both; //!< to come back to after compact
    bool m_compact = false;
    bool m_above = false;
    bool m_folded = false;
    bool m_hasSchema = false;
    bool m_hasInsisted = false; //!< what is missing is marked as an error
    bool m_isChecked = false; //!< m_validity is that of m_value
    int m_problemAt = 0; //!< where the text stops being JSON, in UTF-16 units
    bool m_following = false; //!< one face is being filled from the other
    bool m_isReadOnly = false;
    bool m_tooLarge = false; //!< for an editor: the text shown is the beginning only
    InputValidator *m_validator;
    PaneHeader *m_header;
    ThemeLabel *m_summary;
    Chip *m_chip;
    SegmentControl *m_faces;
    QToolButton *m_edit;
    QToolButton *m_fold;
    QWidget *m_jsonTools; //!< In the header of the JSON, or of the whole editor where that stands above.
    QSplitter *m_splitter;
    QWidget *m_details = nullptr;
    QString m_detailsSummary;
    QScrollArea *m_formSide;
    SchemaForm *m_form;
    QWidget *m_jsonSide;
    PaneHeader *m_jsonHeader;
    ThemeLabel *m_problem;
    JsonEdit *m_json;
};

} // namespace Workbench::Ui

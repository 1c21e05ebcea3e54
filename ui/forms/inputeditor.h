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

    //! value() becomes the schema's initial value. \a isHttp: as SchemaForm::setSchema.
    void setSchema(const Json &schema, bool isHttp = false);
    Json value() const; //!< absent while the text is no JSON
    void setValue(const Json &value);
    Validity validity() const { return m_validity; }
    const QList<ValidationError> &errors() const { return m_errors; }

    Face face() const { return m_face; }
    void setFace(Face face);
    void setCompact(bool compact); //!< Form alone
    //! One line with the JSON elided, and Edit beside it.
    void setFolded(bool folded);
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

    Json m_value;
    Validity m_validity = Validity::Unknown;
    QList<ValidationError> m_errors;
    Face m_face = Face::Both;
    Face m_wideFace = Face::Both; //!< to come back to after compact
    bool m_compact = false;
    bool m_folded = false;
    bool m_following = false; //!< one face is being filled from the other
    bool m_tooLarge = false; //!< for an editor: the text shown is the beginning only
    InputValidator *m_validator;
    PaneHeader *m_header;
    ThemeLabel *m_summary;
    Chip *m_chip;
    SegmentControl *m_faces;
    QToolButton *m_edit;
    QSplitter *m_splitter;
    QScrollArea *m_formSide;
    SchemaForm *m_form;
    QWidget *m_jsonSide;
    PaneHeader *m_jsonHeader;
    ThemeLabel *m_problem;
    JsonEdit *m_json;
};

} // namespace Workbench::Ui

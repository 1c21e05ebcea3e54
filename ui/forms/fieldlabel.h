// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/formhints.h"

#include <QLabel>

namespace Workbench::Ui {

//! Returns the place of a field in a request: "path", "query", "header", "cookie", "querystring" or "body".
//! Returns an empty string if the schema names no place.
QString placeOf(const FieldHint &hint);
//! Returns \a place as a short label beside the name of a field; empty if \a place is unknown.
QString placeWord(const QString &place);
//! Returns \a place as text for a tooltip, for example "path parameter" or "body of the request"; empty if
//! \a place is unknown.
QString placeInWords(const QString &place);

//! Adds the places from \a schema to the fields of \a root and sorts the fields for a form: required fields
//! first, the body last, and its media type directly before it. Changes nothing if \a schema names no places
//! and \a isHttp is false.
void arrangeByPlace(FieldHint &root, const Json &schema, bool isHttp);

//! Shows the name of a field, with a star in the error colour if it is required. At the right, it shows the
//! place of the field in the request. A long name is elided in the middle.
class FieldLabel : public QLabel {
    Q_OBJECT
public:
    explicit FieldLabel(const FieldHint &hint, QWidget *parent);
    //! Sets whether the label is only as wide as its text, for fields that share a row.
    void setNarrow(bool narrow);
    int wholeWidth() const; //!< width of the name and the place, in pixels
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int placeWidth() const; //!< width of the place with the gap before it, in pixels
    QString m_place;
    bool m_required;
    bool m_deprecated;
    bool m_isNarrow = false;
};

} // namespace Workbench::Ui

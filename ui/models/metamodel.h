// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"
#include "core/exchange/exchangelog.h"
#include "ui/models/jsontreemodel.h"

namespace Workbench::Ui {

//! The meta of an envelope as it arrived, one row per member. Notes say what a member holds, for example
//! "text, resource_link".
class MetaModel : public JsonTreeModel {
    Q_OBJECT
public:
    explicit MetaModel(QObject *parent = nullptr);

    //! Shows the meta of \a envelope. The members of the object \a beside are facts about the result that are
    //! not in its meta; they follow below.
    void setEnvelope(const ResponseEnvelope &envelope, const Json &beside = {});
    const Json &meta() const { return m_meta; } //!< as it arrived
    //! Shows how long the parts of the request took, in one more row with rows below it. Nothing removes that
    //! row; setEnvelope() also removes it.
    void setTiming(const std::optional<RequestTiming> &timing);
    static QString timingPointer(); //!< pointer of the timing row
    enum MetaRole {
        //! QPointF in a row of the timing: start (x) and length (y) of its part as fractions of the total
        //! time, 0 to 1.
        SpanRole = Qt::UserRole + 0x40,
    };
    //! Shows the members of \a facts, the known facts about a failed call.
    void setFacts(const Json &facts);
    void clear() { setFacts({}); }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    QString noteOf(const QString &pointer, const Json &value) const override;

private:
    QVariant timingData(const QString &name, int column, int role) const;
    bool isReceived(const QModelIndex &index) const;

    Json m_meta;
    Json m_shown; //!< the meta and the facts below it, without the timing
    std::optional<RequestTiming> m_timing;
    std::optional<qint64> m_lateMs; //!< milliseconds from the result's timestamp to its receipt
};

} // namespace Workbench::Ui

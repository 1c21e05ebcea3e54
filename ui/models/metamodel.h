// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/responseenvelope.h"
#include "core/exchange/exchangelog.h"
#include "ui/models/jsontreemodel.h"

namespace Workbench::Ui {

//! The meta of an envelope, row by row, as it arrived; notes say what is inside ("text, resource_link").
class MetaModel : public JsonTreeModel {
    Q_OBJECT
public:
    explicit MetaModel(QObject *parent = nullptr);

    //! \a beside: members of an object that are known of the result and not part of its meta; they stand
    //! below.
    void setEnvelope(const ResponseEnvelope &envelope, const Json &beside = {});
    const Json &meta() const { return m_meta; } //!< as it arrived
    //! Where the time of its request went: a row with rows below, under the rest. Nothing: no such row. An
    //! envelope that is set takes it away.
    void setTiming(const std::optional<RequestTiming> &timing);
    static QString timingPointer(); //!< of that row
    enum MetaRole {
        //! QPointF in a row of the timing: where its part of the whole time begins and how long it is, 0
        //! to 1.
        SpanRole = Qt::UserRole + 0x40,
    };
    //! For a failed call: what is known of it.
    void setFacts(const Json &facts);
    void clear();

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    QString noteOf(const QString &pointer, const Json &value) const override;

private:
    QVariant timingData(const QString &name, int column, int role) const;
    void showAll();
    bool isReceived(const QModelIndex &index) const;

    Json m_meta;
    Json m_shown; //!< the meta and what stands below it, without the timing
    std::optional<RequestTiming> m_timing;
    std::optional<qint64> m_lateMs; //!< how long after its timestamp a result was received
};

} // namespace Workbench::Ui

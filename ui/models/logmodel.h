// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "ui/models/listtablemodel.h"

#include <QTimer>

#include <deque>

namespace Workbench::Ui {

//! Log lines, newest first, at most maxLines. Lines are shown in batches, at most one batch per 50 ms.
class LogModel : public ListTableModel {
    Q_OBJECT
public:
    static constexpr qsizetype maxLines = 10'000;
    enum Column { TimeColumn, LevelColumn, SourceColumn, OriginColumn, TextColumn };
    enum Role { LevelRole = Qt::UserRole }; //!< int(LogLine::Level)

    static QString levelWord(LogLine::Level level);

    explicit LogModel(QObject *parent = nullptr);

    void add(const LogLine &line);
    std::deque<LogLine> clear(); //!< returns the lines, for restore()
    void restore(std::deque<LogLine> lines); //!< puts cleared lines back before newer lines
    void setPaused(bool paused);

private:
    qsizetype size() const override { return qsizetype(m_lines.size()); }
    QVariant cell(int row, int column, int role) const override;
    void flush();

    std::deque<LogLine> m_lines; //!< oldest first
    std::deque<LogLine> m_waiting;
    QTimer m_timer;
    bool m_paused = false;
};

} // namespace Workbench::Ui

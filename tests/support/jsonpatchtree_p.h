// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QHash>

#include <deque>
#include <memory>
#include <vector>

namespace Workbench {

//! An ordered list of numbers in which changes in the middle cost as much as at the end. It consists of
//! pieces of bounded size.
class PatchList {
public:
    qsizetype size() const { return m_size; }
    quint32 at(qsizetype index) const;
    void replace(qsizetype index, quint32 number);
    void insert(qsizetype index, quint32 number);
    quint32 take(qsizetype index);
    const std::vector<std::vector<quint32>> &pieces() const { return m_pieces; }

private:
    std::pair<size_t, size_t> find(qsizetype index) const;

    std::vector<std::vector<quint32>> m_pieces; // no piece is empty
    qsizetype m_size = 0;
};

//! A JSON value that can be changed in place. Its parts have numbers; unchanged parts stay shared.
class PatchTree {
public:
    explicit PatchTree(const Json &root);

    quint32 root() const { return m_root; }
    void setRoot(quint32 node) { m_root = node; }
    quint32 add(const Json &value);

    JsonKind kind(quint32 node) const;
    qsizetype listSize(quint32 list); //!< the number of items of an array
    quint32 item(quint32 list, qsizetype index);
    void insertItem(quint32 list, qsizetype index, quint32 item);
    void replaceItem(quint32 list, qsizetype index, quint32 item);
    quint32 takeItem(quint32 list, qsizetype index);
    std::optional<quint32> member(quint32 object, const QByteArray &key);
    void setMember(quint32 object, const QByteArray &key, quint32 value);
    std::optional<quint32> takeMember(quint32 object, const QByteArray &key);

    //! Returns \a node as an immutable value, shared if nothing below it was changed.
    Json frozen(quint32 node) const;

private:
    struct Member {
        QByteArray key;
        quint32 value;
        bool isGone = false;
    };
    struct Object {
        std::vector<Member> members; // in order
        QHash<QByteArray, quint32> places; // index of each member that is not removed
    };
    struct Node {
        Json shared; // holds the value while members and list are unused
        std::unique_ptr<PatchList> list;
        std::unique_ptr<Object> object;
    };
    PatchList &listOf(quint32 node);
    Object &objectOf(quint32 node);

    std::deque<Node> m_nodes;
    quint32 m_root = 0;
};

} // namespace Workbench

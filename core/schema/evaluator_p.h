// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/program_p.h"

#include <QDeadlineTimer>

namespace Workbench::SchemaProgram {

//! The members or items of one instance that a keyword has evaluated, by their places in its document.
struct Evaluated {
    bool all = false;
    QSet<const void *> places;

    void merge(const Evaluated &other);
    bool contains(const void *place) const { return all || places.contains(place); }
};

//! Runs a compiled schema over one instance. Has its own stack, so that deep schemas and instances do not use
//! the stack of the thread.
//!
//! A frame evaluates one node at one instance. A frame that reports goes on after an error to find the
//! others. A frame that only needs a verdict (a branch of anyOf) stops at the first error. Results of
//! expensive nodes with branches are remembered by (node, instance, dynamic scope). So allOf and anyOf that
//! double at every level take linear time. Its 1,300 lines are two source files: the steps, and the
//! assertions with the messages.
class Evaluator {
public:
    Evaluator(const Schema::Compiled &program, const Json &instance, const ValidateOptions &options);
    //! Adds all refusals to \a refusals, also those beyond ValidateOptions::maxErrors.
    void collect(Refusals &refusals) { m_refusals = &refusals; }
    //! Makes run() evaluate the instance by \a node, a part of the schema, until \a deadline.
    void startFrom(const Node *node, const QDeadlineTimer &deadline)
    {
        m_root = node;
        m_deadline = deadline;
        m_deadlineExtended = true;
    }
    ValidationReport run();

private:
    //! The relation of a frame's instance to the instance of the parent frame.
    enum class Reach : quint8 { Same, Member, Item, Name };

    struct Frame {
        const Node *node = nullptr;
        Json instance;
        const Child *via = nullptr;
        QByteArrayView key; //!< for Member and Name
        qsizetype index = 0; //!< for Item
        Reach reach = Reach::Same;
        int scope = 0;
        size_t op = 0;
        qsizetype cursor = 0; //!< inside the operation
        qint64 hits = 0;
        qint64 stepsBefore = 0; //!< steps left when the frame started
        bool report = true;
        bool notes = true; //!< whether formats are noted; false in a condition
        qsizetype notesBefore = 0; //!< number of warnings in the report when the frame started
        qsizetype notesOfAll = 0; //!< for anyOf: number of warnings when its first alternative started
        qint64 notedBefore = 0; //!< for anyOf: m_noted when its last alternative started
        bool isClean = false; //!< for anyOf: an alternative matches without a note
        bool want = false; //!< a keyword needs the evaluated members or items
        bool valid = true;
        bool answered = false; //!< the child started last has finished with \c answer
        bool answer = false;
        Evaluated answerEvaluated;
        Evaluated evaluated;
    };
    struct Start {
        const Child *child;
        Json instance;
        Reach reach = Reach::Same;
        QByteArrayView key = {};
        qsizetype index = 0;
        bool report = true;
        bool want = false;
    };
    struct MemoKey {
        const Node *node;
        const void *instance;
        int scope;
        bool want;
        bool notes;
        friend bool operator==(const MemoKey &, const MemoKey &) = default;
        friend size_t qHash(const MemoKey &key, size_t seed = 0) noexcept
        {
            return qHashMulti(seed, key.node, key.instance, key.scope, key.want, key.notes);
        }
    };
    struct Remembered {
        bool valid;
        bool reported;
        Evaluated evaluated;
        QList<ValidationError> notes;
    };
    //! A failed branch of an anyOf or oneOf that may be the nearest one.
    struct Unexplained {
        qsizetype error;
        const Node *node;
        Json instance;
        int scope;
    };

    Evaluator(const Evaluator &parent, const Unexplained &branch, int explainDepth);
    void loop();
    //! Returns true when the operation is done, false when it started a child.
    bool step(Frame &frame, const Op &op);
    bool start(Frame &frame, const Start &what); //!< always returns false, like the next three
    bool startHere(Frame &frame, const Child &child, bool report);
    bool startMember(Frame &frame, const Child &child, QByteArrayView key, const Json &value);
    bool startItem(Frame &frame, const Child &child, qsizetype index);
    static void markEvaluated(Frame &frame, const Json &part);
    void finishTop();
    void take(Frame &frame);
    void takePart(Frame &frame);
    void takeAlternative(Frame &frame);
    bool charge(qint64 steps);
    bool abort(const QString &reason);
    int entered(int scope, const Resource *resource);
    const Node *dynamicTarget(const Frame &frame, const Op &op, const Node *first) const;
    bool runsInCircles(const Node *node, int scope) const;

    bool stepInPlace(Frame &frame, const Op &op);
    bool stepAnyOf(Frame &frame, const Op &op);
    bool stepOneOf(Frame &frame, const Op &op);
    bool stepNot(Frame &frame, const Op &op);
    bool stepIf(Frame &frame, const Op &op);
    bool stepProperties(Frame &frame, const Op &op);
    bool stepPatternProperties(Frame &frame, const Op &op);
    bool stepOtherParts(Frame &frame, const Op &op);
    bool stepPropertyNames(Frame &frame, const Op &op);
    bool stepPrefixItems(Frame &frame, const Op &op);
    bool stepItems(Frame &frame, const Op &op);
    bool stepContains(Frame &frame, const Op &op);

    void assertion(Frame &frame, const Op &op);
    void assertFormat(Frame &frame, const Op &op);
    void assertNumber(Frame &frame, const Op &op);
    void assertString(Frame &frame, const Op &op);
    void assertCount(Frame &frame, const Op &op, qint64 count, QLatin1StringView word);
    void assertUnique(Frame &frame, const Op &op);
    void assertRequired(Frame &frame, const Op &op);
    bool equal(const Json &a, const Json &b);
    std::optional<bool> matches(const RegexPointer &regex, QByteArrayView text);
    bool isShadowed(const Json &object, qsizetype index);
    qint64 memberCount(const Json &object);

    bool isSpared(const Frame &frame, QByteArrayView member) const;
    void noteDirection(const Frame &frame, const Op &op);
    void note(const Frame &frame, const Op &op, const QString &message);
    void noteAgain(const QList<ValidationError> &notes);

    void fail(Frame &frame, const Op &op, const QString &message, const QString &below = {});
    void failFalse(const Frame &parent, const Start &what);
    void noteRefusal(const Frame &frame, Keyword keyword, Json unwanted);
    bool isFull();
    void record(const Node *node, const QString &pointer, const QString &path, const QString &name,
        const QString &message);
    void failAlternatives(Frame &frame, const Op &op, const QString &otherwise);
    QString whatDiscriminatorSays(const Frame &frame, const Op &op, const Child *&named) const;
    void explain();
    QString instancePointer(const Frame *last) const;
    QString evaluationPath(const Frame *last) const;
    bool memberIsUnknown(const Op &op, QByteArrayView key, bool &unknown);

    const Schema::Compiled &m_program;
    const ValidateOptions m_options;
    const Json m_instance;
    const Node *m_root;
    Refusals *m_refusals = nullptr;
    qsizetype m_pointerCharacters = 0; // total length of the pointers in the report
    int m_explainDepth = 0;
    qint64 m_noted = 0; // number of notes, with those that the report already contains
    QDeadlineTimer m_deadline;
    bool m_deadlineExtended = false;
    qint64 m_steps = 0;
    qint64 m_nextLook = 0; // step of the next look at the clock
    bool m_stopped = false;
    std::vector<Frame> m_frames;
    std::vector<QList<const Resource *>> m_scopes; // dynamic resources entered, outermost first, each once
    QHash<std::pair<int, const Resource *>, int> m_scopeIndex;
    QHash<MemoKey, Remembered> m_memo;
    QSet<std::pair<QString, QString>> m_seen; // pointer and location of recorded errors
    QList<Json> m_names; // strings for propertyNames; they must outlive the remembered addresses
    QList<Unexplained> m_unexplained;
    ValidationReport m_report;
};

//! Returns \a value as a message quotes it: short and on one line.
QString excerpt(const Json &value);

//! Returns the bit of Op::types for \a value; IntegerBit | NumberBit for integers.
quint8 typeBits(const Json &value, SchemaDialect dialect);

//! Returns "1 item", "2 items".
QString counted(qint64 count, QLatin1StringView word);

//! Returns the names of \a types, such as "string or null"; "nothing" for 0, an absent value.
QString typeWords(quint8 types);

} // namespace Workbench::SchemaProgram

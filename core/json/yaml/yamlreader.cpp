// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/utf8.h"
#include "core/json/jsontext.h"
#include "core/json/yaml/yamlblock_p.h"
#include "core/json/yaml/yamltree_p.h"

#include <QHash>

#include <libfyaml.h>

#include <algorithm>
#include <array>
#include <utility>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";
constexpr qint64 mostBytes = 1LL << 30; // offsets are stored in 32 bits

using Failure = std::optional<YamlParseError>;

//! Refuses invalid UTF-8, and control characters except tab and line breaks.
Failure checkCharacters(const QByteArray &text)
{
    const auto *const control = std::ranges::find_if(
        text, [](char c) { return uchar(c) < 0x20 && c != '\t' && c != '\n' && c != '\r'; });
    const qsizetype invalid = firstInvalidUtf8(text);
    if (invalid < 0 && control == text.end())
        return std::nullopt;
    const qsizetype firstControl = control - text.begin();
    const bool isControl = invalid < 0 || firstControl < invalid;
    const qsizetype at = isControl ? firstControl : invalid;
    return yamlError("yaml.encoding"_L1, textPositionAt(text, at),
        (isControl ? u"the control character 0x%1 at offset %2 is not allowed"_s
                   : u"the byte 0x%1 at offset %2 is not valid UTF-8"_s)
            .arg(uint(uchar(text[at])), 2, 16, '0'_L1)
            .arg(at));
}

std::vector<quint32> lineStarts(QByteArrayView text)
{
    std::vector<quint32> starts{text.startsWith(byteOrderMark) ? quint32(byteOrderMark.size()) : 0};
    for (qsizetype at = 0; at < text.size(); ++at) {
        const bool ofPair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
        if (text[at] == '\n' || (text[at] == '\r' && !ofPair))
            starts.push_back(quint32(at + 1));
    }
    return starts;
}

struct CoreTag {
    QByteArrayView name;
    YamlTag tag;
};
constexpr std::array coreTags{CoreTag{"null", YamlTag::Null}, CoreTag{"bool", YamlTag::Boolean},
    CoreTag{"int", YamlTag::Integer}, CoreTag{"float", YamlTag::Float}, CoreTag{"str", YamlTag::String},
    CoreTag{"seq", YamlTag::Sequence}, CoreTag{"map", YamlTag::Mapping}};

QByteArrayView textOf(fy_token *token)
{
    size_t size = 0;
    const char *const text = fy_token_get_text(token, &size);
    return {text, text ? qsizetype(size) : 0};
}

//! The text for libfyaml. Empty block scalars that libfyaml cannot distinguish from the lines below them are
//! replaced by quoted scalars.
struct YamlSource {
    struct Change {
        qsizetype at;
        qsizetype removed;
        QByteArray inserted;
    };

    void change(const Change &what)
    {
        text.replace(what.at, what.removed, what.inserted);
        changes.push_back(what);
    }
    //! Returns the offset in the original text. The changes are in the order of the text.
    qsizetype original(qsizetype at) const
    {
        qsizetype longer = 0;
        for (const Change &made : changes) {
            if (at >= made.at + made.inserted.size())
                longer += made.inserted.size() - made.removed;
        }
        return at - longer;
    }

    QByteArray text;
    std::vector<Change> changes;
};

//! Turns events into the nodes of a tree.
class TreeMaker {
public:
    TreeMaker(YamlTree &tree, const YamlSource &source, const Limits &limits)
        : m_tree(tree)
        , m_source(source)
        , m_limits(limits)
        , m_start(tree.text.startsWith(byteOrderMark) ? quint32(byteOrderMark.size()) : 0)
    {
    }

    Failure take(fy_event *event)
    {
        switch (event->type) {
        case FYET_DOCUMENT_START:
            if (++m_documents > 1) {
                return error("yaml.documents"_L1, offsetOf(event),
                    u"a second document begins here; only one is read from a text"_s);
            }
            return std::nullopt;
        case FYET_SEQUENCE_START:
            return begin(event, Kind::Sequence, event->sequence_start.anchor, event->sequence_start.tag);
        case FYET_MAPPING_START:
            return begin(event, Kind::Mapping, event->mapping_start.anchor, event->mapping_start.tag);
        case FYET_SEQUENCE_END:
        case FYET_MAPPING_END:
            offsetOf(event);
            finish(m_open.back().index);
            m_open.pop_back();
            return std::nullopt;
        case FYET_SCALAR: return scalar(event);
        case FYET_ALIAS: return alias(event);
        default: return std::nullopt;
        }
    }

    bool hasDocument() const { return m_documents > 0; }
    //! Returns the offset of the last event. An error of libfyaml is after it.
    quint32 lastOffset() const { return m_last; }
    //! After a failure, returns the change of the source that makes it readable.
    const std::optional<YamlSource::Change> &wantedChange() const { return m_wanted; }

private:
    struct Open {
        quint32 index;
        quint32 children;
    };
    using Kind = YamlTree::Kind;

    Failure begin(fy_event *event, Kind kind, fy_token *anchor, fy_token *tag)
    {
        const quint32 offset = offsetOf(event);
        const auto known = tagOf(tag, offset);
        if (!known)
            return known.error();
        const YamlTag own = kind == Kind::Sequence ? YamlTag::Sequence : YamlTag::Mapping;
        if (*known != YamlTag::None && *known != YamlTag::NonSpecific && *known != own) {
            return error("yaml.tag"_L1, offset,
                kind == Kind::Sequence ? u"the tag does not fit a list"_s
                                       : u"the tag does not fit a mapping"_s);
        }
        if (qint64(m_open.size()) >= m_limits.yamlDepth) {
            return YamlParseError{
                limitError(m_limits, u"yaml.depth", u"A YAML text nests deeper than %1 levels."_s),
                m_tree.position(offset)};
        }
        const auto index = quint32(m_tree.nodes.size());
        push(kind, offset).tag = *known;
        if (Failure failure = addChild(index))
            return failure;
        if (anchor)
            m_anchors.insert(textOf(anchor).toByteArray(), index);
        m_open.push_back({index, 0});
        return std::nullopt;
    }

    Failure scalar(fy_event *event)
    {
        const quint32 offset = offsetOf(event);
        const auto known = tagOf(event->scalar.tag, offset);
        if (!known)
            return known.error();
        const auto index = quint32(m_tree.nodes.size());
        const fy_scalar_style style = fy_token_scalar_style(event->scalar.value);
        std::optional<YamlBlock> block;
        if (style == FYSS_LITERAL || style == FYSS_FOLDED) {
            if (Failure failure = takeBlock(event->scalar.value, offset, block))
                return failure;
        }
        const QByteArrayView text = block ? QByteArrayView(block->text) : textOf(event->scalar.value);
        YamlTree::Node &node = push(Kind::Scalar, offset);
        node.tag = *known;
        node.isPlain = style == FYSS_PLAIN;
        node.target = quint32(m_tree.scalars.size());
        node.size = quint32(text.size());
        m_tree.scalars.append(text);
        finish(index);
        if (event->scalar.anchor)
            m_anchors.insert(textOf(event->scalar.anchor).toByteArray(), index);
        return addChild(index);
    }

    //! Reads a block scalar from the source. libfyaml only gives its position.
    Failure takeBlock(fy_token *token, quint32 offset, std::optional<YamlBlock> &block)
    {
        const fy_mark *const begin = fy_token_start_mark(token);
        const fy_mark *const end = fy_token_end_mark(token);
        if (!begin || !end)
            return std::nullopt;
        const qsizetype container =
            m_open.empty() ? -1 : m_tree.position(m_tree.nodes[m_open.back().index].offset).column - 1;
        block = readYamlBlock(m_source.text, m_start, qsizetype(begin->input_pos) + m_start, container);
        if (!block || qsizetype(end->input_pos) + m_start <= block->end)
            return std::nullopt;
        if (block->isEmpty) {
            const QByteArray quoted = '"' + QByteArray("\\n").repeated(block->text.size()) + '"';
            m_wanted = {block->header, block->headerSize, quoted};
        }
        return error(
            "yaml.syntax"_L1, offset, u"this block text cannot be distinguished from the lines below it"_s);
    }

    Failure alias(fy_event *event)
    {
        const quint32 nameOffset = offsetOf(event);
        const quint32 offset = nameOffset > m_start ? nameOffset - 1 : nameOffset; // offset of the *
        const QByteArrayView name = textOf(event->alias.anchor);
        const auto found = m_anchors.constFind(name.toByteArray());
        constexpr qsizetype longestShown = 100;
        const QString shown = jsonText(name.first(std::min(name.size(), longestShown)));
        if (found == m_anchors.cend())
            return error("yaml.alias"_L1, offset, u"there is no anchor &%1 before the alias"_s.arg(shown));
        if (m_tree.nodes[*found].end == 0)
            return error("yaml.alias"_L1, offset, u"the alias *%1 stands inside its own anchor"_s.arg(shown));
        const auto index = quint32(m_tree.nodes.size());
        push(Kind::Alias, offset).target = *found;
        finish(index);
        return addChild(index);
    }

    //! Adds the node at \a index to the innermost open container. Refuses a key that is not a scalar.
    Failure addChild(quint32 index)
    {
        if (qint64(m_tree.nodes.size()) > m_limits.jsonNodes) {
            return YamlParseError{
                limitError(m_limits, u"json.nodes", u"A YAML text holds more than %1 values."_s),
                m_tree.position(m_tree.nodes[index].offset)};
        }
        if (m_open.empty())
            return std::nullopt;
        const quint32 place = m_open.back().children++;
        YamlTree::Node &container = m_tree.nodes[m_open.back().index];
        if (container.kind != Kind::Mapping || place % 2 != 0)
            return std::nullopt;
        if (m_tree.resolved(index).kind != Kind::Scalar) {
            return error("yaml.key"_L1, m_tree.nodes[index].offset,
                u"a list or mapping as a key has no counterpart in JSON"_s);
        }
        if (m_tree.isMerge(index))
            container.hasMerge = true;
        return std::nullopt;
    }

    std::expected<YamlTag, YamlParseError> tagOf(fy_token *token, quint32 offset)
    {
        if (!token)
            return YamlTag::None;
        const QByteArrayView tag = textOf(token);
        constexpr QByteArrayView prefix = "tag:yaml.org,2002:";
        if (tag == QByteArrayView("!"))
            return YamlTag::NonSpecific;
        if (tag.startsWith(prefix)) {
            const auto found = std::ranges::find(coreTags, tag.sliced(prefix.size()), &CoreTag::name);
            if (found != coreTags.end())
                return found->tag;
        }
        const fy_mark *const mark = fy_token_start_mark(token);
        const quint32 at = mark ? quint32(m_source.original(qsizetype(mark->input_pos) + m_start)) : offset;
        constexpr qsizetype longestShown = 100;
        return std::unexpected(error("yaml.tag"_L1, at,
            u"the tag %1 is not a tag of the core schema"_s.arg(
                jsonText(tag.first(std::min(tag.size(), longestShown))))));
    }

    YamlParseError error(QLatin1StringView code, quint32 offset, const QString &what) const
    {
        return yamlError(code, m_tree.position(offset), what);
    }

    quint32 offsetOf(fy_event *event)
    {
        const fy_mark *const mark = fy_event_start_mark(event);
        if (mark)
            m_last = quint32(std::min<qsizetype>(
                m_source.original(qsizetype(mark->input_pos) + m_start), m_tree.text.size()));
        return m_last;
    }

    YamlTree::Node &push(Kind kind, quint32 offset)
    {
        YamlTree::Node node;
        node.kind = kind;
        node.offset = offset;
        m_tree.nodes.push_back(node);
        return m_tree.nodes.back();
    }

    //! Marks a node as finished. An alias to an unfinished node would be inside its own anchor.
    void finish(quint32 index) { m_tree.nodes[index].end = quint32(m_tree.nodes.size()); }

    YamlTree &m_tree;
    const YamlSource &m_source;
    const Limits &m_limits;
    std::optional<YamlSource::Change> m_wanted;
    std::vector<Open> m_open;
    QHash<QByteArray, quint32> m_anchors;
    quint32 m_start;
    quint32 m_last = 0;
    int m_documents = 0;
};

struct ParserEnd {
    void operator()(fy_parser *parser) const { fy_parser_destroy(parser); }
};
using Parser = std::unique_ptr<fy_parser, ParserEnd>;

struct DiagEnd {
    // fy_diag_unref() would keep the collected errors.
    void operator()(fy_diag *diag) const { fy_diag_destroy(diag); }
};

YamlParseError syntaxError(fy_diag *diag, const YamlTree &tree, quint32 lastOffset)
{
    TextPosition position = tree.position(lastOffset);
    QString what = u"this is not valid YAML"_s;
    void *previous = nullptr;
    if (const fy_diag_error *const first = fy_diag_errors_iterate(diag, &previous)) {
        if (first->msg)
            what = QString::fromUtf8(first->msg).trimmed();
        if (first->line > 0 && size_t(first->line) <= tree.lines.size()) {
            position.line = first->line;
            position.column = std::max(first->column, 1);
            position.byteOffset = tree.lines[size_t(first->line) - 1];
        }
    }
    return yamlError("yaml.syntax"_L1, position, what);
}

//! Reads \a source once. \a wanted gets the change after which reading again may succeed.
std::optional<YamlParseError> readEvents(
    YamlTree &tree, const YamlSource &source, const Limits &limits, std::optional<YamlSource::Change> &wanted)
{
    fy_diag_cfg complaints{};
    fy_diag_cfg_default(&complaints);
    complaints.fp = nullptr;
    complaints.output_fn = [](fy_diag *, void *, const char *, size_t) { };
    const std::unique_ptr<fy_diag, DiagEnd> diag(fy_diag_create(&complaints));
    fy_diag_set_collect_errors(diag.get(), true);
    fy_parse_cfg settings{};
    settings.flags = fy_parse_cfg_flags(FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2
        | FYPCF_JSON_NONE | FYPCF_DISABLE_DEPTH_LIMIT | FYPCF_ALLOW_DUPLICATE_KEYS);
    settings.diag = diag.get();
    const Parser parser(fy_parser_create(&settings));
    const QByteArray &text = source.text;
    const qsizetype start = text.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
    if (!parser
        || fy_parser_set_string(parser.get(), text.constData() + start, size_t(text.size() - start)) != 0)
        return yamlError("yaml.syntax"_L1, {}, u"the text could not be read"_s);

    TreeMaker maker(tree, source, limits);
    while (fy_event *const event = fy_parser_parse(parser.get())) {
        Failure failure = maker.take(event);
        fy_parser_event_free(parser.get(), event);
        if (failure) {
            wanted = maker.wantedChange();
            return failure;
        }
    }
    if (fy_parser_get_stream_error(parser.get()))
        return syntaxError(diag.get(), tree, maker.lastOffset());
    if (!maker.hasDocument() || tree.nodes.empty()) {
        return yamlError("yaml.syntax"_L1, tree.position(quint32(tree.text.size())), u"there is no value"_s);
    }
    return std::nullopt;
}

} // namespace

std::expected<std::shared_ptr<const YamlTree>, YamlParseError> readYamlTree(
    QByteArray utf8, const Limits &limits)
{
    const qint64 most = std::min(limits.docBytes, mostBytes);
    if (utf8.size() > most) {
        return std::unexpected(YamlParseError{
            limitError(*findLimit(u"doc.bytes"), u"A YAML text has %1 bytes."_s.arg(utf8.size()), most), {}});
    }
    if (Failure failure = checkCharacters(utf8))
        return std::unexpected(*std::move(failure));

    const auto tree = std::make_shared<YamlTree>();
    tree->text = std::move(utf8);
    tree->lines = lineStarts(tree->text);
    YamlSource source{tree->text, {}};
    // Each change costs another pass. All passes together may read as many bytes as the longest text.
    qint64 left = most;
    while (true) {
        std::optional<YamlSource::Change> wanted;
        Failure failure = readEvents(*tree, source, limits, wanted);
        if (!failure)
            return tree;
        left -= source.text.size();
        if (!wanted || left < 0)
            return std::unexpected(*std::move(failure));
        source.change(*wanted);
        tree->nodes.clear();
        tree->scalars.clear();
    }
}

} // namespace Workbench

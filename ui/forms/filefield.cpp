// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/filefield.h"

#include "core/base/limits.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "ui/forms/themelabel.h"
#include "ui/models/placemarks.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeDatabase>
#include <QStringDecoder>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr QStringView fileMember{u"$file"};

//! Returns the size in bytes of the data that \a base64 encodes.
qsizetype decodedSize(const QString &base64)
{
    qsizetype letters = base64.size();
    while (letters > 0 && base64.at(letters - 1) == u'=')
        --letters;
    return letters * 3 / 4;
}

std::unexpected<Error> unreadable(const QString &path, const QString &reason)
{
    return std::unexpected(Error{ErrorKind::Storage, u"file.read"_s,
        FileField::tr("\"%1\" cannot be read: %2").arg(QFileInfo(path).fileName(), reason), {}, {}});
}

//! Reads the file at \a path and returns the value of the field. Runs on a worker.
Result<Json> fileValue(QString path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(path, file.errorString());
    const qint64 most = Limits().queueOutBytes; // the send queue holds no more
    const QByteArray bytes = file.read(most + 1);
    if (bytes.size() > most) {
        return std::unexpected(Error{ErrorKind::Limit, u"limit.queue.outBytes"_s,
            FileField::tr("\"%1\" is larger than %2, the maximum for a file in a form.")
                .arg(QFileInfo(path).fileName(), sizeText(most)),
            {}, {}});
    }
    if (file.error() != QFileDevice::NoError)
        return unreadable(path, file.errorString());
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    const bool isText = !decoder.hasError() && !bytes.contains('\0') && !bytes.startsWith("\xEF\xBB\xBF");
    JsonBuilder builder;
    builder.beginObject()
        .add(fileMember, QFileInfo(path).fileName())
        .add(u"type", QMimeDatabase().mimeTypeForFileNameAndData(path, bytes).name());
    if (isText)
        builder.add(u"data", text);
    else
        builder.add(u"base64", QString::fromLatin1(bytes.toBase64()));
    return builder.endObject().take();
}

} // namespace

void askForFile(QWidget *parent, const QString &title, const QString &name,
    const std::function<void(const QString &)> &chosen, const QStringList &filters)
{
    auto *dialog = deletedOnClose(named(new QFileDialog(parent, title), name));
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (!filters.isEmpty())
        dialog->setNameFilters(filters);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
    dialog->open();
}

bool FileField::suits(const FieldHint &hint)
{
    if (hint.schema.member("properties"_L1).hasMember(fileMember))
        return true;
    if (hint.kind == FieldKind::Variant && hint.schema.hasMember("x-media-types"_L1))
        return false; // a whole body: one of its shapes may be a file
    if (hint.kind == FieldKind::Variant)
        return std::ranges::any_of(hint.variants, &FileField::suits);
    const bool isText = hint.kind == FieldKind::Text || hint.kind == FieldKind::MultilineText;
    return isText && hint.format == "binary"_L1;
}

FileField::FileField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_choose(named(plainButton({}, tr("Choose file…"), this), u"chooseFile"_s))
    , m_about(named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this), u"fileFacts"_s))
    , m_remove(named(iconButton(u"minus"_s, tr("Remove the file"), this), u"removeFile"_s))
{
    m_choose->setAutoDefault(false);
    setControl(m_choose);
    m_about->setElided(true, Qt::ElideMiddle);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    column()->insertLayout(0, addAll(newRow(8), {m_choose, m_remove, Stretch{}}));
    column()->insertWidget(1, m_about);
    connect(m_choose, &QPushButton::clicked, this, [this] {
        askForFile(this, tr("Choose a file to send"), u"fileDialog"_s,
            [this](const QString &path) { readFile(path); });
    });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        edited({});
        showValue();
        m_choose->setFocus(Qt::OtherFocusReason);
    });
    connect(&m_reading, &QFutureWatcherBase::finished, this, &FileField::readEnded);
    showValue();
}

void FileField::readFile(const QString &path)
{
    showError({});
    m_about->setFullText(tr("reading…"));
    m_about->show();
    m_reading.setFuture(QtConcurrent::run(fileValue, path));
}

void FileField::readEnded()
{
    const Result<Json> read = m_reading.result();
    if (read)
        edited(*read);
    showValue();
    if (!read)
        showError(read.error().message);
}

void FileField::setValue(const Json &value)
{
    m_value = value;
    showValue();
}

void FileField::showValue()
{
    QStringList facts;
    const bool isFile = m_value.hasMember(fileMember);
    const bool isEmpty = isNothing();
    if (isFile && !isEmpty) {
        facts.append(visibleText(m_value.member(fileMember).toString(), false, 100));
        if (const QString type = m_value.member("type"_L1).toString(); !type.isEmpty())
            facts.append(visibleText(type, false, 60));
        const Json base64 = m_value.member("base64"_L1);
        facts.append(sizeText(base64.isString() ? decodedSize(base64.toString())
                                                : m_value.member("data"_L1).toString().toUtf8().size()));
    } else if (m_value.isString() && !m_value.toString().isEmpty()) {
        facts.append(tr("text"));
        facts.append(sizeText(m_value.toString().toUtf8().size()));
    } else if (!m_value.isAbsent() && !m_value.isNull() && !m_value.isString() && !isEmpty) {
        facts.append(tr("not a file, edit it as JSON"));
    }
    m_about->setFullText(facts.isEmpty() ? tr("no file chosen") : facts.join(u" · "_s));
    m_about->setVisible(!facts.isEmpty() || m_hint.required);
    m_remove->setVisible(!facts.isEmpty());
    m_remove->setEnabled(!m_isReadOnly);
    m_choose->setEnabled(!m_isReadOnly);
}

void FileField::setErrors(const QList<ValidationError> &errors, const QString &pointer)
{
    const bool isWrong = std::ranges::any_of(
        errors, [&pointer](const ValidationError &error) { return isWithin(error.pointer, pointer); });
    if (isWrong && isNothing())
        showError(tr("Choose a file"));
    else
        FieldEditor::setErrors(errors, pointer);
}

//! Returns whether the value is the initial value of a required file, which has no name and no content.
bool FileField::isNothing() const
{
    return m_value.isObject() && m_value.member(fileMember).toString().isEmpty()
        && !m_value.hasMember("data"_L1) && !m_value.hasMember("base64"_L1);
}

void FileField::setReadOnly(bool readOnly)
{
    m_isReadOnly = readOnly || m_hint.readOnly;
    showValue();
}

} // namespace Workbench::Ui

#include "moc_filefield.cpp"

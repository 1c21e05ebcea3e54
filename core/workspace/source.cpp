// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/source.h"

#include "core/base/visibletext.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

//! Adds a field after its length, so that different lists of fields never give equal bytes.
void addField(QCryptographicHash &hash, const QString &field)
{
    const QByteArray bytes = field.toUtf8();
    const quint64 length = qToLittleEndian(quint64(bytes.size()));
    hash.addData(QByteArrayView(reinterpret_cast<const char *>(&length), sizeof length));
    hash.addData(bytes);
}

void addList(QCryptographicHash &hash, const QStringList &list)
{
    addField(hash, QString::number(list.size()));
    for (const QString &field : list)
        addField(hash, field);
}

bool isPlain(QChar character)
{
    return character.unicode() < 0x80
        && (character.isLetterOrNumber() || u"_-./:=@%+,"_s.contains(character));
}

//! Returns \a word as a shell expects it: bare, or in single quotes.
QString quoted(const QString &word)
{
    if (!word.isEmpty() && std::ranges::all_of(word, isPlain))
        return word;
    QString inside = word;
    inside.replace(u'\'', u"'\\''"_s);
    return u'\'' + inside + u'\'';
}

} // namespace

bool isLoaderVariable(const QString &name)
{
    // Prefixes of families that get new members, and single names. A family that also carries secrets is not
    // in the list.
    static const QStringList families{
        u"LD_"_s, u"DYLD_"_s, u"PYTHON"_s, u"PERL5"_s, u"RUBY"_s, u"BASH_"_s, u"CORECLR_"_s, u"LUA_"_s};
    static const QStringList single =
        u"PATH HOME SHELL ENV ZDOTDIR IFS NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS "
        "NPM_CONFIG_USERCONFIG NPM_CONFIG_GLOBALCONFIG NPM_CONFIG_PREFIX "
        "NPM_CONFIG_SCRIPT_SHELL NPM_CONFIG_REGISTRY JAVA_TOOL_OPTIONS _JAVA_OPTIONS "
        "JDK_JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS GCONV_PATH PHPRC PHP_INI_SCAN_DIR "
        "GIT_SSH GIT_SSH_COMMAND GIT_EXEC_PATH EDITOR PAGER BROWSER QT_PLUGIN_PATH "
        "GTK_MODULES GIO_EXTRA_MODULES OPENSSL_CONF OPENSSL_MODULES XDG_CONFIG_HOME "
        "XDG_DATA_HOME"_s.split(u' ');
    const QString upper = name.toUpper();
    return single.contains(upper) || std::ranges::any_of(families, [&upper](const QString &family) {
        return upper.startsWith(family);
    });
}

QByteArray TrustFacts::hash() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    addField(hash, u"command 1"_s);
    addField(hash, program);
    addList(hash, arguments);
    QStringList names = environmentNames;
    names.sort();
    names.removeDuplicates();
    addList(hash, names);
    addField(hash, workingDirectory);
    if (!loaderVariables.isEmpty()) { // so that earlier hashes without such variables stay valid
        auto variables = loaderVariables;
        std::ranges::sort(variables);
        QStringList assignments;
        for (const auto &[name, value] : std::as_const(variables))
            assignments.append(name + u'=' + value); // a name holds no '='
        addList(hash, assignments);
    }
    if (!secrets.isEmpty()) {
        QStringList references = secrets;
        references.sort();
        addField(hash, u"secrets 1"_s);
        addList(hash, references);
        QStringList origins = destinations;
        origins.sort();
        addList(hash, origins);
    }
    return hash.result();
}

QString TrustFacts::commandLine() const
{
    QStringList words;
    for (const auto &[name, value] : loaderVariables)
        words.append(name + u'=' + quoted(value));
    words.append(quoted(program));
    for (const QString &argument : arguments)
        words.append(quoted(argument));
    return visibleText(words.join(u' '));
}

} // namespace Workbench

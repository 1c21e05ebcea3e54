// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/preferences.h"

#include "ui/theme/workbenchstyle.h"

#include <QCoreApplication>
#include <QSettings>
#include <QUrl>

#include <array>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! The keys of the questions, in the order of the enumeration.
constexpr std::array questionKeys{"ask/removeSource"_L1, "ask/cancelStreams"_L1, "ask/runAgain"_L1};
static_assert(questionKeys.size() == size_t(Preferences::Question::RunAgain) + 1);

} // namespace

Limits Preferences::limits()
{
    Limits limits;
    QSettings settings;
    settings.beginGroup(u"limits"_s);
    // Twice, because a value may fit only together with a later one.
    for (const bool isLastTime : {false, true}) {
        for (const QString &key : settings.childKeys()) {
            Limits changed = limits;
            if (!findLimit(key)) // perhaps of another version
                continue;
            const Result<void> fits =
                setLimit(changed, key, settings.value(key).toString()).and_then([&changed] {
                    return checkLimits(changed);
                });
            if (fits)
                limits = changed;
            else if (isLastTime)
                qWarning("The stored limit %ls is not used: %ls", qUtf16Printable(key),
                    qUtf16Printable(fits.error().message));
        }
    }
    return limits;
}

void Preferences::setLimits(const Limits &limits)
{
    QSettings settings;
    settings.beginGroup(u"limits"_s);
    settings.remove(QString());
    for (const LimitInfo &info : limitTable()) {
        if (const qint64 value = limits.*info.value; value != Limits().*info.value)
            settings.setValue(info.key.toString(), value == 0 ? u"0"_s : limitText(info, value));
    }
}

QString Preferences::language()
{
    return QSettings().value(u"window/language"_s).toString();
}

QLocale Preferences::locale()
{
    const QString chosen = language();
    return chosen.isEmpty() ? QLocale() : QLocale(chosen);
}

void Preferences::setLanguage(const QString &language)
{
    QSettings().setValue(u"window/language"_s, language);
}

QString Preferences::textFont()
{
    return QSettings().value(u"window/font"_s).toString();
}

void Preferences::setTextFont(const QString &family)
{
    QSettings().setValue(u"window/font"_s, family);
}

QString Preferences::dataFont()
{
    return QSettings().value(u"window/dataFont"_s).toString();
}

void Preferences::setDataFont(const QString &family)
{
    QSettings().setValue(u"window/dataFont"_s, family);
}

QString Preferences::proxy()
{
    return QSettings().value(u"network/proxy"_s).toString();
}

Result<void> Preferences::setProxy(const QString &address)
{
    const QString text = address.trimmed();
    const QUrl url(text.contains("://"_L1) || text.isEmpty() ? text : QString(u"http://" + text));
    const auto refuse = [](const QString &message) {
        return std::unexpected(Error{ErrorKind::Usage, u"http.proxy"_s, message, {}, {}});
    };
    if (!url.userInfo().isEmpty())
        return refuse(QCoreApplication::translate("Preferences",
            "User names and passwords are not saved here. Set the variable https_proxy instead."));
    const bool isKnown = QStringList{u"http"_s, u"socks5"_s, u"socks5h"_s}.contains(url.scheme());
    if (!text.isEmpty() && (!url.isValid() || url.host().isEmpty() || !isKnown))
        return refuse(QCoreApplication::translate("Preferences",
            "Enter an address such as http://proxy.example:3128 or socks5h://localhost:1080."));
    QSettings().setValue(u"network/proxy"_s, text.isEmpty() ? QString() : url.toString());
    return {};
}

bool Preferences::asks(Question question)
{
    return QSettings().value(questionKeys.at(size_t(question)), true).toBool();
}

void Preferences::setAsks(Question question, bool asks)
{
    QSettings().setValue(questionKeys.at(size_t(question)), asks);
}

void Preferences::applyAtStart(WorkbenchStyle *style)
{
    const QSettings settings;
    style->setFontFamilies(textFont(), dataFont());
    style->setZoom(settings.value(u"window/zoom"_s, 100).toInt());
    style->setScheme(WorkbenchStyle::Scheme(settings.value(u"window/scheme"_s, 0).toInt()));
    if (const QByteArray address = proxy().toUtf8(); !address.isEmpty()) {
        qputenv("http_proxy", address);
        qputenv("https_proxy", address);
    }
}

} // namespace Workbench::Ui

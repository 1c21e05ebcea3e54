// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/aboutdialog.h"

#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QGridLayout>
#include <QSysInfo>

#include <array>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

struct Library {
    QLatin1StringView name;
    QLatin1StringView licence; //!< SPDX identifier
};

constexpr std::array libraries{
    Library{"Qt"_L1, "LGPL-3.0-only"_L1},
    Library{"QCoro"_L1, "MIT"_L1},
    Library{"QtKeychain"_L1, "BSD-3-Clause"_L1},
    Library{"KSyntaxHighlighting"_L1, "MIT"_L1},
    Library{"yyjson"_L1, "MIT"_L1},
    Library{"libfyaml"_L1, "MIT"_L1},
    Library{"PCRE2"_L1, "BSD-3-Clause"_L1},
    Library{"libcurl"_L1, "curl"_L1},
    Library{"OpenSSL"_L1, "Apache-2.0"_L1},
    Library{"libidn2"_L1, "LGPL-3.0-or-later"_L1},
    Library{"Brotli"_L1, "MIT"_L1},
    Library{"Zstandard"_L1, "BSD-3-Clause"_L1},
    Library{"zlib"_L1, "Zlib"_L1},
};

//! Returns the version of \a library; empty if the build does not know it.
QString versionOf(QLatin1StringView library)
{
    if (library == "Qt"_L1)
        return QString::fromLatin1(qVersion());
    const QStringList known = QStringLiteral(WORKBENCH_LIBRARY_VERSIONS).split(u' ', Qt::SkipEmptyParts);
    for (const QString &entry : known) {
        if (entry.section(u'=', 0, 0) == library)
            return entry.section(u'=', 1);
    }
    return {};
}

} // namespace

AboutDialog::AboutDialog(QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"aboutDialog"_s);
    setWindowTitle(tr("About Envelope Workbench"));
    auto *picture = named(new QLabel(this), u"aboutIcon"_s);
    picture->setPixmap(applicationIcon().pixmap(64, 64));
    auto *title = named(new ThemeLabel(tr("Envelope Workbench %1").arg(QApplication::applicationVersion()),
                            ColorRole::Text, FontRole::Title, this),
        u"aboutTitle"_s);
    auto *about = new ThemeLabel(
        tr("Explore, invoke and check MCP servers, OpenAPI services and hubs. Apache License 2.0."),
        ColorRole::TextSecond, FontRole::Body, this);
    about->setWordWrap(true);
    auto *words = addAll(newColumn(4), {title, about, Stretch{}});
    auto *head = addAll(newRow(16), {{picture, 0, Qt::AlignTop}, {words, 1}});

    auto *table = new QGridLayout;
    table->setHorizontalSpacing(24);
    table->setVerticalSpacing(4);
    table->setColumnStretch(2, 1);
    const QStringList headings{tr("Library"), tr("Version"), tr("Licence")};
    for (int column = 0; column < headings.size(); ++column)
        table->addWidget(
            new ThemeLabel(headings.at(column), ColorRole::TextSecond, FontRole::Small, this), 0, column);
    for (int row = 0; row < int(libraries.size()); ++row) {
        const Library &library = libraries.at(size_t(row));
        const QStringList cells{library.name, versionOf(library.name), library.licence};
        for (int column = 0; column < cells.size(); ++column)
            table->addWidget(
                new ThemeLabel(cells.at(column), ColorRole::Text, FontRole::Body, this), row + 1, column);
    }

    QPushButton *copy = named(plainButton(u"copy"_s, tr("Copy versions"), this), u"copyVersions"_s);
    connect(copy, &QPushButton::clicked, this, [] { QApplication::clipboard()->setText(versions()); });
    QPushButton *close = primaryButton({}, tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto *buttons = new QHBoxLayout;
    addAll(buttons, {copy, Stretch{}, close});
    auto *column = new QVBoxLayout(this);
    column->setSpacing(16);
    addAll(column, {head, table, buttons});
    setMinimumWidth(420);
}

QString AboutDialog::versions()
{
    QStringList lines{u"Envelope Workbench "_s + QApplication::applicationVersion()};
    for (const Library &library : libraries)
        lines.append(QString(library.name + u' ' + versionOf(library.name)).trimmed());
    lines.append(QSysInfo::prettyProductName());
    return lines.join(u'\n');
}

} // namespace Workbench::Ui

#include "moc_aboutdialog.cpp"

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/findingspane.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/words.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QResizeEvent>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype shownCharacters = 2000;

QString textOf(const Finding &finding)
{
    const QString about = finding.about.isEmpty() ? QString() : visibleText(finding.about) + u": "_s;
    return u"%1: %2%3 [%4]"_s.arg(lookOf(finding.severity).word, about,
        visibleText(finding.message, true, shownCharacters), visibleText(finding.code));
}

class FindingCard final : public Card {
public:
    FindingCard(const Finding &finding, QWidget *parent)
        : Card(textOf(finding), parent)
    {
        setObjectName(u"findingCard"_s);
        const StateLook look = lookOf(finding.severity);
        auto *word =
            named(new ThemeLabel(look.word, look.color, FontRole::Strong, this), u"findingSeverity"_s);
        auto *about = named(new ThemeLabel({}, ColorRole::Text, FontRole::Data, this), u"findingAbout"_s);
        about->setElided(true);
        about->setFullText(visibleText(finding.about, false, 200));
        about->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        auto *code = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Data, this), u"findingCode"_s);
        code->setElided(true, Qt::ElideMiddle);
        code->setFullText(visibleText(finding.code, false, 80));
        code->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        code->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // the operation needs the space first
        auto *message = named(wrappedLabel(visibleText(finding.message, true, shownCharacters),
                                  ColorRole::Text, FontRole::Body, this),
            u"findingMessage"_s);
        fill(look.icon, look.color,
            addAll(newColumn(2), {addAll(newRow(8), {word, about, {code, 1}}), message}));
    }

    // The layout's own hint is for its minimum width, at which a sentence takes many lines.
    QSize minimumSizeHint() const override
    {
        const int least = layout()->totalMinimumSize().width();
        return {least, layout()->minimumHeightForWidth(std::max(least, width()))};
    }

protected:
    bool isFilled() const override { return hasFocus() || isChosen(); }
    void resizeEvent(QResizeEvent *event) override
    {
        Card::resizeEvent(event);
        if (event->oldSize().width() != event->size().width())
            updateGeometry();
    }
};

} // namespace

FindingsPane::FindingsPane(const QString &title, const QString &noneText, QWidget *parent)
    : CardPane(u"Findings"_s, {title, tr("Copy all findings"), tr("Find in the findings"), tr("Show more")},
          parent)
    , m_noneText(noneText)
{
    setObjectName(u"findingsPane"_s);
    clear();
}

void FindingsPane::setFindings(const QList<Finding> &findings, const QString &about)
{
    const QString count = QLocale().toString(findings.size());
    showFindings(findings,
        about.isEmpty() ? count
                        : tr("%1 of %2", "count, operation").arg(count, visibleText(about, false, 60)),
        m_noneText);
}

void FindingsPane::clear()
{
    showFindings({}, {}, {});
}

void FindingsPane::showFindings(const QList<Finding> &findings, const QString &fact, const QString &noneText)
{
    m_findings = findings;
    m_header->setFact(fact);
    m_none->setText(noneText);
    m_copy->setEnabled(!m_findings.isEmpty());
    rebuild();
}

Card *FindingsPane::makeCard(qsizetype index)
{
    return new FindingCard(m_findings.at(index), m_list);
}

QString FindingsPane::textAt(qsizetype index) const
{
    return textOf(m_findings.at(index));
}

QString FindingsPane::asText() const
{
    QStringList lines;
    for (const Finding &finding : m_findings)
        lines.append(textOf(finding));
    return lines.join(u'\n');
}

} // namespace Workbench::Ui

#include "moc_findingspane.cpp"

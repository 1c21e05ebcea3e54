// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/gui/tour.h"
#include "ui/dialogs/reviewdialog.h"
#include "ui/models/fixturesmodel.h"
#include "ui/panes/comparepage.h"
#include "ui/panes/fixturespane.h"
#include "ui/window/bottompanel.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/fixtureverifier.h"
#include "ui/window/pagestack.h"

#include <QAbstractButton>

using namespace Qt::StringLiterals;

namespace Workbench::App {

//! Results recorded, what was found in one looked through, all of them verified, and what differs.
void Tour::fixtures()
{
    Ui::FixturesController *fixtures = m_window->fixtures();
    const auto model = [fixtures] { return fixtures->store()->model(); };
    const auto review = [this] { return m_window->findChild<Ui::ReviewDialog *>(); };
    const auto compare = [this] {
        return qobject_cast<Ui::ComparePage *>(m_window->pageStack()->currentTool());
    };
    add(u"folder"_s, [this, fixtures] { fixtures->setFolder(m_fixtures.path()); });
    // The result of a page that was open before: asked for again, the library has other books.
    add(
        u"record findBooks"_s,
        [this, fixtures] {
            m_window->openOperation({u"library"_s, u"findBooks"_s});
            fixtures->recordCurrent();
        },
        [model] { return model()->listing().fixtures.size() == 1; });
    add(u"close"_s, [this] {
        while (!m_window->pageStack()->pages().isEmpty())
            m_window->pageStack()->closeCurrent();
    });
    int recorded = 1;
    const auto record = [&](const QString &source, const QString &operation, const QByteArray &input) {
        invoke(source, operation, input);
        ++recorded;
        add(
            u"record "_s + operation, [fixtures] { fixtures->recordCurrent(); },
            [model, recorded] { return model()->listing().fixtures.size() == recorded; });
    };
    record(u"local"_s, u"notes.find"_s, R"({"text":"tea"})");
    record(u"local"_s, u"clock.now"_s, "{}");
    record(u"tracker"_s, u"get-weather"_s, R"({"city":"Oslo"})");
    record(u"library"_s, u"getBook"_s, R"({"id":3})");
    invoke(u"library"_s, u"getCard"_s, R"({"pin":"4711"})");
    add(
        u"record a card"_s, [fixtures] { fixtures->recordCurrent(); },
        [this, review] { return review() && review()->isVisible() && m_looks > 4; });
    picture(u"review"_s);
    add(
        u"write it"_s, [review] { review()->accept(); },
        [model, review, recorded] {
            return !review() && model()->listing().fixtures.size() == recorded + 1;
        });
    add(
        u"verify"_s, [fixtures] { fixtures->verifyAll(); },
        [this, fixtures] { return m_looks > 8 && !fixtures->verifier()->isRunning(); });
    picture(u"fixtures"_s);
    add(
        u"differences"_s,
        [this, fixtures, model] {
            if (auto *message = m_window->findChild<QAbstractButton *>(u"messageClose"_s))
                message->click();
            for (const StoredFixture &stored : model()->listing().fixtures) {
                if (stored.fixture.operation == "findBooks"_L1)
                    fixtures->showDifferences(stored.file);
            }
        },
        [this, compare] { return m_looks > 8 && compare() && !compare()->isRunning(); });
    picture(u"diff"_s);
    add(
        u"as text"_s, [compare] { compare()->setFace(Ui::ComparePage::Face::Text); },
        [this] { return m_looks > 4; });
    picture(u"diff-text"_s);
    add(u"small"_s, [this] { m_window->resize(800, 600); }, [this] { return m_looks > 4; });
    add(
        u"as structure"_s, [compare] { compare()->setFace(Ui::ComparePage::Face::Structure); },
        [this] { return m_looks > 4; });
    picture(u"diff-small"_s);
    add(u"close"_s, [this] {
        m_window->pageStack()->closeCurrent();
        m_window->resize(1440, 900);
        m_window->bottomPanel()->setCurrentIndex(0);
    });
}

} // namespace Workbench::App

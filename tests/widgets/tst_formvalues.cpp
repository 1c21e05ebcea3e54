// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The values of a form come from the user or from a default of the schema, and from nowhere else.

#include "core/json/jsonparser.h"
#include "tests/support/ourstyle.h"
#include "tests/support/testprogram.h"
#include "ui/forms/fields.h"
#include "ui/forms/schemaform.h"
#include "ui/theme/workbenchstyle.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_FormValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fillsInDefaults();
    void leavesARequiredFieldMissingUntilItIsFilledIn_data();
    void leavesARequiredFieldMissingUntilItIsFilledIn();
    void leavesARequiredChoiceToTheUser();
    void readsTheNumberThatAUserMeans_data();
    void readsTheNumberThatAUserMeans();
    void selectsANumberWhenItGetsTheFocus_data();
    void selectsANumberWhenItGetsTheFocus();
    void changesNoValueByTheWheelWithoutTheFocus();
    void fillsInNothingByTheWheel();
    void stepsFromNothingToTheMinimum();
    void keepsEveryDigit_data();
    void keepsEveryDigit();
    void stepsExactly_data();
    void stepsExactly();
    void stopsSteppingAtTheBounds();
    void inventsNoValueForANewRow();
    void inventsNoValueForAChosenShape_data();
    void inventsNoValueForAChosenShape();

private:
    static QWidget *field(QWidget *form, const QString &name)
    {
        return form->findChild<QWidget *>(u"field:"_s + name);
    }
    static QByteArray text(const Json &value) { return value.toBytes(); }
    static void turnWheel(QWidget *widget)
    {
        const QPointF at(widget->rect().center());
        QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }
    static inline const QByteArray weather = R"({"type":"object","required":["location"],"properties":{
        "location":{"type":"string"},"units":{"enum":["metric","imperial"],"default":"metric"},
        "days":{"type":"integer","minimum":1,"maximum":7},"hourly":{"type":"boolean"}}})";
};

void tst_FormValues::fillsInDefaults()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(weather));
    QVERIFY(form.hasFields());
    QCOMPARE(text(form.value()), R"({"units":"metric"})");
}

void tst_FormValues::leavesARequiredFieldMissingUntilItIsFilledIn_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QByteArray>("filled");
    QTest::newRow("text") << QByteArray(R"({"type":"string"})") << u"a"_s << QByteArray(R"({"m":"a"})");
    QTest::newRow("number") << QByteArray(R"({"type":"integer"})") << u"5"_s << QByteArray(R"({"m":5})");
    QTest::newRow("number with bounds")
        << QByteArray(R"({"type":"integer","minimum":1})") << u"5"_s << QByteArray(R"({"m":5})");
    QTest::newRow("number or null") << QByteArray(R"({"type":["integer","null"]})") << u"5"_s
                                    << QByteArray(R"({"m":5})");
}

void tst_FormValues::leavesARequiredFieldMissingUntilItIsFilledIn()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QString, typed);
    QFETCH(const QByteArray, filled);
    SchemaForm form;
    form.setSchema(
        jsonLiteral(QByteArray(R"({"type":"object","required":["m"],"properties":{"m":)" + schema + "}}")));
    auto *line = field(&form, u"m"_s)->findChild<QLineEdit *>();
    QCOMPARE(line->text(), QString());
    QCOMPARE(text(form.value()), "{}");
    QTest::keyClicks(line, typed);
    QCOMPARE(text(form.value()), filled);
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QCOMPARE(text(form.value()), "{}");
}

void tst_FormValues::leavesARequiredChoiceToTheUser()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(
        R"({"type":"object","required":["m","only"],"properties":{"m":{"enum":["a","b"]},"only":{"enum":["c"]}}})"));
    QCOMPARE(text(form.value()), R"({"only":"c"})");
    auto *box = field(&form, u"m"_s)->findChild<QComboBox *>();
    QCOMPARE(box->currentIndex(), -1);
    QCOMPARE(box->placeholderText(), u"Choose…"_s);
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(form.value().member("m"_L1).toString(), u"a"_s);
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(form.value().member("m"_L1).toString(), u"b"_s);
}

void tst_FormValues::readsTheNumberThatAUserMeans_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("leading zero") << u"05"_s << QByteArray("5");
    QTest::newRow("negative with leading zeros") << u"-007"_s << QByteArray("-7");
    QTest::newRow("zeros alone") << u"00"_s << QByteArray("0");
    QTest::newRow("plus sign") << u"+5"_s << QByteArray("5");
    QTest::newRow("no digit before the point") << u".5"_s << QByteArray("0.5");
    QTest::newRow("no digit after the point yet") << u"5."_s << QByteArray("5");
    QTest::newRow("digits stay as typed") << u"01.50"_s << QByteArray("1.50");
    QTest::newRow("a sign alone is text") << u"-"_s << QByteArray("\"-\"");
    QTest::newRow("a point alone is text") << u"."_s << QByteArray("\".\"");
    QTest::newRow("an exponent alone is text") << u"e5"_s << QByteArray("\"e5\"");
    QTest::newRow("exponent") << u"05e3"_s << QByteArray("5e3");
}

void tst_FormValues::readsTheNumberThatAUserMeans()
{
    QFETCH(const QString, typed);
    QFETCH(const QByteArray, sent);
    SchemaForm form;
    form.setSchema(jsonLiteral(R"({"type":"object","properties":{"n":{"type":"number"}}})"));
    auto *line = field(&form, u"n"_s)->findChild<QLineEdit *>();
    QTest::keyClicks(line, typed);
    QCOMPARE(text(form.value().member(u"n"_s)), sent);
    QCOMPARE(line->text(), typed);
}

void tst_FormValues::selectsANumberWhenItGetsTheFocus_data()
{
    QTest::addColumn<bool>("byClick");
    QTest::newRow("by a click") << true;
    QTest::newRow("by the program") << false;
}

void tst_FormValues::selectsANumberWhenItGetsTheFocus()
{
    QFETCH(const bool, byClick);
    SchemaForm form;
    form.setSchema(
        jsonLiteral(R"({"type":"object","properties":{"a":{"type":"string"},"n":{"type":"number"}}})"));
    form.setValue(jsonLiteral(R"({"n":10})"));
    form.show();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    auto *line = field(&form, u"n"_s)->findChild<QLineEdit *>();
    field(&form, u"a"_s)->findChild<QLineEdit *>()->setFocus();
    if (byClick)
        QTest::mouseClick(line, Qt::LeftButton, {}, QPoint(6, line->height() / 2));
    else
        line->setFocus();
    QTRY_COMPARE(line->selectedText(), u"10"_s);
    QTest::keyClicks(line, u"12"_s);
    QCOMPARE(text(form.value()), R"({"n":12})");
    form.setValue(jsonLiteral(R"({"n":40})")); // for example from History
    QTest::keyClicks(line, u"7"_s);
    QCOMPARE(text(form.value()), R"({"n":7})");
}

void tst_FormValues::changesNoValueByTheWheelWithoutTheFocus()
{
    WorkbenchStyle style;
    SchemaForm form;
    form.setStyle(&style);
    form.setSchema(jsonLiteral(weather));
    form.setValue(jsonLiteral(R"({"location":"x","units":"metric","days":3})"));
    form.show();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    field(&form, u"location"_s)->findChild<QLineEdit *>()->setFocus();
    auto *days = field(&form, u"days"_s)->findChild<QAbstractSpinBox *>();
    turnWheel(field(&form, u"units"_s)->findChild<QComboBox *>());
    turnWheel(days);
    QCOMPARE(text(form.value()), R"({"location":"x","units":"metric","days":3})");
    days->setFocus();
    turnWheel(days);
    QCOMPARE(text(form.value()), R"({"location":"x","units":"metric","days":2})");
}

void tst_FormValues::fillsInNothingByTheWheel()
{
    WorkbenchStyle style;
    SchemaForm form;
    form.setStyle(&style);
    form.setSchema(jsonLiteral(
        R"({"type":"object","required":["n","c"],"properties":{"n":{"type":"integer"},"c":{"enum":["a","b"]}}})"));
    form.show();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    for (QWidget *widget : QWidgetList{field(&form, u"n"_s)->findChild<QAbstractSpinBox *>(),
             field(&form, u"c"_s)->findChild<QComboBox *>()}) {
        widget->setFocus();
        turnWheel(widget);
    }
    QCOMPARE(text(form.value()), "{}");
}

void tst_FormValues::stepsFromNothingToTheMinimum()
{
    SchemaForm form;
    form.setSchema(
        jsonLiteral(R"({"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":7}}})"));
    QTest::keyClick(field(&form, u"n"_s)->findChild<QAbstractSpinBox *>(), Qt::Key_Up);
    QCOMPARE(text(form.value()), R"({"n":1})");
}

void tst_FormValues::keepsEveryDigit_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("beyond 2^53") << u"9007199254740993"_s << QByteArray("9007199254740993");
    QTest::newRow("beyond 2^64") << u"123456789012345678901234567890"_s
                                 << QByteArray("123456789012345678901234567890");
    QTest::newRow("long decimal") << u"0.1000000000000000055511151231257827"_s
                                  << QByteArray("0.1000000000000000055511151231257827");
    QTest::newRow("trailing zero") << u"1.50"_s << QByteArray("1.50");
    QTest::newRow("an invalid number is sent as text") << u"12x"_s << QByteArray("\"12x\"");
}

void tst_FormValues::keepsEveryDigit()
{
    QFETCH(const QString, typed);
    QFETCH(const QByteArray, sent);
    SchemaForm form;
    form.setSchema(jsonLiteral(R"({"type":"object","properties":{"n":{"type":"number"}}})"));
    auto *line = field(&form, u"n"_s)->findChild<QLineEdit *>();
    QTest::keyClicks(line, typed);
    QCOMPARE(text(form.value().member(u"n"_s)), sent);
    form.setValue(form.value());
    QCOMPARE(line->text(), typed);
}

void tst_FormValues::stepsExactly_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<int>("steps");
    QTest::addColumn<QString>("after");
    QTest::newRow("integer") << u"41"_s << 1 << u"42"_s;
    QTest::newRow("beyond 2^53") << u"9007199254740993"_s << 1 << u"9007199254740994"_s;
    QTest::newRow("digits after the point stay") << u"0.10"_s << 1 << u"1.10"_s;
    QTest::newRow("through zero") << u"0.25"_s << -1 << u"-0.75"_s;
    QTest::newRow("from nothing") << QString() << 1 << u"1"_s;
    QTest::newRow("too long stays") << u"99999999999999999999"_s << 1 << u"99999999999999999999"_s;
    QTest::newRow("the largest stays") << u"9223372036854775807"_s << 1 << u"9223372036854775807"_s;
}

void tst_FormValues::stepsExactly()
{
    QFETCH(const QString, before);
    QFETCH(const int, steps);
    QFETCH(const QString, after);
    NumberBox box;
    box.setNumberText(before);
    box.stepBy(steps);
    QCOMPARE(box.numberText(), after);
}

void tst_FormValues::stopsSteppingAtTheBounds()
{
    NumberBox box;
    box.setBounds(Json::integer(1), Json::integer(7));
    box.setNumberText(u"6"_s);
    box.stepBy(10);
    QCOMPARE(box.numberText(), u"7"_s);
    box.stepBy(-100);
    QCOMPARE(box.numberText(), u"1"_s);
}

void tst_FormValues::inventsNoValueForANewRow()
{
    SchemaForm form;
    form.setSchema(
        jsonLiteral(R"({"type":"object","properties":{"ids":{"type":"array","items":{"type":"integer"}}}})"));
    QWidget *ids = field(&form, u"ids"_s);
    ids->findChild<QToolButton *>(u"add"_s)->click();
    QCOMPARE(text(form.value()), R"({"ids":[null]})"); // which is not valid input
    form.setErrors({{u"/ids/0"_s, u"type"_s, {}, {}, u"Expected integer, got null"_s}});
    const auto *error = ids->findChild<QAbstractSpinBox *>()->parentWidget()->findChild<QLabel *>(u"error"_s);
    QVERIFY(!error->isHidden());
    QCOMPARE(error->text(), u"Required"_s);
    auto *line = ids->findChild<QLineEdit *>();
    QCOMPARE(line->text(), QString());
    QTest::keyClicks(line, u"5"_s);
    QCOMPARE(text(form.value()), R"({"ids":[5]})");
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QCOMPARE(text(form.value()), R"({"ids":[null]})");
}

void tst_FormValues::inventsNoValueForAChosenShape_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<QByteArray>("filled");
    QTest::newRow("text") << 1 << QByteArray(R"({"at":"4"})");
    QTest::newRow("number") << 2 << QByteArray(R"({"at":4})");
}

void tst_FormValues::inventsNoValueForAChosenShape()
{
    QFETCH(const int, shape);
    QFETCH(const QByteArray, filled);
    SchemaForm form;
    form.setSchema(jsonLiteral(R"({"type":"object","required":["at"],"properties":{"at":{"oneOf":[
        {"title":"name","type":"string"},{"title":"number","type":"integer"}]}}})"));
    form.show();
    auto *chooser = field(&form, u"at"_s)->findChild<QComboBox *>(u"variant"_s);
    chooser->setFocus();
    for (int i = 0; i < shape; ++i)
        QTest::keyClick(chooser, Qt::Key_Down);
    QCOMPARE(text(form.value()), "{}");
    form.setValue(form.value()); // the JSON beside the form is set again
    QCOMPARE(chooser->currentIndex(), shape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the field of the previous shape
    auto *line = field(&form, u"at"_s)->findChild<QLineEdit *>();
    QTest::keyClicks(line, u"4"_s);
    QCOMPARE(text(form.value()), filled);
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QCOMPARE(text(form.value()), "{}");
}

WORKBENCH_TEST(tst_FormValues, QApplication, Workbench::Test::useOurStyle)
#include "tst_formvalues.moc"

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/limits.h"
#include "core/json/jsonparser.h"
#include "tests/support/ourstyle.h"
#include "tests/support/testprogram.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/fields.h"
#include "ui/forms/inputeditor.h"
#include "ui/forms/inputvalidator.h"
#include "ui/forms/schemaform.h"
#include "ui/forms/themelabel.h"
#include "ui/panes/askededitor.h"
#include "ui/text/jsonedit.h"
#include "ui/theme/controls.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

class tst_Forms : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void leavesOptionalFieldsOut();
    void keepsMembersThatTheFormDoesNotKnow();
    void keepsTheMemberBehindManyEmptyFields();
    void returnsTheValueThatWasSet_data();
    void returnsTheValueThatWasSet();
    void addsAndRemovesRows();
    void sendsAListThatTheUserEmptied_data();
    void sendsAListThatTheUserEmptied();
    void showsListedValuesAsCheckBoxes_data();
    void showsListedValuesAsCheckBoxes();
    void keepsRowsForValuesThatMayRepeat_data();
    void keepsRowsForValuesThatMayRepeat();
    void checksTheFormatsOfAnAnswerOnly();
    void choosesTheShapeThatFits();
    void sendsNullWhenAsked();
    void keepsTheFocusWhenTheSchemaChanges();
    void jsonFollowsTheForm();
    void formFollowsTheJson();
    void keepsBrokenTextAndSaysWhere();
    void showsErrorsBeneathTheirFields();
    void showsMissingRequiredFields();
    void marksMissingFieldsAsErrorsWhenTheInputIsSent();
    void outlinesTheFirstFieldThatIsInvalid();
    void showsOnlyJsonForASchemaWithoutFields();
    void invokesOnCtrlReturn();
    void foldsToOneLine();
    void putsShortFieldsSideBySideInAWideForm();
    void marksWhereEachParameterIsSent();
    void putsTheBodyLastUnderItsMediaType();
    void showsExamplesInEmptyFields();
    void sendsAFile_data();
    void sendsAFile();
    void refusesAFileThatIsTooLarge();

private:
    static QWidget *field(QWidget *form, const QString &name)
    {
        return form->findChild<QWidget *>(u"field:"_s + name);
    }
    static QByteArray text(const Json &value) { return value.toBytes(); }
    static inline const QByteArray weather = R"({"type":"object","required":["location"],"properties":{
        "location":{"type":"string"},"units":{"enum":["metric","imperial"],"default":"metric"},
        "days":{"type":"integer","minimum":1,"maximum":7},"hourly":{"type":"boolean"}}})";
};

void tst_Forms::leavesOptionalFieldsOut()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(weather));
    form.setValue(jsonLiteral(R"({"location":"x","days":3,"units":"metric","hourly":true})"));
    QSignalSpy changed(&form, &SchemaForm::valueChanged);
    auto *days = field(&form, u"days"_s)->findChild<QLineEdit *>();
    days->setFocus();
    days->selectAll();
    QTest::keyClick(days, Qt::Key_Delete);
    QCOMPARE(text(form.value()), R"({"location":"x","units":"metric","hourly":true})");
    auto *units = field(&form, u"units"_s)->findChild<QComboBox *>();
    units->setCurrentIndex(0);
    Q_EMIT units->activated(0);
    QCOMPARE(text(form.value()), R"({"location":"x","hourly":true})");
    auto *hourly = field(&form, u"hourly"_s)->findChild<QCheckBox *>();
    hourly->click(); // true, then false
    QCOMPARE(text(form.value()), R"({"location":"x","hourly":false})");
    hourly->click();
    QCOMPARE(text(form.value()), R"({"location":"x"})");
    QCOMPARE(changed.size(), 4);
}

void tst_Forms::keepsMembersThatTheFormDoesNotKnow()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(weather));
    form.setValue(jsonLiteral(R"({"extra":[1.0,2],"location":"a","other":null})"));
    QTest::keyClicks(field(&form, u"location"_s)->findChild<QLineEdit *>(), u"b"_s);
    QCOMPARE(text(form.value()), R"({"extra":[1.0,2],"location":"ba","other":null})");
}

void tst_Forms::keepsTheMemberBehindManyEmptyFields()
{
    QByteArray schema = R"({"type":"object","properties":{)";
    for (int i = 0; i < 64; ++i)
        schema += R"("m)" + QByteArray::number(i) + R"(":{"type":"integer"},)";
    SchemaForm form;
    schema += R"("last":{"type":"integer"}}})";
    form.setSchema(jsonLiteral(schema));
    form.setValue(jsonLiteral(R"({"last":7})"));
    QCOMPARE(text(form.value()), R"({"last":7})"_ba);
}

void tst_Forms::returnsTheValueThatWasSet_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a text where a number belongs")
        << weather << QByteArray(R"({"location":"a","days":"three"})");
    QTest::newRow("a value that is not listed")
        << weather << QByteArray(R"({"location":"a","units":"kelvin"})");
    QTest::newRow("an empty optional text")
        << QByteArray(R"({"type":"object","properties":{"a":{"type":"string"}}})")
        << QByteArray(R"({"a":""})");
    QTest::newRow("an array instead of an object") << weather << QByteArray("[1,2]");
    QTest::newRow("an object in a list of texts")
        << QByteArray(R"({"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}}})")
        << QByteArray(R"({"l":["a",{"b":1.0}]})");
    QTest::newRow("a list that is a text")
        << QByteArray(R"({"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}}})")
        << QByteArray(R"({"l":"a"})");
}

void tst_Forms::returnsTheValueThatWasSet()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, value);
    SchemaForm form;
    form.setSchema(jsonLiteral(schema));
    form.setValue(jsonLiteral(value));
    QCOMPARE(text(form.value()), value);
}

void tst_Forms::addsAndRemovesRows()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(
        R"({"type":"object","properties":{"stations":{"type":"array","items":{"type":"string"}}}})"));
    QWidget *stations = field(&form, u"stations"_s);
    auto *add = stations->findChild<QToolButton *>(u"add"_s);
    QVERIFY(add->text().contains(u"station"_s));
    add->click();
    add->click();
    QCOMPARE(text(form.value()), R"({"stations":["",""]})");
    const QList<QLineEdit *> lines = stations->findChildren<QLineEdit *>();
    QTest::keyClicks(lines.at(0), u"KORD"_s);
    QTest::keyClicks(lines.at(1), u"KMDW"_s);
    QCOMPARE(text(form.value()), R"({"stations":["KORD","KMDW"]})");
    stations->findChildren<QToolButton *>(u"removeRow"_s).at(0)->click();
    QCOMPARE(text(form.value()), R"({"stations":["KMDW"]})");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    stations->findChildren<QToolButton *>(u"removeRow"_s).at(0)->click();
    QCOMPARE(text(form.value()), "{}");
}

void tst_Forms::sendsAListThatTheUserEmptied_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("with a default") << QByteArray(
        R"({"type":"array","items":{"type":"string"},"default":["a"]})")
                                    << QByteArray(R"({"l":[]})");
    QTest::newRow("without a default")
        << QByteArray(R"({"type":"array","items":{"type":"string"}})") << QByteArray("{}");
}

void tst_Forms::sendsAListThatTheUserEmptied()
{
    QFETCH(const QByteArray, list);
    SchemaForm form;
    form.setSchema(jsonLiteral(QByteArray(R"({"type":"object","properties":{"l":)" + list + "}}")));
    form.setValue(jsonLiteral(R"({"l":["a"]})"));
    field(&form, u"l"_s)->findChild<QToolButton *>(u"removeRow"_s)->click();
    QTEST(text(form.value()), "value");
}

//! The shapes of the server "everything".
void tst_Forms::showsListedValuesAsCheckBoxes_data()
{
    QTest::addColumn<QByteArray>("items");
    QTest::newRow("enum") << QByteArray(R"({"type":"string","enum":["Guitar","Piano","Violin"]})");
    QTest::newRow("constants with titles") << QByteArray(R"({"anyOf":[{"const":"Guitar","title":"A guitar"},
        {"const":"Piano","title":"A piano"},{"const":"Violin","title":"A violin"}]})");
}

void tst_Forms::showsListedValuesAsCheckBoxes()
{
    QFETCH(const QByteArray, items);
    SchemaForm form;
    form.setSchema(jsonLiteral(QByteArray(R"({"type":"object","properties":{"l":{"type":"array","minItems":1,
        "maxItems":3,"uniqueItems":true,"default":["Guitar"],"items":)"
        + items + "}}}")));
    const QList<QCheckBox *> boxes = field(&form, u"l"_s)->findChildren<QCheckBox *>();
    QCOMPARE(boxes.size(), 3);
    QVERIFY(boxes.at(1)->text().contains(u"iano"_s));
    QVERIFY(boxes.at(0)->isChecked() && !boxes.at(1)->isChecked());
    boxes.at(2)->click();
    boxes.at(1)->click();
    QCOMPARE(text(form.value()), R"({"l":["Guitar","Piano","Violin"]})");
    for (QCheckBox *box : boxes)
        box->click();
    QCOMPARE(text(form.value()), R"({"l":[]})"); // not left out, because the default would come back
    form.setValue(jsonLiteral(R"({"l":["Drums","Violin"]})")); // one is not in the list
    boxes.at(1)->click();
    QCOMPARE(text(form.value()), R"({"l":["Piano","Violin","Drums"]})");
    form.setReadOnly(true);
    QVERIFY(!boxes.at(0)->isEnabled());
    form.resize(200, 400);
    form.show();
    QTRY_VERIFY(boxes.at(2)->y() > boxes.at(0)->y()); // the boxes wrap
}

void tst_Forms::keepsRowsForValuesThatMayRepeat_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::newRow("more items than values")
        << QByteArray(R"({"type":"array","uniqueItems":true,"maxItems":5,"items":{"enum":["up","down"]}})");
    QTest::newRow("many values") << QByteArray(
        R"({"type":"array","uniqueItems":true,"items":{"enum":["a","b","c","d","e","f","g","h","i"]}})");
    QTest::newRow("order matters") << QByteArray(R"({"type":"array","items":{"enum":["up","down"]}})");
    QTest::newRow("any text") << QByteArray(R"({"type":"array","items":{"type":"string"}})");
}

void tst_Forms::keepsRowsForValuesThatMayRepeat()
{
    QFETCH(const QByteArray, list);
    SchemaForm form;
    form.setSchema(jsonLiteral(QByteArray(R"({"type":"object","properties":{"l":)" + list + "}}")));
    QVERIFY(field(&form, u"l"_s)->findChild<QToolButton *>(u"add"_s));
}

void tst_Forms::checksTheFormatsOfAnAnswerOnly()
{
    const Json schema = jsonLiteral(
        R"({"type":"object","properties":{"mail":{"type":"string","format":"email","default":"abc"}}})");
    InputValidator validator;
    QSignalSpy checked(&validator, &InputValidator::checked);
    validator.setSchema(schema);
    validator.check(jsonLiteral(R"({"mail":"abc"})"));
    QTRY_COMPARE(checked.size(), 1);
    QVERIFY(checked.first().first().value<ValidationReport>().errors.isEmpty());
    AskedForm asked(schema, nullptr);
    asked.show();
    QTRY_VERIFY(asked.findChild<QLabel *>(u"askedProblem"_s)->isVisible());
    QVERIFY(!asked.isReady());
}

void tst_Forms::choosesTheShapeThatFits()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(R"({"type":"object","required":["at"],"properties":{"at":{"oneOf":[
        {"title":"place","type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
        {"title":"point","type":"object","required":["lat"],"properties":{"lat":{"type":"number"}}}]}}})"));
    auto *chooser = field(&form, u"at"_s)->findChild<QComboBox *>(u"variant"_s);
    QVERIFY(chooser);
    form.setValue(jsonLiteral(R"({"at":{"lat":41.97}})"));
    QCOMPARE(chooser->currentText(), u"point"_s);
    form.setValue(jsonLiteral(R"({"at":{"name":"O'Hare"}})"));
    QCOMPARE(chooser->currentText(), u"place"_s);
    QCOMPARE(text(form.value()), R"({"at":{"name":"O'Hare"}})");
    chooser->setCurrentIndex(2);
    Q_EMIT chooser->activated(2);
    QCOMPARE(text(form.value()), R"({"at":{}})");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the fields of the previous shape
    QTest::keyClicks(field(field(&form, u"at"_s), u"lat"_s)->findChild<QLineEdit *>(), u"4"_s);
    QCOMPARE(text(form.value()), R"({"at":{"lat":4}})");
}

void tst_Forms::sendsNullWhenAsked()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(R"({"type":"object","properties":{"a":{"type":["string","null"]}}})"));
    auto *null = form.findChild<QToolButton *>(u"null"_s);
    QVERIFY(null);
    form.setValue(jsonLiteral(R"({"a":"x"})"));
    null->click();
    QCOMPARE(text(form.value()), R"({"a":null})");
    null->click();
    QCOMPARE(text(form.value()), R"({"a":"x"})");
}

void tst_Forms::keepsTheFocusWhenTheSchemaChanges()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    editor.show();
    QVERIFY(QTest::qWaitForWindowActive(&editor));
    field(&editor, u"location"_s)->findChild<QLineEdit *>()->setFocus();
    editor.setSchema(jsonLiteral(
        R"({"type":"object","properties":{"new":{"type":"string"},"location":{"type":"string"}}})"));
    QTRY_COMPARE(editor.findChildren<QWidget *>(u"field:location"_s).size(), 1); // the old form is gone
    QVERIFY(field(&editor, u"location"_s)->isAncestorOf(QApplication::focusWidget()));
}

void tst_Forms::jsonFollowsTheForm()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    QSignalSpy changed(&editor, &InputEditor::valueChanged);
    QTest::keyClicks(field(editor.form(), u"location"_s)->findChild<QLineEdit *>(), u"Rom"_s);
    QCOMPARE(changed.size(), 3);
    QCOMPARE(text(editor.value()), R"({"location":"Rom","units":"metric"})");
    QVERIFY(editor.jsonEdit()->toPlainText().contains(uR"("location": "Rom")"_s));
    QTRY_COMPARE(editor.validity(), InputEditor::Validity::Valid);
}

void tst_Forms::formFollowsTheJson()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    editor.jsonEdit()->setPlainText(uR"({"location":"Oslo","days":2.0})"_s);
    QCOMPARE(field(editor.form(), u"location"_s)->findChild<QLineEdit *>()->text(), u"Oslo"_s);
    QCOMPARE(field(editor.form(), u"days"_s)->findChild<QLineEdit *>()->text(), u"2.0"_s);
    QCOMPARE(text(editor.value()), R"({"location":"Oslo","days":2.0})");
    QCOMPARE(editor.jsonEdit()->toPlainText(), uR"({"location":"Oslo","days":2.0})"_s);
}

void tst_Forms::keepsBrokenTextAndSaysWhere()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    const QString broken = u"{\n  \"location\": \"x\",\n  oops\n}"_s;
    editor.jsonEdit()->setPlainText(broken);
    QCOMPARE(editor.validity(), InputEditor::Validity::Broken);
    QVERIFY(editor.value().isAbsent());
    QCOMPARE(editor.jsonEdit()->toPlainText(), broken);
    const auto *problem = editor.findChild<QLabel *>(u"jsonProblem"_s);
    QVERIFY(!problem->isHidden());
    QVERIFY2(problem->text().contains(u"line 3"_s), qPrintable(problem->text()));
    QVERIFY2(problem->text().count(u"line"_s) == 1, qPrintable(problem->text()));
    editor.jsonEdit()->setPlainText(u"{\"location\":\"y\"}"_s);
    QVERIFY(problem->isHidden());
    QTRY_COMPARE(editor.validity(), InputEditor::Validity::Valid);
    editor.jsonEdit()->setPlainText(broken);
    editor.setValue(jsonLiteral(R"({"location":"z"})")); // replaces the broken text at once
    QVERIFY(editor.validity() != InputEditor::Validity::Broken);
    QCOMPARE(editor.value().toBytes(), QByteArray(R"({"location":"z"})"));
}

void tst_Forms::showsErrorsBeneathTheirFields()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    editor.setValue(jsonLiteral(R"({"location":"x","days":9})"));
    QTRY_COMPARE(editor.validity(), InputEditor::Validity::Refused);
    auto *error = field(editor.form(), u"days"_s)->findChild<QLabel *>(u"error"_s);
    QVERIFY(!error->isHidden());
    QVERIFY2(error->text().contains(u'7'), qPrintable(error->text()));
    QVERIFY(field(editor.form(), u"location"_s)->findChild<QLabel *>(u"error"_s)->isHidden());
    QCOMPARE(editor.findChild<Chip *>(u"validityChip"_s)->text(), u"1 errors"_s);
    editor.setValue(jsonLiteral(R"({"location":"x","days":5})"));
    QTRY_COMPARE(editor.validity(), InputEditor::Validity::Valid);
    QVERIFY(error->isHidden());
}

void tst_Forms::showsMissingRequiredFields()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    editor.setValue(jsonLiteral("{}"));
    QTRY_COMPARE(editor.validity(), InputEditor::Validity::Refused);
    QVERIFY(!field(editor.form(), u"location"_s)->findChild<QLabel *>(u"error"_s)->isHidden());
    QVERIFY(field(editor.form(), u"days"_s)->findChild<QLabel *>(u"error"_s)->isHidden());
    auto *location = field(editor.form(), u"location"_s)->findChild<QLineEdit *>();
    QVERIFY(!location->property("invalid").toBool()); // not marked until it is edited
    QTest::keyClick(location, Qt::Key_X);
    QTest::keyClick(location, Qt::Key_Backspace);
    QTRY_VERIFY(location->property("invalid").toBool());
}

void tst_Forms::marksMissingFieldsAsErrorsWhenTheInputIsSent()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    QTRY_COMPARE(editor.validity(), InputEditor::Validity::Refused);
    const auto *chip = editor.findChild<Chip *>(u"validityChip"_s);
    QCOMPARE(chip->text(), u"1 missing"_s);
    QVERIFY(!editor.goToProblem()); // before a call
    QCOMPARE(chip->text(), u"1 errors"_s);
    QVERIFY(field(editor.form(), u"location"_s)->findChild<QLineEdit *>()->property("invalid").toBool());
}

void tst_Forms::outlinesTheFirstFieldThatIsInvalid()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(
        R"({"type":"object","required":["a"],"properties":{"a":{"type":"number"},"b":{"type":"number"}}})"));
    editor.setValue(jsonLiteral(R"({"a":"x"})"));
    QTRY_COMPARE(editor.validity(), InputEditor::Validity::Refused);
    QVERIFY(field(editor.form(), u"a"_s)->findChild<NumberBox *>()->property("invalid").toBool());
    QVERIFY(!field(editor.form(), u"b"_s)->findChild<NumberBox *>()->property("invalid").toBool());
}

void tst_Forms::showsOnlyJsonForASchemaWithoutFields()
{
    InputEditor editor;
    editor.setSchema({});
    editor.show();
    QCOMPARE(text(editor.value()), "{}");
    QVERIFY(editor.jsonEdit()->isVisible());
    QVERIFY(!editor.form()->isVisible());
    editor.setSchema(jsonLiteral(weather));
    QVERIFY(editor.form()->isVisible());
    QVERIFY(editor.jsonEdit()->isVisible());
    editor.setCompact(true);
    QVERIFY(!editor.jsonEdit()->isVisible());
    editor.setCompact(false);
    QVERIFY(editor.jsonEdit()->isVisible());
}

void tst_Forms::invokesOnCtrlReturn()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    editor.show();
    QSignalSpy invoked(&editor, &InputEditor::invokeRequested);
    QTest::keyClick(
        field(editor.form(), u"location"_s)->findChild<QLineEdit *>(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(invoked.size(), 1);
    const QString before = editor.jsonEdit()->toPlainText();
    QTest::keyClick(editor.jsonEdit(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(invoked.size(), 2);
    QCOMPARE(editor.jsonEdit()->toPlainText(), before);
}

void tst_Forms::foldsToOneLine()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(weather));
    editor.show();
    editor.setFolded(true);
    QVERIFY(!editor.form()->isVisible());
    QVERIFY(editor.findChild<QWidget *>(u"inputSummary"_s)->isVisible());
    QCOMPARE(editor.maximumHeight(), editor.findChild<QWidget *>(u"inputHeader"_s)->height());
    editor.findChild<QToolButton *>(u"editInput"_s)->click();
    QVERIFY(!editor.isFolded());
    QVERIFY(editor.form()->isVisible());
}

void tst_Forms::putsShortFieldsSideBySideInAWideForm()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(weather));
    form.resize(340, 400);
    form.show();
    const auto top = [&](const QString &name) { return field(&form, name)->mapTo(&form, QPoint()).y(); };
    const auto left = [&](const QString &name) { return field(&form, name)->mapTo(&form, QPoint()).x(); };
    QTRY_VERIFY(top(u"units"_s) > top(u"location"_s));
    QTRY_VERIFY(top(u"days"_s) > top(u"units"_s));
    QTRY_VERIFY(top(u"hourly"_s) > top(u"days"_s));
    form.resize(434, 400); // beside the JSON in a window of 1100 pixels
    const auto besides = [&](const QString &a, const QString &b) { return qAbs(top(a) - top(b)) < 10; };
    QTRY_VERIFY(besides(u"days"_s, u"units"_s));
    form.resize(640, 400);
    QTRY_VERIFY(left(u"days"_s) > left(u"units"_s) + 200);
    QVERIFY(besides(u"days"_s, u"units"_s));
    QTRY_VERIFY(top(u"units"_s) > top(u"location"_s)); // a text field has its own row
    QTRY_VERIFY(top(u"hourly"_s) > top(u"days"_s));
    form.resize(1000, 400);
    QTRY_VERIFY(besides(u"hourly"_s, u"days"_s));
    form.resize(340, 400);
    QTRY_VERIFY(top(u"days"_s) > top(u"units"_s));
}

void tst_Forms::marksWhereEachParameterIsSent()
{
    InputEditor editor;
    editor.setSchema(jsonLiteral(R"({"type":"object","required":["petId"],"properties":{
        "X-Trace":{"type":"string","x-in":"header"},"petId":{"$ref":"#/$defs/id","x-in":"path"},
        "tag":{"type":"string","x-in":"cookie"}},"$defs":{"id":{"type":"integer"}}})"));
    QStringList marks;
    for (const FieldLabel *label : editor.findChildren<FieldLabel *>())
        marks.append(label->text() + u'\n' + label->toolTip().section(u'\n', 1));
    QCOMPARE(marks,
        (QStringList{
            u"petId\npath parameter\nRequired"_s, u"X-Trace\nheader of the request"_s, u"tag\ncookie"_s}));
    QVERIFY(
        field(&editor, u"tag"_s)->findChild<QLineEdit *>()->accessibleDescription().contains(u"cookie"_s));
    QCOMPARE(text(editor.value()), "{}"_ba);
}

void tst_Forms::putsTheBodyLastUnderItsMediaType()
{
    const Json schema = jsonLiteral(R"({"type":"object","required":["body"],"properties":{
        "body":{"type":"object","properties":{"a":{"type":"string"}}},
        "contentType":{"enum":["application/json","text/plain"]},"limit":{"type":"integer","x-in":"query"}}})");
    const auto order = [&](bool isHttp) {
        InputEditor editor;
        editor.setSchema(schema, isHttp);
        QStringList names;
        for (const FieldHint &hint : editor.form()->hint().fields)
            names.append(hint.name);
        return names;
    };
    QCOMPARE(order(true), (QStringList{u"limit"_s, u"contentType"_s, u"body"_s}));
    InputEditor tool; // its input has a member of that name by chance
    tool.setSchema(
        jsonLiteral(R"({"type":"object","properties":{"body":{"type":"string"},"to":{"type":"string"}}})"));
    QCOMPARE(tool.form()->hint().fields.first().name, u"body"_s);
    for (const FieldLabel *label : tool.findChildren<FieldLabel *>())
        QVERIFY(!label->toolTip().contains(u"request"_s));
}

void tst_Forms::showsExamplesInEmptyFields()
{
    SchemaForm form;
    form.setSchema(jsonLiteral(R"({"type":"object","properties":{"name":{"type":"string","example":"Rex"},
        "age":{"type":"integer","examples":[7]}}})"));
    QCOMPARE(field(&form, u"name"_s)->findChild<QLineEdit *>()->placeholderText(), u"for example Rex"_s);
    QCOMPARE(field(&form, u"age"_s)->findChild<QLineEdit *>()->placeholderText(), u"7"_s);
}

void tst_Forms::sendsAFile_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("facts");
    QTest::newRow("text") << "a\nb"_ba << u"notes.txt"_s
                          << R"({"$file":"notes.txt","type":"text/plain","data":"a\nb"})"_ba
                          << u"notes.txt · text/plain · 3 B"_s;
    QTest::newRow("bytes") << "\x89PNG\r\n\x1A\n\xFF"_ba << u"p.png"_s
                           << R"({"$file":"p.png","type":"image/png","base64":"iVBORw0KGgr/"})"_ba
                           << u"p.png · image/png · 9 B"_s;
    QTest::newRow("empty") << QByteArray() << u"e.json"_s
                           << R"({"$file":"e.json","type":"application/json","data":""})"_ba
                           << u"e.json · application/json · 0 B"_s;
}

void tst_Forms::sendsAFile()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, name);
    const QTemporaryDir folder;
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    InputEditor editor;
    editor.setSchema(
        jsonLiteral(R"({"type":"object","properties":{"body":{"type":"object","required":["photo"],
        "properties":{"photo":{"type":"string","format":"binary"},"note":{"type":"string"}}}},"required":["body"]})"),
        true);
    editor.show();
    auto *photo = qobject_cast<FileField *>(field(&editor, u"photo"_s));
    QVERIFY(photo);
    QTest::mouseClick(photo->findChild<QPushButton *>(u"chooseFile"_s), Qt::LeftButton);
    auto *dialog = photo->findChild<QFileDialog *>(u"fileDialog"_s);
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(file.fileName());
    dialog->reject();
    const auto *facts = photo->findChild<ThemeLabel *>(u"fileFacts"_s);
    QTRY_VERIFY(editor.value().member("body"_L1).member("photo"_L1).isObject());
    QTEST(text(editor.value().member("body"_L1).member("photo"_L1)), "value");
    QTEST(facts->fullText(), "facts");
    QVERIFY(editor.jsonEdit()->toPlainText().contains(name)); // the JSON follows
    QTest::mouseClick(photo->findChild<QToolButton *>(u"removeFile"_s), Qt::LeftButton);
    QVERIFY(editor.value().member("body"_L1).member("photo"_L1).isAbsent());
    QCOMPARE(facts->fullText(), u"no file chosen"_s);
}

void tst_Forms::refusesAFileThatIsTooLarge()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"large.bin"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(Limits().queueOutBytes + 1)); // a sparse file, which takes no disk space
    file.close();
    FieldHint hint = formHints(jsonLiteral(R"({"type":"string","format":"binary"})"));
    FileField photo(hint, nullptr);
    photo.readFile(file.fileName());
    QTRY_VERIFY(photo.findChild<QLabel *>(u"error"_s)->text().contains(u"large.bin"_s));
    QVERIFY(photo.value().isAbsent());
    photo.readFile(folder.filePath(u"missing"_s));
    QTRY_VERIFY(photo.findChild<QLabel *>(u"error"_s)->text().contains(u"missing"_s));
}

WORKBENCH_TEST(tst_Forms, QApplication, Workbench::Test::useOurStyle)
#include "tst_forms.moc"

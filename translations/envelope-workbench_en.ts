<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>Fixtures</name>
    <message numerus="yes">
        <source>%1 %2 and %n more</source>
        <translation>
            <numerusform>%1 %2 and %n more</numerusform>
            <numerusform>%1 %2 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JsonExcerpt</name>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceArgument</name>
    <message numerus="yes">
        <source>&quot;%1&quot; means %n source(s); name one of %2</source>
        <translation>
            <numerusform>&quot;%1&quot; means %n source; name one of %2</numerusform>
            <numerusform>&quot;%1&quot; means %n sources; name one of %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AddSourceDialog</name>
    <message numerus="yes">
        <source>It answers: %1, %2, %n operation(s)</source>
        <translation>
            <numerusform>It answers: %1, %2, %n operation</numerusform>
            <numerusform>It answers: %1, %2, %n operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ComparePage</name>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DefinitionsDialog</name>
    <message numerus="yes">
        <source>  and in %n more places</source>
        <translation>
            <numerusform>  and in %n more place</numerusform>
            <numerusform>  and in %n more places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more operations</source>
        <translation>
            <numerusform>and %n more operation</numerusform>
            <numerusform>and %n more operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n definitions of %1 changed</source>
        <translation>
            <numerusform>%n definition of %1 changed</numerusform>
            <numerusform>%n definitions of %1 changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DoctorModel</name>
    <message numerus="yes">
        <source>%n findings, the worst: %1</source>
        <translation>
            <numerusform>%n finding: %1</numerusform>
            <numerusform>%n findings, the worst: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DoctorPage</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Inputs: %n operations more are called</source>
        <translation>
            <numerusform>Inputs: %n operation more is called</numerusform>
            <numerusform>Inputs: %n operations more are called</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations have an input of yours</source>
        <translation>
            <numerusform>%n operation has an input of yours</numerusform>
            <numerusform>%n operations have an input of yours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with your input</source>
        <translation>
            <numerusform>%n with your input</numerusform>
            <numerusform>%n with your input</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturePage</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixtureVerifier</name>
    <message numerus="yes">
        <source>%n changed definitions</source>
        <translation>
            <numerusform>%n changed definition</numerusform>
            <numerusform>%n changed definitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Verified %n fixtures: %1.</source>
        <translation>
            <numerusform>Verified %n fixture: %1.</numerusform>
            <numerusform>Verified %n fixtures: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturesController</name>
    <message numerus="yes">
        <source>%n recordings are not written yet: something in them is, or looks like, a secret.</source>
        <translation>
            <numerusform>%n recording is not written yet: something in it is, or looks like, a secret.</numerusform>
            <numerusform>%n recordings are not written yet: something in them is, or looks like, a secret.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The results of %n calls are no longer kept: run them again to record them.</source>
        <translation>
            <numerusform>The result of %n call is no longer kept: run it again to record it.</numerusform>
            <numerusform>The results of %n calls are no longer kept: run them again to record them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recorded %n fixtures in %1.</source>
        <translation>
            <numerusform>Recorded %n fixture in %1.</numerusform>
            <numerusform>Recorded %n fixtures in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n fixtures.</source>
        <translation>
            <numerusform>Deleted %n fixture.</numerusform>
            <numerusform>Deleted %n fixtures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturesModel</name>
    <message numerus="yes">
        <source>%n rules</source>
        <translation>
            <numerusform>%n rule</numerusform>
            <numerusform>%n rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturesPane</name>
    <message numerus="yes">
        <source>Verify %n fixtures</source>
        <translation>
            <numerusform>Verify %n fixture</numerusform>
            <numerusform>Verify %n fixtures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n fixtures</source>
        <translation>
            <numerusform>Delete %n fixture</numerusform>
            <numerusform>Delete %n fixtures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::GoToPopup</name>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::HistoryModel</name>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::HistoryPane</name>
    <message numerus="yes">
        <source>Record %n results</source>
        <translation>
            <numerusform>Record %n result</numerusform>
            <numerusform>Record %n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InputEditor</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LayerBadges</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>layers</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MatchRulesModel</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ObjectField</name>
    <message numerus="yes">
        <source>%n more fields: see JSON</source>
        <translation>
            <numerusform>%n more field: see JSON</numerusform>
            <numerusform>%n more fields: see JSON</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::OperationHeader</name>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n server</numerusform>
            <numerusform>%n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ReviewDialog</name>
    <message numerus="yes">
        <source>%n values may be secrets</source>
        <translation>
            <numerusform>%n value may be a secret</numerusform>
            <numerusform>%n values may be secrets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n secrets were replaced</source>
        <translation>
            <numerusform>%n secret was replaced</numerusform>
            <numerusform>%n secrets were replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Write %n fixtures</source>
        <translation>
            <numerusform>Write %n fixture</numerusform>
            <numerusform>Write %n fixtures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SecretsDialog</name>
    <message numerus="yes">
        <source>%n secrets are needed to call again</source>
        <translation>
            <numerusform>%n secret is needed to call again</numerusform>
            <numerusform>%n secrets are needed to call again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %1, needed by %n fixtures</source>
        <translation>
            <numerusform>for %1, needed by %n fixture</numerusform>
            <numerusform>for %1, needed by %n fixtures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ServiceFacts</name>
    <message numerus="yes">
        <source>%n problems; the rest works</source>
        <translation>
            <numerusform>%n problem; the rest works</numerusform>
            <numerusform>%n problems; the rest works</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesModel</name>
    <message numerus="yes">
        <source>%1, %n operations</source>
        <translation>
            <numerusform>%1, %n operation</numerusform>
            <numerusform>%1, %n operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StatusLine</name>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamModel</name>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamPane</name>
    <message numerus="yes">
        <source>events</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>event</numerusform>
            <numerusform>events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n exported to %1</source>
        <translation>
            <numerusform>%n exported to %1</numerusform>
            <numerusform>%n exported to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ViewPane</name>
    <message numerus="yes">
        <source>%n more blocks: see Meta</source>
        <translation>
            <numerusform>%n more block: see Meta</numerusform>
            <numerusform>%n more blocks: see Meta</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningsModel</name>
    <message numerus="yes">
        <source>%n more warnings are not shown</source>
        <translation>
            <numerusform>%n more warning is not shown</numerusform>
            <numerusform>%n more warnings are not shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningsPane</name>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
</TS>

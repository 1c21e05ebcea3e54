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
        <source>Connected: %1, %2, %n operation(s)</source>
        <translation>
            <numerusform>Connected: %1, %2, %n operation</numerusform>
            <numerusform>Connected: %1, %2, %n operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n servers</source>
        <translation>
            <numerusform>Import %n server</numerusform>
            <numerusform>Import %n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AskedSampling</name>
    <message numerus="yes">
        <source>%n messages</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more messages are shown as JSON.</source>
        <translation>
            <numerusform>%n more message is shown as JSON.</numerusform>
            <numerusform>%n more messages are shown as JSON.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ChangesLine</name>
    <message numerus="yes">
        <source>%n values lost</source>
        <translation>
            <numerusform>%n value lost</numerusform>
            <numerusform>%n values lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fields lost</source>
        <translation>
            <numerusform>%n field lost</numerusform>
            <numerusform>%n fields lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n defaults filled in</source>
        <translation>
            <numerusform>%n default filled in</numerusform>
            <numerusform>%n defaults filled in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values converted</source>
        <translation>
            <numerusform>%n value converted</numerusform>
            <numerusform>%n values converted</numerusform>
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
    <name>Workbench::Ui::CheckModel</name>
    <message numerus="yes">
        <source>%n findings, the worst: %1</source>
        <translation>
            <numerusform>%n finding: %1</numerusform>
            <numerusform>%n findings, the worst: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CheckPage</name>
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
        <source>%n with your input</source>
        <translation>
            <numerusform>%n with your input</numerusform>
            <numerusform>%n with your input</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Inputs for %n more operations</source>
        <translation>
            <numerusform>Input for %n more operation</numerusform>
            <numerusform>Inputs for %n more operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations have your input</source>
        <translation>
            <numerusform>%n operation has your input</numerusform>
            <numerusform>%n operations have your input</numerusform>
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
    <name>Workbench::Ui::DataPane</name>
    <message numerus="yes">
        <source>%n content blocks</source>
        <translation>
            <numerusform>%n content block</numerusform>
            <numerusform>%n content blocks</numerusform>
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
    <name>Workbench::Ui::FieldCompleter</name>
    <message numerus="yes">
        <source>%n completions</source>
        <translation>
            <numerusform>%n completion</numerusform>
            <numerusform>%n completions</numerusform>
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
    <message numerus="yes">
        <source>%n recordings are not written yet. They contain values that are secrets or look like secrets.</source>
        <translation>
            <numerusform>%n recording is not written yet. It contains values that are secrets or look like secrets.</numerusform>
            <numerusform>%n recordings are not written yet. They contain values that are secrets or look like secrets.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The results of %n calls are no longer kept. Run them again to record them.</source>
        <translation>
            <numerusform>The result of %n call is no longer kept. Run it again to record it.</numerusform>
            <numerusform>The results of %n calls are no longer kept. Run them again to record them.</numerusform>
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
        <source>%n warnings and lost values</source>
        <translation>
            <numerusform>%n warning or lost value</numerusform>
            <numerusform>%n warnings and lost values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waiting for you: %n requests from the server</source>
        <translation>
            <numerusform>waiting for you: %n request from the server</numerusform>
            <numerusform>waiting for you: %n requests from the server</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests from the server</source>
        <translation>
            <numerusform>%n request from the server</numerusform>
            <numerusform>%n requests from the server</numerusform>
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
    <name>Workbench::Ui::ImportPage</name>
    <message numerus="yes">
        <source>and %n more notes</source>
        <translation>
            <numerusform>and %n more note</numerusform>
            <numerusform>and %n more notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n server</numerusform>
            <numerusform>%n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Store %n secrets in the keychain</source>
        <translation>
            <numerusform>Store %n secret in the keychain</numerusform>
            <numerusform>Store %n secrets in the keychain</numerusform>
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
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>%n missing</numerusform>
            <numerusform>%n missing</numerusform>
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
    <name>Workbench::Ui::MainWindow</name>
    <message numerus="yes">
        <source>%n tabs were closed and their streams cancelled.</source>
        <translation>
            <numerusform>%n tab was closed and its stream cancelled.</numerusform>
            <numerusform>%n tabs were closed and their streams cancelled.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tabs were closed.</source>
        <translation>
            <numerusform>%n tab was closed.</numerusform>
            <numerusform>%n tabs were closed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n streams are live. Cancel them?</source>
        <translation>
            <numerusform>%n stream is live. Cancel it?</numerusform>
            <numerusform>%n streams are live. Cancel them?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first of %n files is used.</source>
        <translation>
            <numerusform>Only the first of %n file is used.</numerusform>
            <numerusform>Only the first of %n files is used.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tasks are running. Leave them?</source>
        <translation>
            <numerusform>%n task is running. Leave it?</numerusform>
            <numerusform>%n tasks are running. Leave them?</numerusform>
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
        <source>%n more fields, edit them as JSON</source>
        <translation>
            <numerusform>%n more field, edit it as JSON</numerusform>
            <numerusform>%n more fields, edit them as JSON</numerusform>
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
    <name>Workbench::Ui::PageTabs</name>
    <message numerus="yes">
        <source>All %n tabs</source>
        <translation>
            <numerusform>%n tab</numerusform>
            <numerusform>All %n tabs</numerusform>
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
        <source>%n secrets are needed to repeat the calls</source>
        <translation>
            <numerusform>%n secret is needed to repeat the calls</numerusform>
            <numerusform>%n secrets are needed to repeat the calls</numerusform>
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
    <name>Workbench::Ui::ServePage</name>
    <message numerus="yes">
        <source>%n operations</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connected</source>
        <translation>
            <numerusform>%n connected</numerusform>
            <numerusform>%n connected</numerusform>
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
        <source>%n changes</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ServerPage</name>
    <message numerus="yes">
        <source>%n icons, not loaded from the network</source>
        <translation>
            <numerusform>%n icon, not loaded from the network</numerusform>
            <numerusform>%n icons, not loaded from the network</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n icons, an embedded one is shown</source>
        <translation>
            <numerusform>%n embedded icon</numerusform>
            <numerusform>%n icons, an embedded one is shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n icons; the embedded ones cannot be shown: %1</source>
        <translation>
            <numerusform>%n icon; it cannot be shown: %1</numerusform>
            <numerusform>%n icons; the embedded ones cannot be shown: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>connected for %n min</source>
        <translation>
            <numerusform>connected for %n min</numerusform>
            <numerusform>connected for %n min</numerusform>
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
    <name>Workbench::Ui::SourcesController</name>
    <message numerus="yes">
        <source>%n sources were added. None is connected yet.</source>
        <translation>
            <numerusform>%n source was added. It is not connected yet.</numerusform>
            <numerusform>%n sources were added. None is connected yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of its streams are live and will be cancelled.</source>
        <translation>
            <numerusform>One of its streams is live and will be cancelled.</numerusform>
            <numerusform>%n of its streams are live and will be cancelled.</numerusform>
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
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n gone</source>
        <translation>
            <numerusform>%n gone</numerusform>
            <numerusform>%n gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n operations, some definitions changed</source>
        <translation>
            <numerusform>%1, %n operation, its definition changed</numerusform>
            <numerusform>%1, %n operations, some definitions changed</numerusform>
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
    <message numerus="yes">
        <source>%n lost values</source>
        <translation>
            <numerusform>%n lost value</numerusform>
            <numerusform>%n lost values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamModel</name>
    <message numerus="yes">
        <source>%n warnings and lost values</source>
        <translation>
            <numerusform>%n warning or lost value</numerusform>
            <numerusform>%n warnings and lost values</numerusform>
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
    <name>Workbench::Ui::UpdatesPane</name>
    <message numerus="yes">
        <source>%n lines added</source>
        <translation>
            <numerusform>%n line added</numerusform>
            <numerusform>%n lines added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines removed</source>
        <translation>
            <numerusform>%n line removed</numerusform>
            <numerusform>%n lines removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines changed</source>
        <translation>
            <numerusform>%n line changed</numerusform>
            <numerusform>%n lines changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>changed %n times</source>
        <translation>
            <numerusform>changed %n time</numerusform>
            <numerusform>changed %n times</numerusform>
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
        <source>%n lost</source>
        <comment>values</comment>
        <translation>
            <numerusform>%n lost</numerusform>
            <numerusform>%n lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings and lost values</source>
        <translation>
            <numerusform>%n warning or lost value</numerusform>
            <numerusform>%n warnings and lost values</numerusform>
        </translation>
    </message>
</context>
</TS>

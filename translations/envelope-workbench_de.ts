<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Cli</name>
    <message>
        <source>usage: envelope COMMAND …

The workbench without a window: results on stdout, everything else on stderr.

Commands:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
SOURCE is a name in the workspace, demo:, demo:NAME, mcp:URL, an http(s) URL, or -- COMMAND ARG… at the end of the line for an MCP server over stdio.

Common options:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
Exit codes: 0 ok, 1 the operation answered an error, 2 usage, 3 connect or transport, 4 timeout,
5 protocol violation by the peer, 6 a limit of ours, 7 validation, 8 trust needed, 130 interrupted
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
Options:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
Common options:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
Examples:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting to %1 …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no operations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlaceMarks</name>
    <message>
        <source>added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>image, %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceArgument</name>
    <message>
        <source>%1 are not a kind of source that this version has; it has MCP servers (a URL, or a command after --) and the demo (demo:)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--header is for sources over HTTP; a command takes --env NAME=VALUE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an http or https URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--env and --cwd are for a command; a source over HTTP takes --header NAME:VALUE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the demo has no source &quot;%1&quot;; it has %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give either a source or a command after --, not both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OpenAPI documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hubs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixtures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a source is missing: a name, demo:, a URL, or a command after --</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no source &quot;%1&quot;; the workspace has %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no source &quot;%1&quot;; use demo:, a URL, a command after --, or --workspace FILE</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>&quot;%1&quot; means %n source(s); name one of %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextView</name>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AddSourceDialog</name>
    <message>
        <source>Add Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kinds of sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings are saved in the workspace file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust and test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add without starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save without starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>It answers: %1, %2, %n operation(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ArrayField</name>
    <message>
        <source>Add row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove row %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 rows: too many for a form, see JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a list: see JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::BooleanField</name>
    <message>
        <source>left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (left out)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::BottomPanel</name>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause: new rows wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide this panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this panel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ChoiceField</name>
    <message>
        <source>(left out)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (not listed)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DataPane</name>
    <message>
        <source>output schema ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as received ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data as table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data as tree, text, table or view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as received, before normalisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the data as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data as tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Everything Below</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ErrorCard</name>
    <message>
        <source>Check the operation and its input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server runs and that its address or command is right, then connect again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection is gone. Connect again, and look at the log for what the server said last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server may still be at work. Try again, or allow more time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server broke its protocol. The wire shows what it sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the limit that is named, or ask for less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the input, or send it as it is to see what the server does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect the source and confirm what it starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server answered with this error. Its input or its state may be the cause.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You cancelled the call. The server may have done part of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the file and its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a mistake in the workbench. Please copy it into a report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the input although its schema refuses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Technical details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the error with its details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FieldEditor</name>
    <message>
        <source>%1, required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deprecated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for example %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FieldLabel</name>
    <message>
        <source>Required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deprecated</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::GoToPopup</name>
    <message>
        <source>Go to operation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operation matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::HistoryModel</name>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::HistoryPane</name>
    <message>
        <source>Every call is kept here: open it, run it again, compare two, or record it as a fixture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History of calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run Again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show on the Wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InputEditor</name>
    <message>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input as form, JSON or both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format the JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too large to edit here: the beginning is shown, all of it is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %L1, column %L2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>not validated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input is %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>follows the form</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::JsonEdit</name>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::JsonTreeModel</name>
    <message>
        <source>deeper than %1: see Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, warning: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LogModel</name>
    <message>
        <source>debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LogPane</name>
    <message>
        <source>What servers write beside their answers appears here, and what the workbench has to say.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MainWindow</name>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write over it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Envelope Workbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Envelope Workbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the source %1 from the workspace?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its settings are forgotten; saved inputs stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspaces (*.workspace.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Workspace As</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MessageBar</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MetaModel</name>
    <message>
        <source>as received</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MetaPane</name>
    <message>
        <source>Meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the meta as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meta of the envelope</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::NullableField</name>
    <message>
        <source>Send null instead of a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is null</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ObjectField</name>
    <message numerus="yes">
        <source>%n more fields: see JSON</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Required</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::OperationHeader</name>
    <message>
        <source>Invoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invoke the operation with this input (Ctrl+Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+↵</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its source is not connected, or no longer offers it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the subscription</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the call</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::OperationListModel</name>
    <message>
        <source>%1 of %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::OperationPage</name>
    <message>
        <source>Copy Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” of “%2” says that it is destructive: it may delete or change things for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not call</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PageStack</name>
    <message>
        <source>Open operations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PairsField</name>
    <message>
        <source>Add variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value of the variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this variable</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RateBars</name>
    <message>
        <source>Events a second, lately</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RawField</name>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON; empty: left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Not sent until it is JSON.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ResultPane</name>
    <message>
        <source>Fill in the input and press Invoke: data, meta and warnings appear here side by side.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SchemaForm</name>
    <message>
        <source>Input form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No input is asked for.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourceForm</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name *</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesModel</name>
    <message>
        <source>connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connected, with limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting, %L1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>incomplete: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of operations is incomplete: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n operations</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>live</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesPane</name>
    <message>
        <source>Filter operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources and operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operation matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sources yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MCP servers, OpenAPI services and hubs appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add Source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StartPage</name>
    <message>
        <source>Nothing is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect something that answers, pick an operation, fill the form, press Invoke.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An MCP server, started as a program or reached over HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file with sources and saved inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local operations and an MCP server, all on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or paste a command:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fills the form with the command in the clipboard, or with this one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StatusLine</name>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output schema not met</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data is not what the output schema declares. The warnings say where.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what went over the wire for this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with another call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not invoked yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamModel</name>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Time since the event before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamPane</name>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>aborted by the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed: the connection closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not subscribed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 no longer kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream: %1, %L2 events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subscribed. Events appear here, newest first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stream ended without an event.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill in the input and press Subscribe: events appear here, newest first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>event %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the list; events are still received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the subscription</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget the events received so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events to keep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TablePane</name>
    <message>
        <source>Nothing here matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TopBar</name>
    <message>
        <source>Add source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add an MCP server (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to operation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TrustDialog</name>
    <message>
        <source>Connect to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TrustPanel</name>
    <message>
        <source>Do you trust this program?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command that would be started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workbench would start it as you. It can read and change your files and use the network; the workbench cannot hold it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 may also download code first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the folder %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the variables %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is asked again when the command, its arguments, its folder or its variables change.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::VariantField</name>
    <message>
        <source>(left out)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape %L1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ViewPane</name>
    <message>
        <source>Content of the result</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more blocks: see Meta</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>audio, %1, %2: not played</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>link to a resource, not read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resource %1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resource %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block of type “%1”: see Meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rest is in Text.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningCard</name>
    <message>
        <source>whole result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningsModel</name>
    <message>
        <source>%1 was added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 became %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown as received: events are not normalised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed to suit the output schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more warnings are not shown</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>There are more warnings than these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the first %L1 changes are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schema %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningsPane</name>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None: the data is as its schema says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WindowActions</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open Workspace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the &amp;Demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Workspace &amp;As…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or Hide the &amp;Bottom Panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add Source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Refresh Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to Operation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Invoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Send Anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lose Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Envelope Workbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Envelope Workbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Envelope Workbench %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows data, meta, warnings and streams of tool servers side by side. Apache License 2.0.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WireModel</name>
    <message>
        <source>in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WirePane</name>
    <message>
        <source>Every frame that goes over a wire is shown here, exactly as it was sent or received.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one call ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames on the wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the frames of one call are shown. Click to show all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only Frames of This Call</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WorkspaceController</name>
    <message>
        <source>unsaved workspace</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Explore, invoke and check tool servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace file to open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the demo workspace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save pictures of the demo in &lt;folder&gt; and quit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print when the first frame is painted, and quit.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

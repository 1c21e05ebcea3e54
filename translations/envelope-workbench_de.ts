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
        <translation>Verwendung: envelope COMMAND …

Die Workbench ohne Fenster: Ergebnisse auf stdout, alles andere auf stderr.

Befehle:
</translation>
    </message>
    <message>
        <source>
Exit codes: 0 ok, 1 the operation answered an error, 2 usage, 3 connect or transport, 4 timeout,
5 protocol violation by the peer, 6 a limit of ours, 7 validation, 8 trust needed, 130 interrupted
</source>
        <translation>
Rückgabewerte: 0 in Ordnung, 1 die Operation hat mit einem Fehler geantwortet, 2 falsche Verwendung,
3 Verbindung oder Transport, 4 Zeitüberschreitung, 5 Protokollverletzung der Gegenseite,
6 eigene Grenze erreicht, 7 Validierung, 8 Vertrauen nötig, 130 unterbrochen
</translation>
    </message>
    <message>
        <source>
Options:
</source>
        <translation>
Optionen:
</translation>
    </message>
    <message>
        <source>
Common options:
</source>
        <translation>
Allgemeine Optionen:
</translation>
    </message>
    <message>
        <source>
Examples:
</source>
        <translation>
Beispiele:
</translation>
    </message>
    <message>
        <source>connecting to %1 …</source>
        <translation>Verbindung zu %1 wird hergestellt …</translation>
    </message>
    <message>
        <source>no operations</source>
        <translation>keine Operationen</translation>
    </message>
    <message>
        <source>reading the input from the terminal; Ctrl+D ends it</source>
        <translation>die Eingabe wird vom Terminal gelesen; Strg+D beendet sie</translation>
    </message>
    <message>
        <source>
SOURCE is one of:
</source>
        <translation>
SOURCE ist eines von:
</translation>
    </message>
    <message>
        <source>
KEY=VALUE is a member of the input, read as its schema says (KEY=@FILE where it takes a file); KEY:=JSON is exactly that JSON.
</source>
        <translation>
KEY=VALUE ist ein Mitglied der Eingabe, gelesen wie ihr Schema es sagt (KEY=@FILE, wo es eine Datei nimmt); KEY:=JSON ist genau dieses JSON.
</translation>
    </message>
    <message>
        <source>
What SOURCE may be: envelope --help
</source>
        <translation>
Was SOURCE sein kann: envelope --help
</translation>
    </message>
</context>
<context>
    <name>ComparedText</name>
    <message>
        <source>⋯ the same</source>
        <translation>⋯ gleich</translation>
    </message>
</context>
<context>
    <name>Differences</name>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>other type</source>
        <translation>anderer Typ</translation>
    </message>
    <message>
        <source>pattern not met</source>
        <translation>Muster nicht erfüllt</translation>
    </message>
    <message>
        <source>too far off</source>
        <translation>zu weit daneben</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>%L1 allowed by rules</source>
        <translation>%L1 durch Regeln erlaubt</translation>
    </message>
</context>
<context>
    <name>Fixtures</name>
    <message>
        <source>not verified</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>definition changed</source>
        <translation>Definition geändert</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>anders</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>%1 %2 and %n more</source>
        <translation>
            <numerusform>%1 %2 und %n weiterer</numerusform>
            <numerusform>%1 %2 und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JsonExcerpt</name>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n Element</numerusform>
            <numerusform>%n Elemente</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlaceMarks</name>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Query</translation>
    </message>
    <message>
        <source>header</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>cookie</source>
        <translation>Cookie</translation>
    </message>
    <message>
        <source>body</source>
        <translation>Body</translation>
    </message>
    <message>
        <source>path parameter</source>
        <translation>Pfadparameter</translation>
    </message>
    <message>
        <source>query parameter</source>
        <translation>Query-Parameter</translation>
    </message>
    <message>
        <source>the whole query</source>
        <translation>die ganze Query</translation>
    </message>
    <message>
        <source>header of the request</source>
        <translation>Header der Anfrage</translation>
    </message>
    <message>
        <source>body of the request</source>
        <translation>Body der Anfrage</translation>
    </message>
</context>
<context>
    <name>ShownLayers</name>
    <message>
        <source>JSON in text</source>
        <translation>JSON im Text</translation>
    </message>
    <message>
        <source>JSON in a fence</source>
        <translation>JSON im Codeblock</translation>
    </message>
    <message>
        <source>untrusted text</source>
        <translation>nicht vertrauenswürdiger Text</translation>
    </message>
    <message>
        <source>JSON in a string</source>
        <translation>JSON in einer Zeichenkette</translation>
    </message>
    <message>
        <source>tool result</source>
        <translation>Werkzeugergebnis</translation>
    </message>
    <message>
        <source>content blocks</source>
        <translation>Inhaltsblöcke</translation>
    </message>
    <message>
        <source>HTTP response</source>
        <translation>HTTP-Antwort</translation>
    </message>
    <message>
        <source>its own markers say that nobody vouches for what is inside</source>
        <translation>seine eigenen Markierungen sagen, dass niemand für den Inhalt bürgt</translation>
    </message>
    <message>
        <source>how the value was written, not what it means</source>
        <translation>wie der Wert geschrieben wurde, nicht, was er bedeutet</translation>
    </message>
    <message>
        <source>certain: it has a mark that only this envelope has</source>
        <translation>sicher: Es trägt ein Zeichen, das nur dieser Umschlag hat</translation>
    </message>
    <message>
        <source>strong: it has the shape, and nothing else in it</source>
        <translation>stark: Es hat die Form und nichts weiter darin</translation>
    </message>
    <message>
        <source>it is large: %1</source>
        <translation>es ist groß: %1</translation>
    </message>
    <message>
        <source>the settings leave JSON in text the text that it is</source>
        <translation>nach den Einstellungen bleibt JSON im Text, was es ist: Text</translation>
    </message>
    <message>
        <source>the part that the schema describes</source>
        <translation>der Teil, den das Schema beschreibt</translation>
    </message>
</context>
<context>
    <name>SourceArgument</name>
    <message>
        <source>--header is for sources over HTTP; a command takes --env NAME=VALUE</source>
        <translation>--header gilt für Quellen über HTTP; ein Befehl nimmt --env NAME=VALUE</translation>
    </message>
    <message>
        <source>--env and --cwd are for a command; a source over HTTP takes --header NAME:VALUE</source>
        <translation>--env und --cwd gelten für einen Befehl; eine Quelle über HTTP nimmt --header NAME:VALUE</translation>
    </message>
    <message>
        <source>the demo has no source &quot;%1&quot;; it has %2</source>
        <translation>die Demo hat keine Quelle „%1“; sie hat %2</translation>
    </message>
    <message>
        <source>give either a source or a command after --, not both</source>
        <translation>entweder eine Quelle oder einen Befehl nach -- angeben, nicht beides</translation>
    </message>
    <message>
        <source>a source is missing: a name, demo:, a URL, or a command after --</source>
        <translation>es fehlt eine Quelle: ein Name, demo:, eine URL oder ein Befehl nach --</translation>
    </message>
    <message>
        <source>there is no source &quot;%1&quot;; the workspace has %2</source>
        <translation>es gibt keine Quelle „%1“; der Arbeitsbereich hat %2</translation>
    </message>
    <message numerus="yes">
        <source>&quot;%1&quot; means %n source(s); name one of %2</source>
        <translation>
            <numerusform>„%1“ steht für %n Quelle; zu nennen ist eine von %2</numerusform>
            <numerusform>„%1“ steht für %n Quellen; zu nennen ist eine von %2</numerusform>
        </translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid http or https URL</source>
        <translation>„%1“ ist keine gültige http- oder https-URL</translation>
    </message>
    <message>
        <source>--header, --env, --cwd and --protocol are not for the demo</source>
        <translation>--header, --env, --cwd und --protocol gelten nicht für die Demo</translation>
    </message>
    <message>
        <source>--header is for sources over HTTP, and &quot;%1&quot; is none</source>
        <translation>--header gilt für Quellen über HTTP, und „%1“ ist keine</translation>
    </message>
    <message>
        <source>--env and --cwd are for a command, and &quot;%1&quot; is none</source>
        <translation>--env und --cwd gelten für einen Befehl, und „%1“ ist keiner</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid ws or wss URL</source>
        <translation>„%1“ ist keine gültige ws- oder wss-URL</translation>
    </message>
    <message>
        <source>--env and --cwd are for a command; a hub takes --header NAME:VALUE</source>
        <translation>--env und --cwd gelten für einen Befehl; ein Hub nimmt --header NAME:WERT</translation>
    </message>
    <message>
        <source>--protocol is for MCP servers</source>
        <translation>--protocol gilt für MCP-Server</translation>
    </message>
    <message>
        <source>--env and --cwd are for a command; a document takes --header NAME:VALUE</source>
        <translation>--env und --cwd sind für einen Befehl; ein Dokument nimmt --header NAME:WERT</translation>
    </message>
    <message>
        <source>--server is for OpenAPI documents</source>
        <translation>--server ist für OpenAPI-Dokumente</translation>
    </message>
    <message>
        <source>--accept-certificate is for sources that are reached over TLS</source>
        <translation>--accept-certificate gilt für Quellen, die über TLS erreicht werden</translation>
    </message>
    <message>
        <source>fixtures: needs a folder, as in fixtures:recorded</source>
        <translation>fixtures: braucht einen Ordner, wie in fixtures:recorded</translation>
    </message>
    <message>
        <source>--header, --auth, --env, --cwd, --protocol and --accept-certificate are not for fixtures</source>
        <translation>--header, --auth, --env, --cwd, --protocol und --accept-certificate gelten nicht für Fixtures</translation>
    </message>
    <message>
        <source>--accept-certificate wants the 64 digits of a SHA-256 fingerprint</source>
        <translation>--accept-certificate verlangt die 64 Ziffern eines SHA-256-Fingerabdrucks</translation>
    </message>
    <message>
        <source>--accept-certificate does not say of which host: give HOST=%1</source>
        <translation>--accept-certificate sagt nicht, für welchen Host: HOST=%1 angeben</translation>
    </message>
    <message>
        <source>there is no source &quot;%1&quot;; use demo:, a URL, a document, fixtures:DIR, a command after --, or --workspace FILE</source>
        <translation>Es gibt keine Quelle „%1“: möglich sind demo:, eine URL, ein Dokument, fixtures:DIR, ein Befehl nach -- oder --workspace FILE</translation>
    </message>
</context>
<context>
    <name>TextView</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>mutation</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>subscription</source>
        <translation>Abonnement</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AddSourceDialog</name>
    <message>
        <source>Add Source</source>
        <translation>Quelle hinzufügen</translation>
    </message>
    <message>
        <source>Edit Source</source>
        <translation>Quelle bearbeiten</translation>
    </message>
    <message>
        <source>Kinds of sources</source>
        <translation>Arten von Quellen</translation>
    </message>
    <message>
        <source>Settings are saved in the workspace file</source>
        <translation>Einstellungen werden in der Arbeitsbereichsdatei gespeichert</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>Verbindung testen</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Trust and connect</source>
        <translation>Vertrauen und verbinden</translation>
    </message>
    <message>
        <source>Trust and test</source>
        <translation>Vertrauen und testen</translation>
    </message>
    <message>
        <source>Add without starting</source>
        <translation>Hinzufügen, nicht starten</translation>
    </message>
    <message>
        <source>Add and connect</source>
        <translation>Hinzufügen und verbinden</translation>
    </message>
    <message>
        <source>Save without starting</source>
        <translation>Speichern, nicht starten</translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation>Speichern und verbinden</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird hergestellt …</translation>
    </message>
    <message numerus="yes">
        <source>It answers: %1, %2, %n operation(s)</source>
        <translation>
            <numerusform>Antwort: %1, %2, %n Operation</numerusform>
            <numerusform>Antwort: %1, %2, %n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add without connecting</source>
        <translation>Hinzufügen ohne zu verbinden</translation>
    </message>
    <message>
        <source>Save without connecting</source>
        <translation>Speichern ohne zu verbinden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ArrayField</name>
    <message>
        <source>Add row</source>
        <translation>Zeile hinzufügen</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Remove row %L1</source>
        <translation>Zeile %L1 entfernen</translation>
    </message>
    <message>
        <source>%L1 rows: too many for a form, see JSON</source>
        <translation>%L1 Zeilen: zu viele für ein Formular, siehe JSON</translation>
    </message>
    <message>
        <source>Not a list: see JSON</source>
        <translation>Keine Liste: siehe JSON</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::BooleanField</name>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>%1 (left out)</source>
        <translation>%1 (ausgelassen)</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::BottomPanel</name>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Pause: new rows wait</source>
        <translation>Anhalten: neue Zeilen warten</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Hide this panel</source>
        <translation>Diese Leiste ausblenden</translation>
    </message>
    <message>
        <source>Show this panel</source>
        <translation>Diese Leiste einblenden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CertificateDialog</name>
    <message>
        <source>an unknown day</source>
        <translation>unbekanntem Datum</translation>
    </message>
    <message>
        <source>Its certificate vouches for itself; nobody whom this computer trusts does.</source>
        <translation>Sein Zertifikat bürgt für sich selbst; niemand, dem dieser Rechner vertraut, tut es.</translation>
    </message>
    <message>
        <source>Its certificate comes from somebody whom this computer does not trust.</source>
        <translation>Sein Zertifikat stammt von jemandem, dem dieser Rechner nicht vertraut.</translation>
    </message>
    <message>
        <source>Its certificate was valid until %1.</source>
        <translation>Sein Zertifikat war bis %1 gültig.</translation>
    </message>
    <message>
        <source>Its certificate is valid from %1 on.</source>
        <translation>Sein Zertifikat ist erst ab %1 gültig.</translation>
    </message>
    <message>
        <source>Its certificate is for %1, not for %2.</source>
        <translation>Sein Zertifikat gilt für %1, nicht für %2.</translation>
    </message>
    <message>
        <source>Its certificate was not made for a server.</source>
        <translation>Sein Zertifikat wurde nicht für einen Server ausgestellt.</translation>
    </message>
    <message>
        <source>%1 shows another certificate than the one you accepted</source>
        <translation>%1 zeigt ein anderes Zertifikat als das angenommene</translation>
    </message>
    <message>
        <source>Is this really %1?</source>
        <translation>Ist das wirklich %1?</translation>
    </message>
    <message>
        <source>The server may have a new one since.</source>
        <translation>Der Server hat seitdem möglicherweise ein neues.</translation>
    </message>
    <message>
        <source>If this is not the server you mean, whoever it is can read and change all that is sent, secrets included.</source>
        <translation>Ist das nicht der gemeinte Server, dann kann, wer immer es ist, alles lesen und ändern, was gesendet wird, auch Geheimnisse.</translation>
    </message>
    <message>
        <source>Its SHA-256 fingerprint</source>
        <translation>Sein SHA-256-Fingerabdruck</translation>
    </message>
    <message>
        <source>Accepted before</source>
        <translation>Zuvor angenommen</translation>
    </message>
    <message>
        <source>Compare the fingerprint with one that you got in another way, from whoever runs the server.</source>
        <translation>Den Fingerabdruck mit einem vergleichen, der auf anderem Weg kam, von denen, die den Server betreiben.</translation>
    </message>
    <message>
        <source>SHA-256 fingerprint</source>
        <translation>SHA-256-Fingerabdruck</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Issued to</source>
        <translation>Ausgestellt für</translation>
    </message>
    <message>
        <source>Issued by</source>
        <translation>Ausgestellt von</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>Gültig</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>Mit %1 verbinden</translation>
    </message>
    <message>
        <source>Stop accepting the earlier one</source>
        <translation>Das frühere nicht mehr annehmen</translation>
    </message>
    <message>
        <source>Kept in the settings of the source, where you can take it back</source>
        <translation>Steht dann in den Einstellungen der Quelle und lässt sich dort zurücknehmen</translation>
    </message>
    <message>
        <source>Accept for this source</source>
        <translation>Für diese Quelle annehmen</translation>
    </message>
    <message>
        <source>Don&apos;t connect</source>
        <translation>Nicht verbinden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CertificatesField</name>
    <message>
        <source>None. You are asked when one is refused.</source>
        <translation>Keine. Gefragt wird, wenn eines abgelehnt wird.</translation>
    </message>
    <message>
        <source>Stop accepting this certificate</source>
        <translation>Dieses Zertifikat nicht mehr annehmen</translation>
    </message>
    <message>
        <source>Stop accepting the certificate of %1</source>
        <translation>Das Zertifikat von %1 nicht mehr annehmen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ChoiceField</name>
    <message>
        <source>(left out)</source>
        <translation>(ausgelassen)</translation>
    </message>
    <message>
        <source>%1 (not listed)</source>
        <translation>%1 (nicht aufgeführt)</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ComparePage</name>
    <message>
        <source>Compare: %1</source>
        <translation>Vergleich: %1</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>wird verglichen</translation>
    </message>
    <message>
        <source>%L1 s</source>
        <translation>%L1 s</translation>
    </message>
    <message>
        <source>The same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Both results hold the same data and meta.</source>
        <translation>Beide Ergebnisse enthalten dieselben Daten und dieselbe Meta.</translation>
    </message>
    <message>
        <source>All that differs is allowed by the fixture&apos;s rules.</source>
        <translation>Alles, was anders ist, ist durch die Regeln der Fixture erlaubt.</translation>
    </message>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n Unterschied</numerusform>
            <numerusform>%n Unterschiede</numerusform>
        </translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Comparison: %1, %2</source>
        <translation>Vergleich: %1, %2</translation>
    </message>
    <message>
        <source>Ignore This</source>
        <translation>Dies ignorieren</translation>
    </message>
    <message>
        <source>Compare by Type</source>
        <translation>Nach Typ vergleichen</translation>
    </message>
    <message>
        <source>Any Order</source>
        <translation>Beliebige Reihenfolge</translation>
    </message>
    <message>
        <source>Next Difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Previous Difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Two results side by side: what was added, removed, changed and moved</source>
        <translation>Zwei Ergebnisse nebeneinander: was hinzugefügt, entfernt, geändert und verschoben wurde</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Voriger</translation>
    </message>
    <message>
        <source>Previous difference (Shift+F8)</source>
        <translation>Voriger Unterschied (Umschalt+F8)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>Next difference (F8)</source>
        <translation>Nächster Unterschied (F8)</translation>
    </message>
    <message>
        <source>definition changed</source>
        <translation>Definition geändert</translation>
    </message>
    <message>
        <source>The operation is not defined as it was then.</source>
        <translation>Die Operation ist nicht mehr so definiert wie damals.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ignore this</source>
        <translation>Dies ignorieren</translation>
    </message>
    <message>
        <source>Add a rule to the fixture: whatever stands here is right</source>
        <translation>Der Fixture eine Regel hinzufügen: Was immer hier steht, ist richtig</translation>
    </message>
    <message>
        <source>Compare by type</source>
        <translation>Nach Typ vergleichen</translation>
    </message>
    <message>
        <source>Add a rule to the fixture: any value of the same type is right</source>
        <translation>Der Fixture eine Regel hinzufügen: Jeder Wert desselben Typs ist richtig</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Two results as one tree</source>
        <translation>Zwei Ergebnisse als ein Baum</translation>
    </message>
    <message>
        <source>First result as text</source>
        <translation>Erstes Ergebnis als Text</translation>
    </message>
    <message>
        <source>Second result as text</source>
        <translation>Zweites Ergebnis als Text</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CompareWithDialog</name>
    <message>
        <source>Compare With</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Compare %1 with</source>
        <translation>%1 vergleichen mit</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter what to compare with</source>
        <translation>Filtern, womit verglichen wird</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Womit</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What to compare with</source>
        <translation>Womit verglichen wird</translation>
    </message>
    <message>
        <source>Nothing to compare with yet: invoke it again, or record a fixture</source>
        <translation>Noch nichts, womit sich vergleichen lässt: noch einmal aufrufen oder eine Fixture aufnehmen</translation>
    </message>
    <message>
        <source>Another source is called with the same input</source>
        <translation>Eine andere Quelle wird mit derselben Eingabe aufgerufen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ComparisonModel</name>
    <message>
        <source>differs inside</source>
        <translation>innen anders</translation>
    </message>
    <message>
        <source>moved from %1</source>
        <translation>verschoben von %1</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>verschoben nach %1</translation>
    </message>
    <message>
        <source>%1, allowed by a rule</source>
        <translation>%1, durch eine Regel erlaubt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DataPane</name>
    <message>
        <source>output schema ×</source>
        <translation>Ausgabeschema ×</translation>
    </message>
    <message>
        <source>as received ×</source>
        <translation>wie empfangen ×</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Data as text</source>
        <translation>Daten als Text</translation>
    </message>
    <message>
        <source>Data as table</source>
        <translation>Daten als Tabelle</translation>
    </message>
    <message>
        <source>Back to the data</source>
        <translation>Zurück zu den Daten</translation>
    </message>
    <message>
        <source>Data as tree, text, table or view</source>
        <translation>Daten als Baum, Text, Tabelle oder Ansicht</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Show as received, before normalisation</source>
        <translation>Wie empfangen anzeigen, vor der Normalisierung</translation>
    </message>
    <message>
        <source>Find in the data</source>
        <translation>In den Daten suchen</translation>
    </message>
    <message>
        <source>Copy the data as JSON</source>
        <translation>Die Daten als JSON kopieren</translation>
    </message>
    <message>
        <source>Data as tree</source>
        <translation>Daten als Baum</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Die Suche schließen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Open Everything Below</source>
        <translation>Alles darunter aufklappen</translation>
    </message>
    <message>
        <source>data of %1</source>
        <translation>Daten von %1</translation>
    </message>
    <message>
        <source>Data opened or as received</source>
        <translation>Daten geöffnet oder wie empfangen</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>As received</source>
        <translation>Wie empfangen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DefinitionsDialog</name>
    <message>
        <source>%1 is gone</source>
        <translation>%1 gibt es nicht mehr</translation>
    </message>
    <message>
        <source>%1 is new</source>
        <translation>%1 ist neu</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 ist anders</translation>
    </message>
    <message>
        <source>    before  %1</source>
        <translation>    vorher  %1</translation>
    </message>
    <message>
        <source>    now     %1</source>
        <translation>    jetzt   %1</translation>
    </message>
    <message numerus="yes">
        <source>  and in %n more places</source>
        <translation>
            <numerusform>  und an %n weiteren Stelle</numerusform>
            <numerusform>  und an %n weiteren Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more operations</source>
        <translation>
            <numerusform>und %n weitere Operation</numerusform>
            <numerusform>und %n weitere Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed Definitions</source>
        <translation>Geänderte Definitionen</translation>
    </message>
    <message numerus="yes">
        <source>%n definitions of %1 changed</source>
        <translation>
            <numerusform>%n Definition von %1 ist anders</numerusform>
            <numerusform>%n Definitionen von %1 sind anders</numerusform>
        </translation>
    </message>
    <message>
        <source>They are not what they were when they were last accepted. Read them before you trust them: what a tool says about itself is what a model acts on.</source>
        <translation>Sie sind nicht mehr, was sie waren, als sie zuletzt angenommen wurden. Lesen Sie sie, bevor Sie ihnen trauen: Nach dem, was ein Werkzeug über sich sagt, handelt ein Modell.</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was anders ist</translation>
    </message>
    <message>
        <source>Accept Definitions</source>
        <translation>Definitionen annehmen</translation>
    </message>
    <message>
        <source>Keep the Old Ones</source>
        <translation>Die alten behalten</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DoctorModel</name>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>not called</source>
        <translation>nicht aufgerufen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>keine Befunde</translation>
    </message>
    <message numerus="yes">
        <source>%n findings, the worst: %1</source>
        <translation>
            <numerusform>%n Befund: %1</numerusform>
            <numerusform>%n Befunde, der schlimmste: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Envelope</source>
        <translation>Umschlag</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DoctorPage</name>
    <message>
        <source>Check-up: %1</source>
        <translation>Untersuchung: %1</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>looking at the definitions…</source>
        <translation>sieht die Definitionen an …</translation>
    </message>
    <message>
        <source>%L1 of %L2 · %3</source>
        <translation>%L1 von %L2 · %3</translation>
    </message>
    <message>
        <source>Nothing has been called yet</source>
        <translation>Noch ist nichts aufgerufen</translation>
    </message>
    <message>
        <source>Press Run: every definition is checked, and operations that say that they only read, and need no input, are called once. “Read-only” is the server&apos;s claim: nobody has checked it.</source>
        <translation>Drücken Sie Starten: Jede Definition wird geprüft, und Operationen, die von sich sagen, dass sie nur lesen, und keine Eingabe brauchen, werden einmal aufgerufen. „Nur lesend“ behauptet der Server: Niemand hat es nachgeprüft.</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>Connect %1 first, then look it over.</source>
        <translation>Verbinden Sie zuerst %1, dann lässt sie sich untersuchen.</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>noch nicht gestartet</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>%L1 of %L2 called</source>
        <translation>%L1 von %L2 aufgerufen</translation>
    </message>
    <message>
        <source>%1 × %L2</source>
        <comment>kind of envelope, in how many answers</comment>
        <translation>%1 × %L2</translation>
    </message>
    <message>
        <source>Check-up: %1, %2</source>
        <translation>Untersuchung: %1, %2</translation>
    </message>
    <message>
        <source>Export Report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>JUnit (*.xml)</source>
        <translation>JUnit (*.xml)</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>exported to %1</source>
        <translation>nach %1 exportiert</translation>
    </message>
    <message>
        <source>definitions accepted</source>
        <translation>Definitionen angenommen</translation>
    </message>
    <message>
        <source>Check-up of %1</source>
        <translation>Untersuchung von %1</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Check every definition, and call what only reads and needs no input</source>
        <translation>Jede Definition prüfen und aufrufen, was nur liest und keine Eingabe braucht</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>End the calls that run, and call no more</source>
        <translation>Laufende Aufrufe beenden und keine weiteren machen</translation>
    </message>
    <message>
        <source>Accept Definitions…</source>
        <translation>Definitionen annehmen …</translation>
    </message>
    <message>
        <source>See which definitions changed, and make them the known ones</source>
        <translation>Ansehen, welche Definitionen anders sind, und sie zu den bekannten machen</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Export the report as JSON</source>
        <translation>Den Bericht als JSON exportieren</translation>
    </message>
    <message>
        <source>JUnit</source>
        <translation>JUnit</translation>
    </message>
    <message>
        <source>Export the report as JUnit XML</source>
        <translation>Den Bericht als JUnit-XML exportieren</translation>
    </message>
    <message>
        <source>Export the report as JUnit XML, for what runs your tests</source>
        <translation>Den Bericht als JUnit-XML exportieren, für das, was Ihre Tests ausführt</translation>
    </message>
    <message>
        <source>Operations and what became of them</source>
        <translation>Operationen und was aus ihnen wurde</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>None: there is nothing to say about it.</source>
        <translation>Keine: Dazu ist nichts zu sagen.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Inputs: %n operations more are called</source>
        <translation>
            <numerusform>Eingaben: %n weitere Operation wird aufgerufen</numerusform>
            <numerusform>Eingaben: %n weitere Operationen werden aufgerufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations have an input of yours</source>
        <translation>
            <numerusform>%n Operation hat eine Eingabe von Ihnen</numerusform>
            <numerusform>%n Operationen haben eine Eingabe von Ihnen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with your input</source>
        <translation>
            <numerusform>%n mit Ihrer Eingabe</numerusform>
            <numerusform>%n mit Ihrer Eingabe</numerusform>
        </translation>
    </message>
    <message>
        <source>Calls operations that claim to be read-only and need no input, and those you give input for. The claim is the server&apos;s.</source>
        <translation>Ruft Operationen auf, die von sich sagen, dass sie nur lesen, und keine Eingabe brauchen, sowie die, für die Sie Eingaben angeben. „Nur lesend“ behauptet der Server.</translation>
    </message>
    <message>
        <source>Inputs…</source>
        <translation>Eingaben …</translation>
    </message>
    <message>
        <source>Give inputs for more operations, which are called too then</source>
        <translation>Eingaben für weitere Operationen angeben, die dann auch aufgerufen werden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::EnvironmentMenu</name>
    <message>
        <source>E&amp;nvironment</source>
        <translation>&amp;Umgebung</translation>
    </message>
    <message>
        <source>&amp;Edit Environments…</source>
        <translation>Umgebungen &amp;bearbeiten…</translation>
    </message>
    <message>
        <source>No Environment</source>
        <translation>Keine Umgebung</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::EnvironmentTable</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Add variable</source>
        <translation>Variable hinzufügen</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Geheim</translation>
    </message>
    <message>
        <source>Remove this variable</source>
        <translation>Diese Variable entfernen</translation>
    </message>
    <message>
        <source>Name of the variable</source>
        <translation>Name der Variablen</translation>
    </message>
    <message>
        <source>A secret is typed once and kept by the system, never in the workspace file</source>
        <translation>Ein Geheimnis wird einmal eingegeben und vom System verwahrt, nie in der Datei des Arbeitsbereichs</translation>
    </message>
    <message>
        <source>Secret, typed once</source>
        <translation>Geheimnis, wird einmal eingegeben</translation>
    </message>
    <message>
        <source>Value of the variable</source>
        <translation>Wert der Variablen</translation>
    </message>
    <message>
        <source>typed once, or env:NAME</source>
        <translation>einmal eingeben, oder env:NAME</translation>
    </message>
    <message>
        <source>unchanged; type to replace it</source>
        <translation>unverändert; Eingabe ersetzt es</translation>
    </message>
    <message>
        <source>Typed once and never shown again. env:NAME takes it from a variable of the system when it is needed.</source>
        <translation>Wird einmal eingegeben und nie wieder gezeigt. env:NAME nimmt es aus einer Variablen des Systems, wenn es gebraucht wird.</translation>
    </message>
    <message>
        <source>from the variable %1</source>
        <translation>aus der Variablen %1</translation>
    </message>
    <message>
        <source>only until the program ends</source>
        <translation>nur bis zum Programmende</translation>
    </message>
    <message>
        <source>goes to the keychain</source>
        <translation>kommt in den Schlüsselbund</translation>
    </message>
    <message>
        <source>not there, type it again</source>
        <translation>nicht da, neu eingeben</translation>
    </message>
    <message>
        <source>in keychain</source>
        <translation>im Schlüsselbund</translation>
    </message>
    <message>
        <source>A variable needs a name.</source>
        <translation>Eine Variable braucht einen Namen.</translation>
    </message>
    <message>
        <source>“%1” is no name: letters, digits, _ . and -, a letter or _ first, and not “envelope”.</source>
        <translation>„%1“ ist kein Name: Buchstaben, Ziffern, _ . und -, zuerst ein Buchstabe oder _, und nicht „envelope“.</translation>
    </message>
    <message>
        <source>Two variables are called “%1”.</source>
        <translation>Zwei Variablen heißen „%1“.</translation>
    </message>
    <message>
        <source>The secret “%1” has to be typed once.</source>
        <translation>Das Geheimnis „%1“ muss einmal eingegeben werden.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::EnvironmentsDialog</name>
    <message>
        <source>Environments</source>
        <translation>Umgebungen</translation>
    </message>
    <message>
        <source>Saved in the workspace file; secrets only by their names</source>
        <translation>In der Datei des Arbeitsbereichs gespeichert; Geheimnisse nur mit ihrem Namen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add an environment</source>
        <translation>Eine Umgebung hinzufügen</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>Duplicate this environment</source>
        <translation>Diese Umgebung verdoppeln</translation>
    </message>
    <message>
        <source>Remove this environment</source>
        <translation>Diese Umgebung entfernen</translation>
    </message>
    <message>
        <source>No environments yet. Add one, give it a variable such as BASE_URL, and write ${BASE_URL} in the settings of a source.</source>
        <translation>Noch keine Umgebungen. Fügen Sie eine hinzu, geben Sie ihr eine Variable wie BASE_URL, und schreiben Sie ${BASE_URL} in die Einstellungen einer Quelle.</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Name of the environment</source>
        <translation>Name der Umgebung</translation>
    </message>
    <message>
        <source>%1 is removed.</source>
        <translation>%1 ist entfernt.</translation>
    </message>
    <message>
        <source>An environment needs a name.</source>
        <translation>Eine Umgebung braucht einen Namen.</translation>
    </message>
    <message>
        <source>Two environments are called “%1”.</source>
        <translation>Zwei Umgebungen heißen „%1“.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ErrorCard</name>
    <message>
        <source>Check the operation and its input.</source>
        <translation>Die Operation und ihre Eingabe prüfen.</translation>
    </message>
    <message>
        <source>Check that the server runs and that its address or command is right, then connect again.</source>
        <translation>Prüfen, ob der Server läuft und seine Adresse oder sein Befehl stimmt, dann erneut verbinden.</translation>
    </message>
    <message>
        <source>The connection is gone. Connect again, and look at the log for what the server said last.</source>
        <translation>Die Verbindung ist abgebrochen. Erneut verbinden; im Protokoll steht, was der Server zuletzt gemeldet hat.</translation>
    </message>
    <message>
        <source>The server may still be at work. Try again, or allow more time.</source>
        <translation>Der Server arbeitet möglicherweise noch. Erneut versuchen oder mehr Zeit geben.</translation>
    </message>
    <message>
        <source>The server broke its protocol. The wire shows what it sent.</source>
        <translation>Der Server hat sein Protokoll verletzt. Die Leitung zeigt, was er gesendet hat.</translation>
    </message>
    <message>
        <source>Raise the limit that is named, or ask for less.</source>
        <translation>Die genannte Grenze erhöhen oder weniger anfordern.</translation>
    </message>
    <message>
        <source>Correct the input, or send it as it is to see what the server does.</source>
        <translation>Die Eingabe berichtigen oder unverändert senden, um zu sehen, was der Server tut.</translation>
    </message>
    <message>
        <source>Connect the source and confirm what it starts.</source>
        <translation>Die Quelle verbinden und bestätigen, was sie startet.</translation>
    </message>
    <message>
        <source>The server answered with this error. Its input or its state may be the cause.</source>
        <translation>Der Server hat mit diesem Fehler geantwortet. Ursache kann die Eingabe oder sein Zustand sein.</translation>
    </message>
    <message>
        <source>You cancelled the call. The server may have done part of it.</source>
        <translation>Der Aufruf wurde von Ihnen abgebrochen. Der Server hat ihn möglicherweise teilweise ausgeführt.</translation>
    </message>
    <message>
        <source>Check the file and its permissions.</source>
        <translation>Die Datei und ihre Zugriffsrechte prüfen.</translation>
    </message>
    <message>
        <source>This is a mistake in the workbench. Please copy it into a report.</source>
        <translation>Dies ist ein Fehler in der Workbench. Bitte in einen Fehlerbericht kopieren.</translation>
    </message>
    <message>
        <source>Send anyway</source>
        <translation>Trotzdem senden</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Send the input although its schema refuses it</source>
        <translation>Die Eingabe senden, obwohl ihr Schema sie ablehnt</translation>
    </message>
    <message>
        <source>Technical details</source>
        <translation>Technische Details</translation>
    </message>
    <message>
        <source>Copy the error with its details</source>
        <translation>Den Fehler mit seinen Details kopieren</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>Fehler: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The server wants to know who asks: check the credentials of the source.</source>
        <translation>Der Server will wissen, wer fragt: die Zugangsdaten der Quelle prüfen.</translation>
    </message>
    <message>
        <source>The server knows who asks and does not allow it.</source>
        <translation>Der Server weiß, wer fragt, und erlaubt es nicht.</translation>
    </message>
    <message>
        <source>The server was asked too often. Try again later.</source>
        <translation>Der Server wurde zu oft gefragt. Später noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The server failed. The same call may work later.</source>
        <translation>Der Server hat versagt. Derselbe Aufruf kann später gelingen.</translation>
    </message>
    <message>
        <source>Look at the certificate…</source>
        <translation>Zertifikat ansehen …</translation>
    </message>
    <message>
        <source>Nothing was sent. Look at the certificate, and accept it if you know it.</source>
        <translation>Nichts wurde gesendet. Das Zertifikat ansehen und annehmen, wenn es bekannt ist.</translation>
    </message>
    <message>
        <source>Nothing was sent. Only places that you confirmed get the credentials of a source.</source>
        <translation>Nichts wurde gesendet. Nur Orte, die Sie bestätigt haben, bekommen die Zugangsdaten einer Quelle.</translation>
    </message>
    <message>
        <source>Nothing was sent. Only places that you confirmed are asked in a private network.</source>
        <translation>Nichts wurde gesendet. In einem privaten Netz werden nur Orte gefragt, die Sie bestätigt haben.</translation>
    </message>
    <message>
        <source>Without it the call does nothing.</source>
        <translation>Ohne sie bewirkt der Aufruf nichts.</translation>
    </message>
    <message>
        <source>Without it the call does nothing. How the source signs in is in its settings.</source>
        <translation>Ohne sie bewirkt der Aufruf nichts. Wie sich die Quelle anmeldet, steht in ihren Einstellungen.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ExplanationCard</name>
    <message>
        <source>Line %L1</source>
        <translation>Zeile %L1</translation>
    </message>
    <message>
        <source>Lines %L1 to %L2</source>
        <translation>Zeilen %L1 bis %L2</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Declared</source>
        <translation>Deklariert</translation>
    </message>
    <message>
        <source>Close the explanation</source>
        <translation>Die Erklärung schließen</translation>
    </message>
    <message>
        <source>What to change, in the server</source>
        <translation>Was im Server zu ändern ist</translation>
    </message>
    <message>
        <source>Explanation: %1</source>
        <translation>Erklärung: %1</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1, line %L2</source>
        <translation>%1, Zeile %L2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Bug report</source>
        <translation>Fehlerbericht</translation>
    </message>
    <message>
        <source>Copy as bug report</source>
        <translation>Als Fehlerbericht kopieren</translation>
    </message>
    <message>
        <source>Copy as bug report, for the server&apos;s author: Markdown with this explanation, the definition, the result and the versions, without secrets</source>
        <translation>Als Fehlerbericht kopieren, für den Autor des Servers: Markdown mit dieser Erklärung, der Definition, dem Ergebnis und den Versionen, ohne Geheimnisse</translation>
    </message>
    <message>
        <source>Copy the explanation as text</source>
        <translation>Die Erklärung als Text kopieren</translation>
    </message>
    <message>
        <source>Against it</source>
        <translation>Dagegen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FieldEditor</name>
    <message>
        <source>%1, required</source>
        <translation>%1, Pflichtfeld</translation>
    </message>
    <message>
        <source>Format: %1</source>
        <translation>Format: %1</translation>
    </message>
    <message>
        <source>Deprecated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>for example %1</source>
        <translation>zum Beispiel %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FieldLabel</name>
    <message>
        <source>Required</source>
        <translation>Pflichtfeld</translation>
    </message>
    <message>
        <source>Deprecated</source>
        <translation>Veraltet</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FileField</name>
    <message>
        <source>“%1” cannot be read: %2</source>
        <translation>„%1“ kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>“%1” is larger than %2, more than is sent from a form.</source>
        <translation>„%1“ ist größer als %2, mehr, als aus einem Formular gesendet wird.</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Send no file here</source>
        <translation>Hier keine Datei senden</translation>
    </message>
    <message>
        <source>Choose a file to send</source>
        <translation>Eine Datei zum Senden wählen</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen…</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>no file: see JSON</source>
        <translation>keine Datei: siehe JSON</translation>
    </message>
    <message>
        <source>no file chosen</source>
        <translation>keine Datei gewählt</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FindingsPane</name>
    <message>
        <source>Copy all of them</source>
        <translation>Alle kopieren</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>count, operation</comment>
        <translation>%1 zu %2</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturePage</name>
    <message>
        <source>Recorded %1 from %2 (%3)</source>
        <translation>Aufgenommen am %1 von %2 (%3)</translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n Ereignis</numerusform>
            <numerusform>%n Ereignisse</numerusform>
        </translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>wie aufgenommen</translation>
    </message>
    <message>
        <source>Input as recorded</source>
        <translation>Eingabe wie aufgenommen</translation>
    </message>
    <message>
        <source>Run Again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Call the source with the same input, and compare</source>
        <translation>Die Quelle mit derselben Eingabe aufrufen und vergleichen</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen …</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>Regeln …</translation>
    </message>
    <message>
        <source>Fixture: %1</source>
        <translation>Fixture: %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixtureStore</name>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>Der Ordner %1 kann nicht angelegt werden.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixtureVerifier</name>
    <message>
        <source>This workspace has no source called %1.</source>
        <translation>Dieser Arbeitsbereich hat keine Quelle namens %1.</translation>
    </message>
    <message>
        <source>%L1 the same</source>
        <translation>%L1 gleich</translation>
    </message>
    <message>
        <source>%L1 different</source>
        <translation>%L1 anders</translation>
    </message>
    <message>
        <source>%L1 failed</source>
        <translation>%L1 fehlgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>%n changed definitions</source>
        <translation>
            <numerusform>%n geänderte Definition</numerusform>
            <numerusform>%n geänderte Definitionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Verified %n fixtures: %1.</source>
        <translation>
            <numerusform>%n Fixture geprüft: %1.</numerusform>
            <numerusform>%n Fixtures geprüft: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run Again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>“%1” of %2 is a mutation: it may change things there.</source>
        <translation>„%1“ von %2 ist eine Änderung: Dort kann etwas geändert werden.</translation>
    </message>
    <message>
        <source>Call It</source>
        <translation>Aufrufen</translation>
    </message>
    <message>
        <source>Do Not Call</source>
        <translation>Nicht aufrufen</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>%L1 not verified</source>
        <translation>%L1 nicht geprüft</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturesController</name>
    <message>
        <source>%1, recorded %2</source>
        <translation>%1, aufgenommen am %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, the one before</source>
        <translation>%1, das vorige</translation>
    </message>
    <message>
        <source>from History</source>
        <translation>aus dem Verlauf</translation>
    </message>
    <message>
        <source>fixture of %1</source>
        <translation>Fixture von %1</translation>
    </message>
    <message>
        <source>is called now</source>
        <translation>wird jetzt aufgerufen</translation>
    </message>
    <message>
        <source>a mutation: it may change things there</source>
        <translation>eine Änderung: Dort kann etwas geändert werden</translation>
    </message>
    <message>
        <source>There is no result to compare yet: invoke an operation, or choose a fixture.</source>
        <translation>Noch kein Ergebnis zum Vergleichen: eine Operation aufrufen oder eine Fixture auswählen.</translation>
    </message>
    <message>
        <source>The result of this call is no longer kept: run it again to compare it.</source>
        <translation>Das Ergebnis dieses Aufrufs ist nicht mehr vorhanden: zum Vergleichen erneut ausführen.</translation>
    </message>
    <message>
        <source>Calling %1, to compare its result…</source>
        <translation>%1 wird aufgerufen, um das Ergebnis zu vergleichen …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>now, %1</source>
        <translation>jetzt, %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message numerus="yes">
        <source>%n recordings are not written yet: something in them is, or looks like, a secret.</source>
        <translation>
            <numerusform>%n Aufnahme ist noch nicht geschrieben: Etwas darin ist ein Geheimnis oder sieht wie eines aus.</numerusform>
            <numerusform>%n Aufnahmen sind noch nicht geschrieben: Etwas darin ist ein Geheimnis oder sieht wie eines aus.</numerusform>
        </translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsehen</translation>
    </message>
    <message numerus="yes">
        <source>The results of %n calls are no longer kept: run them again to record them.</source>
        <translation>
            <numerusform>Das Ergebnis von %n Aufruf ist nicht mehr vorhanden: zum Aufnehmen erneut ausführen.</numerusform>
            <numerusform>Die Ergebnisse von %n Aufrufen sind nicht mehr vorhanden: zum Aufnehmen erneut ausführen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder of the Fixtures</source>
        <translation>Ordner der Fixtures</translation>
    </message>
    <message>
        <source>Recorded as %1 in %2.</source>
        <translation>Als %1 in %2 aufgenommen.</translation>
    </message>
    <message numerus="yes">
        <source>Recorded %n fixtures in %1.</source>
        <translation>
            <numerusform>%n Fixture in %1 aufgenommen.</numerusform>
            <numerusform>%n Fixtures in %1 aufgenommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in Fixtures</source>
        <translation>In Fixtures anzeigen</translation>
    </message>
    <message>
        <source>the last verification</source>
        <translation>die letzte Prüfung</translation>
    </message>
    <message>
        <source>Rules saved.</source>
        <translation>Regeln gespeichert.</translation>
    </message>
    <message>
        <source>Choose the fixture that rules are to be suggested for.</source>
        <translation>Die Fixture auswählen, für die Regeln vorgeschlagen werden sollen.</translation>
    </message>
    <message>
        <source>Rule added for %1.</source>
        <translation>Regel für %1 hinzugefügt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The rules are as before.</source>
        <translation>Die Regeln sind wie vorher.</translation>
    </message>
    <message>
        <source>Deleted %1.</source>
        <translation>%1 gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n fixtures.</source>
        <translation>
            <numerusform>%n Fixture gelöscht.</numerusform>
            <numerusform>%n Fixtures gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Fixtures are being verified: compare when that is done, or cancel it.</source>
        <translation>Fixtures werden gerade geprüft: Vergleichen geht, wenn das fertig oder abgebrochen ist.</translation>
    </message>
    <message>
        <source>Not called: the secret %1 is missing.</source>
        <translation>Nicht aufgerufen: Das Geheimnis %1 fehlt.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturesModel</name>
    <message numerus="yes">
        <source>%n rules</source>
        <translation>
            <numerusform>%n Regel</numerusform>
            <numerusform>%n Regeln</numerusform>
        </translation>
    </message>
    <message>
        <source>newer version</source>
        <translation>neuere Version</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Last verification</source>
        <translation>Letzte Prüfung</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixturesPane</name>
    <message>
        <source>Fixtures</source>
        <translation>Fixtures</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>End the calls that run, and make no more</source>
        <translation>Laufende Aufrufe beenden und keine weiteren machen</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Call the sources again and compare: the chosen fixtures, or all of them</source>
        <translation>Die Quellen erneut aufrufen und vergleichen: die ausgewählten Fixtures oder alle</translation>
    </message>
    <message>
        <source>No fixtures yet: press Record beside a result, and it can be replayed and verified.</source>
        <translation>Noch keine Fixtures: neben einem Ergebnis „Aufnehmen“ drücken, dann lässt es sich wiedergeben und prüfen.</translation>
    </message>
    <message>
        <source>No fixtures in %1 yet: press Record beside a result.</source>
        <translation>Noch keine Fixtures in %1: neben einem Ergebnis „Aufnehmen“ drücken.</translation>
    </message>
    <message>
        <source>verifying %L1 of %L2</source>
        <translation>prüft %L1 von %L2</translation>
    </message>
    <message>
        <source>Delete the chosen fixtures</source>
        <translation>Die ausgewählten Fixtures löschen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Run Again and Compare</source>
        <translation>Erneut ausführen und vergleichen</translation>
    </message>
    <message>
        <source>Show Differences</source>
        <translation>Unterschiede zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Verify %n fixtures</source>
        <translation>
            <numerusform>%n Fixture prüfen</numerusform>
            <numerusform>%n Fixtures prüfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit Rules…</source>
        <translation>Regeln bearbeiten …</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n fixtures</source>
        <translation>
            <numerusform>%n Fixture löschen</numerusform>
            <numerusform>%n Fixtures löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy Note</source>
        <translation>Notiz kopieren</translation>
    </message>
    <message>
        <source>Choose Folder…</source>
        <translation>Ordner auswählen …</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::GoToPopup</name>
    <message>
        <source>Go to operation…</source>
        <translation>Gehe zu Operation …</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>No operation matches</source>
        <translation>Keine passende Operation</translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n Operation</numerusform>
            <numerusform>%n Operationen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::HistoryModel</name>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::HistoryPane</name>
    <message>
        <source>History of calls</source>
        <translation>Verlauf der Aufrufe</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Run Again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Show on the Wire</source>
        <translation>Auf der Leitung anzeigen</translation>
    </message>
    <message>
        <source>Copy Note</source>
        <translation>Notiz kopieren</translation>
    </message>
    <message>
        <source>Every call is kept here: open it, run it again, compare two, or record it as a fixture.</source>
        <translation>Jeder Aufruf wird hier aufbewahrt: öffnen, erneut ausführen, zwei vergleichen oder als Fixture aufnehmen.</translation>
    </message>
    <message numerus="yes">
        <source>Record %n results</source>
        <translation>
            <numerusform>%n Ergebnis aufnehmen</numerusform>
            <numerusform>%n Ergebnisse aufnehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare These Two</source>
        <translation>Diese beiden vergleichen</translation>
    </message>
    <message>
        <source>Compare With…</source>
        <translation>Vergleichen mit …</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ImageBlock</name>
    <message>
        <source>image, %1, %2</source>
        <translation>Bild, %1, %2</translation>
    </message>
    <message>
        <source>too large to be shown</source>
        <translation>zu groß zum Anzeigen</translation>
    </message>
    <message>
        <source>not base64</source>
        <translation>kein base64</translation>
    </message>
    <message>
        <source>not an image of a known type</source>
        <translation>kein Bild eines bekannten Typs</translation>
    </message>
    <message>
        <source>broken, or of a type that cannot be read here</source>
        <translation>beschädigt oder von einem Typ, der hier nicht lesbar ist</translation>
    </message>
    <message>
        <source>too many pixels (%1 × %2)</source>
        <translation>zu viele Pixel (%1 × %2)</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>beschädigt</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InputEditor</name>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Input as form, JSON or both</source>
        <translation>Eingabe als Formular, JSON oder beides</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Show the whole input</source>
        <translation>Die ganze Eingabe anzeigen</translation>
    </message>
    <message>
        <source>Copy the JSON</source>
        <translation>Das JSON kopieren</translation>
    </message>
    <message>
        <source>Format the JSON</source>
        <translation>Das JSON formatieren</translation>
    </message>
    <message>
        <source>Input as JSON</source>
        <translation>Eingabe als JSON</translation>
    </message>
    <message>
        <source>Too large to edit here: the beginning is shown, all of it is sent.</source>
        <translation>Zu groß zum Bearbeiten: gezeigt wird der Anfang, gesendet wird alles.</translation>
    </message>
    <message>
        <source>Line %L1, column %L2: %3</source>
        <translation>Zeile %L1, Spalte %L2: %3</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>gültig</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>not validated</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>kein JSON</translation>
    </message>
    <message>
        <source>Input is %1</source>
        <translation>Eingabe: %1</translation>
    </message>
    <message>
        <source>follows the form</source>
        <translation>folgt dem Formular</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InputsDialog</name>
    <message>
        <source>Inputs by operation</source>
        <translation>Eingaben nach Operation</translation>
    </message>
    <message>
        <source>Inputs for the Check-Up</source>
        <translation>Eingaben für die Untersuchung</translation>
    </message>
    <message>
        <source>Call more operations</source>
        <translation>Weitere Operationen aufrufen</translation>
    </message>
    <message>
        <source>Operations that are named here are called too, with the input that stands here, whatever they do.</source>
        <translation>Operationen, die hier genannt sind, werden auch aufgerufen, mit der Eingabe, die hier steht, was immer sie tun.</translation>
    </message>
    <message>
        <source>Add Operation</source>
        <translation>Operation hinzufügen</translation>
    </message>
    <message>
        <source>Begin with what its input schema says</source>
        <translation>Mit dem beginnen, was ihr Eingabeschema sagt</translation>
    </message>
    <message>
        <source>Open File…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>The same file that “envelope doctor --inputs” reads</source>
        <translation>Dieselbe Datei, die „envelope doctor --inputs“ liest</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Use These Inputs</source>
        <translation>Diese Eingaben verwenden</translation>
    </message>
    <message>
        <source>None is left</source>
        <translation>Keine mehr übrig</translation>
    </message>
    <message>
        <source>Read Inputs</source>
        <translation>Eingaben lesen</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Expected an object: a member for each operation, with its input.</source>
        <translation>Ein Objekt wird erwartet: ein Eintrag für jede Operation, mit ihrer Eingabe.</translation>
    </message>
    <message>
        <source>There is no operation %1.</source>
        <translation>Es gibt keine Operation %1.</translation>
    </message>
    <message>
        <source>May change something: %1</source>
        <translation>Kann etwas ändern: %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InspectPage</name>
    <message>
        <source>Inspect Envelope</source>
        <translation>Umschlag untersuchen</translation>
    </message>
    <message>
        <source>Says what a result is wrapped in and what is wrong with it. Nothing is sent, nothing is changed.</source>
        <translation>Sagt, worin ein Ergebnis verpackt ist und was daran nicht stimmt. Nichts wird gesendet, nichts verändert.</translation>
    </message>
    <message>
        <source>Open File…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Look at a file with JSON, an HTTP answer or the text of a tool&apos;s result</source>
        <translation>Eine Datei mit JSON, einer HTTP-Antwort oder dem Text eines Werkzeugs ansehen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Begin with an empty page</source>
        <translation>Mit einer leeren Seite beginnen</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Copy what was recognised, in the form of `envelope inspect --json`</source>
        <translation>Kopieren, was erkannt wurde, in der Form von `envelope inspect --json`</translation>
    </message>
    <message>
        <source>This file cannot be looked at</source>
        <translation>Diese Datei lässt sich nicht ansehen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text to inspect</source>
        <translation>Text, der untersucht wird</translation>
    </message>
    <message>
        <source>Paste or drop JSON, an HTTP answer, or any text</source>
        <translation>JSON, eine HTTP-Antwort oder beliebigen Text einfügen oder hierher ziehen</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Name of the tool, optional</source>
        <translation>Name des Werkzeugs, wenn bekannt</translation>
    </message>
    <message>
        <source>its name, if known</source>
        <translation>sein Name, wenn bekannt</translation>
    </message>
    <message>
        <source>Output Schema</source>
        <translation>Ausgabeschema</translation>
    </message>
    <message>
        <source>Read the output schema from a file</source>
        <translation>Das Ausgabeschema aus einer Datei lesen</translation>
    </message>
    <message>
        <source>Output schema, optional</source>
        <translation>Ausgabeschema, wenn bekannt</translation>
    </message>
    <message>
        <source>Paste or drop what the tool declares: the result is checked against it</source>
        <translation>Hier einfügen, was das Werkzeug angibt: Das Ergebnis wird daran geprüft</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnosen</translation>
    </message>
    <message>
        <source>None: nothing about it is out of order.</source>
        <translation>Keine: Daran ist nichts in Unordnung.</translation>
    </message>
    <message>
        <source>Inspect</source>
        <comment>title of a tab</comment>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Inspect File</source>
        <translation>Datei untersuchen</translation>
    </message>
    <message>
        <source>Read Output Schema</source>
        <translation>Ausgabeschema lesen</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>wenn bekannt</translation>
    </message>
    <message>
        <source>This is no JSON: %1</source>
        <translation>Das ist kein JSON: %1</translation>
    </message>
    <message>
        <source>Nothing to look at yet</source>
        <translation>Noch nichts anzusehen</translation>
    </message>
    <message>
        <source>Paste or drop the result of a tool, an HTTP answer or any JSON at the left, or open a file. Its layers, its data and what is wrong with it appear here.</source>
        <translation>Fügen Sie links das Ergebnis eines Werkzeugs, eine HTTP-Antwort oder beliebiges JSON ein, ziehen Sie es hierher, oder öffnen Sie eine Datei. Seine Schichten, seine Daten und was daran nicht stimmt erscheinen hier.</translation>
    </message>
    <message>
        <source>This cannot be looked at</source>
        <translation>Das lässt sich nicht ansehen</translation>
    </message>
    <message>
        <source>inside %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>around %1</source>
        <translation>um %1</translation>
    </message>
    <message>
        <source>%1 · looking…</source>
        <comment>file and size</comment>
        <translation>%1 · wird angesehen …</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InspectText</name>
    <message>
        <source>read-only</source>
        <translation>nur zu lesen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::JsonEdit</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::JsonTreeModel</name>
    <message>
        <source>deeper than %1: see Text</source>
        <translation>tiefer als %1: siehe Text</translation>
    </message>
    <message>
        <source>%1, warning: %2</source>
        <translation>%1, Warnung: %2</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LayerBadges</name>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Layer %1 is open: close it</source>
        <translation>Schicht %1 ist offen: schließen</translation>
    </message>
    <message>
        <source>Layer %1 is closed: open it</source>
        <translation>Schicht %1 ist geschlossen: öffnen</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Click to see the data from the layer above.</source>
        <translation>Ein Klick zeigt die Daten von der Schicht darüber.</translation>
    </message>
    <message>
        <source>Click to see what is inside.</source>
        <translation>Ein Klick zeigt, was darin ist.</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <comment>layers</comment>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Further layers, one inside the other</source>
        <translation>Weitere Schichten, eine in der anderen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LayerBar</name>
    <message>
        <source>certain: it has a mark that only this envelope has</source>
        <translation>sicher: Es trägt ein Zeichen, das nur dieser Umschlag hat</translation>
    </message>
    <message>
        <source>strong: it has the shape, and nothing else in it</source>
        <translation>stark: Es hat die Form und nichts weiter darin</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>no envelope</source>
        <translation>kein Umschlag</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>what arrived is shown as it is</source>
        <translation>was ankam, wird gezeigt, wie es ist</translation>
    </message>
    <message>
        <source>Envelope: %1</source>
        <translation>Umschlag: %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LogModel</name>
    <message>
        <source>debug</source>
        <translation>Debug</translation>
    </message>
    <message>
        <source>info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>workbench</source>
        <translation>Workbench</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LogPane</name>
    <message>
        <source>What servers write beside their answers appears here, and what the workbench has to say.</source>
        <translation>Hier erscheint, was Server neben ihren Antworten schreiben und was die Workbench meldet.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Copy Text</source>
        <translation>Text kopieren</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MainWindow</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Wire</source>
        <translation>Leitung</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Write over it</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Envelope Workbench</source>
        <translation>Envelope Workbench</translation>
    </message>
    <message>
        <source>%1 — Envelope Workbench</source>
        <translation>%1 — Envelope Workbench</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Schließen ohne Speichern</translation>
    </message>
    <message>
        <source>Remove Source</source>
        <translation>Quelle entfernen</translation>
    </message>
    <message>
        <source>Remove the source %1 from the workspace?</source>
        <translation>Die Quelle %1 aus dem Arbeitsbereich entfernen?</translation>
    </message>
    <message>
        <source>Its settings are forgotten; saved inputs stay.</source>
        <translation>Ihre Einstellungen gehen verloren; gespeicherte Eingaben bleiben.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Open Workspace</source>
        <translation>Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <source>Workspaces (*.workspace.json)</source>
        <translation>Arbeitsbereiche (*.workspace.json)</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save Workspace As</source>
        <translation>Arbeitsbereich speichern unter</translation>
    </message>
    <message>
        <source>Fixtures</source>
        <translation>Fixtures</translation>
    </message>
    <message>
        <source>Signed out of %1. Its tokens are forgotten here.</source>
        <translation>Von %1 abgemeldet. Die Token dafür sind hier vergessen.</translation>
    </message>
    <message>
        <source>There were no tokens of %1.</source>
        <translation>Es waren keine Token von %1 da.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MatchRulesModel</name>
    <message>
        <source>ignore</source>
        <translation>ignorieren</translation>
    </message>
    <message>
        <source>same type</source>
        <translation>gleicher Typ</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>any order</source>
        <translation>beliebige Reihenfolge</translation>
    </message>
    <message>
        <source>A place is a JSON Pointer (/data/id) or a JSONPath ($.data[*].id).</source>
        <translation>Eine Stelle ist ein JSON Pointer (/data/id) oder ein JSONPath ($.data[*].id).</translation>
    </message>
    <message>
        <source>A pattern needs a regular expression.</source>
        <translation>Ein Muster braucht einen regulären Ausdruck.</translation>
    </message>
    <message>
        <source>A tolerance is a number that is not negative.</source>
        <translation>Eine Toleranz ist eine Zahl, die nicht negativ ist.</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>wird durchgesehen …</translation>
    </message>
    <message>
        <source>nothing in this recording</source>
        <translation>nichts in dieser Aufnahme</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weiterer</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>In this recording</source>
        <translation>In dieser Aufnahme</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MessageBar</name>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MetaModel</name>
    <message>
        <source>as received</source>
        <translation>wie empfangen</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>%1 später</translation>
    </message>
    <message>
        <source>name look-up</source>
        <translation>Namensauflösung</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>first byte</source>
        <translation>erstes Byte</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MetaPane</name>
    <message>
        <source>Meta</source>
        <translation>Meta</translation>
    </message>
    <message>
        <source>Copy the meta as JSON</source>
        <translation>Meta als JSON kopieren</translation>
    </message>
    <message>
        <source>Meta of the envelope</source>
        <translation>Meta des Umschlags</translation>
    </message>
    <message>
        <source>as the server claims</source>
        <translation>wie der Server behauptet</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::NullableField</name>
    <message>
        <source>Send null instead of a value</source>
        <translation>null statt eines Werts senden</translation>
    </message>
    <message>
        <source>%1 is null</source>
        <translation>%1 ist null</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ObjectField</name>
    <message numerus="yes">
        <source>%n more fields: see JSON</source>
        <translation>
            <numerusform>%n weiteres Feld: siehe JSON</numerusform>
            <numerusform>%n weitere Felder: siehe JSON</numerusform>
        </translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>%1 auslassen</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Pflichtfeld</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::OperationHeader</name>
    <message>
        <source>Invoke</source>
        <translation>Aufrufen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Invoke the operation with this input (Ctrl+Return)</source>
        <translation>Die Operation mit dieser Eingabe aufrufen (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Ctrl+↵</source>
        <translation>Strg+↵</translation>
    </message>
    <message>
        <source>Subscribe</source>
        <translation>Abonnieren</translation>
    </message>
    <message>
        <source>Its source is not connected, or no longer offers it.</source>
        <translation>Die Quelle ist nicht verbunden oder bietet die Operation nicht mehr an.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>End the subscription</source>
        <translation>Das Abonnement beenden</translation>
    </message>
    <message>
        <source>Cancel the call</source>
        <translation>Den Aufruf abbrechen</translation>
    </message>
    <message>
        <source>strict cast ×</source>
        <translation>strenger Cast ×</translation>
    </message>
    <message>
        <source>Strict cast is on: switch it off</source>
        <translation>Strenger Cast ist an: ausschalten</translation>
    </message>
    <message>
        <source>A result that cannot be made to fit its output schema fails the call. Click to switch this off.</source>
        <translation>Ein Ergebnis, das sich nicht an sein Ausgabeschema anpassen lässt, lässt den Aufruf scheitern. Klicken schaltet das aus.</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Show what would be sent, as the input is now (Ctrl+Shift+R)</source>
        <translation>Zeigen, was mit der jetzigen Eingabe gesendet würde (Strg+Umschalt+R)</translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n Server</numerusform>
            <numerusform>%n Server</numerusform>
        </translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Record this result as a fixture (Ctrl+E)</source>
        <translation>Dieses Ergebnis als Fixture aufnehmen (Strg+E)</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::OperationListModel</name>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%1 von %2, %3</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::OperationPage</name>
    <message>
        <source>Copy Name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy Definition</source>
        <translation>Definition kopieren</translation>
    </message>
    <message>
        <source>Reset Input</source>
        <translation>Eingabe zurücksetzen</translation>
    </message>
    <message>
        <source>“%1” of “%2” says that it is destructive: it may delete or change things for good.</source>
        <translation>„%1“ von „%2“ bezeichnet sich als destruktiv: Daten können endgültig gelöscht oder geändert werden.</translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation>%1 aufrufen</translation>
    </message>
    <message>
        <source>Do not call</source>
        <translation>Nicht aufrufen</translation>
    </message>
    <message>
        <source>Strict Cast</source>
        <translation>Strenger Cast</translation>
    </message>
    <message>
        <source>Fail the call when its result cannot be made to fit the output schema</source>
        <translation>Den Aufruf scheitern lassen, wenn sich sein Ergebnis nicht an das Ausgabeschema anpassen lässt</translation>
    </message>
    <message>
        <source>Export Events…</source>
        <translation>Ereignisse exportieren …</translation>
    </message>
    <message>
        <source>%1 %2 may delete or change things for good.</source>
        <translation>%1 %2 kann etwas endgültig löschen oder ändern.</translation>
    </message>
    <message>
        <source>Show Request</source>
        <translation>Anfrage zeigen</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>Als curl kopieren</translation>
    </message>
    <message>
        <source>Copy as HTTP</source>
        <translation>Als HTTP kopieren</translation>
    </message>
    <message>
        <source>Copy Bug Report</source>
        <translation>Fehlerbericht kopieren</translation>
    </message>
    <message>
        <source>For the server&apos;s author: Markdown with what is wrong, the definition, the result and the versions, without secrets</source>
        <translation>Für den Autor des Servers: Markdown mit dem, was nicht stimmt, der Definition, dem Ergebnis und den Versionen, ohne Geheimnisse</translation>
    </message>
    <message>
        <source>Read Results</source>
        <translation>Ergebnisse lesen</translation>
    </message>
    <message>
        <source>As the settings of the source say</source>
        <translation>Wie in den Einstellungen der Quelle</translation>
    </message>
    <message>
        <source>JSON in text</source>
        <translation>JSON im Text</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Leave it the text that it is</source>
        <translation>Text lassen, wie er ist</translation>
    </message>
    <message>
        <source>Result that reports a failure</source>
        <translation>Ergebnis, das einen Fehlschlag meldet</translation>
    </message>
    <message>
        <source>Keep it as a result</source>
        <translation>Als Ergebnis behalten</translation>
    </message>
    <message>
        <source>Let the call fail</source>
        <translation>Den Aufruf scheitern lassen</translation>
    </message>
    <message>
        <source>The call would go to %1, which lies in a private network, and which the document names. May it go there, with what the source sends along?</source>
        <translation>Der Aufruf ginge an %1; das liegt in einem privaten Netz, und das Dokument nennt es. Darf er dorthin gehen, mit allem, was die Quelle mitsendet?</translation>
    </message>
    <message>
        <source>The call would go to %1, with “%2”, which is confirmed for no place yet. May it be sent there?</source>
        <translation>Der Aufruf ginge an %1, mit „%2“, das noch für keinen Ort bestätigt ist. Darf es dorthin gesendet werden?</translation>
    </message>
    <message>
        <source>The call would go to %1, with “%2”, which is confirmed for %3 only. May it be sent there too?</source>
        <translation>Der Aufruf ginge an %1, mit „%2“, das nur für %3 bestätigt ist. Darf es auch dorthin gesendet werden?</translation>
    </message>
    <message>
        <source>Send it there</source>
        <translation>Dorthin senden</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>Nicht senden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PageStack</name>
    <message>
        <source>Open operations and tools</source>
        <translation>Offene Operationen und Werkzeuge</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PairsField</name>
    <message>
        <source>Add variable</source>
        <translation>Variable hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Remove this pair</source>
        <translation>Dieses Paar entfernen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RateBars</name>
    <message>
        <source>Events a second, lately</source>
        <translation>Ereignisse pro Sekunde, zuletzt</translation>
    </message>
    <message>
        <source>%L1 a second</source>
        <translation>%L1 in der Sekunde</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RawField</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON; empty: left out</source>
        <translation>JSON; leer: ausgelassen</translation>
    </message>
    <message>
        <source>%1 Not sent until it is JSON.</source>
        <translation>%1 Wird erst gesendet, wenn es JSON ist.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RequestPane</name>
    <message>
        <source>‹%1, not text›</source>
        <translation>‹%1, kein Text›</translation>
    </message>
    <message>
        <source>This source does not speak HTTP: there is no request to copy.</source>
        <translation>Diese Quelle spricht kein HTTP: Es gibt keine Anfrage zu kopieren.</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Copy the request as a command of curl</source>
        <translation>Die Anfrage als Befehl von curl kopieren</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>Als curl kopieren</translation>
    </message>
    <message>
        <source>Copy the request as a message of HTTP</source>
        <translation>Die Anfrage als Nachricht von HTTP kopieren</translation>
    </message>
    <message>
        <source>Copy as HTTP</source>
        <translation>Als HTTP kopieren</translation>
    </message>
    <message>
        <source>Request as it would be sent</source>
        <translation>Anfrage, wie sie gesendet würde</translation>
    </message>
    <message>
        <source>The input is no JSON yet.</source>
        <translation>Die Eingabe ist noch kein JSON.</translation>
    </message>
    <message>
        <source>body %1</source>
        <translation>Body %1</translation>
    </message>
    <message>
        <source>cannot be sent like this</source>
        <translation>kann so nicht gesendet werden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ResultPane</name>
    <message>
        <source>Fill in the input and press Invoke: data, meta and warnings appear here side by side.</source>
        <translation>Eingabe ausfüllen und „Aufrufen“ drücken: Daten, Meta und Warnungen erscheinen hier nebeneinander.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ReviewDialog</name>
    <message>
        <source>Review Recording</source>
        <translation>Aufnahme durchsehen</translation>
    </message>
    <message numerus="yes">
        <source>%n values may be secrets</source>
        <translation>
            <numerusform>%n Wert ist möglicherweise ein Geheimnis</numerusform>
            <numerusform>%n Werte sind möglicherweise Geheimnisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n secrets were replaced</source>
        <translation>
            <numerusform>%n Geheimnis wurde ersetzt</numerusform>
            <numerusform>%n Geheimnisse wurden ersetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Known secrets are replaced in every recording. These values only look like secrets: they are replaced too, unless you take their check away. Nothing is written before you say so.</source>
        <translation>Bekannte Geheimnisse werden in jeder Aufnahme ersetzt. Diese Werte sehen nur wie Geheimnisse aus: Auch sie werden ersetzt, außer ihr Haken wird entfernt. Geschrieben wird erst nach Ihrer Zustimmung.</translation>
    </message>
    <message>
        <source>A name such as ${secret:TOKEN} stands in their place, so that a replay still fits. Nothing is written before you say so.</source>
        <translation>An ihrer Stelle steht ein Name wie ${secret:TOKEN}, damit eine Wiedergabe noch passt. Geschrieben wird erst nach Ihrer Zustimmung.</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>Einen anderen Ordner auswählen</translation>
    </message>
    <message>
        <source>Do Not Write</source>
        <translation>Nicht schreiben</translation>
    </message>
    <message numerus="yes">
        <source>Write %n fixtures</source>
        <translation>
            <numerusform>%n Fixture schreiben</numerusform>
            <numerusform>%n Fixtures schreiben</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder of the Fixtures</source>
        <translation>Ordner der Fixtures</translation>
    </message>
    <message>
        <source>Goes to %1, in a git work tree</source>
        <translation>Kommt nach %1, in einem Git-Arbeitsbaum</translation>
    </message>
    <message>
        <source>Goes to %1</source>
        <translation>Kommt nach %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ReviewModel</name>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>ersetzen</translation>
    </message>
    <message>
        <source>it is no secret</source>
        <translation>kein Geheimnis</translation>
    </message>
    <message>
        <source>%1, %2 at %3</source>
        <translation>%1, %2 bei %3</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>In der Datei</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>Beginnt mit</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RulesDialog</name>
    <message>
        <source>whatever stands there, or nothing</source>
        <translation>was immer dort steht, oder nichts</translation>
    </message>
    <message>
        <source>any value of the same JSON type</source>
        <translation>ein beliebiger Wert desselben JSON-Typs</translation>
    </message>
    <message>
        <source>a text that the expression finds</source>
        <translation>ein Text, den der Ausdruck findet</translation>
    </message>
    <message>
        <source>a number at most that far away</source>
        <translation>eine Zahl, die höchstens so weit entfernt ist</translation>
    </message>
    <message>
        <source>an array whose items come in any order</source>
        <translation>ein Array, dessen Elemente in beliebiger Reihenfolge kommen</translation>
    </message>
    <message>
        <source>Match Rules</source>
        <translation>Vergleichsregeln</translation>
    </message>
    <message>
        <source>How %1 is compared</source>
        <translation>Wie %1 verglichen wird</translation>
    </message>
    <message>
        <source>Another answer must be equal but for what these rules allow. Of several for one place the last one counts. /data is the data of the result, /meta what stands beside it.</source>
        <translation>Eine andere Antwort muss gleich sein bis auf das, was diese Regeln erlauben. Von mehreren für eine Stelle zählt die letzte. /data sind die Daten des Ergebnisses, /meta ist, was daneben steht.</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Remove rule</source>
        <translation>Regel entfernen</translation>
    </message>
    <message>
        <source>Suggest from another recording…</source>
        <translation>Aus anderer Aufnahme vorschlagen …</translation>
    </message>
    <message>
        <source>Rules that make this recording and another one of the same call the same</source>
        <translation>Regeln, mit denen diese Aufnahme und eine andere desselben Aufrufs gleich sind</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Kind of the rule</source>
        <translation>Art der Regel</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>/data/id or $.data[*].id</source>
        <translation>/data/id oder $.data[*].id</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Saved in %1</source>
        <translation>In %1 gespeichert</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>There is no other recording of this operation: record it again first</source>
        <translation>Es gibt keine andere Aufnahme dieser Operation: zuerst noch einmal aufnehmen</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Another answer must be equal but for what these rules allow. Of several for one place the last one counts. /data and /meta are those of each event, /end is how the stream ended, /count how many events there were.</source>
        <translation>Eine andere Antwort muss gleich sein bis auf das, was diese Regeln erlauben. Von mehreren für eine Stelle zählt die letzte. /data und /meta sind die jedes Ereignisses, /end ist, wie der Stream endete, /count, wie viele Ereignisse es waren.</translation>
    </message>
    <message>
        <source>/data/id, /end or /count</source>
        <translation>/data/id, /end oder /count</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SchemaForm</name>
    <message>
        <source>Input form</source>
        <translation>Eingabeformular</translation>
    </message>
    <message>
        <source>No input is asked for.</source>
        <translation>Es ist keine Eingabe vorgesehen.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SecretsDialog</name>
    <message>
        <source>%1 in the keychain</source>
        <translation>%1 im Schlüsselbund</translation>
    </message>
    <message>
        <source>Keep in the keychain</source>
        <translation>Im Schlüsselbund behalten</translation>
    </message>
    <message>
        <source>Secrets of Recorded Calls</source>
        <translation>Geheimnisse aufgenommener Aufrufe</translation>
    </message>
    <message numerus="yes">
        <source>%n secrets are needed to call again</source>
        <translation>
            <numerusform>%n Geheimnis wird gebraucht, um erneut aufzurufen</numerusform>
            <numerusform>%n Geheimnisse werden gebraucht, um erneut aufzurufen</numerusform>
        </translation>
    </message>
    <message>
        <source>The recordings hold only their names. What you type here goes to the source with the calls, and into no fixture. Without it these calls are not made.</source>
        <translation>Die Aufnahmen enthalten nur ihre Namen. Was Sie hier eingeben, geht mit den Aufrufen an die Quelle und in keine Fixture. Ohne es unterbleiben diese Aufrufe.</translation>
    </message>
    <message>
        <source>Secret %1 for %2</source>
        <translation>Geheimnis %1 für %2</translation>
    </message>
    <message numerus="yes">
        <source>for %1, needed by %n fixtures</source>
        <translation>
            <numerusform>für %1, gebraucht von %n Fixture</numerusform>
            <numerusform>für %1, gebraucht von %n Fixtures</numerusform>
        </translation>
    </message>
    <message>
        <source>Else they are forgotten when the program ends</source>
        <translation>Sonst werden sie vergessen, wenn das Programm endet</translation>
    </message>
    <message>
        <source>Forgotten when the program ends</source>
        <translation>Vergessen, wenn das Programm endet</translation>
    </message>
    <message>
        <source>Skip These</source>
        <translation>Diese auslassen</translation>
    </message>
    <message>
        <source>Leave the fixtures that need them unverified</source>
        <translation>Die Fixtures ungeprüft lassen, die sie brauchen</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>the variable %1</source>
        <translation>die Variable %1</translation>
    </message>
    <message>
        <source>for %1: %2 is taken unless you type another one</source>
        <translation>für %1: %2 gilt, wenn Sie nichts anderes eingeben</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ServiceFacts</name>
    <message>
        <source>line %L1</source>
        <translation>Zeile %L1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>user name and password</source>
        <translation>Benutzername und Passwort</translation>
    </message>
    <message>
        <source>bearer token</source>
        <translation>Bearer-Token</translation>
    </message>
    <message>
        <source>HTTP, %1</source>
        <translation>HTTP, %1</translation>
    </message>
    <message>
        <source>key in the query as %1</source>
        <translation>Schlüssel in der Query als %1</translation>
    </message>
    <message>
        <source>key in the cookie %1</source>
        <translation>Schlüssel im Cookie %1</translation>
    </message>
    <message>
        <source>key in the header %1</source>
        <translation>Schlüssel im Header %1</translation>
    </message>
    <message>
        <source>OAuth 2.0</source>
        <translation>OAuth 2.0</translation>
    </message>
    <message>
        <source>OpenID Connect</source>
        <translation>OpenID Connect</translation>
    </message>
    <message>
        <source>client certificate</source>
        <translation>Client-Zertifikat</translation>
    </message>
    <message>
        <source>Where calls go</source>
        <translation>Wohin Aufrufe gehen</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 (as set)</source>
        <translation>%1 (wie eingestellt)</translation>
    </message>
    <message>
        <source>Server variable %1</source>
        <translation>Servervariable %1</translation>
    </message>
    <message>
        <source>Where secrets come from</source>
        <translation>Woher Geheimnisse kommen</translation>
    </message>
    <message>
        <source>Secret for %1, %2</source>
        <translation>Geheimnis für %1, %2</translation>
    </message>
    <message>
        <source>keychain:NAME or env:NAME (%1)</source>
        <translation>keychain:NAME oder env:NAME (%1)</translation>
    </message>
    <message numerus="yes">
        <source>%n problems; the rest works</source>
        <translation>
            <numerusform>%n Problem; der Rest geht</numerusform>
            <numerusform>%n Probleme; der Rest geht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Signing in</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>Sign in with OAuth 2.0 where the service asks for it</source>
        <translation>Mit OAuth 2.0 anmelden, wo der Dienst es verlangt</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>Client-ID</translation>
    </message>
    <message>
        <source>As the service knows this program</source>
        <translation>Wie der Dienst dieses Programm kennt</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>Client-Geheimnis</translation>
    </message>
    <message>
        <source>keychain:NAME or env:NAME, where there is one</source>
        <translation>keychain:NAME oder env:NAME, wo es eines gibt</translation>
    </message>
    <message>
        <source>How to sign in</source>
        <translation>Art der Anmeldung</translation>
    </message>
    <message>
        <source>In the browser</source>
        <translation>Im Browser</translation>
    </message>
    <message>
        <source>With a code to type on any device</source>
        <translation>Mit einem Code, einzugeben auf einem beliebigen Gerät</translation>
    </message>
    <message>
        <source>Without a person, with the client&apos;s secret</source>
        <translation>Ohne Person, mit dem Geheimnis des Clients</translation>
    </message>
    <message>
        <source>As the service prefers</source>
        <translation>Wie der Dienst es bevorzugt</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SignInDialog</name>
    <message>
        <source>The name of this host mixes alphabets, as imitations do. To computers it is %1.</source>
        <translation>Der Name dieses Hosts mischt Alphabete, wie Nachahmungen es tun. Für Rechner heißt er %1.</translation>
    </message>
    <message>
        <source>The name of this host has letters beyond a to z. To computers it is %1.</source>
        <translation>Der Name dieses Hosts hat Buchstaben außerhalb von a bis z. Für Rechner heißt er %1.</translation>
    </message>
    <message>
        <source>Code to type</source>
        <translation>Einzugebender Code</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Whole address</source>
        <translation>Ganze Adresse</translation>
    </message>
    <message>
        <source>Send it there</source>
        <translation>Dorthin senden</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>Nicht senden</translation>
    </message>
    <message>
        <source>Sign in: %1</source>
        <translation>Anmeldung: %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>May %1 send your credentials there?</source>
        <translation>Darf %1 Ihre Zugangsdaten dorthin senden?</translation>
    </message>
    <message>
        <source>Its description says that tokens come from a place that you have not confirmed for this source. Whoever is there gets what proves that you agreed to sign in, and the client&apos;s secret where there is one.</source>
        <translation>Die Beschreibung der Quelle sagt, dass Token von einem Ort kommen, der für diese Quelle nicht von Ihnen bestätigt ist. Wer dort ist, bekommt, was Ihre Zustimmung zur Anmeldung belegt, und das Geheimnis des Clients, wo es eines gibt.</translation>
    </message>
    <message>
        <source>%1 wants you to sign in</source>
        <translation>%1 verlangt eine Anmeldung</translation>
    </message>
    <message>
        <source>You do that in your browser, at this address. Nothing is opened before you say so.</source>
        <translation>Das geschieht im Browser, unter dieser Adresse. Geöffnet wird erst nach Ihrer Zustimmung.</translation>
    </message>
    <message>
        <source>Signing in for %1</source>
        <translation>Anmeldung für %1 läuft</translation>
    </message>
    <message>
        <source>Go on in the browser; it comes back here by itself.</source>
        <translation>Im Browser fortfahren; hierher zurück geht es von selbst.</translation>
    </message>
    <message>
        <source>Open this address in any browser, on any device, and type the code.</source>
        <translation>Diese Adresse in einem beliebigen Browser auf einem beliebigen Gerät öffnen und den Code eingeben.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>As the client</source>
        <translation>Als Client</translation>
    </message>
    <message>
        <source>Confirmed so far</source>
        <translation>Bisher bestätigt</translation>
    </message>
    <message>
        <source>Would get them too</source>
        <translation>Bekäme sie auch</translation>
    </message>
    <message>
        <source>%1 (new)</source>
        <translation>%1 (neu)</translation>
    </message>
    <message>
        <source>It asks for</source>
        <translation>Verlangt wird</translation>
    </message>
    <message>
        <source>Tokens come from</source>
        <translation>Token kommen von</translation>
    </message>
    <message>
        <source>%1 (this computer)</source>
        <translation>%1 (dieser Rechner)</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>Erneut öffnen</translation>
    </message>
    <message>
        <source>Waiting for you to type it. The code is good for %1 more.</source>
        <translation>Wartet auf Ihre Eingabe. Der Code gilt noch %1.</translation>
    </message>
    <message>
        <source>Getting tokens, %1</source>
        <translation>Token werden geholt, %1</translation>
    </message>
    <message>
        <source>Waiting for the browser, %1</source>
        <translation>Wartet auf den Browser, %1</translation>
    </message>
    <message>
        <source>Signed in for %1</source>
        <translation>Für %1 angemeldet</translation>
    </message>
    <message>
        <source>Not signed in for %1</source>
        <translation>Nicht für %1 angemeldet</translation>
    </message>
    <message>
        <source>No browser could be started. Copy the address and open it in one yourself.</source>
        <translation>Es ließ sich kein Browser starten. Die Adresse kopieren und selbst in einem öffnen.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourceForm</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name *</source>
        <translation>Name *</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner auswählen</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>Programm auswählen</translation>
    </message>
    <message>
        <source>${NAME} stands for a variable of the chosen environment.</source>
        <translation>${NAME} steht für eine Variable der gewählten Umgebung.</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Weitere Einstellungen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesFilterModel</name>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesModel</name>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>connected, with limits</source>
        <translation>verbunden, eingeschränkt</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>wird verbunden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>connecting, %L1 s</source>
        <translation>wird verbunden, %L1 s</translation>
    </message>
    <message>
        <source>incomplete: %1</source>
        <translation>unvollständig: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The list of operations is incomplete: %1</source>
        <translation>Die Liste der Operationen ist unvollständig: %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n operations</source>
        <translation>
            <numerusform>%1, %n Operation</numerusform>
            <numerusform>%1, %n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>Deprecated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>%1, %2, deprecated</source>
        <translation>%1, %2, veraltet</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>veraltet</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesPane</name>
    <message>
        <source>Connect Anyway</source>
        <translation>Trotzdem verbinden</translation>
    </message>
    <message>
        <source>Read its lists; its operations cannot be invoked</source>
        <translation>Seine Listen lesen; aufrufen lassen sich seine Operationen nicht</translation>
    </message>
    <message>
        <source>Filter operations</source>
        <translation>Operationen filtern</translation>
    </message>
    <message>
        <source>Sources and operations</source>
        <translation>Quellen und Operationen</translation>
    </message>
    <message>
        <source>No operation matches.</source>
        <translation>Keine passende Operation.</translation>
    </message>
    <message>
        <source>No sources yet</source>
        <translation>Noch keine Quellen</translation>
    </message>
    <message>
        <source>MCP servers, OpenAPI services and hubs appear here.</source>
        <translation>Hier erscheinen MCP-Server, OpenAPI-Dienste und Hubs.</translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation>Quelle hinzufügen …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Add Source…</source>
        <translation>Quelle hinzufügen …</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Check Up…</source>
        <translation>Untersuchen …</translation>
    </message>
    <message>
        <source>Sign Out</source>
        <translation>Abmelden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StartPage</name>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts ist geöffnet</translation>
    </message>
    <message>
        <source>Connect something that answers, pick an operation, fill the form, press Invoke.</source>
        <translation>Verbinden, was antwortet, eine Operation auswählen, das Formular ausfüllen, „Aufrufen“ drücken.</translation>
    </message>
    <message>
        <source>Add a source</source>
        <translation>Quelle hinzufügen</translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation>Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <source>A file with sources and saved inputs</source>
        <translation>Eine Datei mit Quellen und gespeicherten Eingaben</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Demo ausprobieren</translation>
    </message>
    <message>
        <source>Local operations and an MCP server, all on this machine</source>
        <translation>Lokale Operationen und ein MCP-Server, alles auf diesem Rechner</translation>
    </message>
    <message>
        <source>Or paste a command:</source>
        <translation>Oder einen Befehl einfügen:</translation>
    </message>
    <message>
        <source>Fills the form with the command in the clipboard, or with this one</source>
        <translation>Füllt das Formular mit dem Befehl in der Zwischenablage oder mit diesem</translation>
    </message>
    <message>
        <source>An MCP server, an OpenAPI document, a hub or recorded fixtures</source>
        <translation>Ein MCP-Server, ein OpenAPI-Dokument, ein Hub oder aufgenommene Fixtures</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StatusLine</name>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>output schema not met</source>
        <translation>Ausgabeschema nicht erfüllt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Wire</source>
        <translation>Leitung</translation>
    </message>
    <message>
        <source>The data is not what the output schema declares. The warnings say where.</source>
        <translation>Die Daten entsprechen nicht dem, was das Ausgabeschema deklariert. Die Warnungen zeigen, wo.</translation>
    </message>
    <message>
        <source>Cancel the call</source>
        <translation>Den Aufruf abbrechen</translation>
    </message>
    <message>
        <source>Show what went over the wire for this call</source>
        <translation>Zeigen, was für diesen Aufruf über die Leitung ging</translation>
    </message>
    <message>
        <source>Not invoked yet</source>
        <translation>Noch nicht aufgerufen</translation>
    </message>
    <message>
        <source>%L1 s</source>
        <translation>%L1 s</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>step %L1</source>
        <translation>Schritt %L1</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>Outcome: %1, %2</source>
        <translation>Ergebnis: %1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>The result tells where its list goes on: put that into the input and invoke again</source>
        <translation>Das Ergebnis sagt, wo seine Liste weitergeht: in die Eingabe setzen und noch einmal aufrufen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare this result with another one (Ctrl+D)</source>
        <translation>Dieses Ergebnis mit einem anderen vergleichen (Strg+D)</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamModel</name>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Time since the event before</source>
        <translation>Zeit seit dem vorigen Ereignis</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamPane</name>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>aborted by the server</source>
        <translation>vom Server abgebrochen</translation>
    </message>
    <message>
        <source>failed: the connection closed</source>
        <translation>fehlgeschlagen: die Verbindung wurde geschlossen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>not subscribed yet</source>
        <translation>noch nicht abonniert</translation>
    </message>
    <message>
        <source>%L1 no longer kept</source>
        <translation>%L1 nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>%L1/s</source>
        <translation>%L1/s</translation>
    </message>
    <message>
        <source>Stream: %1, %L2 events</source>
        <translation>Strom: %1, %L2 Ereignisse</translation>
    </message>
    <message>
        <source>Subscribed. Events appear here, newest first.</source>
        <translation>Abonniert. Ereignisse erscheinen hier, die neuesten zuerst.</translation>
    </message>
    <message>
        <source>The stream ended without an event.</source>
        <translation>Der Strom endete ohne ein Ereignis.</translation>
    </message>
    <message>
        <source>Fill in the input and press Subscribe: events appear here, newest first.</source>
        <translation>Eingabe ausfüllen und „Abonnieren“ drücken: Ereignisse erscheinen hier, die neuesten zuerst.</translation>
    </message>
    <message>
        <source>event %L1</source>
        <translation>Ereignis %L1</translation>
    </message>
    <message>
        <source>Events, newest first</source>
        <translation>Ereignisse, die neuesten zuerst</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop the list; events are still received</source>
        <translation>Die Liste anhalten; Ereignisse werden weiter empfangen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Forget the events received so far</source>
        <translation>Die bisher empfangenen Ereignisse verwerfen</translation>
    </message>
    <message>
        <source>keep last</source>
        <translation>behält letzte</translation>
    </message>
    <message>
        <source>Events to keep</source>
        <translation>Zu behaltende Ereignisse</translation>
    </message>
    <message numerus="yes">
        <source>events</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>Ereignis</numerusform>
            <numerusform>Ereignisse</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 wait</source>
        <translation>%L1 warten</translation>
    </message>
    <message>
        <source>%L1 match</source>
        <translation>%L1 passen</translation>
    </message>
    <message>
        <source>Looking at the events…</source>
        <translation>Die Ereignisse werden durchgesehen …</translation>
    </message>
    <message>
        <source>No event here matches the filter.</source>
        <translation>Kein Ereignis hier passt zum Filter.</translation>
    </message>
    <message>
        <source>The stream has ended; nothing of it is kept.</source>
        <translation>Der Strom ist zu Ende; nichts davon ist aufbewahrt.</translation>
    </message>
    <message>
        <source>Export Events</source>
        <translation>Ereignisse exportieren</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>exporting…</source>
        <translation>wird exportiert …</translation>
    </message>
    <message numerus="yes">
        <source>%n exported to %1</source>
        <translation>
            <numerusform>%n nach %1 exportiert</numerusform>
            <numerusform>%n nach %1 exportiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Export the events as JSON Lines</source>
        <translation>Die Ereignisse als JSON Lines exportieren</translation>
    </message>
    <message>
        <source>Of more events the oldest are forgotten</source>
        <translation>Von mehr Ereignissen werden die ältesten vergessen</translation>
    </message>
    <message>
        <source>Filter events</source>
        <translation>Ereignisse filtern</translation>
    </message>
    <message>
        <source>Words to look for in the first %L1 characters of an event and in its warnings</source>
        <translation>Wörter, die in den ersten %L1 Zeichen eines Ereignisses und in seinen Warnungen gesucht werden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TablePane</name>
    <message>
        <source>Nothing here matches the filter.</source>
        <translation>Nichts hier passt zum Filter.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TopBar</name>
    <message>
        <source>Add source</source>
        <translation>Quelle hinzufügen</translation>
    </message>
    <message>
        <source>Add an MCP server (%1)</source>
        <translation>MCP-Server hinzufügen (%1)</translation>
    </message>
    <message>
        <source>Go to operation…</source>
        <translation>Gehe zu Operation …</translation>
    </message>
    <message>
        <source>Go to operation</source>
        <translation>Gehe zu Operation</translation>
    </message>
    <message>
        <source>no workspace</source>
        <translation>kein Arbeitsbereich</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>Workspace %1</source>
        <translation>Arbeitsbereich %1</translation>
    </message>
    <message>
        <source>No environment</source>
        <translation>Keine Umgebung</translation>
    </message>
    <message>
        <source>Environment: which values ${NAME} in the sources&apos; settings stands for. None is chosen.</source>
        <translation>Umgebung: für welche Werte ${NAME} in den Einstellungen der Quellen steht. Keine ist gewählt.</translation>
    </message>
    <message>
        <source>Environment %1: the values that ${NAME} in the sources&apos; settings stands for</source>
        <translation>Umgebung %1: die Werte, für die ${NAME} in den Einstellungen der Quellen steht</translation>
    </message>
    <message>
        <source>Environment %1</source>
        <translation>Umgebung %1</translation>
    </message>
    <message>
        <source>Record all</source>
        <translation>Alle aufnehmen</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Nimmt auf</translation>
    </message>
    <message>
        <source>Recording every result: switch it off</source>
        <translation>Jedes Ergebnis wird aufgenommen: ausschalten</translation>
    </message>
    <message>
        <source>Every result is recorded as a fixture. Click to switch this off.</source>
        <translation>Jedes Ergebnis wird als Fixture aufgenommen. Klicken schaltet das aus.</translation>
    </message>
    <message>
        <source>Record every result as a fixture, until this is switched off</source>
        <translation>Jedes Ergebnis als Fixture aufnehmen, bis dies ausgeschaltet wird</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TrustDialog</name>
    <message>
        <source>Connect to %1</source>
        <translation>Mit %1 verbinden</translation>
    </message>
    <message>
        <source>Trust and connect</source>
        <translation>Vertrauen und verbinden</translation>
    </message>
    <message>
        <source>Do not start</source>
        <translation>Nicht starten</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>Nicht verbinden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TrustPanel</name>
    <message>
        <source>Do you trust this program?</source>
        <translation>Diesem Programm vertrauen?</translation>
    </message>
    <message>
        <source>Command that would be started</source>
        <translation>Befehl, der gestartet würde</translation>
    </message>
    <message>
        <source>The workbench would start it as you. It can read and change your files and use the network; the workbench cannot hold it back.</source>
        <translation>Die Workbench würde es unter Ihrem Benutzerkonto starten. Es kann Ihre Dateien lesen und ändern und das Netzwerk verwenden; die Workbench kann es nicht zurückhalten.</translation>
    </message>
    <message>
        <source>%1 may also download code first.</source>
        <translation>%1 lädt außerdem möglicherweise zuerst Code herunter.</translation>
    </message>
    <message>
        <source>In the folder %1.</source>
        <translation>Im Ordner %1.</translation>
    </message>
    <message>
        <source>With the variables %1.</source>
        <translation>Mit den Variablen %1.</translation>
    </message>
    <message>
        <source>It is asked again when the command, its arguments, its folder or its variables change.</source>
        <translation>Die Frage wird erneut gestellt, wenn sich der Befehl, seine Argumente, sein Ordner oder seine Variablen ändern.</translation>
    </message>
    <message>
        <source>May this source have your secrets?</source>
        <translation>Darf diese Quelle Ihre Geheimnisse haben?</translation>
    </message>
    <message>
        <source>Connecting takes them from where they are kept and hands them to the source. Whoever is at the other end can use them.</source>
        <translation>Beim Verbinden werden sie geholt, wo sie verwahrt sind, und der Quelle gegeben. Wer am anderen Ende ist, kann sie benutzen.</translation>
    </message>
    <message>
        <source>Secrets that would be handed out, and where to</source>
        <translation>Geheimnisse, die herausgegeben würden, und wohin</translation>
    </message>
    <message>
        <source>where the settings say</source>
        <translation>wohin die Einstellungen sagen</translation>
    </message>
    <message>
        <source>It is asked again when the source wants another secret or goes to another place.</source>
        <translation>Es wird wieder gefragt, wenn die Quelle ein anderes Geheimnis will oder an einen anderen Ort geht.</translation>
    </message>
    <message>
        <source>With the secrets %1.</source>
        <translation>Mit den Geheimnissen %1.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::UnifiedErrorLine</name>
    <message>
        <source>%1: %2</source>
        <comment>code, message</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>may be tried again</source>
        <translation>kann noch einmal versucht werden</translation>
    </message>
    <message>
        <source>trying again will not help</source>
        <translation>ein weiterer Versuch hilft nicht</translation>
    </message>
    <message>
        <source>hint: %1</source>
        <translation>Rat: %1</translation>
    </message>
    <message>
        <source>next: %1</source>
        <comment>a tool to call</comment>
        <translation>weiter mit: %1</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>Fehler: %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::VariantField</name>
    <message>
        <source>(left out)</source>
        <translation>(ausgelassen)</translation>
    </message>
    <message>
        <source>Shape %L1</source>
        <translation>Variante %L1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ViewPane</name>
    <message>
        <source>Content of the result</source>
        <translation>Inhalt des Ergebnisses</translation>
    </message>
    <message numerus="yes">
        <source>%n more blocks: see Meta</source>
        <translation>
            <numerusform>%n weiterer Block: siehe Meta</numerusform>
            <numerusform>%n weitere Blöcke: siehe Meta</numerusform>
        </translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>audio, %1, %2: not played</source>
        <translation>Audio, %1, %2: nicht wiedergegeben</translation>
    </message>
    <message>
        <source>link to a resource, not read: %1</source>
        <translation>Verweis auf eine Ressource, nicht gelesen: %1</translation>
    </message>
    <message>
        <source>resource %1, %2, %3</source>
        <translation>Ressource %1, %2, %3</translation>
    </message>
    <message>
        <source>resource %1</source>
        <translation>Ressource %1</translation>
    </message>
    <message>
        <source>block of type “%1”: see Meta</source>
        <translation>Block vom Typ „%1“: siehe Meta</translation>
    </message>
    <message>
        <source>The rest is in Text.</source>
        <translation>Der Rest steht unter „Text“.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningCard</name>
    <message>
        <source>whole result</source>
        <translation>gesamtes Ergebnis</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Show in schema</source>
        <translation>Im Schema anzeigen</translation>
    </message>
    <message>
        <source>Show as received</source>
        <translation>Wie empfangen anzeigen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningsModel</name>
    <message>
        <source>%1 was added</source>
        <translation>%1 wurde hinzugefügt</translation>
    </message>
    <message>
        <source>%1 was removed</source>
        <translation>%1 wurde entfernt</translation>
    </message>
    <message>
        <source>%1 became %2</source>
        <translation>%1 wurde zu %2</translation>
    </message>
    <message>
        <source>Shown as received: events are not normalised</source>
        <translation>Wie empfangen angezeigt: Ereignisse werden nicht normalisiert</translation>
    </message>
    <message>
        <source>Changed to suit the output schema</source>
        <translation>An das Ausgabeschema angepasst</translation>
    </message>
    <message numerus="yes">
        <source>%n more warnings are not shown</source>
        <translation>
            <numerusform>%n weitere Warnung wird nicht angezeigt</numerusform>
            <numerusform>%n weitere Warnungen werden nicht angezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>There are more warnings than these</source>
        <translation>Es gibt mehr Warnungen als diese</translation>
    </message>
    <message>
        <source>Only the first %L1 changes are shown</source>
        <translation>Nur die ersten %L1 Änderungen werden angezeigt</translation>
    </message>
    <message>
        <source>Schema %1</source>
        <translation>Schema %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningsPane</name>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Copy all warnings</source>
        <translation>Alle Warnungen kopieren</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr anzeigen</translation>
    </message>
    <message>
        <source>None: the data is as its schema says.</source>
        <translation>Keine: die Daten entsprechen ihrem Schema.</translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>None: a failure is not held to the schema.</source>
        <translation>Keine: Ein Fehler wird nicht am Schema gemessen.</translation>
    </message>
    <message>
        <source>None: no schema is declared that it could break.</source>
        <translation>Keine: Es ist kein Schema angegeben, das verletzt sein könnte.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WindowActions</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New Workspace</source>
        <translation>&amp;Neuer Arbeitsbereich</translation>
    </message>
    <message>
        <source>&amp;Open Workspace…</source>
        <translation>Arbeitsbereich ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Try the &amp;Demo</source>
        <translation>&amp;Demo ausprobieren</translation>
    </message>
    <message>
        <source>&amp;Save Workspace</source>
        <translation>Arbeitsbereich &amp;speichern</translation>
    </message>
    <message>
        <source>Save Workspace &amp;As…</source>
        <translation>Arbeitsbereich speichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>Alles aus&amp;wählen</translation>
    </message>
    <message>
        <source>&amp;Filter Operations</source>
        <translation>Operationen &amp;filtern</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>&amp;Wire</source>
        <translation>&amp;Leitung</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Protokoll</translation>
    </message>
    <message>
        <source>Show or Hide the &amp;Bottom Panel</source>
        <translation>&amp;Untere Leiste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Design</translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Source</source>
        <translation>&amp;Quelle</translation>
    </message>
    <message>
        <source>&amp;Add Source…</source>
        <translation>Quelle hin&amp;zufügen …</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>&amp;Verbinden</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>&amp;Trennen</translation>
    </message>
    <message>
        <source>&amp;Refresh Operations</source>
        <translation>Operationen &amp;aktualisieren</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>&amp;Bearbeiten …</translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation>&amp;Entfernen …</translation>
    </message>
    <message>
        <source>&amp;Operation</source>
        <translation>&amp;Operation</translation>
    </message>
    <message>
        <source>&amp;Go to Operation…</source>
        <translation>&amp;Gehe zu Operation …</translation>
    </message>
    <message>
        <source>&amp;Invoke</source>
        <translation>&amp;Aufrufen</translation>
    </message>
    <message>
        <source>&amp;Send Anyway</source>
        <translation>&amp;Trotzdem senden</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>C&amp;lose Tab</source>
        <translation>Tab &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;About Envelope Workbench</source>
        <translation>&amp;Über Envelope Workbench</translation>
    </message>
    <message>
        <source>About Envelope Workbench</source>
        <translation>Über Envelope Workbench</translation>
    </message>
    <message>
        <source>Envelope Workbench %1</source>
        <translation>Envelope Workbench %1</translation>
    </message>
    <message>
        <source>Shows data, meta, warnings and streams of tool servers side by side. Apache License 2.0.</source>
        <translation>Zeigt Daten, Meta, Warnungen und Ströme von Werkzeugservern nebeneinander. Apache-Lizenz 2.0.</translation>
    </message>
    <message>
        <source>&amp;Inspect Envelope…</source>
        <translation>Um&amp;schlag untersuchen …</translation>
    </message>
    <message>
        <source>Check &amp;Up…</source>
        <translation>&amp;Untersuchen …</translation>
    </message>
    <message>
        <source>&amp;Fixtures</source>
        <translation>&amp;Fixtures</translation>
    </message>
    <message>
        <source>Sign &amp;Out</source>
        <translation>Ab&amp;melden</translation>
    </message>
    <message>
        <source>Fi&amp;xtures</source>
        <translation>Fi&amp;xtures</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>&amp;Aufnehmen</translation>
    </message>
    <message>
        <source>Record &amp;All</source>
        <translation>A&amp;lle aufnehmen</translation>
    </message>
    <message>
        <source>&amp;Verify All</source>
        <translation>Alle &amp;prüfen</translation>
    </message>
    <message>
        <source>&amp;Compare With…</source>
        <translation>&amp;Vergleichen mit …</translation>
    </message>
    <message>
        <source>&amp;Suggest Rules…</source>
        <translation>&amp;Regeln vorschlagen …</translation>
    </message>
    <message>
        <source>Choose &amp;Folder…</source>
        <translation>&amp;Ordner auswählen …</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WireModel</name>
    <message>
        <source>in</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>out</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WirePane</name>
    <message>
        <source>Every frame that goes over a wire is shown here, exactly as it was sent or received.</source>
        <translation>Jeder Frame, der über eine Leitung geht, wird hier genau so gezeigt, wie er gesendet oder empfangen wurde.</translation>
    </message>
    <message>
        <source>one call ×</source>
        <translation>ein Aufruf ×</translation>
    </message>
    <message>
        <source>Frames on the wire</source>
        <translation>Frames auf der Leitung</translation>
    </message>
    <message>
        <source>Only the frames of one call are shown. Click to show all.</source>
        <translation>Nur die Frames eines Aufrufs werden gezeigt. Ein Klick zeigt alle.</translation>
    </message>
    <message>
        <source>The chosen frame</source>
        <translation>Der ausgewählte Frame</translation>
    </message>
    <message>
        <source>Copy Frame</source>
        <translation>Frame kopieren</translation>
    </message>
    <message>
        <source>Only Frames of This Call</source>
        <translation>Nur Frames dieses Aufrufs</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WorkspaceController</name>
    <message>
        <source>unsaved workspace</source>
        <translation>nicht gespeicherter Arbeitsbereich</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Explore, invoke and check tool servers.</source>
        <translation>Werkzeugserver erkunden, aufrufen und prüfen.</translation>
    </message>
    <message>
        <source>Workspace file to open.</source>
        <translation>Arbeitsbereichsdatei, die geöffnet wird.</translation>
    </message>
    <message>
        <source>Open the demo workspace.</source>
        <translation>Den Demo-Arbeitsbereich öffnen.</translation>
    </message>
    <message>
        <source>Save pictures of the demo in &lt;folder&gt; and quit.</source>
        <translation>Bilder der Demo in &lt;folder&gt; speichern und beenden.</translation>
    </message>
    <message>
        <source>Print when the first frame is painted, and quit.</source>
        <translation>Ausgeben, wann das erste Bild gezeichnet ist, und beenden.</translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>BlockContent</name>
    <message>
        <source>for the user</source>
        <translation>für den Benutzer</translation>
    </message>
    <message>
        <source>for the assistant</source>
        <translation>für den Assistenten</translation>
    </message>
    <message>
        <source>for &quot;%1&quot;</source>
        <translation>für „%1“</translation>
    </message>
    <message>
        <source>priority %1</source>
        <translation>Priorität %1</translation>
    </message>
    <message>
        <source>last modified %1</source>
        <translation>zuletzt geändert %1</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>Audio</translation>
    </message>
    <message>
        <source>resource link</source>
        <translation>Verweis auf eine Ressource</translation>
    </message>
    <message>
        <source>Block of type &quot;%1&quot;</source>
        <translation>Block vom Typ „%1“</translation>
    </message>
    <message>
        <source>Block without a type</source>
        <translation>Block ohne Typ</translation>
    </message>
    <message>
        <source>as received</source>
        <translation>wie empfangen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>The content of the block is not valid base64.</source>
        <translation>Der Inhalt des Blocks ist kein gültiges Base64.</translation>
    </message>
</context>
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
Exit codes: 0 ok, 1 the operation returned an error, 2 usage, 3 connection or transport, 4 timeout,
5 protocol violation by the peer, 6 limit exceeded, 7 validation, 8 trust required,
9 a request of the server was declined, 130 interrupted
</source>
        <translation>
Rückgabewerte: 0 in Ordnung, 1 die Operation hat einen Fehler zurückgegeben, 2 falsche Verwendung,
3 Verbindung oder Transport, 4 Zeitüberschreitung, 5 Protokollverletzung der Gegenseite,
6 Grenze überschritten, 7 Validierung, 8 Vertrauen nötig,
9 eine Anfrage des Servers wurde abgelehnt, 130 unterbrochen
</translation>
    </message>
    <message>
        <source>
Help for a command: envelope help COMMAND, or envelope COMMAND -h
</source>
        <translation>
Hilfe zu einem Befehl: envelope help COMMAND oder envelope COMMAND -h
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
Input:
</source>
        <translation>
Eingabe:
</translation>
    </message>
    <message>
        <source>
Forms of SOURCE and common options: envelope --help
</source>
        <translation>
Formen von SOURCE und gemeinsame Optionen: envelope --help
</translation>
    </message>
    <message>
        <source>
Common options: envelope --help
</source>
        <translation>
Gemeinsame Optionen: envelope --help
</translation>
    </message>
</context>
<context>
    <name>ComparedText</name>
    <message>
        <source>⋯ unchanged</source>
        <translation>⋯ unverändert</translation>
    </message>
</context>
<context>
    <name>CoreText</name>
    <message>
        <source>Expected one of %1 values, got %2</source>
        <translation>Einer von %1 Werten erwartet, %2 erhalten</translation>
    </message>
    <message>
        <source>Expected one of %1, got %2</source>
        <translation>Erwartet: eines von %1; erhalten: %2</translation>
    </message>
    <message>
        <source>Expected text that matches %1, got %2</source>
        <translation>Erwartet: Text, der zu %1 passt; erhalten: %2</translation>
    </message>
    <message>
        <source>Expected format %1, got %2</source>
        <translation>Erwartet: Format %1; erhalten: %2</translation>
    </message>
    <message>
        <source>Expected a multiple of %1, got %2</source>
        <translation>Erwartet: ein Vielfaches von %1; erhalten: %2</translation>
    </message>
    <message>
        <source>Expected %1, got %2</source>
        <translation>Erwartet: %1; erhalten: %2</translation>
    </message>
    <message>
        <source>Required member &quot;%1&quot; is missing</source>
        <translation>Das erforderliche Element „%1“ fehlt</translation>
    </message>
    <message>
        <source>Member &quot;%1&quot; is missing, which &quot;%2&quot; requires</source>
        <translation>Das Element „%1“ fehlt; „%2“ verlangt es</translation>
    </message>
    <message>
        <source>Unexpected member &quot;%1&quot;</source>
        <translation>Unerwartetes Element „%1“</translation>
    </message>
    <message>
        <source>Unexpected item</source>
        <translation>Unerwarteter Eintrag</translation>
    </message>
    <message>
        <source>Items %1 and %2 are equal</source>
        <translation>Die Einträge %1 und %2 sind gleich</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; nearest at %2: %3</source>
        <translation>Passt zu keiner von %1 Alternativen; am nächsten bei %2: %3</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; nearest: %2</source>
        <translation>Passt zu keiner von %1 Alternativen; am nächsten: %2</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives</source>
        <translation>Passt zu keiner von %1 Alternativen</translation>
    </message>
    <message>
        <source>Matches more than one of %1 alternatives, expected exactly one</source>
        <translation>Passt zu mehr als einer von %1 Alternativen, genau eine erwartet</translation>
    </message>
    <message>
        <source>Matches a schema that it must not match</source>
        <translation>Passt zu einem Schema, zu dem es nicht passen darf</translation>
    </message>
    <message>
        <source>Not validated: %1</source>
        <translation>Nicht geprüft: %1</translation>
    </message>
    <message>
        <source>The schema cannot be used: %1: %2</source>
        <translation>Das Schema ist nicht verwendbar: %1: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; declares an output schema but returned no structuredContent.</source>
        <translation>„%1“ deklariert ein Ausgabeschema, hat aber kein structuredContent geliefert.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; declares an output schema but returned no data.</source>
        <translation>„%1“ deklariert ein Ausgabeschema, hat aber keine Daten geliefert.</translation>
    </message>
    <message>
        <source>Output normalisation failed for %1: %2</source>
        <translation>Die Normalisierung der Ausgabe von %1 ist fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>The input of %1 does not match its schema: %2</source>
        <translation>Die Eingabe von %1 passt nicht zu ihrem Schema: %2</translation>
    </message>
    <message>
        <source>The input of %1 does not match its schema:</source>
        <translation>Die Eingabe von %1 passt nicht zu ihrem Schema:</translation>
    </message>
    <message>
        <source>called by the hub %1; %2</source>
        <translation>aufgerufen vom Hub %1; %2</translation>
    </message>
    <message>
        <source>called by the hub %1</source>
        <translation>aufgerufen vom Hub %1</translation>
    </message>
    <message>
        <source>called by %1; %2</source>
        <translation>aufgerufen von %1; %2</translation>
    </message>
    <message>
        <source>called by %1</source>
        <translation>aufgerufen von %1</translation>
    </message>
    <message>
        <source>the caller aborted it</source>
        <translation>der Aufrufer hat den Aufruf abgebrochen</translation>
    </message>
    <message>
        <source>%1 value normalised</source>
        <translation>%1 Wert normalisiert</translation>
    </message>
    <message>
        <source>%1 values normalised</source>
        <translation>%1 Werte normalisiert</translation>
    </message>
    <message>
        <source>%1 more change is not reported</source>
        <translation>%1 weitere Änderung wird nicht gemeldet</translation>
    </message>
    <message>
        <source>%1 more changes are not reported</source>
        <translation>%1 weitere Änderungen werden nicht gemeldet</translation>
    </message>
    <message>
        <source>A peer sent a bare value where the call protocol expects an envelope; it was wrapped on the way</source>
        <translation>Eine Gegenstelle hat einen bloßen Wert gesendet, wo das Aufrufprotokoll einen Envelope verlangt; er wurde unterwegs eingepackt</translation>
    </message>
    <message>
        <source>not valid JSON, line %1, column %2: %3</source>
        <translation>kein gültiges JSON, Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>there is no value</source>
        <translation>es gibt keinen Wert</translation>
    </message>
    <message>
        <source>something follows the value</source>
        <translation>auf den Wert folgt noch etwas</translation>
    </message>
    <message>
        <source>the text ends too early</source>
        <translation>der Text endet zu früh</translation>
    </message>
    <message>
        <source>A JSON text holds more than %1 values.</source>
        <translation>Ein JSON-Text enthält mehr als %1 Werte.</translation>
    </message>
    <message>
        <source>The key occurs more than once; the last value counts.</source>
        <translation>Der Schlüssel kommt mehrmals vor; der letzte Wert zählt.</translation>
    </message>
    <message>
        <source>The schema describes the data; the server sent the envelope around it</source>
        <translation>Das Schema beschreibt die Daten; der Server hat den Envelope darum gesendet</translation>
    </message>
    <message>
        <source>The schema describes the data; the server sent the envelopes around it</source>
        <translation>Das Schema beschreibt die Daten; der Server hat die Envelopes darum gesendet</translation>
    </message>
    <message>
        <source>The schema describes an envelope; the server sent the bare data</source>
        <translation>Das Schema beschreibt einen Envelope; der Server hat die bloßen Daten gesendet</translation>
    </message>
    <message>
        <source>The result does not match the output schema</source>
        <translation>Das Ergebnis passt nicht zum Ausgabeschema</translation>
    </message>
    <message>
        <source>The output schema of &quot;%1&quot; describes the data inside the %2 envelope, but %3 carries the whole envelope.</source>
        <translation>Das Ausgabeschema von „%1“ beschreibt die Daten im Envelope %2, aber %3 enthält den ganzen Envelope.</translation>
    </message>
    <message>
        <source>The output schema of &quot;%1&quot; describes %2, but %3 carries the data without it.</source>
        <translation>Das Ausgabeschema von „%1“ beschreibt %2, aber %3 enthält die Daten ohne diesen Envelope.</translation>
    </message>
    <message>
        <source>The data inside is valid.</source>
        <translation>Die Daten darin sind gültig.</translation>
    </message>
    <message>
        <source>Wrapped in that envelope, the data would be valid.</source>
        <translation>In diesem Envelope wären die Daten gültig.</translation>
    </message>
    <message>
        <source>A client that checks results against the schema refuses this one.</source>
        <translation>Ein Client, der Ergebnisse mit dem Schema prüft, weist dieses zurück.</translation>
    </message>
    <message>
        <source>%1 does not match the output schema of &quot;%2&quot;: %3.</source>
        <translation>%1 passt nicht zum Ausgabeschema von „%2“: %3.</translation>
    </message>
    <message>
        <source>Return the bare data as %1</source>
        <translation>Die bloßen Daten als %1 liefern</translation>
    </message>
    <message>
        <source>Or declare a schema for the whole envelope</source>
        <translation>Oder ein Schema für den ganzen Envelope deklarieren</translation>
    </message>
    <message>
        <source>Wrap the result</source>
        <translation>Das Ergebnis in den Envelope verpacken</translation>
    </message>
    <message>
        <source>Or declare the schema of the data</source>
        <translation>Oder das Schema der Daten deklarieren</translation>
    </message>
    <message>
        <source>Return what the schema declares</source>
        <translation>Liefern, was das Schema deklariert</translation>
    </message>
    <message>
        <source>Or declare what is returned</source>
        <translation>Oder deklarieren, was geliefert wird</translation>
    </message>
    <message>
        <source>Or declare no output schema</source>
        <translation>Oder kein Ausgabeschema deklarieren</translation>
    </message>
    <message>
        <source>Fix %1  %2: %3</source>
        <translation>Abhilfe %1  %2: %3</translation>
    </message>
    <message>
        <source>Or declare what the tool returns</source>
        <translation>Oder deklarieren, was das Tool liefert</translation>
    </message>
    <message>
        <source>Return the value as structuredContent as well</source>
        <translation>Den Wert auch als structuredContent liefern</translation>
    </message>
    <message>
        <source>Or return the value as structuredContent</source>
        <translation>Oder den Wert als structuredContent liefern</translation>
    </message>
    <message>
        <source>Mark the result as failed</source>
        <translation>Das Ergebnis als Fehlschlag kennzeichnen</translation>
    </message>
    <message>
        <source>Set isError to match the envelope</source>
        <translation>isError passend zum Envelope setzen</translation>
    </message>
    <message>
        <source>Write the same value into the text</source>
        <translation>Denselben Wert in den Text schreiben</translation>
    </message>
    <message>
        <source>Rewrite the block</source>
        <translation>Den Block neu schreiben</translation>
    </message>
    <message>
        <source>The server refused its own result: it has no structuredContent</source>
        <translation>Der Server hat sein eigenes Ergebnis zurückgewiesen: Es hat kein structuredContent</translation>
    </message>
    <message>
        <source>%1: most likely, an envelope is around the data</source>
        <translation>%1: Wahrscheinlich ist ein Envelope um die Daten</translation>
    </message>
    <message>
        <source>The server refused its own result</source>
        <translation>Der Server hat sein eigenes Ergebnis zurückgewiesen</translation>
    </message>
    <message>
        <source>A client on the way refused the result: it has no structuredContent</source>
        <translation>Ein Client auf dem Weg hat das Ergebnis zurückgewiesen: Es hat kein structuredContent</translation>
    </message>
    <message>
        <source>A client on the way refused the result</source>
        <translation>Ein Client auf dem Weg hat das Ergebnis zurückgewiesen</translation>
    </message>
    <message>
        <source>A schema is declared, but there is no structuredContent</source>
        <translation>Ein Schema ist deklariert, aber es gibt kein structuredContent</translation>
    </message>
    <message>
        <source>The text and structuredContent differ</source>
        <translation>Der Text und structuredContent unterscheiden sich</translation>
    </message>
    <message>
        <source>The envelope block and structuredContent differ</source>
        <translation>Der Envelope-Block und structuredContent unterscheiden sich</translation>
    </message>
    <message>
        <source>The envelope reports a failure, the result does not</source>
        <translation>Der Envelope meldet einen Fehlschlag, das Ergebnis nicht</translation>
    </message>
    <message>
        <source>The result is marked as failed, its envelope reports success</source>
        <translation>Das Ergebnis ist als Fehlschlag gekennzeichnet, sein Envelope meldet Erfolg</translation>
    </message>
    <message>
        <source>The envelope block is empty</source>
        <translation>Der Envelope-Block ist leer</translation>
    </message>
    <message>
        <source>The envelope block cannot be decoded</source>
        <translation>Der Envelope-Block lässt sich nicht decodieren</translation>
    </message>
    <message>
        <source>The envelope block was cut off</source>
        <translation>Der Envelope-Block wurde abgeschnitten</translation>
    </message>
    <message>
        <source>The envelope block is not JSON</source>
        <translation>Der Envelope-Block ist kein JSON</translation>
    </message>
    <message>
        <source>asks for %1 at the root</source>
        <translation>verlangt %1 an der Wurzel</translation>
    </message>
    <message>
        <source>is not met by the whole value</source>
        <translation>wird vom ganzen Wert nicht erfüllt</translation>
    </message>
    <message>
        <source>are not met by the whole value</source>
        <translation>werden vom ganzen Wert nicht erfüllt</translation>
    </message>
    <message>
        <source>is not met</source>
        <translation>wird nicht erfüllt</translation>
    </message>
    <message>
        <source>are not met</source>
        <translation>werden nicht erfüllt</translation>
    </message>
    <message>
        <source>%1 is missing here</source>
        <translation>%1 fehlt hier</translation>
    </message>
    <message>
        <source>%1 are missing here</source>
        <translation>%1 fehlen hier</translation>
    </message>
    <message>
        <source>%1 has it, and is valid</source>
        <translation>%1 hat es und ist gültig</translation>
    </message>
    <message>
        <source>%1 has them, and is valid</source>
        <translation>%1 hat sie und ist gültig</translation>
    </message>
    <message>
        <source>%1 is valid</source>
        <translation>%1 ist gültig</translation>
    </message>
    <message>
        <source>the server did not send the refused value itself</source>
        <translation>den zurückgewiesenen Wert selbst hat der Server nicht gesendet</translation>
    </message>
    <message>
        <source>structuredContent is missing here</source>
        <translation>structuredContent fehlt hier</translation>
    </message>
    <message>
        <source>the JSON in its text is what the schema declares</source>
        <translation>das JSON in seinem Text ist, was das Schema deklariert</translation>
    </message>
    <message>
        <source>a result without structuredContent cannot meet it</source>
        <translation>ein Ergebnis ohne structuredContent kann es nicht erfüllen</translation>
    </message>
    <message>
        <source>the issues in the refusal</source>
        <translation>die Fehler in der Zurückweisung</translation>
    </message>
    <message>
        <source>not met by the result</source>
        <translation>vom Ergebnis nicht erfüllt</translation>
    </message>
    <message>
        <source>the schema that the result was checked against</source>
        <translation>das Schema, gegen das das Ergebnis geprüft wurde</translation>
    </message>
    <message>
        <source>the refusal</source>
        <translation>die Zurückweisung</translation>
    </message>
    <message>
        <source>only this text was received</source>
        <translation>nur dieser Text kam an</translation>
    </message>
    <message>
        <source>reports success</source>
        <translation>meldet Erfolg</translation>
    </message>
    <message>
        <source>reports a failure</source>
        <translation>meldet einen Fehlschlag</translation>
    </message>
    <message>
        <source>says that the call failed</source>
        <translation>sagt, dass der Aufruf fehlschlug</translation>
    </message>
    <message>
        <source>says that the call succeeded</source>
        <translation>sagt, dass der Aufruf gelang</translation>
    </message>
    <message>
        <source>the result around it</source>
        <translation>das Ergebnis darum</translation>
    </message>
    <message>
        <source>the result</source>
        <translation>das Ergebnis</translation>
    </message>
    <message>
        <source>The program %1 was not found. Install it, or give its full path.</source>
        <translation>Das Programm %1 wurde nicht gefunden. Installieren Sie es, oder geben Sie seinen ganzen Pfad an.</translation>
    </message>
    <message>
        <source>There is no program at %1. Check the path of the command.</source>
        <translation>Bei %1 ist kein Programm. Prüfen Sie den Pfad des Befehls.</translation>
    </message>
    <message>
        <source>There is no program at %1. If this is a program with its arguments, enter each argument separately.</source>
        <translation>Bei %1 ist kein Programm. Wenn das ein Programm mit seinen Argumenten ist, geben Sie jedes Argument einzeln an.</translation>
    </message>
    <message>
        <source>%1 is a folder, not a program. Name the program inside it.</source>
        <translation>%1 ist ein Ordner, kein Programm. Nennen Sie das Programm darin.</translation>
    </message>
    <message>
        <source>No program is named for this source. Enter the command that starts the server.</source>
        <translation>Für diese Quelle ist kein Programm genannt. Geben Sie den Befehl ein, der den Server startet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; ended with %2.</source>
        <translation>Der Server „%1“ endete mit %2.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; was stopped.</source>
        <translation>Der Server „%1“ wurde beendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed its standard output while it was still running.</source>
        <translation>Der Server „%1“ hat seine Standardausgabe geschlossen, während er noch lief.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was started or reached, but did not answer %2 within %3. Check that it is an MCP server, or give it longer to start.</source>
        <translation>„%1“ wurde gestartet oder erreicht, hat aber %2 nicht innerhalb von %3 beantwortet. Prüfen Sie, ob es ein MCP-Server ist, oder lassen Sie ihm mehr Zeit zum Starten.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; refused the connection to %2: nothing listens there. Is it running?</source>
        <translation>Der Server „%1“ hat die Verbindung zu %2 abgelehnt: Dort nimmt nichts Verbindungen an. Läuft er?</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; was not found: the name &quot;%2&quot; has no address. Check the address and the network.</source>
        <translation>Der Server „%1“ wurde nicht gefunden: Der Name „%2“ hat keine Adresse. Prüfen Sie die Adresse und das Netz.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached at %2. Check the network.</source>
        <translation>Der Server „%1“ war unter %2 nicht erreichbar. Prüfen Sie das Netz.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not agree on an encrypted connection to %2.</source>
        <translation>Mit dem Server „%1“ kam keine verschlüsselte Verbindung zu %2 zustande.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; refused the request (%2). Check the address and what was sent.</source>
        <translation>Der Server „%1“ hat die Anfrage abgelehnt (%2). Prüfen Sie die Adresse und was gesendet wurde.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; failed (%2). Try again later.</source>
        <translation>Der Server „%1“ hat einen Fehler gemeldet (%2). Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was asked %2 and %3.</source>
        <translation>„%1“ wurde nach %2 gefragt und %3.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; aborted the subscription</source>
        <translation>„%1“ hat das Abonnement abgebrochen</translation>
    </message>
    <message>
        <source>The peer sent a bare value instead of an envelope</source>
        <translation>Die Gegenstelle hat einen bloßen Wert statt eines Envelopes gesendet</translation>
    </message>
    <message>
        <source>a bare value instead of an envelope</source>
        <translation>ein bloßer Wert statt eines Envelopes</translation>
    </message>
    <message>
        <source>Check the scheme (http or https) and the port of its address.</source>
        <translation>Prüfen Sie das Schema (http oder https) und den Port seiner Adresse.</translation>
    </message>
    <message>
        <source>Check its address and the network.</source>
        <translation>Prüfen Sie seine Adresse und das Netz.</translation>
    </message>
    <message>
        <source>Set PATH in the source&apos;s environment.</source>
        <translation>Setzen Sie PATH in der Umgebung der Quelle.</translation>
    </message>
    <message>
        <source>Add the variable %1 to the source: it is set for this program, but not passed on to the server.</source>
        <translation>Nehmen Sie die Variable %1 in die Quelle auf: Sie ist für dieses Programm gesetzt, wird aber nicht an den Server weitergegeben.</translation>
    </message>
    <message>
        <source>Store it in the settings of the source.</source>
        <translation>Speichern Sie es in den Einstellungen der Quelle.</translation>
    </message>
    <message>
        <source>Correct the working folder in the source&apos;s settings.</source>
        <translation>Berichtigen Sie das Arbeitsverzeichnis in den Einstellungen der Quelle.</translation>
    </message>
    <message>
        <source>If the server expects another header, add it in the source&apos;s settings.</source>
        <translation>Wenn der Server einen anderen Header erwartet, ergänzen Sie ihn in den Einstellungen der Quelle.</translation>
    </message>
    <message>
        <source>If this address is correct, confirm it for the source.</source>
        <translation>Wenn diese Adresse richtig ist, bestätigen Sie sie für die Quelle.</translation>
    </message>
    <message>
        <source>It may not speak MCP.</source>
        <translation>Möglicherweise spricht er kein MCP.</translation>
    </message>
    <message>
        <source>If it serves an OpenAPI document, add it as an OpenAPI source.</source>
        <translation>Wenn er ein OpenAPI-Dokument liefert, fügen Sie ihn als OpenAPI-Quelle hinzu.</translation>
    </message>
    <message>
        <source>Set the credential in the source&apos;s settings.</source>
        <translation>Setzen Sie die Anmeldedaten in den Einstellungen der Quelle.</translation>
    </message>
    <message>
        <source>Set the token in the source&apos;s settings.</source>
        <translation>Setzen Sie das Token in den Einstellungen der Quelle.</translation>
    </message>
    <message>
        <source>Set the server in the source&apos;s settings.</source>
        <translation>Setzen Sie den Server in den Einstellungen der Quelle.</translation>
    </message>
    <message>
        <source>Check the port and the scheme (ws or wss) of its address.</source>
        <translation>Prüfen Sie den Port und das Schema (ws oder wss) seiner Adresse.</translation>
    </message>
    <message>
        <source>The limit is %1.</source>
        <translation>Die Grenze ist %1.</translation>
    </message>
    <message>
        <source>Operation not found: %1</source>
        <translation>Operation nicht gefunden: %1</translation>
    </message>
    <message>
        <source>The connection was closed.</source>
        <translation>Die Verbindung wurde geschlossen.</translation>
    </message>
    <message>
        <source>The call was cancelled.</source>
        <translation>Der Aufruf wurde abgebrochen.</translation>
    </message>
    <message>
        <source>the call was cancelled</source>
        <translation>der Aufruf wurde abgebrochen</translation>
    </message>
    <message>
        <source>The sign-in was cancelled.</source>
        <translation>Die Anmeldung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>aborted</source>
        <translation>abgebrochen (Gegenstelle)</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>%1 event</source>
        <translation>%1 Ereignis</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 Ereignisse</translation>
    </message>
    <message>
        <source>%1 character</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>%1 item</source>
        <translation>%1 Eintrag</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 Einträge</translation>
    </message>
    <message>
        <source>%1 matching item</source>
        <translation>%1 passender Eintrag</translation>
    </message>
    <message>
        <source>%1 matching items</source>
        <translation>%1 passende Einträge</translation>
    </message>
    <message>
        <source>%1 member</source>
        <translation>%1 Element</translation>
    </message>
    <message>
        <source>%1 members</source>
        <translation>%1 Elemente</translation>
    </message>
    <message>
        <source>%1 error</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>exactly %1</source>
        <translation>genau %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>weniger als %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>an array of %1</source>
        <translation>ein Array mit %1</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>both names</source>
        <translation>beide Namen</translation>
    </message>
    <message>
        <source>%1 names</source>
        <translation>%1 Namen</translation>
    </message>
    <message>
        <source>did not answer within %1</source>
        <translation>hat nicht innerhalb von %1 geantwortet</translation>
    </message>
    <message>
        <source>reported no progress for %1</source>
        <translation>hat %1 lang keinen Fortschritt gemeldet</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>Exit-Code %1</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>Signal %1</translation>
    </message>
    <message>
        <source>The result</source>
        <translation>Das Ergebnis</translation>
    </message>
    <message>
        <source>the body</source>
        <translation>der Body</translation>
    </message>
    <message>
        <source>The body</source>
        <translation>Der Body</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>%1 opened.</source>
        <translation>%1 geöffnet.</translation>
    </message>
    <message>
        <source>List tasks</source>
        <translation>Aufgaben auflisten</translation>
    </message>
    <message>
        <source>Status of a task</source>
        <translation>Status einer Aufgabe</translation>
    </message>
    <message>
        <source>Result of a task</source>
        <translation>Ergebnis einer Aufgabe</translation>
    </message>
    <message>
        <source>Cancel a task</source>
        <translation>Aufgabe abbrechen</translation>
    </message>
    <message>
        <source>Some clients refuse its name: they take 1 to 64 of A-Z a-z 0-9 _ and -.</source>
        <translation>Manche Clients lehnen den Namen ab: Sie nehmen 1 bis 64 Zeichen aus A-Z a-z 0-9 _ und -.</translation>
    </message>
    <message>
        <source>Some clients refuse the names of %1 operations: they take 1 to 64 of A-Z a-z 0-9 _ and -.</source>
        <translation>Manche Clients lehnen die Namen von %1 Operationen ab: Sie nehmen 1 bis 64 Zeichen aus A-Z a-z 0-9 _ und -.</translation>
    </message>
    <message>
        <source>Some clients refuse its input schema: it has %1, at %2.</source>
        <translation>Manche Clients lehnen das Eingabeschema ab: Es enthält %1, bei %2.</translation>
    </message>
    <message>
        <source>Some clients refuse its output schema: it has %1, at %2.</source>
        <translation>Manche Clients lehnen das Ausgabeschema ab: Es enthält %1, bei %2.</translation>
    </message>
    <message>
        <source>Some clients refuse the input schemas of %1 operations: they have %2.</source>
        <translation>Manche Clients lehnen die Eingabeschemas von %1 Operationen ab: Sie enthalten %2.</translation>
    </message>
    <message>
        <source>Some clients refuse the output schemas of %1 operations: they have %2.</source>
        <translation>Manche Clients lehnen die Ausgabeschemas von %1 Operationen ab: Sie enthalten %2.</translation>
    </message>
    <message>
        <source>The results of %1 operations do not match their output schemas.</source>
        <translation>Die Ergebnisse von %1 Operationen passen nicht zu ihren Ausgabeschemas.</translation>
    </message>
    <message>
        <source>the envelope is in this block</source>
        <translation>der Envelope steht in diesem Block</translation>
    </message>
    <message>
        <source>this describes no MCP server: expected &quot;mcpServers&quot;, &quot;servers&quot;, &quot;context_servers&quot;, or the &quot;packages&quot; and &quot;remotes&quot; of a server.json</source>
        <translation>diese Datei beschreibt keinen MCP-Server: erwartet „mcpServers“, „servers“, „context_servers“ oder „packages“ und „remotes“ einer server.json</translation>
    </message>
    <message>
        <source>this is an OpenAPI document, which lists no MCP servers; give its path or address instead</source>
        <translation>dies ist ein OpenAPI-Dokument ohne MCP-Server; geben Sie stattdessen seinen Pfad oder seine Adresse an</translation>
    </message>
    <message>
        <source>expected &quot;%1&quot; to be an object with a server for each name</source>
        <translation>„%1“ muss ein Objekt mit einem Server je Name sein</translation>
    </message>
    <message>
        <source>the curl command names no address</source>
        <translation>der curl-Befehl nennt keine Adresse</translation>
    </message>
    <message>
        <source>the file has comments, which were skipped</source>
        <translation>die Datei hat Kommentare, sie wurden übersprungen</translation>
    </message>
    <message>
        <source>the file has commas behind the last member, which were skipped</source>
        <translation>die Datei hat Kommas nach dem letzten Element, sie wurden übersprungen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was not imported: %2</source>
        <translation>„%1“ wurde nicht importiert: %2</translation>
    </message>
    <message>
        <source>is called &quot;%1&quot; in the file</source>
        <translation>heißt in der Datei „%1“</translation>
    </message>
    <message>
        <source>not carried over: %1</source>
        <translation>nicht übernommen: %1</translation>
    </message>
    <message>
        <source>the variable &quot;%1&quot; has no value and was left out</source>
        <translation>die Variable „%1“ hat keinen Wert und wurde ausgelassen</translation>
    </message>
    <message>
        <source>the folder &quot;%1&quot; is relative, and the folder of the project is not known</source>
        <translation>der Ordner „%1“ ist relativ, und der Projektordner ist nicht bekannt</translation>
    </message>
    <message>
        <source>the user name and the password of the address were left out: there is a header</source>
        <translation>Benutzername und Passwort der Adresse wurden ausgelassen: es gibt einen Header</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not known here and was kept as it is; replace it</source>
        <translation>„%1“ ist hier nicht bekannt und blieb stehen; ersetzen Sie es</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: its default was taken; write ${env:%2} to take the variable of the system</source>
        <translation>„%1“: Der Standardwert gilt; ${env:%2} verwendet die Systemvariable</translation>
    </message>
    <message>
        <source>input &quot;%1&quot;: its default &quot;%2&quot; was taken</source>
        <translation>Eingabe „%1“: Der Standardwert „%2“ gilt</translation>
    </message>
    <message>
        <source>needs the variable &quot;%1&quot; in an environment of the workspace: %2</source>
        <translation>braucht die Variable „%1“ in einer Umgebung des Arbeitsbereichs: %2</translation>
    </message>
    <message>
        <source>the header &quot;%1&quot; was left out: each connection sets it</source>
        <translation>der Header „%1“ wurde ausgelassen: jede Verbindung setzt ihn selbst</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is optional and was left out</source>
        <translation>„%1“ ist optional und wurde ausgelassen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; may be given several times</source>
        <translation>„%1“ darf mehrfach vorkommen</translation>
    </message>
    <message>
        <source>start the package &quot;%1&quot; (%2) yourself: it is reached at this address</source>
        <translation>starten Sie das Paket „%1“ (%2) selbst: Es ist unter dieser Adresse erreichbar</translation>
    </message>
    <message>
        <source>the registry calls this server deprecated</source>
        <translation>die Registry nennt diesen Server veraltet</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was left out: it is not an MCP server</source>
        <translation>„%1“ wurde ausgelassen: kein MCP-Server</translation>
    </message>
    <message>
        <source>%1: not carried over: %2</source>
        <translation>%1: nicht übernommen: %2</translation>
    </message>
    <message>
        <source>%1: define the system variable %2 with the value of &quot;%3&quot;</source>
        <translation>%1: definieren Sie die Systemvariable %2 mit dem Wert von „%3“</translation>
    </message>
    <message>
        <source>Program found</source>
        <translation>Programm gefunden</translation>
    </message>
    <message>
        <source>Program started</source>
        <translation>Programm gestartet</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>First line</source>
        <translation>Erste Zeile</translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation>Handshake</translation>
    </message>
    <message>
        <source>Standard error</source>
        <translation>Standardfehlerausgabe</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Connection (TCP)</source>
        <translation>Verbindung (TCP)</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Encryption (TLS)</source>
        <translation>Verschlüsselung (TLS)</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>Protocol and version</source>
        <translation>Protokoll und Version</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>Fähigkeiten</translation>
    </message>
    <message>
        <source>In the folder of this program.</source>
        <translation>Im Ordner dieses Programms.</translation>
    </message>
    <message>
        <source>In the folder %1.</source>
        <translation>Im Ordner %1.</translation>
    </message>
    <message>
        <source>%1; of the source: %2</source>
        <translation>%1; der Quelle: %2</translation>
    </message>
    <message>
        <source>Not a message: %1</source>
        <translation>Keine Nachricht: %1</translation>
    </message>
    <message>
        <source>A message.</source>
        <translation>Eine Nachricht.</translation>
    </message>
    <message>
        <source>Write only messages to standard output, and everything else to standard error.</source>
        <translation>Schreiben Sie nur Nachrichten auf die Standardausgabe, alles andere auf die Standardfehlerausgabe.</translation>
    </message>
    <message>
        <source>Empty: %1</source>
        <translation>Leer: %1</translation>
    </message>
    <message>
        <source>Give these variables a value in the source&apos;s settings.</source>
        <translation>Geben Sie diesen Variablen in den Einstellungen der Quelle einen Wert.</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>The address does not use encryption (%1).</source>
        <translation>Die Adresse verwendet keine Verschlüsselung (%1).</translation>
    </message>
    <message>
        <source>The server is connected, but does not answer a GET.</source>
        <translation>Der Server ist verbunden, antwortet aber nicht auf GET.</translation>
    </message>
    <message>
        <source>The server did not answer.</source>
        <translation>Der Server hat nicht geantwortet.</translation>
    </message>
    <message>
        <source>The credential was not refused.</source>
        <translation>Die Zugangsdaten wurden nicht abgelehnt.</translation>
    </message>
    <message>
        <source>The server does not require a sign-in.</source>
        <translation>Der Server verlangt keine Anmeldung.</translation>
    </message>
    <message>
        <source>%1 is an address, not a name.</source>
        <translation>%1 ist eine Adresse, kein Name.</translation>
    </message>
    <message>
        <source>The proxy looks up the name.</source>
        <translation>Der Proxy löst den Namen auf.</translation>
    </message>
    <message>
        <source>No proxy is used.</source>
        <translation>Es wird kein Proxy verwendet.</translation>
    </message>
    <message>
        <source>The document was not read from a server. No server was contacted.</source>
        <translation>Das Dokument wurde nicht von einem Server gelesen. Es wurde kein Server kontaktiert.</translation>
    </message>
    <message>
        <source>The server keeps no session.</source>
        <translation>Der Server führt keine Sitzung.</translation>
    </message>
    <message>
        <source>The server began a session.</source>
        <translation>Der Server hat eine Sitzung begonnen.</translation>
    </message>
    <message>
        <source>An earlier step failed.</source>
        <translation>Ein früherer Schritt ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>Die Prüfung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Operations: %1; %2</source>
        <translation>Operationen: %1; %2</translation>
    </message>
    <message>
        <source>Operations: %1</source>
        <translation>Operationen: %1</translation>
    </message>
    <message>
        <source>it names neither a command nor an address</source>
        <translation>nennt weder Befehl noch Adresse</translation>
    </message>
    <message>
        <source>expected an object</source>
        <translation>Objekt erwartet</translation>
    </message>
    <message>
        <source>an extension of the editor starts it, and only the editor knows its command</source>
        <translation>eine Erweiterung des Editors startet ihn, nur der Editor kennt den Befehl</translation>
    </message>
    <message>
        <source>its address does not begin with http:// or https://</source>
        <translation>die Adresse beginnt nicht mit http:// oder https://</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid header name</source>
        <translation>„%1“ ist kein gültiger Name eines Headers</translation>
    </message>
    <message>
        <source>the header &quot;%1&quot; holds a line end or another control character</source>
        <translation>der Header „%1“ enthält ein Zeilenende oder ein anderes Steuerzeichen</translation>
    </message>
    <message>
        <source>the header &quot;%1&quot; belongs to the connection and must not be set</source>
        <translation>der Header „%1“ gehört zur Verbindung und darf nicht gesetzt werden</translation>
    </message>
    <message>
        <source>%1 uses the variable of the system</source>
        <translation>%1 verwendet die Systemvariable</translation>
    </message>
    <message>
        <source>the secret &quot;%1&quot;</source>
        <translation>das Geheimnis „%1“</translation>
    </message>
    <message>
        <source>a known secret</source>
        <translation>ein bekanntes Geheimnis</translation>
    </message>
    <message>
        <source>a secret in pieces</source>
        <translation>ein Geheimnis in Teilen</translation>
    </message>
    <message>
        <source>the value of &quot;%1&quot; looks like a secret</source>
        <translation>der Wert von „%1“ sieht wie ein Geheimnis aus</translation>
    </message>
    <message>
        <source>looks random, and is called &quot;%1&quot;</source>
        <translation>sieht zufällig aus und heißt „%1“</translation>
    </message>
    <message>
        <source>looks like %1</source>
        <translation>sieht aus wie %1</translation>
    </message>
    <message>
        <source>Challenge</source>
        <translation>Challenge</translation>
    </message>
    <message>
        <source>Protected resource metadata</source>
        <translation>Metadaten der Ressource</translation>
    </message>
    <message>
        <source>Authorization server metadata</source>
        <translation>Metadaten des Autorisierungsservers</translation>
    </message>
    <message>
        <source>Client registration</source>
        <translation>Registrierung des Clients</translation>
    </message>
    <message>
        <source>Authorization request</source>
        <translation>Autorisierungsanfrage</translation>
    </message>
    <message>
        <source>Authorization answer</source>
        <translation>Autorisierungsantwort</translation>
    </message>
    <message>
        <source>Device authorization request</source>
        <translation>Anfrage nach einem Gerätecode</translation>
    </message>
    <message>
        <source>Token request</source>
        <translation>Token-Anfrage</translation>
    </message>
    <message>
        <source>Token refresh</source>
        <translation>Erneuerung des Tokens</translation>
    </message>
    <message>
        <source>Request repeated</source>
        <translation>Anfrage wiederholt</translation>
    </message>
    <message>
        <source>A request without a valid token is answered with 401 and a WWW-Authenticate header with the scheme Bearer.</source>
        <translation>Eine Anfrage ohne gültiges Token wird mit 401 und einem Header WWW-Authenticate mit dem Schema Bearer beantwortet.</translation>
    </message>
    <message>
        <source>Where scopes are missing, the answer is 403 with the error insufficient_scope and the scopes that are needed.</source>
        <translation>Fehlen Scopes, lautet die Antwort 403 mit dem Fehler insufficient_scope und den nötigen Scopes.</translation>
    </message>
    <message>
        <source>The header names the address of the server&apos;s metadata as resource_metadata; without it the metadata is at its well-known address.</source>
        <translation>Der Header nennt als resource_metadata die Adresse der Metadaten des Servers; ohne sie liegen die Metadaten an ihrem festgelegten Ort.</translation>
    </message>
    <message>
        <source>The metadata is at the address that the challenge names, or below /.well-known/oauth-protected-resource: a JSON object with the status 200.</source>
        <translation>Die Metadaten liegen an der Adresse, die die Challenge nennt, oder unter /.well-known/oauth-protected-resource: ein JSON-Objekt mit dem Status 200.</translation>
    </message>
    <message>
        <source>Its member resource is the address of the server that was asked. Metadata of another server is not used.</source>
        <translation>Ihr Element resource ist die Adresse des befragten Servers. Metadaten eines anderen Servers werden nicht verwendet.</translation>
    </message>
    <message>
        <source>Its member authorization_servers names at least one authorisation server.</source>
        <translation>Ihr Element authorization_servers nennt mindestens einen Autorisierungsserver.</translation>
    </message>
    <message>
        <source>The metadata is at the well-known address of the issuer: a JSON object with the status 200 that names the endpoints.</source>
        <translation>Die Metadaten liegen am festgelegten Ort des Ausstellers: ein JSON-Objekt mit dem Status 200, das die Endpunkte nennt.</translation>
    </message>
    <message>
        <source>Its member issuer is identical to the requested issuer.</source>
        <translation>Ihr Element issuer gleicht buchstäblich dem Aussteller, nach dem gefragt wurde.</translation>
    </message>
    <message>
        <source>The issuer and its endpoints are https addresses, or http on this computer.</source>
        <translation>Der Aussteller und seine Endpunkte sind https-Adressen, oder http auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Its member code_challenge_methods_supported lists S256.</source>
        <translation>Ihr Element code_challenge_methods_supported nennt S256.</translation>
    </message>
    <message>
        <source>A server that supports client registration names its registration_endpoint in its metadata.</source>
        <translation>Ein Server, der die Registrierung von Clients unterstützt, nennt in seinen Metadaten seinen registration_endpoint.</translation>
    </message>
    <message>
        <source>The answer to a registration has the status 201 and a client_id.</source>
        <translation>Die Antwort auf eine Registrierung hat den Status 201 und eine client_id.</translation>
    </message>
    <message>
        <source>A registration with valid metadata is accepted; an invalid one is answered with 400 and the reason.</source>
        <translation>Eine Registrierung mit gültigen Angaben wird angenommen, eine andere mit 400 und dem Grund beantwortet.</translation>
    </message>
    <message>
        <source>The request has a code_challenge with the method S256, which the server announces.</source>
        <translation>Die Anfrage enthält eine code_challenge mit der Methode S256, die der Server ankündigt.</translation>
    </message>
    <message>
        <source>The metadata names the authorization_endpoint.</source>
        <translation>Die Metadaten nennen den authorization_endpoint.</translation>
    </message>
    <message>
        <source>The request names as resource the server that the token is for.</source>
        <translation>Die Anfrage nennt als resource den Server, für den das Token ist.</translation>
    </message>
    <message>
        <source>A client id that is an https address points to a JSON document that describes the client.</source>
        <translation>Eine Client-ID, die eine https-Adresse ist, führt zu einem JSON-Dokument, das den Client beschreibt.</translation>
    </message>
    <message>
        <source>The answer has the state of the request, unchanged.</source>
        <translation>Die Antwort enthält den state der Anfrage, unverändert.</translation>
    </message>
    <message>
        <source>The answer has iss with the requested issuer if the metadata announces that.</source>
        <translation>Die Antwort enthält als iss den befragten Aussteller, wenn seine Metadaten das ankündigen.</translation>
    </message>
    <message>
        <source>The answer has a code, or an error if the user or the server refused.</source>
        <translation>Die Antwort enthält einen code, oder einen error, wenn der Benutzer oder der Server abgelehnt hat.</translation>
    </message>
    <message>
        <source>The answer has a device_code, a user_code and a verification_uri.</source>
        <translation>Die Antwort enthält einen device_code, einen user_code und eine verification_uri.</translation>
    </message>
    <message>
        <source>A code is accepted once, from the client that asked for it, with the same redirect_uri.</source>
        <translation>Ein Code wird einmal angenommen, von dem Client, der ihn angefordert hat, mit derselben redirect_uri.</translation>
    </message>
    <message>
        <source>The server compares the code_verifier with the code_challenge of the authorization request.</source>
        <translation>Der Server vergleicht den code_verifier mit der code_challenge der Autorisierungsanfrage.</translation>
    </message>
    <message>
        <source>The client is known and authenticates with its registered method.</source>
        <translation>Der Client ist bekannt und weist sich so aus, wie er registriert wurde.</translation>
    </message>
    <message>
        <source>The answer has the status 200, an access_token and the token_type Bearer.</source>
        <translation>Die Antwort hat den Status 200, ein access_token und den token_type Bearer.</translation>
    </message>
    <message>
        <source>A valid request gets a token; an invalid one is answered with 400 and the reason.</source>
        <translation>Eine gültige Anfrage erhält ein Token, eine andere wird mit 400 und dem Grund beantwortet.</translation>
    </message>
    <message>
        <source>A refresh token is accepted from the client that it was issued to, until it expires or is replaced.</source>
        <translation>Ein Refresh-Token wird von dem Client angenommen, der es erhalten hat, bis es abläuft oder ersetzt wird.</translation>
    </message>
    <message>
        <source>The token is in the header Authorization of every request, never in the address.</source>
        <translation>Das Token steht in jeder Anfrage im Header Authorization, nie in der Adresse.</translation>
    </message>
    <message>
        <source>A valid token that was issued for this server with the requested scopes is accepted.</source>
        <translation>Ein gültiges Token, das für diesen Server und mit den verlangten Scopes ausgestellt wurde, wird angenommen.</translation>
    </message>
    <message>
        <source>The server accepts only tokens that were issued for it.</source>
        <translation>Der Server nimmt nur Tokens an, die für ihn selbst ausgestellt wurden.</translation>
    </message>
    <message>
        <source>The answer has no WWW-Authenticate header.</source>
        <translation>Die Antwort hat keinen Header WWW-Authenticate.</translation>
    </message>
    <message>
        <source>The server refused the token that was issued for it.</source>
        <translation>Der Server hat das Token abgelehnt, das für ihn ausgestellt wurde.</translation>
    </message>
    <message>
        <source>The metadata names no authorisation server. The server itself is asked.</source>
        <translation>Die Metadaten nennen keinen Autorisierungsserver. Der Server selbst wird gefragt.</translation>
    </message>
    <message>
        <source>The metadata of %1 describes another server, &quot;%2&quot;. It was not used.</source>
        <translation>Die Metadaten von %1 beschreiben einen anderen Server, „%2“. Sie wurden nicht verwendet.</translation>
    </message>
    <message>
        <source>The metadata of &quot;%1&quot; names another issuer, &quot;%2&quot;. It was not used.</source>
        <translation>Die Metadaten von „%1“ nennen einen anderen Aussteller, „%2“. Sie wurden nicht verwendet.</translation>
    </message>
    <message>
        <source>The metadata of &quot;%1&quot; names no issuer. It was not used.</source>
        <translation>Die Metadaten von „%1“ nennen keinen Aussteller. Sie wurden nicht verwendet.</translation>
    </message>
    <message>
        <source>The metadata at %1 names the issuer &quot;%2&quot;, which keeps its metadata elsewhere. It was not used.</source>
        <translation>Die Metadaten an %1 nennen den Aussteller „%2“, der seine Metadaten an anderer Stelle hat. Sie wurden nicht verwendet.</translation>
    </message>
    <message>
        <source>The metadata of &quot;%1&quot; names no token endpoint.</source>
        <translation>Die Metadaten von „%1“ nennen keinen Token-Endpunkt.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the authorisation server &quot;%2&quot; has no metadata at its well-known addresses.</source>
        <translation>Anmeldung bei „%1“: Der Autorisierungsserver „%2“ hat keine Metadaten an den dafür festgelegten Adressen.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the authorisation server does not announce PKCE with S256, without which a code could be stolen.</source>
        <translation>Anmeldung bei „%1“: Der Autorisierungsserver kündigt PKCE mit S256 nicht an, ohne das ein Code gestohlen werden könnte.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the authorisation server does not accept client registrations. Enter the client id that it gave you for this program (setting &quot;oauth&quot;, member &quot;clientId&quot;).</source>
        <translation>Anmeldung bei „%1“: Der Autorisierungsserver nimmt keine Client-Registrierungen an. Geben Sie die Client-ID an, unter der er dieses Programm kennt (Einstellung „oauth“, Element „clientId“).</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the browser returned the answer to another sign-in (state differs). The answer was not used.</source>
        <translation>Anmeldung bei „%1“: Der Browser kam mit der Antwort auf eine andere Anmeldung zurück (state weicht ab). Die Antwort wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the answer comes from a different authorisation server (iss differs or is missing). The answer was not used.</source>
        <translation>Anmeldung bei „%1“: Die Antwort kommt von einem anderen Autorisierungsserver (iss weicht ab oder fehlt). Die Antwort wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the authorisation server answered without a code.</source>
        <translation>Anmeldung bei „%1“: Der Autorisierungsserver antwortete ohne Code.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the authorisation server answered %2: %3</source>
        <translation>Anmeldung bei „%1“: Der Autorisierungsserver antwortete mit %2: %3</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the authorisation server answered %2.</source>
        <translation>Anmeldung bei „%1“: Der Autorisierungsserver antwortete mit %2.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the answer of the %2 is not a JSON object.</source>
        <translation>Anmeldung bei „%1“: Die Antwort vom %2 ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the %2 answered %3: %4</source>
        <translation>Anmeldung bei „%1“: Der %2 antwortete mit %3: %4</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the %2 answered %3.</source>
        <translation>Anmeldung bei „%1“: Der %2 antwortete mit %3.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the token endpoint&apos;s answer has no access_token.</source>
        <translation>Anmeldung bei „%1“: Die Antwort des Token-Endpunkts hat kein access_token.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the registration endpoint gave no client_id.</source>
        <translation>Anmeldung bei „%1“: Der Registrierungsendpunkt hat keine client_id ausgegeben.</translation>
    </message>
    <message>
        <source>a private key</source>
        <translation>ein privater Schlüssel</translation>
    </message>
    <message>
        <source>the credentials of a request</source>
        <translation>die Zugangsdaten einer Anfrage</translation>
    </message>
    <message>
        <source>a GitHub token</source>
        <translation>ein GitHub-Token</translation>
    </message>
    <message>
        <source>a GitLab token</source>
        <translation>ein GitLab-Token</translation>
    </message>
    <message>
        <source>an AWS access key</source>
        <translation>ein AWS-Zugriffsschlüssel</translation>
    </message>
    <message>
        <source>a Slack token</source>
        <translation>ein Slack-Token</translation>
    </message>
    <message>
        <source>a Stripe key</source>
        <translation>ein Stripe-Schlüssel</translation>
    </message>
    <message>
        <source>a Google key</source>
        <translation>ein Google-Schlüssel</translation>
    </message>
    <message>
        <source>an npm token</source>
        <translation>ein npm-Token</translation>
    </message>
    <message>
        <source>an API key</source>
        <translation>ein API-Schlüssel</translation>
    </message>
    <message>
        <source>a JSON Web Token</source>
        <translation>ein JSON Web Token</translation>
    </message>
    <message>
        <source>token endpoint</source>
        <translation>Token-Endpunkt</translation>
    </message>
    <message>
        <source>token endpoint %1</source>
        <translation>Token-Endpunkt %1</translation>
    </message>
    <message>
        <source>registration endpoint</source>
        <translation>Registrierungsendpunkt</translation>
    </message>
    <message>
        <source>registration endpoint %1</source>
        <translation>Registrierungsendpunkt %1</translation>
    </message>
    <message>
        <source>device authorization endpoint</source>
        <translation>Endpunkt für Gerätecodes</translation>
    </message>
    <message>
        <source>device authorization endpoint %1</source>
        <translation>Endpunkt für Gerätecodes %1</translation>
    </message>
    <message>
        <source>The output schema describes the data inside the %1 envelope, but %2 carries the whole envelope.</source>
        <translation>Das Ausgabeschema beschreibt die Daten im Envelope %1, aber %2 enthält den ganzen Envelope.</translation>
    </message>
    <message>
        <source>The output schema describes %1, but %2 carries the data without it.</source>
        <translation>Das Ausgabeschema beschreibt %1, aber %2 enthält die Daten ohne diesen Envelope.</translation>
    </message>
    <message>
        <source>%1 does not match the output schema: %2.</source>
        <translation>%1 passt nicht zum Ausgabeschema: %2.</translation>
    </message>
    <message>
        <source>not sent: the request was cancelled</source>
        <translation>nicht gesendet: die Anfrage wurde abgebrochen</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>nicht gesendet</translation>
    </message>
    <message>
        <source>the request was cancelled</source>
        <translation>die Anfrage wurde abgebrochen</translation>
    </message>
    <message>
        <source>not a message: %1</source>
        <translation>keine Nachricht: %1</translation>
    </message>
    <message>
        <source>sent again on another connection</source>
        <translation>auf einer anderen Verbindung erneut gesendet</translation>
    </message>
    <message>
        <source>only the beginning of its body is kept</source>
        <translation>nur der Anfang seines Bodys wird aufbewahrt</translation>
    </message>
    <message>
        <source>an unfinished event was not used</source>
        <translation>ein unvollständiges Ereignis wurde nicht verwendet</translation>
    </message>
    <message>
        <source>an event without data was ignored</source>
        <translation>ein Ereignis ohne Daten wurde ignoriert</translation>
    </message>
    <message>
        <source>an event of another kind, ignored</source>
        <translation>ein Ereignis anderer Art, ignoriert</translation>
    </message>
    <message>
        <source>a second endpoint, ignored</source>
        <translation>ein zweiter Endpunkt, ignoriert</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not agree on an encrypted connection to %2: the server and this program have no version of TLS in common.</source>
        <translation>Der Server „%1“ und dieses Programm haben für eine verschlüsselte Verbindung zu %2 keine gemeinsame TLS-Version.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not agree on an encrypted connection to %2. %3</source>
        <translation>Der Server „%1“ konnte sich mit diesem Programm nicht auf eine verschlüsselte Verbindung zu %2 einigen. %3</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not prove that it is %2: %3. Check the host name of its address, or accept its certificate for this source if you know it to be the right one.</source>
        <translation>Der Server „%1“ konnte nicht nachweisen, dass er %2 ist: %3. Prüfen Sie den Hostnamen seiner Adresse, oder nehmen Sie sein Zertifikat für diese Quelle an, wenn Sie wissen, dass es das richtige ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; refused the encrypted connection to %2 with the TLS alert &quot;%3&quot;%4</source>
        <translation>Der Server „%1“ hat die verschlüsselte Verbindung zu %2 mit der TLS-Warnung „%3“ abgelehnt%4</translation>
    </message>
    <message>
        <source>: the server and this program have no version of TLS in common.</source>
        <translation>: Der Server und dieses Programm haben keine TLS-Version gemeinsam.</translation>
    </message>
    <message>
        <source>: the server and this program have no cipher in common, or it requires a client certificate.</source>
        <translation>: Der Server und dieses Programm haben kein Verschlüsselungsverfahren gemeinsam, oder er verlangt ein Client-Zertifikat.</translation>
    </message>
    <message>
        <source>. It may require a client certificate, or a different one.</source>
        <translation>. Möglicherweise verlangt er ein Client-Zertifikat oder ein anderes.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; finds the request malformed (%2).</source>
        <translation>Der Server „%1“ hält die Anfrage für fehlerhaft (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; requires authentication (%2).</source>
        <translation>Der Server „%1“ verlangt eine Anmeldung (%2).</translation>
    </message>
    <message>
        <source>A credential is missing or not accepted.</source>
        <translation>Zugangsdaten fehlen oder werden nicht angenommen.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; requires a payment (%2). Check the account that the credentials belong to.</source>
        <translation>Der Server „%1“ verlangt eine Zahlung (%2). Prüfen Sie das Konto, zu dem die Zugangsdaten gehören.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; refuses access (%2).</source>
        <translation>Der Server „%1“ verweigert den Zugriff (%2).</translation>
    </message>
    <message>
        <source>A credential is missing or does not allow this.</source>
        <translation>Zugangsdaten fehlen oder erlauben dies nicht.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; has nothing at this address (%2).</source>
        <translation>Der Server „%1“ hat unter dieser Adresse nichts (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; has nothing at this address any more (%2).</source>
        <translation>Der Server „%1“ hat unter dieser Adresse nichts mehr (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; does not accept this method at this address (%2).</source>
        <translation>Der Server „%1“ nimmt diese Methode unter dieser Adresse nicht an (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; has no answer in a form that the header Accept asks for (%2).</source>
        <translation>Der Server „%1“ hat keine Antwort in einer Form, die der Header Accept verlangt (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is behind a proxy that requires a user name and a password (%2).</source>
        <translation>Der Server „%1“ liegt hinter einem Proxy, der Benutzername und Passwort verlangt (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; gave up waiting for the request (%2).</source>
        <translation>Der Server „%1“ hat das Warten auf die Anfrage aufgegeben (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; finds the request too large (%2). Send less at once.</source>
        <translation>Der Server „%1“ findet die Anfrage zu groß (%2). Senden Sie weniger auf einmal.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; does not accept the Content-Type that was sent (%2).</source>
        <translation>Der Server „%1“ nimmt den gesendeten Content-Type nicht an (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is not the server for this address (%2).</source>
        <translation>Der Server „%1“ ist für diese Adresse nicht zuständig (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; received too many requests (%2).</source>
        <translation>Der Server „%1“ hat zu viele Anfragen erhalten (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; failed (%2).</source>
        <translation>Der Server „%1“ hat einen Fehler gemeldet (%2).</translation>
    </message>
    <message>
        <source>Its own log says why.</source>
        <translation>Den Grund nennt sein eigenes Log.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot do what was asked (%2).</source>
        <translation>Der Server „%1“ kann das Verlangte nicht tun (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; was not reached by the gateway in front of it (%2).</source>
        <translation>Der Server „%1“ war für das Gateway vor ihm nicht erreichbar (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is unavailable at the moment (%2).</source>
        <translation>Der Server „%1“ ist zurzeit nicht verfügbar (%2).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; did not answer the gateway in front of it in time (%2).</source>
        <translation>Der Server „%1“ hat dem Gateway vor ihm nicht rechtzeitig geantwortet (%2).</translation>
    </message>
    <message>
        <source>Check that it is running, or try again later.</source>
        <translation>Prüfen Sie, ob er läuft, oder versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; accepted the request (%2) and gave no answer to it.</source>
        <translation>Der Server „%1“ hat die Anfrage angenommen (%2), aber keine Antwort darauf gegeben.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected without saying where to (%2).</source>
        <translation>Der Server „%1“ leitet um, ohne ein Ziel zu nennen (%2).</translation>
    </message>
    <message>
        <source>It asks to try again in %1 s.</source>
        <translation>Er bittet darum, es in %1 s noch einmal zu versuchen.</translation>
    </message>
    <message>
        <source>It asks for a wait of %1 s, longer than this program accepts.</source>
        <translation>Er verlangt eine Wartezeit von %1 s; so lange wartet dieses Programm nicht.</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Try again. %1</source>
        <translation>Versuchen Sie es noch einmal. %1</translation>
    </message>
    <message>
        <source>Check its address and the network. %1</source>
        <translation>Prüfen Sie seine Adresse und das Netz. %1</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered with a web page %2 &quot;%3&quot;.</source>
        <translation>Der Server „%1“ hat mit einer Webseite %2 „%3“ geantwortet.</translation>
    </message>
    <message>
        <source>titled</source>
        <translation>mit dem Titel</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered with a web page.</source>
        <translation>Der Server „%1“ hat mit einer Webseite geantwortet.</translation>
    </message>
    <message>
        <source>A proxy or a login may be in between; check the address.</source>
        <translation>Möglicherweise ist ein Proxy oder eine Anmeldeseite dazwischen; prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered with an empty body (%2) where content was expected.</source>
        <translation>Der Server „%1“ hat mit einem leeren Body geantwortet (%2), wo Inhalt erwartet war.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered without a Content-Type; %2 was expected.</source>
        <translation>Der Server „%1“ hat ohne Content-Type geantwortet; erwartet war %2.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered with %2 where %3 was expected.</source>
        <translation>Der Server „%1“ hat mit %2 geantwortet, wo %3 erwartet war.</translation>
    </message>
    <message>
        <source>It says: &quot;%1&quot;.</source>
        <translation>Er sagt: „%1“.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection to %2 before it was usable.</source>
        <translation>Der Server „%1“ hat die Verbindung zu %2 geschlossen, bevor sie nutzbar war.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2 Check that an HTTP server listens at its address, or try again.</source>
        <translation>Der Server „%1“ hat die Verbindung geschlossen, %2 Prüfen Sie, ob unter seiner Adresse ein HTTP-Server läuft, oder versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; reset the connection %2 Check that an HTTP server listens at its address, or try again.</source>
        <translation>Der Server „%1“ hat die Verbindung zurückgesetzt, %2 Prüfen Sie, ob unter seiner Adresse ein HTTP-Server läuft, oder versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2 The incomplete answer was not used; try again.</source>
        <translation>Der Server „%1“ hat die Verbindung geschlossen, %2 Die unvollständige Antwort wurde nicht verwendet; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>without an answer.</source>
        <translation>ohne zu antworten.</translation>
    </message>
    <message>
        <source>in the middle of the answer&apos;s head.</source>
        <translation>mitten im Kopf der Antwort.</translation>
    </message>
    <message>
        <source>before the answer was complete.</source>
        <translation>bevor die Antwort vollständig war.</translation>
    </message>
    <message>
        <source>before the answer was complete%1.</source>
        <translation>bevor die Antwort vollständig war%1.</translation>
    </message>
    <message>
        <source> (%1 bytes are missing)</source>
        <translation> (%1 Bytes fehlen)</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be contacted at %2. %3</source>
        <translation>Der Server „%1“ ließ sich unter %2 nicht kontaktieren. %3</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent something that is not a valid HTTP answer; it begins with &quot;%2&quot;.</source>
        <translation>Der Server „%1“ hat etwas gesendet, das keine gültige HTTP-Antwort ist; es beginnt mit „%2“.</translation>
    </message>
    <message>
        <source>The answer was not used; the server, or a proxy in between, needs a correction.</source>
        <translation>Die Antwort wurde nicht verwendet; der Server oder ein Proxy dazwischen muss berichtigt werden.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached: the proxy %2 asks for a user name and a password (407).</source>
        <translation>Der Server „%1“ war nicht erreichbar: Der Proxy %2 verlangt Benutzername und Passwort (407).</translation>
    </message>
    <message>
        <source>Write them into the proxy&apos;s address in http_proxy or https_proxy.</source>
        <translation>Schreiben Sie sie in die Adresse des Proxys in http_proxy oder https_proxy.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached: the proxy %2 made no connection to %3 within %4. Check http_proxy and https_proxy.</source>
        <translation>Der Server „%1“ war nicht erreichbar: Der Proxy %2 hat innerhalb von %4 keine Verbindung zu %3 hergestellt. Prüfen Sie http_proxy und https_proxy.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached: the proxy %2 %3. Check http_proxy and https_proxy.</source>
        <translation>Der Server „%1“ war nicht erreichbar: Der Proxy %2 %3. Prüfen Sie http_proxy und https_proxy.</translation>
    </message>
    <message>
        <source>was not found, because its name has no address</source>
        <translation>wurde nicht gefunden, weil sein Name keine Adresse hat</translation>
    </message>
    <message>
        <source>refused the connection, because nothing listens there</source>
        <translation>hat die Verbindung abgelehnt, weil dort nichts Verbindungen annimmt</translation>
    </message>
    <message>
        <source>answered CONNECT with HTTP %1</source>
        <translation>hat auf CONNECT mit HTTP %1 geantwortet</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; did not accept a connection to %2 within %3. %4</source>
        <translation>Der Server „%1“ hat innerhalb von %3 keine Verbindung zu %2 angenommen. %4</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; did not finish the TLS handshake to %2 within %3. %4</source>
        <translation>Der Server „%1“ hat den TLS-Handshake mit %2 nicht innerhalb von %3 beendet. %4</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached at %2 within %3. %4</source>
        <translation>Der Server „%1“ war unter %2 nicht innerhalb von %3 erreichbar. %4</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent no response headers within %2. %3</source>
        <translation>Der Server „%1“ hat innerhalb von %2 keine Header der Antwort gesendet. %3</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; did not finish its response within %2. %3</source>
        <translation>Der Server „%1“ hat seine Antwort nicht innerhalb von %2 beendet. %3</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent nothing for %2 in the middle of its response.</source>
        <translation>Der Server „%1“ hat mitten in seiner Antwort %2 lang nichts gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a body larger than the limit.</source>
        <translation>Der Server „%1“ hat einen Body gesendet, der größer als die Grenze ist.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sent a body larger than the limit.</source>
        <translation>„%1“ hat einen Body gesendet, der größer als die Grenze ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected from %2 to %3, which is not encrypted.</source>
        <translation>Der Server „%1“ leitet von %2 an %3 um; diese Adresse ist nicht verschlüsselt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected from %2 to %3, which is not a public address and which you have not confirmed.</source>
        <translation>Der Server „%1“ leitet von %2 an %3 um; das ist keine öffentliche Adresse, und Sie haben sie nicht bestätigt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; was not contacted at %2, which a server named and which is not a public address.</source>
        <translation>Der Server „%1“ wurde unter %2 nicht kontaktiert; diese Adresse hat ein Server genannt, und sie ist nicht öffentlich.</translation>
    </message>
    <message>
        <source>Nothing was sent there.</source>
        <translation>Dorthin wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>If the redirect is correct, give the source its target address.</source>
        <translation>Wenn die Umleitung richtig ist, geben Sie der Quelle deren Zieladresse.</translation>
    </message>
    <message>
        <source>%1 may not be executed. Make it executable (chmod +x), or name the interpreter as the program and this file as its first argument.</source>
        <translation>%1 darf nicht ausgeführt werden. Machen Sie die Datei ausführbar (chmod +x), oder nennen Sie den Interpreter als Programm und diese Datei als sein erstes Argument.</translation>
    </message>
    <message>
        <source>%1 is not a program that this system can run: it has no #! line, or it was built for another machine.</source>
        <translation>%1 ist kein Programm, das dieses System ausführen kann: Es hat keine #!-Zeile, oder es wurde für einen anderen Rechner gebaut.</translation>
    </message>
    <message>
        <source>%1 could not be started: the interpreter that its first line names was not found. Install it.</source>
        <translation>%1 konnte nicht gestartet werden: Der Interpreter, den die erste Zeile nennt, wurde nicht gefunden. Installieren Sie ihn.</translation>
    </message>
    <message>
        <source>The working directory &quot;%1&quot; could not be entered.</source>
        <translation>In das Arbeitsverzeichnis „%1“ konnte nicht gewechselt werden.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a line longer than %2; the connection was closed.</source>
        <translation>Der Server „%1“ hat eine Zeile gesendet, die länger als %2 ist; die Verbindung wurde geschlossen.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; ended with %2. %3</source>
        <translation>Der Server „%1“ endete mit %2. %3</translation>
    </message>
    <message>
        <source>a blank line</source>
        <translation>eine leere Zeile</translation>
    </message>
    <message>
        <source>invalid UTF-8</source>
        <translation>ungültiges UTF-8</translation>
    </message>
    <message>
        <source>not a message</source>
        <translation>keine Nachricht</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection before it answered the WebSocket handshake.</source>
        <translation>Der Server „%1“ hat die Verbindung geschlossen, bevor er den WebSocket-Handshake beantwortet hat.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered with HTTP %2 and did not open a WebSocket. Check the path of its address.</source>
        <translation>Der Server „%1“ hat mit HTTP %2 geantwortet und keinen WebSocket geöffnet. Prüfen Sie den Pfad seiner Adresse.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; %2 at %3 within %4. Check its address.</source>
        <translation>Der Server „%1“ %2 (%3, innerhalb von %4). Prüfen Sie seine Adresse.</translation>
    </message>
    <message>
        <source>did not accept a connection</source>
        <translation>hat keine Verbindung angenommen</translation>
    </message>
    <message>
        <source>did not answer the WebSocket handshake</source>
        <translation>hat den WebSocket-Handshake nicht beantwortet</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; %2 within %3. The connection was closed; check the network.</source>
        <translation>Der Server „%1“ %2 (innerhalb von %3). Die Verbindung wurde geschlossen; prüfen Sie das Netz.</translation>
    </message>
    <message>
        <source>did not answer a ping</source>
        <translation>hat einen Ping nicht beantwortet</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; ended the connection without a close frame.</source>
        <translation>Der Server „%1“ hat die Verbindung ohne Close-Frame beendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; reset the connection.</source>
        <translation>Der Server „%1“ hat die Verbindung zurückgesetzt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, going away.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er beendet wird.</translation>
    </message>
    <message>
        <source>with code %1</source>
        <translation>mit dem Code %1</translation>
    </message>
    <message>
        <source>It may have stopped, or the network failed.</source>
        <translation>Möglicherweise wurde er beendet, oder das Netz ist ausgefallen.</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; starts a program that has not been confirmed yet</source>
        <translation>die Quelle „%1“ startet ein Programm, das noch nicht bestätigt wurde</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; would receive secrets; this has not been confirmed yet</source>
        <translation>die Quelle „%1“ würde Geheimnisse erhalten; das wurde noch nicht bestätigt</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; needs the variable &quot;%2&quot;, which the environment &quot;%3&quot; does not have; add it there, or choose another environment</source>
        <translation>die Quelle „%1“ braucht die Variable „%2“, die der Umgebung „%3“ fehlt; ergänzen Sie sie dort, oder wählen Sie eine andere Umgebung</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; needs the variable &quot;%2&quot;, and no environment is chosen; choose one that has it</source>
        <translation>die Quelle „%1“ braucht die Variable „%2“, und es ist keine Umgebung gewählt; wählen Sie eine, die sie hat</translation>
    </message>
    <message>
        <source>source &quot;%1&quot;: %2 no secret &quot;%3&quot;. %4</source>
        <translation>Quelle „%1“: %2 kein Geheimnis „%3“. %4</translation>
    </message>
    <message>
        <source>source &quot;%1&quot;: %2 no secret &quot;%3&quot;</source>
        <translation>Quelle „%1“: %2 kein Geheimnis „%3“</translation>
    </message>
    <message>
        <source>the keychain has</source>
        <translation>der Schlüsselbund hat</translation>
    </message>
    <message>
        <source>source &quot;%1&quot;: %2</source>
        <translation>Quelle „%1“: %2</translation>
    </message>
    <message>
        <source>the variable %1 is not set</source>
        <translation>die Variable %1 ist nicht gesetzt</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; is not connected; try again with a new connection</source>
        <translation>die Quelle „%1“ ist nicht verbunden; versuchen Sie es mit einer neuen Verbindung noch einmal</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; no longer exists</source>
        <translation>die Quelle „%1“ gibt es nicht mehr</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; was connected again because %2 changed</source>
        <translation>die Quelle „%1“ wurde neu verbunden, weil sich %2 geändert hat</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; was %2 because the environment is &quot;%3&quot; now</source>
        <translation>die Quelle „%1“ wurde %2, weil die Umgebung jetzt „%3“ ist</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; was %2 because its environment was edited</source>
        <translation>die Quelle „%1“ wurde %2, weil ihre Umgebung bearbeitet wurde</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; was %2</source>
        <translation>die Quelle „%1“ wurde %2</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>%1 changed; connecting again</source>
        <translation>%1 hat sich geändert; es wird neu verbunden</translation>
    </message>
    <message>
        <source>the operation &quot;%1&quot; is listed twice; the first one is kept</source>
        <translation>die Operation „%1“ ist zweimal aufgeführt; die erste gilt</translation>
    </message>
    <message>
        <source>The definition of &quot;%1&quot; of source &quot;%2&quot; changed since it was accepted. %3</source>
        <translation>Die Definition von „%1“ der Quelle „%2“ hat sich geändert, seit sie angenommen wurde. %3</translation>
    </message>
    <message>
        <source>the definition of &quot;%1&quot; changed since it was accepted: %2</source>
        <translation>die Definition von „%1“ hat sich geändert, seit sie angenommen wurde: %2</translation>
    </message>
    <message>
        <source>the instructions of the server changed since they were accepted: %1</source>
        <translation>die Anweisungen des Servers haben sich geändert, seit sie angenommen wurden: %1</translation>
    </message>
    <message>
        <source>operations that are new since the definitions were accepted: %1</source>
        <translation>Operationen, die neu sind, seit die Definitionen angenommen wurden: %1</translation>
    </message>
    <message>
        <source>accepted operations that are not listed any more: %1</source>
        <translation>angenommene Operationen, die nicht mehr aufgeführt sind: %1</translation>
    </message>
    <message>
        <source>accepted changes of definitions: %1</source>
        <translation>angenommene Änderungen an Definitionen: %1</translation>
    </message>
    <message>
        <source>The keychain was not opened for this program. Unlock it and try again.</source>
        <translation>Der Schlüsselbund wurde für dieses Programm nicht geöffnet. Entsperren Sie ihn, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This system has no keychain that answers; start one (gnome-keyring, KWallet), or use env: or fd:.</source>
        <translation>Auf diesem System antwortet kein Schlüsselbund; starten Sie einen (gnome-keyring, KWallet), oder verwenden Sie env: oder fd:.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; could not be written and is unchanged</source>
        <translation>„%1“ konnte nicht geschrieben werden und ist unverändert</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be read: %2</source>
        <translation>„%1“ ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too large.</source>
        <translation>„%1“ ist zu groß.</translation>
    </message>
    <message>
        <source>%1: %2 cannot be read: %3; correct the file in a text editor</source>
        <translation>%1: %2 ist nicht lesbar: %3; berichtigen Sie die Datei in einem Texteditor</translation>
    </message>
    <message>
        <source>this workspace</source>
        <translation>dieser Arbeitsbereich</translation>
    </message>
    <message>
        <source>%1: %2 was written by a newer version of the program (format %3, this one reads up to %4); update the program</source>
        <translation>%1: %2 wurde von einer neueren Version des Programms geschrieben (Format %3, diese liest bis %4); aktualisieren Sie das Programm</translation>
    </message>
    <message>
        <source>The limit %1 takes %2, not &quot;%3&quot;.</source>
        <translation>Die Grenze %1 nimmt %2 an, nicht „%3“.</translation>
    </message>
    <message>
        <source>a size such as 64MiB or 128KiB</source>
        <translation>eine Größe wie 64MiB oder 128KiB</translation>
    </message>
    <message>
        <source>a time such as 30s, 500ms or 5min</source>
        <translation>eine Zeit wie 30s, 500ms oder 5min</translation>
    </message>
    <message>
        <source>a number such as 1000</source>
        <translation>eine Zahl wie 1000</translation>
    </message>
    <message>
        <source>The limit %1 cannot be switched off with 0.</source>
        <translation>Die Grenze %1 lässt sich nicht mit 0 abschalten.</translation>
    </message>
    <message>
        <source>The limit %1 (%2) is below the limit %3 (%4). Raise the first or lower the second.</source>
        <translation>Die Grenze %1 (%2) liegt unter der Grenze %3 (%4). Erhöhen Sie die erste, oder senken Sie die zweite.</translation>
    </message>
    <message>
        <source>The sign-in was not finished in the browser within %1. %2</source>
        <translation>Die Anmeldung wurde im Browser nicht innerhalb von %1 abgeschlossen. %2</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the code was not entered in time.</source>
        <translation>Anmeldung bei „%1“: Der Code wurde nicht rechtzeitig eingegeben.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: no authorisation server is known. Set &quot;issuer&quot;, or &quot;authorizationUrl&quot; and &quot;tokenUrl&quot;.</source>
        <translation>Anmeldung bei „%1“: Es ist kein Autorisierungsserver bekannt. Setzen Sie „issuer“, oder „authorizationUrl“ und „tokenUrl“.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: it needs a client id, by which the service knows this program (setting &quot;oauth&quot;, member &quot;clientId&quot;).</source>
        <translation>Anmeldung bei „%1“: Sie braucht eine Client-ID, unter der der Dienst dieses Programm kennt (Einstellung „oauth“, Element „clientId“).</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: it would send credentials to %2, but you confirmed %3. Confirm that address too if it belongs to the service.</source>
        <translation>Anmeldung bei „%1“: Sie würde Zugangsdaten an %2 senden, bestätigt haben Sie aber %3. Bestätigen Sie auch diese Adresse, wenn sie zum Dienst gehört.</translation>
    </message>
    <message>
        <source>The credential &quot;%1&quot; is confirmed for %2, not for %3. Confirm it for that address too if it belongs there.</source>
        <translation>Die Zugangsdaten „%1“ sind für %2 bestätigt, nicht für %3. Bestätigen Sie sie auch für diese Adresse, wenn sie dorthin gehören.</translation>
    </message>
    <message>
        <source>no address</source>
        <translation>keine Adresse</translation>
    </message>
    <message>
        <source>ended after the wanted number of events</source>
        <translation>nach der gewünschten Zahl von Ereignissen beendet</translation>
    </message>
    <message>
        <source>ended after the wanted time</source>
        <translation>nach der gewünschten Zeit beendet</translation>
    </message>
    <message>
        <source>It may change data and was not called.</source>
        <translation>Sie kann Daten ändern und wurde nicht aufgerufen.</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>Expected %1, got %2; %3 more</source>
        <translation>Erwartet: %1; erhalten: %2; %3 weitere</translation>
    </message>
    <message>
        <source>%1 does not match the output schema of &quot;%2&quot;: %3. At %4.</source>
        <translation>%1 passt nicht zum Ausgabeschema von „%2“: %3. Bei %4.</translation>
    </message>
    <message>
        <source>Raise the limit %1 to accept it.</source>
        <translation>Erhöhen Sie die Grenze %1, um es anzunehmen.</translation>
    </message>
    <message>
        <source>Raise the limit %1 to wait longer.</source>
        <translation>Erhöhen Sie die Grenze %1, um länger zu warten.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Die Verbindung ist abgebrochen.</translation>
    </message>
    <message>
        <source>The connection to &quot;%1&quot; was lost.</source>
        <translation>Die Verbindung zu „%1“ ist abgebrochen.</translation>
    </message>
    <message>
        <source>Required member &quot;%1&quot; is missing; %2 more</source>
        <translation>Das erforderliche Element „%1“ fehlt; %2 weitere</translation>
    </message>
    <message>
        <source>Unexpected member &quot;%1&quot;; %2 more</source>
        <translation>Unerwartetes Element „%1“; %2 weitere</translation>
    </message>
    <message>
        <source>%1: a value that matches %2</source>
        <translation>Bei %1 ein Wert, der zu %2 passt</translation>
    </message>
    <message>
        <source>%1: a schema that the value at %2 matches</source>
        <translation>Bei %1 ein Schema, zu dem der Wert bei %2 passt</translation>
    </message>
    <message>
        <source>the root: %1</source>
        <translation>der Wurzel: %1</translation>
    </message>
    <message>
        <source>the root</source>
        <translation>der Wurzel</translation>
    </message>
    <message>
        <source>The result has no structuredContent; its text was read as JSON.</source>
        <translation>Das Ergebnis hat kein structuredContent; sein Text wurde als JSON gelesen.</translation>
    </message>
    <message>
        <source>The text&apos;s JSON stood between untrusted-data markers; the markers were removed for display.</source>
        <translation>Das JSON im Text stand zwischen Markierungen für nicht vertrauenswürdige Daten; sie wurden für die Anzeige entfernt.</translation>
    </message>
    <message>
        <source>The text is a JSON string that itself holds JSON; both layers were decoded.</source>
        <translation>Der Text ist eine JSON-Zeichenkette, die selbst JSON enthält; beide Schichten wurden decodiert.</translation>
    </message>
    <message>
        <source>The text starts like JSON but stops before its end; it is shown as text.</source>
        <translation>Der Text beginnt wie JSON, bricht aber vor dem Ende ab; er wird als Text angezeigt.</translation>
    </message>
    <message>
        <source>%1 text blocks each hold JSON; they are shown as one list.</source>
        <translation>%1 Textblöcke enthalten jeweils JSON; sie werden als eine Liste angezeigt.</translation>
    </message>
    <message>
        <source>The text block holds other JSON than structuredContent.</source>
        <translation>Der Textblock enthält anderes JSON als structuredContent.</translation>
    </message>
    <message>
        <source>The text looks like JSON and holds %1, over the limit of %2; it is opened only on request.</source>
        <translation>Der Text sieht wie JSON aus und umfasst %1, mehr als die Grenze von %2; er wird nur auf Wunsch geöffnet.</translation>
    </message>
    <message>
        <source>The text looks like JSON and holds %1, over the limit of %2; it was not compared with structuredContent.</source>
        <translation>Der Text sieht wie JSON aus und umfasst %1, mehr als die Grenze von %2; er wurde nicht mit structuredContent verglichen.</translation>
    </message>
    <message>
        <source>JSON in the text: %1</source>
        <translation>JSON im Text: %1</translation>
    </message>
    <message>
        <source>The meta (source %1) is a claim of the server about this result; the workbench cannot verify it.</source>
        <translation>Die Meta (source %1) ist eine Angabe des Servers zu diesem Ergebnis; die Workbench kann sie nicht prüfen.</translation>
    </message>
    <message>
        <source>A hub on the way normalised this result and reported %1 of the warnings and changes.</source>
        <translation>Ein Hub auf dem Weg hat dieses Ergebnis normalisiert und %1 der Warnungen und Änderungen gemeldet.</translation>
    </message>
    <message>
        <source>The peer sent a bare value where the call protocol expects an envelope; the meta was made here.</source>
        <translation>Die Gegenstelle hat einen bloßen Wert gesendet, wo das Aufrufprotokoll einen Envelope verlangt; die Meta wurde hier erzeugt.</translation>
    </message>
    <message>
        <source>Failed results are not validated against the output schema.</source>
        <translation>Fehlgeschlagene Ergebnisse werden nicht gegen das Ausgabeschema geprüft.</translation>
    </message>
    <message>
        <source>Some clients refuse this result with -32602 all the same, because its structuredContent does not match.</source>
        <translation>Manche Clients weisen dieses Ergebnis trotzdem mit -32602 zurück, weil sein structuredContent nicht passt.</translation>
    </message>
    <message>
        <source>The unwrapped data is valid.</source>
        <translation>Die ausgepackten Daten sind gültig.</translation>
    </message>
    <message>
        <source>Server fix: declare a schema for the whole envelope, or return the bare data as %1.</source>
        <translation>Abhilfe im Server: ein Schema für den ganzen Envelope deklarieren oder die bloßen Daten als %1 liefern.</translation>
    </message>
    <message>
        <source>The output schema of &quot;%1&quot; describes %2, but %3 carries bare data.</source>
        <translation>Das Ausgabeschema von „%1“ beschreibt %2, aber %3 enthält bloße Daten.</translation>
    </message>
    <message>
        <source>The output schema describes %1, but %2 carries bare data.</source>
        <translation>Das Ausgabeschema beschreibt %1, aber %2 enthält bloße Daten.</translation>
    </message>
    <message>
        <source>Server fix: wrap the result, or declare the schema of the data.</source>
        <translation>Abhilfe im Server: das Ergebnis in den Envelope verpacken oder das Schema der Daten deklarieren.</translation>
    </message>
    <message>
        <source>%1 declares an output schema but returned no structuredContent.</source>
        <translation>%1 deklariert ein Ausgabeschema, hat aber kein structuredContent geliefert.</translation>
    </message>
    <message>
        <source>The tool</source>
        <translation>Das Tool</translation>
    </message>
    <message>
        <source>The JSON in its text does match the output schema.</source>
        <translation>Das JSON in seinem Text passt zum Ausgabeschema.</translation>
    </message>
    <message>
        <source>Server fix: return that value as structuredContent as well.</source>
        <translation>Abhilfe im Server: diesen Wert auch als structuredContent liefern.</translation>
    </message>
    <message>
        <source>The server refused its own result for &quot;%1&quot;: it does not match the output schema that the tool declares.</source>
        <translation>Der Server hat sein eigenes Ergebnis für „%1“ zurückgewiesen: Es passt nicht zum Ausgabeschema, das das Tool deklariert.</translation>
    </message>
    <message>
        <source>The server refused its own result for &quot;%1&quot;: the tool declares an output schema but produced no structured content.</source>
        <translation>Der Server hat sein eigenes Ergebnis für „%1“ zurückgewiesen: Das Tool deklariert ein Ausgabeschema, hat aber kein structuredContent erzeugt.</translation>
    </message>
    <message>
        <source>A client library on the way refused the result of &quot;%1&quot;: it does not match the output schema that the tool declares.</source>
        <translation>Eine Client-Bibliothek auf dem Weg hat das Ergebnis von „%1“ zurückgewiesen: Es passt nicht zum Ausgabeschema, das das Tool deklariert.</translation>
    </message>
    <message>
        <source>A client library on the way refused the result of &quot;%1&quot;: it is not a valid MCP result.</source>
        <translation>Eine Client-Bibliothek auf dem Weg hat das Ergebnis von „%1“ zurückgewiesen: Es ist kein gültiges MCP-Ergebnis.</translation>
    </message>
    <message>
        <source>A client library on the way refused the result of &quot;%1&quot;: the tool declares an output schema but returned no structured content.</source>
        <translation>Eine Client-Bibliothek auf dem Weg hat das Ergebnis von „%1“ zurückgewiesen: Das Tool deklariert ein Ausgabeschema, hat aber kein structuredContent geliefert.</translation>
    </message>
    <message>
        <source>%1: it does not match the output schema that the tool declares.</source>
        <translation>%1: Es passt nicht zum Ausgabeschema, das das Tool deklariert.</translation>
    </message>
    <message>
        <source>%1: it is not a valid MCP result</source>
        <translation>%1: Es ist kein gültiges MCP-Ergebnis</translation>
    </message>
    <message>
        <source>%1: the tool declares an output schema but produced no structured content.</source>
        <translation>%1: Das Tool deklariert ein Ausgabeschema, hat aber kein structuredContent erzeugt.</translation>
    </message>
    <message>
        <source>%1: the tool declares an output schema but returned no structured content.</source>
        <translation>%1: Das Tool deklariert ein Ausgabeschema, hat aber kein structuredContent geliefert.</translation>
    </message>
    <message>
        <source>A client library on the way refused the result</source>
        <translation>Eine Client-Bibliothek auf dem Weg hat das Ergebnis zurückgewiesen</translation>
    </message>
    <message>
        <source>A client library on the way cannot use the output schema of &quot;%1&quot;: it does not know the dialect that $schema names.</source>
        <translation>Eine Client-Bibliothek auf dem Weg kann das Ausgabeschema von „%1“ nicht verwenden: Sie kennt den Dialekt nicht, den $schema nennt.</translation>
    </message>
    <message>
        <source>The result itself may be valid.</source>
        <translation>Das Ergebnis selbst kann gültig sein.</translation>
    </message>
    <message>
        <source>A client library on the way refused a whole list of the server, because a definition in it is not valid MCP.</source>
        <translation>Eine Client-Bibliothek auf dem Weg hat eine ganze Liste des Servers zurückgewiesen, weil eine Definition darin kein gültiges MCP ist.</translation>
    </message>
    <message>
        <source>The fault is in the server, not in the arguments.</source>
        <translation>Der Fehler liegt im Server, nicht in den Argumenten.</translation>
    </message>
    <message>
        <source>The fault is in the server.</source>
        <translation>Der Fehler liegt im Server.</translation>
    </message>
    <message>
        <source>Every property that the schema requires is reported missing at once, which is typical of a result wrapped in an envelope while the schema describes the data inside it.</source>
        <translation>Alle Elemente, die das Schema verlangt, werden zugleich als fehlend gemeldet; das ist typisch für ein Ergebnis in einem Envelope, dessen Schema nur die Daten darin beschreibt.</translation>
    </message>
    <message>
        <source>The server refused the arguments of &quot;%1&quot;.</source>
        <translation>Der Server hat die Argumente von „%1“ zurückgewiesen.</translation>
    </message>
    <message>
        <source>The server refused the arguments.</source>
        <translation>Der Server hat die Argumente zurückgewiesen.</translation>
    </message>
    <message>
        <source>The server does not know the tool &quot;%1&quot;.</source>
        <translation>Der Server kennt das Tool „%1“ nicht.</translation>
    </message>
    <message>
        <source>The GraphQL response holds data and %1; the data may be incomplete.</source>
        <translation>Die GraphQL-Antwort enthält Daten und %1; die Daten sind möglicherweise unvollständig.</translation>
    </message>
    <message>
        <source>The result is marked isError, but its %1 envelope reports success.</source>
        <translation>Das Ergebnis ist mit isError gekennzeichnet, aber sein Envelope %1 meldet Erfolg.</translation>
    </message>
    <message>
        <source>The result is marked isError, but its %1 reports success.</source>
        <translation>Das Ergebnis ist mit isError gekennzeichnet, aber sein %1 meldet Erfolg.</translation>
    </message>
    <message>
        <source>The %1 envelope reports a failure, but the result is not marked isError.</source>
        <translation>Der Envelope %1 meldet einen Fehlschlag, aber das Ergebnis ist nicht mit isError gekennzeichnet.</translation>
    </message>
    <message>
        <source>The %1 envelope reports a failure, but the HTTP status is %2.</source>
        <translation>Der Envelope %1 meldet einen Fehlschlag, aber der HTTP-Status ist %2.</translation>
    </message>
    <message>
        <source>This may be %1; nothing was unwrapped.</source>
        <translation>Das deutet auf %1 hin; es wurde nichts ausgepackt.</translation>
    </message>
    <message>
        <source>a ToolEnvelope</source>
        <translation>einen ToolEnvelope</translation>
    </message>
    <message>
        <source>a %1 envelope</source>
        <translation>einen Envelope %1</translation>
    </message>
    <message>
        <source>an %1 envelope</source>
        <translation>einen Envelope %1</translation>
    </message>
    <message>
        <source>Envelopes are nested deeper than %1 layers; the rest is shown as data.</source>
        <translation>Die Envelopes sind tiefer als %1 Schichten verschachtelt; der Rest wird als Daten angezeigt.</translation>
    </message>
    <message>
        <source>meta.%1 of the %2 response should be %3; it is %4.</source>
        <translation>meta.%1 der Antwort (%2) sollte %3 sein; erhalten: %4.</translation>
    </message>
    <message>
        <source>The response envelope has further members: %1.</source>
        <translation>Der Envelope der Antwort hat weitere Elemente: %1.</translation>
    </message>
    <message>
        <source>The value looks like a response envelope, but its meta.source &quot;%1&quot; is not local, http or mcp; it is shown as data.</source>
        <translation>Der Wert sieht wie der Envelope einer Antwort aus, aber seine meta.source „%1“ ist nicht local, http oder mcp; er wird als Daten angezeigt.</translation>
    </message>
    <message>
        <source>The response envelope has no data member; the operation returned nothing.</source>
        <translation>Der Envelope der Antwort hat kein Element data; die Operation hat nichts geliefert.</translation>
    </message>
    <message>
        <source>ToolEnvelope version %1 is not supported (only version 1 is).</source>
        <translation>Version %1 des ToolEnvelopes wird nicht unterstützt (nur Version 1).</translation>
    </message>
    <message>
        <source>It is shown as data.</source>
        <translation>Er wird als Daten angezeigt.</translation>
    </message>
    <message>
        <source>The envelope prefix spells its version as &quot;%1&quot;; read as version %2.</source>
        <translation>Das Präfix des Envelopes schreibt seine Version als „%1“; gelesen als Version %2.</translation>
    </message>
    <message>
        <source>The envelope prefix says version %1, its meta says version %2.</source>
        <translation>Das Präfix des Envelopes nennt Version %1, seine Meta nennt Version %2.</translation>
    </message>
    <message>
        <source>meta.version of the envelope is %1, not an integer; the prefix&apos;s version %2 is used.</source>
        <translation>meta.version des Envelopes ist keine ganze Zahl (%1); die Version %2 des Präfixes wird verwendet.</translation>
    </message>
    <message>
        <source>The envelope block has a prefix and nothing after it.</source>
        <translation>Der Envelope-Block hat ein Präfix und nichts dahinter.</translation>
    </message>
    <message>
        <source>The envelope block is not base64: %1.</source>
        <translation>Der Envelope-Block ist kein Base64: %1.</translation>
    </message>
    <message>
        <source>The envelope&apos;s base64 contains whitespace; it was skipped.</source>
        <translation>Das Base64 des Envelopes enthält Leerraum; er wurde übersprungen.</translation>
    </message>
    <message>
        <source>The envelope&apos;s base64 uses the URL-safe alphabet; it was accepted.</source>
        <translation>Das Base64 des Envelopes verwendet das URL-sichere Alphabet; es wurde angenommen.</translation>
    </message>
    <message>
        <source>The envelope&apos;s base64 lacks its padding; it was accepted.</source>
        <translation>Dem Base64 des Envelopes fehlen die Füllzeichen; es wurde angenommen.</translation>
    </message>
    <message>
        <source>The envelope block decodes to bytes that are not UTF-8 (first bad byte at %1).</source>
        <translation>Der Envelope-Block ergibt decodiert Bytes, die kein UTF-8 sind (erstes ungültiges Byte bei %1).</translation>
    </message>
    <message>
        <source>The envelope&apos;s JSON starts with a byte order mark; it was skipped.</source>
        <translation>Das JSON des Envelopes beginnt mit einer Bytereihenfolge-Markierung; sie wurde übersprungen.</translation>
    </message>
    <message>
        <source>The envelope block decodes to JSON that stops before its end.</source>
        <translation>Der Envelope-Block ergibt decodiert JSON, das vor seinem Ende abbricht.</translation>
    </message>
    <message>
        <source>The envelope block decodes to text that is not JSON.</source>
        <translation>Der Envelope-Block ergibt decodiert Text, der kein JSON ist.</translation>
    </message>
    <message>
        <source>The envelope must be a JSON object; it is %1.</source>
        <translation>Der Envelope muss ein JSON-Objekt sein; erhalten: %1.</translation>
    </message>
    <message>
        <source>The envelope has no payload.</source>
        <translation>Der Envelope hat keine payload.</translation>
    </message>
    <message>
        <source>The envelope has no meta object; the version of its prefix is used.</source>
        <translation>Der Envelope hat kein Objekt meta; die Version seines Präfixes wird verwendet.</translation>
    </message>
    <message>
        <source>meta.%1 of the envelope should be %2; it is %3.</source>
        <translation>meta.%1 des Envelopes sollte %2 sein; erhalten: %3.</translation>
    </message>
    <message>
        <source>meta.ts of the envelope is not an ISO 8601 time: &quot;%1&quot;.</source>
        <translation>meta.ts des Envelopes ist keine Zeit nach ISO 8601: „%1“.</translation>
    </message>
    <message>
        <source>The envelope names the tool &quot;%1&quot;, the call was to &quot;%2&quot;.</source>
        <translation>Der Envelope nennt das Tool „%1“, aufgerufen wurde „%2“.</translation>
    </message>
    <message>
        <source>The envelope is in content block %1; block 1 is usual.</source>
        <translation>Der Envelope steht in Inhaltsblock %1; üblich ist Block 1.</translation>
    </message>
    <message>
        <source>Whitespace precedes the envelope prefix; it was skipped.</source>
        <translation>Vor dem Präfix des Envelopes steht Leerraum; er wurde übersprungen.</translation>
    </message>
    <message>
        <source>The envelope shares content block %1 with other text; it was read from the line that starts with its prefix.</source>
        <translation>Der Envelope teilt sich Inhaltsblock %1 mit anderem Text; er wurde ab der Zeile gelesen, die mit seinem Präfix beginnt.</translation>
    </message>
    <message>
        <source>Content block %1 is a further envelope; the one in block %2 is used.</source>
        <translation>Inhaltsblock %1 ist ein weiterer Envelope; der in Block %2 wird verwendet.</translation>
    </message>
    <message>
        <source>The envelope block holds about %1 bytes, over the limit of %2. It was not decoded.</source>
        <translation>Der Envelope-Block umfasst etwa %1 Bytes, mehr als die Grenze von %2. Er wurde nicht decodiert.</translation>
    </message>
    <message>
        <source>The envelope carries an error payload, but the result is not marked isError.</source>
        <translation>Der Envelope enthält als payload einen Fehler, aber das Ergebnis ist nicht mit isError gekennzeichnet.</translation>
    </message>
    <message>
        <source>Unknown error category &quot;%1&quot;.</source>
        <translation>Unbekannte Fehlerkategorie „%1“.</translation>
    </message>
    <message>
        <source>The producer marks %1 as deprecated; it goes away in version %2.</source>
        <translation>Der Erzeuger kennzeichnet %1 als veraltet; es entfällt in Version %2.</translation>
    </message>
    <message>
        <source>The envelope block and structuredContent carry different data; structuredContent is used.</source>
        <translation>Der Envelope-Block und structuredContent enthalten verschiedene Daten; verwendet wird structuredContent.</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>eine Zeichenkette</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>ein Array</translation>
    </message>
    <message>
        <source>it may change data</source>
        <translation>kann Daten ändern</translation>
    </message>
    <message>
        <source>it needs input</source>
        <translation>braucht eine Eingabe</translation>
    </message>
    <message>
        <source>a stream may never end</source>
        <translation>ein Stream endet vielleicht nie</translation>
    </message>
    <message>
        <source>it manages a task</source>
        <translation>verwaltet eine Aufgabe</translation>
    </message>
    <message>
        <source>its answer repeats the credentials</source>
        <translation>die Antwort wiederholt die Zugangsdaten</translation>
    </message>
    <message>
        <source>its definition changed and is not accepted</source>
        <translation>die Definition hat sich geändert und ist nicht angenommen</translation>
    </message>
    <message>
        <source>It declares no output schema: its results are not validated.</source>
        <translation>Die Operation deklariert kein Ausgabeschema: Ihre Ergebnisse werden nicht geprüft.</translation>
    </message>
    <message>
        <source>%1 operations declare no output schema: their results are not validated.</source>
        <translation>%1 Operationen deklarieren kein Ausgabeschema: Ihre Ergebnisse werden nicht geprüft.</translation>
    </message>
    <message>
        <source>It claims to be read-only and destructive at once.</source>
        <translation>Die Operation gibt an, zugleich nur lesend und destruktiv zu sein.</translation>
    </message>
    <message>
        <source>It claims to be %1 (not verified).</source>
        <translation>Die Operation gibt an, %1 zu sein (nicht geprüft).</translation>
    </message>
    <message>
        <source>%1 operations claim to be %2 (not verified).</source>
        <translation>%1 Operationen geben an, %2 zu sein (nicht geprüft).</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>nur lesend</translation>
    </message>
    <message>
        <source>destructive</source>
        <translation>destruktiv</translation>
    </message>
    <message>
        <source>The operation is deprecated.</source>
        <translation>Die Operation ist veraltet.</translation>
    </message>
    <message>
        <source>The %1 schema cannot be used: %2</source>
        <translation>Das Schema „%1“ ist nicht verwendbar: %2</translation>
    </message>
    <message>
        <source>The call failed: %1</source>
        <translation>Der Aufruf ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>The operation reported a failure.</source>
        <translation>Die Operation hat einen Fehlschlag gemeldet.</translation>
    </message>
    <message>
        <source>Its text has JSON (%1).</source>
        <translation>Der Text des Ergebnisses enthält JSON (%1).</translation>
    </message>
    <message>
        <source>Server fix: return the value as structuredContent as well.</source>
        <translation>Abhilfe im Server: den Wert auch als structuredContent liefern.</translation>
    </message>
    <message>
        <source>The result has a warning, at %1</source>
        <translation>Das Ergebnis hat eine Warnung, bei %1</translation>
    </message>
    <message>
        <source>The result has %1 warnings; the first, at %2</source>
        <translation>Das Ergebnis hat %1 Warnungen; die erste, bei %2</translation>
    </message>
    <message>
        <source>The results of %1 operations have warnings.</source>
        <translation>Die Ergebnisse von %1 Operationen haben Warnungen.</translation>
    </message>
    <message>
        <source>The result does not conform to MCP, at %1; %2 more.</source>
        <translation>Das Ergebnis entspricht nicht MCP, bei %1; %2 weitere.</translation>
    </message>
    <message>
        <source>The result does not conform to MCP, at %1.</source>
        <translation>Das Ergebnis entspricht nicht MCP, bei %1.</translation>
    </message>
    <message>
        <source>The results of %1 operations do not conform to MCP.</source>
        <translation>Die Ergebnisse von %1 Operationen entsprechen nicht MCP.</translation>
    </message>
    <message>
        <source>1 value was normalised to fit the output schema.</source>
        <translation>1 Wert wurde passend zum Ausgabeschema normalisiert.</translation>
    </message>
    <message>
        <source>%1 values were normalised to fit the output schema.</source>
        <translation>%1 Werte wurden passend zum Ausgabeschema normalisiert.</translation>
    </message>
    <message>
        <source>Values of %1 operations were normalised to fit their output schemas.</source>
        <translation>Werte von %1 Operationen wurden passend zu ihren Ausgabeschemas normalisiert.</translation>
    </message>
    <message>
        <source>Its definition changed.</source>
        <translation>Die Definition hat sich geändert.</translation>
    </message>
    <message>
        <source>Its definition changed: %1</source>
        <translation>Die Definition hat sich geändert: %1</translation>
    </message>
    <message>
        <source>The operation is new.</source>
        <translation>Die Operation ist neu.</translation>
    </message>
    <message>
        <source>The operation &quot;%1&quot; was removed.</source>
        <translation>Die Operation „%1“ wurde entfernt.</translation>
    </message>
    <message>
        <source>The list of operations is incomplete: %1</source>
        <translation>Die Liste der Operationen ist unvollständig: %1</translation>
    </message>
    <message>
        <source>It took %1 ms to answer (over %2 ms).</source>
        <translation>Die Antwort dauerte %1 ms (mehr als %2 ms).</translation>
    </message>
    <message>
        <source>%1 operations took more than %2 ms to answer.</source>
        <translation>%1 Operationen brauchten mehr als %2 ms für die Antwort.</translation>
    </message>
    <message>
        <source>It was not called.</source>
        <translation>Die Operation wurde nicht aufgerufen.</translation>
    </message>
    <message>
        <source>The server was not reached.</source>
        <translation>Der Server wurde nicht erreicht.</translation>
    </message>
    <message>
        <source>The source no longer has an operation &quot;%1&quot;.</source>
        <translation>Die Quelle hat keine Operation „%1“ mehr.</translation>
    </message>
    <message>
        <source>The secret %1 is missing.</source>
        <translation>Das Geheimnis %1 fehlt.</translation>
    </message>
    <message>
        <source>it was written by a later workbench (version %1; this one reads %2)</source>
        <translation>von einer neueren Workbench geschrieben (Version %1; diese liest %2)</translation>
    </message>
    <message>
        <source>The rule &quot;%1&quot; at %2 matches nothing.</source>
        <translation>Die Regel „%1“ bei %2 passt auf nichts.</translation>
    </message>
    <message>
        <source>replaced on request</source>
        <translation>auf Wunsch ersetzt</translation>
    </message>
    <message>
        <source>The nearest recording (%1) differs at %2: recorded %3, requested %4.</source>
        <translation>Die nächstliegende Aufnahme (%1) weicht bei %2 ab: aufgenommen %3, angefragt %4.</translation>
    </message>
    <message>
        <source>There is no recording of %1 with this input.</source>
        <translation>Es gibt keine Aufnahme von %1 mit dieser Eingabe.</translation>
    </message>
    <message>
        <source>MCP tool %1 returned error: %2</source>
        <translation>Das MCP-Tool %1 hat einen Fehler gemeldet: %2</translation>
    </message>
    <message>
        <source>The body is labelled JSON but is not JSON (%1); it is shown as text.</source>
        <translation>Der Body ist als JSON gekennzeichnet, aber kein JSON (%1); er wird als Text angezeigt.</translation>
    </message>
    <message>
        <source>The answer has no Content-Type; read as %1.</source>
        <translation>Die Antwort hat keinen Content-Type; gelesen als %1.</translation>
    </message>
    <message>
        <source>%1 more values do not fit their format.</source>
        <translation>%1 weitere Werte passen nicht zu ihrem Format.</translation>
    </message>
    <message>
        <source>At %1: %2</source>
        <translation>Bei %1: %2</translation>
    </message>
    <message>
        <source>JSONPath, position %1: %2</source>
        <translation>JSONPath, Position %1: %2</translation>
    </message>
    <message>
        <source>a JSONPath must begin with $</source>
        <translation>muss mit $ beginnen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with error %3: %4</source>
        <translation>„%1“ hat %2 mit dem Fehler %3 beantwortet: %4</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; has no MCP endpoint at %2 (HTTP %3). Check the address; most servers answer at /mcp or /sse.</source>
        <translation>Der Server „%1“ hat bei %2 keinen MCP-Endpunkt (HTTP %3). Prüfen Sie die Adresse; die meisten Server antworten bei /mcp oder /sse.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not connected.</source>
        <translation>„%1“ ist nicht verbunden.</translation>
    </message>
    <message>
        <source>Asked for MCP %1, the server chose %2.</source>
        <translation>MCP %1 wurde angefragt, der Server hat %2 gewählt.</translation>
    </message>
    <message>
        <source>Connected by the older HTTP+SSE transport.</source>
        <translation>Verbunden über den älteren Transport HTTP+SSE.</translation>
    </message>
    <message>
        <source>Notifications cannot be received: %1</source>
        <translation>Benachrichtigungen können nicht empfangen werden: %1</translation>
    </message>
    <message>
        <source>The document declares no response with the status %1.</source>
        <translation>Das Dokument deklariert keine Antwort mit dem Status %1.</translation>
    </message>
    <message>
        <source>The document does not declare %1 for the status %2.</source>
        <translation>Das Dokument deklariert %1 nicht für den Status %2.</translation>
    </message>
    <message>
        <source>%1 is not an OpenAPI document: %2.</source>
        <translation>%1 ist kein OpenAPI-Dokument: %2.</translation>
    </message>
    <message>
        <source>it has neither a member openapi nor a member swagger</source>
        <translation>ohne Element openapi und ohne Element swagger</translation>
    </message>
    <message>
        <source>The server of %1 has no host (&quot;%2&quot;).</source>
        <translation>Der Server in %1 hat keinen Host („%2“).</translation>
    </message>
    <message>
        <source>Input &quot;%1&quot;: %2.</source>
        <translation>Eingabe „%1“: %2.</translation>
    </message>
    <message>
        <source>the path needs a value</source>
        <translation>Der Pfad braucht einen Wert</translation>
    </message>
    <message>
        <source>The source was disconnected</source>
        <translation>Die Quelle wurde getrennt</translation>
    </message>
    <message>
        <source>The connection to the hub was lost (%1); connecting again</source>
        <translation>Die Verbindung zum Hub ist abgebrochen (%1); sie wird neu aufgebaut</translation>
    </message>
    <message>
        <source>Request %1 timed out: %2 did not answer before the deadline</source>
        <translation>Zeitüberschreitung der Anfrage %1: %2 hat nicht vor Fristende geantwortet</translation>
    </message>
    <message>
        <source>Access denied for operation: %1</source>
        <translation>Zugriff auf die Operation verweigert: %1</translation>
    </message>
    <message>
        <source>%1 operations: %2</source>
        <translation>%1 Operationen: %2</translation>
    </message>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1 (%2-mal)</translation>
    </message>
    <message>
        <source>the definitions that are listed now</source>
        <translation>die jetzt aufgeführten Definitionen</translation>
    </message>
    <message>
        <source>those of this run</source>
        <translation>die Definitionen dieses Laufs</translation>
    </message>
    <message>
        <source>Setting &quot;oauth&quot;: expected an object, such as {&quot;clientId&quot;: &quot;%1&quot;}.</source>
        <translation>Einstellung „oauth“: ein Objekt erwartet, etwa {&quot;clientId&quot;: &quot;%1&quot;}.</translation>
    </message>
    <message>
        <source>each operation needs an &quot;id&quot; such as notes.find</source>
        <translation>jede Operation braucht eine „id“ wie notes.find</translation>
    </message>
    <message>
        <source>needs the &quot;path&quot; of a file</source>
        <translation>der „path“ einer Datei fehlt</translation>
    </message>
    <message>
        <source>Sign in again.</source>
        <translation>Melden Sie sich noch einmal an.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the private key is not a PEM key that can sign: P-256 or RSA, without a passphrase.</source>
        <translation>Anmeldung bei „%1“: Der private Schlüssel ist kein PEM-Schlüssel, mit dem sich signieren lässt: P-256 oder RSA, ohne Passphrase.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the private key could not sign the assertion.</source>
        <translation>Anmeldung bei „%1“: Der private Schlüssel konnte die Assertion nicht signieren.</translation>
    </message>
    <message>
        <source>The certificate file %1 cannot be read: %2.</source>
        <translation>Die Zertifikatsdatei %1 ist nicht lesbar: %2.</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>Das ist keine Datei</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>Sie ist größer als 1 MiB</translation>
    </message>
    <message>
        <source>The keychain entry does not hold the tokens of a sign-in.</source>
        <translation>Der Eintrag im Schlüsselbund enthält nicht die Tokens einer Anmeldung.</translation>
    </message>
    <message>
        <source>apikey needs NAME=REF, for example apikey:X-Api-Key=env:KEY</source>
        <translation>apikey braucht NAME=REF, zum Beispiel apikey:X-Api-Key=env:KEY</translation>
    </message>
    <message>
        <source>it needs bearer:REF, basic:REF, apikey:NAME=REF or oauth, for example bearer:env:TOKEN</source>
        <translation>nötig ist bearer:REF, basic:REF, apikey:NAME=REF oder oauth, zum Beispiel bearer:env:TOKEN</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: client credentials need a client id and its secret or private key.</source>
        <translation>Anmeldung bei „%1“: Client-Zugangsdaten brauchen eine Client-ID und deren Geheimnis oder privaten Schlüssel.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: there is no refresh token.</source>
        <translation>Anmeldung bei „%1“: Es gibt kein Refresh-Token.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the stored tokens belong to &quot;%2&quot; and are not sent to &quot;%3&quot;.</source>
        <translation>Anmeldung bei „%1“: Die gespeicherten Tokens gehören zu „%2“ und werden nicht an „%3“ gesendet.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: no token address is known.</source>
        <translation>Anmeldung bei „%1“: Es ist keine Adresse für Tokens bekannt.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; still refuses the call after the maximum number of authorisations (limit auth.tries).</source>
        <translation>„%1“ lehnt den Aufruf auch nach der höchsten Zahl von Autorisierungen ab (Grenze auth.tries).</translation>
    </message>
    <message>
        <source>It requires: %1</source>
        <translation>Verlangt wird: %1</translation>
    </message>
    <message>
        <source>Could not listen on 127.0.0.1 for the answer of the browser: %1</source>
        <translation>Auf 127.0.0.1 ließ sich die Antwort des Browsers nicht entgegennehmen: %1</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: there is no browser here; a device code or client credentials work without one.</source>
        <translation>Anmeldung bei „%1“: Hier gibt es keinen Browser; ohne ihn geht es mit einem Gerätecode oder mit Client-Zugangsdaten.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the device authorization endpoint&apos;s answer has no codes.</source>
        <translation>Anmeldung bei „%1“: Die Antwort des Endpunkts für Gerätecodes enthält keine Codes.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the device flow cannot show its code here.</source>
        <translation>Anmeldung bei „%1“: Der Gerätecode lässt sich hier nicht anzeigen.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: it needs a client id.</source>
        <translation>Anmeldung bei „%1“: Sie braucht eine Client-ID.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the authorisation server has no %2, which this OAuth flow needs.</source>
        <translation>Anmeldung bei „%1“: Der Autorisierungsserver hat keinen %2; dieser OAuth-Ablauf braucht ihn.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the token endpoint gave a token of type &quot;%2&quot;; expected &quot;Bearer&quot;.</source>
        <translation>Anmeldung bei „%1“: Der Token-Endpunkt hat ein Token vom Typ „%2“ ausgegeben; erwartet war „Bearer“.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: the document declares only %2, which is not safe for a program like this. Set &quot;issuer&quot;, or &quot;authorizationUrl&quot; and &quot;tokenUrl&quot;.</source>
        <translation>Anmeldung bei „%1“: Das Dokument deklariert nur %2; für ein Programm wie dieses ist das nicht sicher. Setzen Sie „issuer“, oder „authorizationUrl“ und „tokenUrl“.</translation>
    </message>
    <message>
        <source>Sign-in to &quot;%1&quot;: %2 is not the metadata of an authorisation server (status %3).</source>
        <translation>Anmeldung bei „%1“: %2 liefert keine Metadaten eines Autorisierungsservers (Status %3).</translation>
    </message>
    <message>
        <source>The issuer has a query part, which is not allowed.</source>
        <translation>Der Aussteller hat einen Query-Teil; das ist nicht erlaubt.</translation>
    </message>
    <message>
        <source>The answer of the %1 of &quot;%2&quot; is too long.</source>
        <translation>Die Antwort vom %1 von „%2“ ist zu lang.</translation>
    </message>
    <message>
        <source>The request was for the metadata of its sign-in.</source>
        <translation>Die Anfrage galt den Metadaten der Anmeldung.</translation>
    </message>
    <message>
        <source>The request was for the %1 of its sign-in; if the redirect is correct, give &quot;%2&quot; its target address.</source>
        <translation>Die Anfrage galt dem %1 der Anmeldung; wenn die Umleitung richtig ist, geben Sie in „%2“ deren Zieladresse an.</translation>
    </message>
    <message>
        <source>The request was for the %1 of its sign-in.</source>
        <translation>Die Anfrage galt dem %1 der Anmeldung.</translation>
    </message>
    <message>
        <source>authorization endpoint</source>
        <translation>Autorisierungsendpunkt</translation>
    </message>
    <message>
        <source>authorisation server</source>
        <translation>Autorisierungsserver</translation>
    </message>
    <message>
        <source>verification address</source>
        <translation>Bestätigungsadresse</translation>
    </message>
    <message>
        <source>metadata address</source>
        <translation>Adresse der Metadaten</translation>
    </message>
    <message>
        <source>address of the resource&apos;s metadata</source>
        <translation>Adresse der Metadaten der Ressource</translation>
    </message>
    <message>
        <source>address of the metadata</source>
        <translation>Adresse der Metadaten</translation>
    </message>
    <message>
        <source>The %1 is &quot;%2&quot;, which is not a public address and which you have not confirmed. It was not used.</source>
        <translation>%1: „%2“ ist keine öffentliche Adresse, und Sie haben sie nicht bestätigt. Sie wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>The issuer is &quot;%1&quot;, which %2. It was not used.</source>
        <translation>Aussteller: „%1“ %2. Die Adresse wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>The setting &quot;%1&quot; is &quot;%2&quot;, which %3. It was not used.</source>
        <translation>Einstellung „%1“: „%2“ %3. Die Adresse wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>The %1 is &quot;%2&quot;, which %3. It was not used.</source>
        <translation>%1: „%2“ %3. Die Adresse wurde nicht verwendet.</translation>
    </message>
    <message>
        <source>contains characters that are not allowed in such an address</source>
        <translation>enthält Zeichen, die in einer solchen Adresse nicht erlaubt sind</translation>
    </message>
    <message>
        <source>is not a valid address</source>
        <translation>ist keine gültige Adresse</translation>
    </message>
    <message>
        <source>is not https (http is allowed on this computer only)</source>
        <translation>beginnt nicht mit https (http ist nur auf diesem Rechner erlaubt)</translation>
    </message>
    <message>
        <source>carries a user name</source>
        <translation>enthält einen Benutzernamen</translation>
    </message>
    <message>
        <source>has a fragment</source>
        <translation>enthält ein Fragment</translation>
    </message>
    <message>
        <source>expected a text or a list of texts</source>
        <translation>ein Text oder eine Liste von Texten erwartet</translation>
    </message>
    <message>
        <source>expected a text</source>
        <translation>ein Text erwartet</translation>
    </message>
    <message>
        <source>The peer gave neither a code nor a message</source>
        <translation>Die Gegenstelle nannte weder einen Code noch eine Meldung</translation>
    </message>
    <message>
        <source>The peer gave no message, only the code %1</source>
        <translation>Die Gegenstelle nannte keine Meldung, nur den Code %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an event of a call</source>
        <translation>„%1“ ist kein Ereignis eines Aufrufs</translation>
    </message>
    <message>
        <source>The peer sent %1 without a payload</source>
        <translation>Die Gegenstelle hat %1 ohne payload gesendet</translation>
    </message>
    <message>
        <source>%1: the requestId must be a string</source>
        <translation>%1: Die requestId muss eine Zeichenkette sein</translation>
    </message>
    <message>
        <source>%1 has no requestId of 1 to 512 characters</source>
        <translation>%1 hat keine requestId mit 1 bis 512 Zeichen</translation>
    </message>
    <message>
        <source>The request has no operationId</source>
        <translation>Die Anfrage hat keine operationId</translation>
    </message>
    <message>
        <source>Duplicate requestId</source>
        <translation>Die requestId ist schon vergeben</translation>
    </message>
    <message>
        <source>Too many requests at a time; try again later</source>
        <translation>Zu viele Anfragen gleichzeitig; versuchen Sie es später noch einmal</translation>
    </message>
    <message>
        <source>The handler aborted the request</source>
        <translation>Die Operation hat die Anfrage abgebrochen</translation>
    </message>
    <message>
        <source>subscriber too slow</source>
        <translation>der Abonnent ist zu langsam</translation>
    </message>
    <message>
        <source>connection closed</source>
        <translation>Verbindung geschlossen</translation>
    </message>
    <message>
        <source>The connection is closed</source>
        <translation>Die Verbindung ist geschlossen</translation>
    </message>
    <message>
        <source>The workbench closed the connection with code %1 (%2)</source>
        <translation>Die Workbench hat die Verbindung mit dem Code %1 geschlossen (%2)</translation>
    </message>
    <message>
        <source>The workbench closed the connection</source>
        <translation>Die Workbench hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>%1 events already wait for the connection</source>
        <translation>%1 Ereignisse warten schon auf die Verbindung</translation>
    </message>
    <message>
        <source>not an event: %1</source>
        <translation>kein Ereignis: %1</translation>
    </message>
    <message>
        <source>%1 sent 16 messages in a row that are not events (the last one: %2).</source>
        <translation>%1 hat 16 Nachrichten hintereinander gesendet, die keine Ereignisse sind (die letzte: %2).</translation>
    </message>
    <message>
        <source>The message is not a JSON object</source>
        <translation>Die Nachricht ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>The message has no string &quot;type&quot;</source>
        <translation>Die Nachricht hat keine Zeichenkette „type“</translation>
    </message>
    <message>
        <source>it sent an event of the unknown type &quot;%1&quot;</source>
        <translation>ein Ereignis des unbekannten Typs „%1“</translation>
    </message>
    <message>
        <source>%1 (%2 reported the deadline)</source>
        <translation>%1 (%2 hat das Fristende gemeldet)</translation>
    </message>
    <message>
        <source>Request %1 timed out</source>
        <translation>Zeitüberschreitung der Anfrage %1</translation>
    </message>
    <message>
        <source>The peer answered without an output</source>
        <translation>Die Gegenstelle hat ohne output geantwortet</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered without an output</source>
        <translation>„%1“ hat ohne output geantwortet</translation>
    </message>
    <message>
        <source>The peer sends outputs that are not envelopes; they are wrapped</source>
        <translation>Die Gegenstelle sendet Ausgaben, die keine Envelopes sind; sie werden eingepackt</translation>
    </message>
    <message>
        <source>%1 ended the request: %2</source>
        <translation>%1 hat die Anfrage beendet: %2</translation>
    </message>
    <message>
        <source>Request %1 was aborted by %2</source>
        <translation>Die Anfrage %1 wurde von %2 abgebrochen</translation>
    </message>
    <message>
        <source>Request %1 completed without response: %2 ended it</source>
        <translation>Die Anfrage %1 endete ohne Antwort: %2 hat sie beendet</translation>
    </message>
    <message>
        <source>Request %1 completed without response</source>
        <translation>Die Anfrage %1 endete ohne Antwort</translation>
    </message>
    <message>
        <source>Subscription %1 timed out (idle after %2ms): %3 sent no item</source>
        <translation>Zeitüberschreitung des Abonnements %1 (%2 ms ohne Ereignis): %3 hat nichts gesendet</translation>
    </message>
    <message>
        <source>Something else came instead: %1</source>
        <translation>Stattdessen kam etwas anderes: %1</translation>
    </message>
    <message>
        <source>%1 names an unknown request</source>
        <translation>%1 nennt eine unbekannte Anfrage</translation>
    </message>
    <message>
        <source>The peer answered a call again, so an abort was sent</source>
        <translation>Die Gegenstelle hat einen Aufruf noch einmal beantwortet; darum wurde ein Abbruch gesendet</translation>
    </message>
    <message>
        <source>%1 came after the request had ended</source>
        <translation>%1 kam, nachdem die Anfrage beendet war</translation>
    </message>
    <message>
        <source>The command %1 printed no answer within %2.</source>
        <translation>Der Befehl %1 hat innerhalb von %2 keine Antwort ausgegeben.</translation>
    </message>
    <message>
        <source>The command %1 printed more than %2.</source>
        <translation>Der Befehl %1 hat mehr als %2 ausgegeben.</translation>
    </message>
    <message>
        <source>The command %1 could not be started.</source>
        <translation>Der Befehl %1 konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>The command %1 ended with %2.</source>
        <translation>Der Befehl %1 endete mit %2.</translation>
    </message>
    <message>
        <source>The command printed no answer.</source>
        <translation>Der Befehl hat keine Antwort ausgegeben.</translation>
    </message>
    <message>
        <source>the accepted definitions could not be read, so %1: %2</source>
        <translation>die angenommenen Definitionen waren nicht lesbar, darum %1: %2</translation>
    </message>
    <message>
        <source>the definitions that are listed now count as accepted</source>
        <translation>gelten die jetzt aufgeführten Definitionen als angenommen</translation>
    </message>
    <message>
        <source>those of this run are stored again</source>
        <translation>werden die aus diesem Programmlauf neu gespeichert</translation>
    </message>
    <message>
        <source>and %1 more definitions changed</source>
        <translation>und %1 weitere Definitionen haben sich geändert</translation>
    </message>
    <message>
        <source>the accepted definitions could not be stored: %1</source>
        <translation>die angenommenen Definitionen konnten nicht gespeichert werden: %1</translation>
    </message>
    <message>
        <source>source &quot;%1&quot;: a secret may not choose the program that is started, its folder or what it loads; use a variable that is not a secret</source>
        <translation>Quelle „%1“: Ein Geheimnis darf nicht bestimmen, welches Programm gestartet wird, in welchem Ordner oder was es lädt; verwenden Sie eine Variable, die kein Geheimnis ist</translation>
    </message>
    <message>
        <source>only the first %1 files are watched (limit watch.files)</source>
        <translation>nur die ersten %1 Dateien werden überwacht (Grenze watch.files)</translation>
    </message>
    <message>
        <source>%1 cannot be watched</source>
        <translation>%1 lässt sich nicht überwachen</translation>
    </message>
    <message>
        <source>%1 changes whenever the program starts and is not watched any more</source>
        <translation>%1 ändert sich bei jedem Start des Programms und wird nicht mehr überwacht</translation>
    </message>
    <message>
        <source>the call is still running</source>
        <translation>der Aufruf läuft noch</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>The list of source &quot;%1&quot; is being read again because it changed; try again.</source>
        <translation>Die Liste der Quelle „%1“ wird neu gelesen, weil sie sich geändert hat; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The values of a form are an object, for example {&quot;name&quot;: &quot;value&quot;}.</source>
        <translation>Die Werte eines Formulars sind ein Objekt, zum Beispiel {&quot;name&quot;: &quot;value&quot;}.</translation>
    </message>
    <message>
        <source>The values do not fit the form: %1</source>
        <translation>Die Werte passen nicht zum Formular: %1</translation>
    </message>
    <message>
        <source>The value at %1 does not fit the form: %2</source>
        <translation>Der Wert bei %1 passt nicht zum Formular: %2</translation>
    </message>
    <message>
        <source>the test is still running</source>
        <translation>der Test läuft noch</translation>
    </message>
    <message>
        <source>there is no source &quot;%1&quot;</source>
        <translation>es gibt keine Quelle „%1“</translation>
    </message>
    <message>
        <source>no secret store is available</source>
        <translation>es ist kein Speicher für Geheimnisse verfügbar</translation>
    </message>
    <message>
        <source>a source needs a name</source>
        <translation>eine Quelle braucht einen Namen</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is taken by the source &quot;%2&quot;; choose another one</source>
        <translation>der Name „%1“ gehört schon zur Quelle „%2“; wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a kind of source that this version knows</source>
        <translation>„%1“ ist keine Art von Quelle, die diese Version kennt</translation>
    </message>
    <message>
        <source>there is no environment &quot;%1&quot;; %2</source>
        <translation>es gibt keine Umgebung „%1“; %2</translation>
    </message>
    <message>
        <source>the workspace has none</source>
        <translation>der Arbeitsbereich hat keine</translation>
    </message>
    <message>
        <source>the workspace has %1</source>
        <translation>der Arbeitsbereich hat %1</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; was %2 because no environment is chosen any more</source>
        <translation>die Quelle „%1“ wurde %2, weil keine Umgebung mehr gewählt ist</translation>
    </message>
    <message>
        <source>the connection of source &quot;%1&quot; ended</source>
        <translation>die Verbindung der Quelle „%1“ wurde beendet</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; is of kind &quot;%2&quot;, which this version does not know</source>
        <translation>die Quelle „%1“ ist von der Art „%2“, die diese Version nicht kennt</translation>
    </message>
    <message>
        <source>source &quot;%1&quot; needs the secret %2, but no secret store is available</source>
        <translation>die Quelle „%1“ braucht das Geheimnis %2, aber es ist kein Speicher für Geheimnisse verfügbar</translation>
    </message>
    <message>
        <source>&quot;%1&quot; proposes no values for its input</source>
        <translation>„%1“ schlägt keine Werte für die Eingabe vor</translation>
    </message>
    <message>
        <source>The hub may call every operation of the connected sources</source>
        <translation>Der Hub darf jede Operation der verbundenen Quellen aufrufen</translation>
    </message>
    <message>
        <source>The hub may call: %1</source>
        <translation>Der Hub darf aufrufen: %1</translation>
    </message>
    <message>
        <source>Calls run as the identity that the hub names</source>
        <translation>Aufrufe laufen unter der Identität, die der Hub nennt</translation>
    </message>
    <message>
        <source>The hub answered with another operation&apos;s schema</source>
        <translation>Der Hub hat mit dem Schema einer anderen Operation geantwortet</translation>
    </message>
    <message>
        <source>The hub gave no schema: %1</source>
        <translation>Der Hub hat kein Schema geliefert: %1</translation>
    </message>
    <message>
        <source>The hub &quot;%1&quot; did not answer %2 within %3, so its operations are not known.</source>
        <translation>Der Hub „%1“ hat %2 nicht innerhalb von %3 beantwortet; darum sind seine Operationen nicht bekannt.</translation>
    </message>
    <message>
        <source>The hub &quot;%1&quot; did not list its operations: %2 failed: %3</source>
        <translation>Der Hub „%1“ hat seine Operationen nicht aufgeführt: %2 ist fehlgeschlagen: %3</translation>
    </message>
    <message>
        <source>The hub &quot;%1&quot; did not list its operations: %2</source>
        <translation>Der Hub „%1“ hat seine Operationen nicht aufgeführt: %2</translation>
    </message>
    <message>
        <source>The hub &quot;%1&quot; lists no operations: %2</source>
        <translation>Der Hub „%1“ führt keine Operationen auf: %2</translation>
    </message>
    <message>
        <source>The hub lists no operations: %1</source>
        <translation>Der Hub führt keine Operationen auf: %1</translation>
    </message>
    <message>
        <source>it knows neither services.list nor services/list.</source>
        <translation>Er kennt weder services.list noch services/list.</translation>
    </message>
    <message>
        <source>Enter them by hand in the source&apos;s settings; in a workspace file, they are the member &quot;operations&quot;.</source>
        <translation>Geben Sie sie in den Einstellungen der Quelle von Hand ein; in der Datei eines Arbeitsbereichs sind sie das Element „operations“.</translation>
    </message>
    <message>
        <source>It sent a message that is not an event (%1).</source>
        <translation>Er hat eine Nachricht gesendet, die kein Ereignis ist (%1).</translation>
    </message>
    <message>
        <source>The message begins with: %1</source>
        <translation>Die Nachricht beginnt mit: %1</translation>
    </message>
    <message>
        <source>a message that is not an event (%1), which begins with: %2</source>
        <translation>eine Nachricht, die kein Ereignis ist (%1) und so beginnt: %2</translation>
    </message>
    <message>
        <source>The hub lists more than %1 operations</source>
        <translation>Der Hub führt mehr als %1 Operationen auf</translation>
    </message>
    <message>
        <source>%1 returned no list of operations</source>
        <translation>%1 hat keine Liste von Operationen geliefert</translation>
    </message>
    <message>
        <source>None of the %1 entries that the hub lists is an operation: %2</source>
        <translation>Keiner der %1 Einträge, die der Hub aufführt, ist eine Operation: %2</translation>
    </message>
    <message>
        <source>%1 of %2 operations came without a schema: %3</source>
        <translation>Operationen ohne Schema: %1 von %2 (%3)</translation>
    </message>
    <message>
        <source>An operation in the list has no id</source>
        <translation>Eine Operation in der Liste hat keine id</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: the type must be query, mutation or subscription</source>
        <translation>„%1“: Der Typ muss query, mutation oder subscription sein</translation>
    </message>
    <message>
        <source>The access control of the hub is not valid: it must be an object with arrays of scopes</source>
        <translation>Die Zugriffsregeln des Hubs sind nicht gültig: Sie müssen ein Objekt mit Arrays von Scopes sein</translation>
    </message>
    <message>
        <source>The hub left definitions out of the schemas because they are large</source>
        <translation>Der Hub hat Definitionen aus den Schemas weggelassen, weil sie groß sind</translation>
    </message>
    <message>
        <source>A response to the hub could not be sent: %1</source>
        <translation>Eine Antwort an den Hub konnte nicht gesendet werden: %1</translation>
    </message>
    <message>
        <source>The hub &quot;%1&quot; is not connected: %2</source>
        <translation>Der Hub „%1“ ist nicht verbunden: %2</translation>
    </message>
    <message>
        <source>The hub &quot;%1&quot; is not connected</source>
        <translation>Der Hub „%1“ ist nicht verbunden</translation>
    </message>
    <message>
        <source>The hub sent a message that is not an event: %1</source>
        <translation>Der Hub hat eine Nachricht gesendet, die kein Ereignis ist: %1</translation>
    </message>
    <message>
        <source>Connected again</source>
        <translation>Wieder verbunden</translation>
    </message>
    <message>
        <source>The hub did not accept our operations: %1</source>
        <translation>Der Hub hat die angebotenen Operationen nicht angenommen: %1</translation>
    </message>
    <message>
        <source>The hub rejected %1: conflict.</source>
        <translation>Der Hub hat %1 abgelehnt: Konflikt.</translation>
    </message>
    <message>
        <source>The hub rejected %1: %2</source>
        <translation>Der Hub hat %1 abgelehnt: %2</translation>
    </message>
    <message>
        <source>It is offered there already; offer it from a source with another name.</source>
        <translation>Diese Operation wird dort schon angeboten; bieten Sie sie aus einer Quelle mit anderem Namen an.</translation>
    </message>
    <message>
        <source>the namespace is reserved</source>
        <translation>Der Namensraum ist reserviert</translation>
    </message>
    <message>
        <source>too many operations</source>
        <translation>zu viele Operationen</translation>
    </message>
    <message>
        <source>malformed: %1</source>
        <translation>fehlerhaft: %1</translation>
    </message>
    <message>
        <source>The hub &quot;%1&quot;: %2</source>
        <translation>Der Hub „%1“: %2</translation>
    </message>
    <message>
        <source>expected a ws or wss address</source>
        <translation>eine ws- oder wss-Adresse erwartet</translation>
    </message>
    <message>
        <source>holds a user name or password; use the token</source>
        <translation>enthält Benutzernamen oder Passwort; verwenden Sie das Token</translation>
    </message>
    <message>
        <source>holds control characters</source>
        <translation>enthält Steuerzeichen</translation>
    </message>
    <message>
        <source>expected a list of operations</source>
        <translation>eine Liste von Operationen erwartet</translation>
    </message>
    <message>
        <source>the type must be query, mutation or subscription</source>
        <translation>der Typ muss query, mutation oder subscription sein</translation>
    </message>
    <message>
        <source>%1 gave neither a result nor progress for %2.</source>
        <translation>%1 hat %2 lang weder ein Ergebnis noch Fortschritt geliefert.</translation>
    </message>
    <message>
        <source>%1 runs inside this program: nothing is sent</source>
        <translation>%1 läuft in diesem Programm: Es wird nichts gesendet</translation>
    </message>
    <message>
        <source>Source &quot;%1&quot;: &quot;set&quot; is not the name of a set of local operations</source>
        <translation>Quelle „%1“: „set“ ist kein Name einer Gruppe lokaler Operationen</translation>
    </message>
    <message>
        <source>%1, which the metadata of &quot;%2&quot; names.</source>
        <translation>%1, den die Metadaten von „%2“ nennen.</translation>
    </message>
    <message>
        <source>The request was for the %1 of its sign-in</source>
        <translation>Die Anfrage galt dem %1 der Anmeldung</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot;: %2</source>
        <translation>Server „%1“: %2</translation>
    </message>
    <message>
        <source>http%1, to which %2 redirects: the server %3 titled &quot;%4&quot;.</source>
        <translation>http%1, an das %2 umleitet: Der Server %3 („%4“).</translation>
    </message>
    <message>
        <source>http%1, to which %2 redirects: the server %3 (%4).</source>
        <translation>http%1, an das %2 umleitet: Der Server %3 (%4).</translation>
    </message>
    <message>
        <source>http%1, to which %2 redirects: the server %3.</source>
        <translation>http%1, an das %2 umleitet: Der Server %3.</translation>
    </message>
    <message>
        <source>gave no document</source>
        <translation>hat kein Dokument geliefert</translation>
    </message>
    <message>
        <source>%1 is neither a local file nor an http or https address</source>
        <translation>%1 ist weder eine lokale Datei noch eine http- oder https-Adresse</translation>
    </message>
    <message>
        <source>%1 is a local file, which a document from a server may not refer to</source>
        <translation>%1 ist eine lokale Datei; ein Dokument von einem Server darf nicht darauf verweisen</translation>
    </message>
    <message>
        <source>%1 is outside the document&apos;s folder; the setting &quot;files&quot; allows it</source>
        <translation>%1 liegt außerhalb des Ordners des Dokuments; die Einstellung „files“ erlaubt es</translation>
    </message>
    <message>
        <source>%1 is on another server; the setting &quot;files&quot; allows it</source>
        <translation>%1 liegt auf einem anderen Server; die Einstellung „files“ erlaubt es</translation>
    </message>
    <message>
        <source>The source was disconnected.</source>
        <translation>Die Quelle wurde getrennt.</translation>
    </message>
    <message>
        <source>%1 and %2 more problems</source>
        <translation>%1 und %2 weitere Probleme</translation>
    </message>
    <message>
        <source>There are %1 more problems.</source>
        <translation>Es gibt %1 weitere Probleme.</translation>
    </message>
    <message>
        <source>The document is larger than %1.</source>
        <translation>Das Dokument ist größer als %1.</translation>
    </message>
    <message>
        <source>The description is larger than %1 files.</source>
        <translation>Die Beschreibung umfasst mehr als %1 Dateien.</translation>
    </message>
    <message>
        <source>The description is larger than %1.</source>
        <translation>Die Beschreibung ist größer als %1.</translation>
    </message>
    <message>
        <source>The file was not read: %1</source>
        <translation>Die Datei wurde nicht gelesen: %1</translation>
    </message>
    <message>
        <source>The setting is %1.</source>
        <translation>Die Einstellung ist %1.</translation>
    </message>
    <message>
        <source>%1 is not an OpenAPI document: %2 &quot;%3&quot; is unknown; 2.0, 3.0, 3.1 and 3.2 are known.</source>
        <translation>%1 ist kein OpenAPI-Dokument: %2 „%3“ ist unbekannt; bekannt sind 2.0, 3.0, 3.1 und 3.2.</translation>
    </message>
    <message>
        <source>its version</source>
        <translation>die Version</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>es ist leer</translation>
    </message>
    <message>
        <source>it must be an object</source>
        <translation>es muss ein Objekt sein</translation>
    </message>
    <message>
        <source>Version %1 is newer than the known versions; it is read as 3.2.</source>
        <translation>Version %1 ist neuer als die bekannten Versionen; sie wird als 3.2 gelesen.</translation>
    </message>
    <message>
        <source>A server without a URL is left out.</source>
        <translation>Ein Server ohne URL wird ausgelassen.</translation>
    </message>
    <message>
        <source>A security scheme must be an object.</source>
        <translation>Ein Sicherheitsschema muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>The security scheme &quot;%1&quot; is not declared.</source>
        <translation>Das Sicherheitsschema „%1“ ist nicht deklariert.</translation>
    </message>
    <message>
        <source>The reference &quot;%1&quot; leads nowhere in this file; its target in the entry document is used.</source>
        <translation>Der Verweis „%1“ führt in dieser Datei ins Leere; verwendet wird sein Ziel im Hauptdokument.</translation>
    </message>
    <message>
        <source>%1 cannot be read: the reference &quot;%2&quot; leads nowhere: %3.</source>
        <translation>%1 ist nicht lesbar: Der Verweis „%2“ führt ins Leere: %3.</translation>
    </message>
    <message>
        <source>The reference &quot;%1&quot; leads nowhere: %2.</source>
        <translation>Der Verweis „%1“ führt ins Leere: %2.</translation>
    </message>
    <message>
        <source>The reference &quot;%1&quot; leads back to itself.</source>
        <translation>Der Verweis „%1“ führt zu sich selbst zurück.</translation>
    </message>
    <message>
        <source>The schema &quot;%1&quot; only refers to itself.</source>
        <translation>Das Schema „%1“ verweist nur auf sich selbst.</translation>
    </message>
    <message>
        <source>The targets of this operation&apos;s references are too large to be written out.</source>
        <translation>Die Ziele der Verweise dieser Operation sind zu groß, um ausgeschrieben zu werden.</translation>
    </message>
    <message>
        <source>A media type</source>
        <translation>Ein Medientyp</translation>
    </message>
    <message>
        <source>The list of responses</source>
        <translation>Die Liste der Antworten</translation>
    </message>
    <message>
        <source>A response</source>
        <translation>Eine Antwort</translation>
    </message>
    <message>
        <source>there is no such anchor</source>
        <translation>diesen Anker gibt es nicht</translation>
    </message>
    <message>
        <source>nothing is there</source>
        <translation>dort ist nichts</translation>
    </message>
    <message>
        <source>it leads back to itself</source>
        <translation>er führt zu sich selbst zurück</translation>
    </message>
    <message>
        <source>http%1 was not read</source>
        <translation>http%1 wurde nicht gelesen</translation>
    </message>
    <message>
        <source>file:%1 was not read</source>
        <translation>file:%1 wurde nicht gelesen</translation>
    </message>
    <message>
        <source>the file was not read</source>
        <translation>die Datei wurde nicht gelesen</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>die Datei ist nicht lesbar</translation>
    </message>
    <message>
        <source>&quot;paths&quot; is missing.</source>
        <translation>„paths“ fehlt.</translation>
    </message>
    <message>
        <source>&quot;paths&quot; must be an object.</source>
        <translation>„paths“ muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>A path must begin with a slash.</source>
        <translation>Ein Pfad muss mit einem Schrägstrich beginnen.</translation>
    </message>
    <message>
        <source>The path differs from &quot;%1&quot; only in the names of its parameters.</source>
        <translation>Der Pfad unterscheidet sich von „%1“ nur in den Namen seiner Parameter.</translation>
    </message>
    <message>
        <source>OpenAPI treats both as the same path.</source>
        <translation>OpenAPI behandelt beide als denselben Pfad.</translation>
    </message>
    <message>
        <source>A path item must be an object.</source>
        <translation>Ein Pfadeintrag muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>The path item refers to itself.</source>
        <translation>Der Pfadeintrag verweist auf sich selbst.</translation>
    </message>
    <message>
        <source>OpenAPI %1 has no method &quot;%2&quot; here.</source>
        <translation>OpenAPI %1 hat hier keine Methode „%2“.</translation>
    </message>
    <message>
        <source>This is not an HTTP method.</source>
        <translation>Das ist keine HTTP-Methode.</translation>
    </message>
    <message>
        <source>An operation must be an object.</source>
        <translation>Eine Operation muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>There are more than %1 operations; the rest is left out.</source>
        <translation>Es gibt mehr als %1 Operationen; der Rest wird ausgelassen.</translation>
    </message>
    <message>
        <source>A parameter needs a name and a place.</source>
        <translation>Ein Parameter braucht einen Namen und einen Ort.</translation>
    </message>
    <message>
        <source>The operation id &quot;%1&quot; occurs more than once.</source>
        <translation>Die Operations-ID „%1“ kommt mehrmals vor.</translation>
    </message>
    <message>
        <source>Its id in the document is &quot;%1&quot;.</source>
        <translation>Die ID im Dokument ist „%1“.</translation>
    </message>
    <message>
        <source>Another operation has the same name, &quot;%1&quot;.</source>
        <translation>Eine andere Operation hat denselben Namen, „%1“.</translation>
    </message>
    <message>
        <source>The path names &quot;%1&quot;, which no parameter declares; any text is accepted.</source>
        <translation>Der Pfad nennt „%1“, aber kein Parameter deklariert es; jeder Text wird angenommen.</translation>
    </message>
    <message>
        <source>The path does not contain the path parameter &quot;%1&quot;.</source>
        <translation>Der Pfad enthält den Pfadparameter „%1“ nicht.</translation>
    </message>
    <message>
        <source>The body names no media type and is left out.</source>
        <translation>Der Body nennt keinen Medientyp und wird ausgelassen.</translation>
    </message>
    <message>
        <source>The operation has a body and form fields; the form fields are left out.</source>
        <translation>Die Operation hat einen Body und Formularfelder; die Formularfelder werden ausgelassen.</translation>
    </message>
    <message>
        <source>The %1 parameter %2 has a collectionFormat that is not allowed there (&quot;%3&quot;); csv is used.</source>
        <translation>Der Parameter %2 (%1) hat ein collectionFormat, das dort nicht erlaubt ist („%3“); verwendet wird csv.</translation>
    </message>
    <message>
        <source>The %1 parameter %2 has a style that is not allowed there (&quot;%3&quot;); the default is used.</source>
        <translation>Der Parameter %2 (%1) hat einen style, der dort nicht erlaubt ist („%3“); verwendet wird der Standardwert.</translation>
    </message>
    <message>
        <source>The %1 parameter %2 has several media types; the first is used.</source>
        <translation>Der Parameter %2 (%1) hat mehrere Medientypen; verwendet wird der erste.</translation>
    </message>
    <message>
        <source>The %1 parameter %2 has no media type; a form is sent.</source>
        <translation>Der Parameter %2 (%1) hat keinen Medientyp; gesendet wird ein Formular.</translation>
    </message>
    <message>
        <source>The parameter &quot;%1&quot; is not sent: OpenAPI leaves this header to the security schemes.</source>
        <translation>Der Parameter „%1“ wird nicht gesendet: OpenAPI überlässt diesen Header den Sicherheitsschemas.</translation>
    </message>
    <message>
        <source>Give the source a credential.</source>
        <translation>Geben Sie der Quelle Zugangsdaten.</translation>
    </message>
    <message>
        <source>The parameter &quot;%1&quot; is not sent: OpenAPI leaves this header to the media types of body and answer.</source>
        <translation>Der Parameter „%1“ wird nicht gesendet: OpenAPI überlässt diesen Header den Medientypen von Body und Antwort.</translation>
    </message>
    <message>
        <source>A parameter without a usable name and place is left out: name &quot;%1&quot;, in &quot;%2&quot;.</source>
        <translation>Ein Parameter ohne verwendbaren Namen und Ort wird ausgelassen: name „%1“, in „%2“.</translation>
    </message>
    <message>
        <source>The server variable &quot;%1&quot; must be one of %2, not &quot;%3&quot;.</source>
        <translation>Die Servervariable „%1“ muss einer der Werte %2 sein, nicht „%3“.</translation>
    </message>
    <message>
        <source>The server &quot;%1&quot; has a variable &quot;%2&quot; without a value.</source>
        <translation>Der Server „%1“ hat eine Variable „%2“ ohne Wert.</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>diesem Dokument</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an http or https address of a server.</source>
        <translation>„%1“ ist keine http- oder https-Adresse eines Servers.</translation>
    </message>
    <message>
        <source>The server&apos;s address holds a user name or password; use a credential.</source>
        <translation>Die Adresse des Servers enthält einen Benutzernamen oder ein Passwort; verwenden Sie Zugangsdaten.</translation>
    </message>
    <message>
        <source>Input &quot;%1&quot;: %2, also as &quot;%3&quot;.</source>
        <translation>Eingabe „%1“: %2, auch als „%3“.</translation>
    </message>
    <message>
        <source>the value is given twice</source>
        <translation>Der Wert ist doppelt angegeben</translation>
    </message>
    <message>
        <source>several parameters have this name; give %1</source>
        <translation>Mehrere Parameter haben diesen Namen; geben Sie %1 an</translation>
    </message>
    <message>
        <source>The part of the path after &quot;#&quot; is never sent.</source>
        <translation>Der Teil des Pfads nach „#“ wird nie gesendet.</translation>
    </message>
    <message>
        <source>A path segment is &quot;%1&quot;; some servers resolve it against the rest of the path.</source>
        <translation>Ein Segment des Pfads ist „%1“; manche Server lösen es mit dem übrigen Pfad auf.</translation>
    </message>
    <message>
        <source>this header may not be set by a parameter</source>
        <translation>Diesen Header darf kein Parameter setzen</translation>
    </message>
    <message>
        <source>a header must not hold a line end or NUL</source>
        <translation>Ein Header darf weder Zeilenende noch NUL enthalten</translation>
    </message>
    <message>
        <source>The cookie &quot;%1&quot; is written as separate pairs; &quot;&amp;&quot; would not be read as a separator.</source>
        <translation>Der Cookie „%1“ wird als einzelne Paare geschrieben; „&amp;“ würde nicht als Trennzeichen gelesen.</translation>
    </message>
    <message>
        <source>The cookie &quot;%1&quot; holds a &quot;;&quot;, which ends a cookie.</source>
        <translation>Der Cookie „%1“ enthält ein „;“, das einen Cookie beendet.</translation>
    </message>
    <message>
        <source>The operation asks for a credential that is not set: %1.</source>
        <translation>Die Operation verlangt Zugangsdaten, die nicht gesetzt sind: %1.</translation>
    </message>
    <message>
        <source>Credential &quot;%1&quot;: %2.</source>
        <translation>Zugangsdaten „%1“: %2.</translation>
    </message>
    <message>
        <source>its value holds a line end</source>
        <translation>Der Wert enthält ein Zeilenende</translation>
    </message>
    <message>
        <source>The operation has no parameter &quot;%1&quot;; it is not sent.</source>
        <translation>Die Operation hat keinen Parameter „%1“; er wird nicht gesendet.</translation>
    </message>
    <message>
        <source>the file&apos;s type holds a line end</source>
        <translation>Der Typ der Datei enthält ein Zeilenende</translation>
    </message>
    <message>
        <source>the file&apos;s content is not valid base64</source>
        <translation>Der Inhalt der Datei ist kein gültiges Base64</translation>
    </message>
    <message>
        <source>a header of this part holds a control character</source>
        <translation>Ein Header dieses Teils enthält ein Steuerzeichen</translation>
    </message>
    <message>
        <source>the type of this part holds a control character</source>
        <translation>Der Typ dieses Teils enthält ein Steuerzeichen</translation>
    </message>
    <message>
        <source>a multipart body must be an object or a list of parts</source>
        <translation>Ein Multipart-Body muss ein Objekt oder eine Liste von Teilen sein</translation>
    </message>
    <message>
        <source>Input &quot;%1&quot;: &quot;%2&quot; is not a valid XML name.</source>
        <translation>Eingabe „%1“: „%2“ ist kein gültiger XML-Name.</translation>
    </message>
    <message>
        <source>holds a control character</source>
        <translation>enthält ein Steuerzeichen</translation>
    </message>
    <message>
        <source>the document names no media type for it</source>
        <translation>Das Dokument nennt keinen Medientyp dafür</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no operation %2.</source>
        <translation>„%1“ hat keine Operation %2.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; requires a sign-in, which is not possible here.</source>
        <translation>„%1“ verlangt eine Anmeldung, die hier nicht möglich ist.</translation>
    </message>
    <message>
        <source>a part of the address</source>
        <translation>ein Teil der Adresse</translation>
    </message>
    <message>
        <source>The access token was refused and renewed.</source>
        <translation>Das Access-Token wurde abgelehnt und erneuert.</translation>
    </message>
    <message>
        <source>The request was not sent again because it may have an effect; invoke it again.</source>
        <translation>Die Anfrage wurde nicht erneut gesendet, weil sie etwas bewirken kann; rufen Sie die Operation noch einmal auf.</translation>
    </message>
    <message>
        <source>The access token was refused and could not be renewed: %1</source>
        <translation>Das Access-Token wurde abgelehnt und ließ sich nicht erneuern: %1</translation>
    </message>
    <message>
        <source>%1 cannot be resolved: no secret store is connected.</source>
        <translation>%1 lässt sich nicht auflösen: Es ist kein Speicher für Geheimnisse angeschlossen.</translation>
    </message>
    <message>
        <source>The body is labelled JSON and is empty.</source>
        <translation>Der Body ist als JSON gekennzeichnet und leer.</translation>
    </message>
    <message>
        <source>The answer is a stream of events.</source>
        <translation>Die Antwort ist ein Stream von Ereignissen.</translation>
    </message>
    <message>
        <source>Subscribe to the operation to see each of them.</source>
        <translation>Abonnieren Sie die Operation, um jedes einzelne zu sehen.</translation>
    </message>
    <message>
        <source>The event was not valid UTF-8; each invalid byte is replaced by U+FFFD.</source>
        <translation>Das Ereignis war kein gültiges UTF-8; jedes ungültige Byte ist durch U+FFFD ersetzt.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered with a body larger than the limit</source>
        <translation>„%1“ hat mit einem Body geantwortet, der größer als die Grenze ist</translation>
    </message>
    <message>
        <source>&quot;%1&quot; did not end its answer within request.maxTotal (%2 s).</source>
        <translation>„%1“ hat seine Antwort nicht innerhalb von request.maxTotal (%2 s) beendet.</translation>
    </message>
    <message>
        <source>The event stream of &quot;%1&quot; ended in the middle of an event (%2 bytes were not used).</source>
        <translation>Der Stream von Ereignissen von „%1“ endete mitten in einem Ereignis (%2 Bytes wurden nicht verwendet).</translation>
    </message>
    <message>
        <source>expected a file or an http or https address</source>
        <translation>Datei oder http- oder https-Adresse erwartet</translation>
    </message>
    <message>
        <source>is not a valid http or https address</source>
        <translation>keine gültige http- oder https-Adresse</translation>
    </message>
    <message>
        <source>holds a user name or password; use a credential</source>
        <translation>enthält einen Benutzernamen oder ein Passwort; verwenden Sie Zugangsdaten</translation>
    </message>
    <message>
        <source>is not a valid file</source>
        <translation>keine gültige Datei</translation>
    </message>
    <message>
        <source>expected a list of addresses</source>
        <translation>Liste von Adressen erwartet</translation>
    </message>
    <message>
        <source>expected http or https addresses</source>
        <translation>http- oder https-Adressen erwartet</translation>
    </message>
    <message>
        <source>Access denied for operation: %1 %2 identity required</source>
        <translation>Zugriff auf die Operation verweigert: %1 %2 Identität erforderlich</translation>
    </message>
    <message>
        <source>%1 moved to %2: %3</source>
        <translation>%1 verschoben nach %2: %3</translation>
    </message>
    <message>
        <source>An operation must be an object</source>
        <translation>Eine Operation muss ein Objekt sein</translation>
    </message>
    <message>
        <source>An operation has no name</source>
        <translation>Eine Operation hat keinen Namen</translation>
    </message>
    <message>
        <source>Operation &quot;%1&quot; has no namespace</source>
        <translation>Die Operation „%1“ hat keinen Namensraum</translation>
    </message>
    <message>
        <source>Operation &quot;%1&quot;: a namespace must not contain a dot</source>
        <translation>Operation „%1“: Ein Namensraum darf keinen Punkt enthalten</translation>
    </message>
    <message>
        <source>Operation &quot;%1&quot;: the type must be query, mutation or subscription</source>
        <translation>Operation „%1“: Der Typ muss query, mutation oder subscription sein</translation>
    </message>
    <message>
        <source>Operation &quot;%1&quot;: accessControl must be an object with arrays of scopes</source>
        <translation>Operation „%1“: accessControl muss ein Objekt mit Arrays von Scopes sein</translation>
    </message>
    <message>
        <source>a brace is unmatched</source>
        <translation>eine geschweifte Klammer hat kein Gegenstück</translation>
    </message>
    <message>
        <source>%1 is not an expression of RFC 6570</source>
        <translation>%1 ist kein Ausdruck nach RFC 6570</translation>
    </message>
    <message>
        <source>Subscription %1 timed out (idle after %2ms)</source>
        <translation>Zeitüberschreitung des Abonnements %1 (nach %2 ms ohne Ereignis)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an operation id of the form namespace.name</source>
        <translation>„%1“ ist keine Operations-ID der Form namespace.name</translation>
    </message>
    <message>
        <source>customAuth is ignored</source>
        <translation>customAuth wird ignoriert</translation>
    </message>
    <message>
        <source>No handler registered for operation: %1</source>
        <translation>Für diese Operation ist kein Handler registriert: %1</translation>
    </message>
    <message>
        <source>%1 is a subscription: subscribe to it</source>
        <translation>%1 liefert einen Stream: Abonnieren Sie die Operation</translation>
    </message>
    <message>
        <source>%1 gives a single result, not a stream</source>
        <translation>%1 liefert ein einzelnes Ergebnis, keinen Stream</translation>
    </message>
    <message>
        <source>The input was not validated: %1</source>
        <translation>Die Eingabe wurde nicht geprüft: %1</translation>
    </message>
    <message>
        <source>The input was sent although it does not fit the schema: %1</source>
        <translation>Die Eingabe wurde gesendet, obwohl sie nicht zum Schema passt: %1</translation>
    </message>
    <message>
        <source>Request %1 was aborted</source>
        <translation>Die Anfrage %1 wurde abgebrochen</translation>
    </message>
    <message>
        <source>/%1 is not a file</source>
        <translation>/%1 ist keine Datei</translation>
    </message>
    <message>
        <source>/%1 does not exist</source>
        <translation>/%1 existiert nicht</translation>
    </message>
    <message>
        <source>/%1 is too large.</source>
        <translation>/%1 ist zu groß.</translation>
    </message>
    <message>
        <source>%1 sent no event stream.</source>
        <translation>%1 hat keinen Stream von Ereignissen gesendet.</translation>
    </message>
    <message>
        <source>%1: %2 cannot be read: %3 must be %4 and is not &quot;envelope&quot;; correct the file in a text editor</source>
        <translation>%1: %2 ist nicht lesbar: Bei %3 erwartet: %4, aber nicht „envelope“; berichtigen Sie die Datei in einem Texteditor</translation>
    </message>
    <message>
        <source>a name of letters, digits, &apos;_&apos;, &apos;.&apos; and &apos;-&apos; that begins with a letter or &apos;_&apos;</source>
        <translation>ein Name aus Buchstaben, Ziffern, „_“, „.“ und „-“, der mit einem Buchstaben oder „_“ beginnt</translation>
    </message>
    <message>
        <source>%1: %2 cannot be read: %3 must have either a &quot;value&quot; or a &quot;secret&quot;; correct the file in a text editor</source>
        <translation>%1: %2 ist nicht lesbar: %3 braucht entweder „value“ oder „secret“; berichtigen Sie die Datei in einem Texteditor</translation>
    </message>
    <message>
        <source>%1: %2 cannot be read: %3 must be &quot;%4:NAME&quot; or &quot;env:NAME&quot;; correct the file in a text editor</source>
        <translation>%1: %2 ist nicht lesbar: Bei %3 erwartet: „%4:NAME“ oder „env:NAME“; berichtigen Sie die Datei in einem Texteditor</translation>
    </message>
    <message>
        <source>the accepted definitions could not be read, so %1 count as accepted: the file &quot;%2&quot; %3 &quot;%4&quot; (%5)</source>
        <translation>die angenommenen Definitionen konnten nicht gelesen werden, daher gelten %1 als angenommen: Die Datei „%2“ %3 „%4“ (%5)</translation>
    </message>
    <message>
        <source>the accepted definitions could not be read, so %1 count as accepted: the file &quot;%2&quot; %3 (%4)</source>
        <translation>die angenommenen Definitionen konnten nicht gelesen werden, daher gelten %1 als angenommen: Die Datei „%2“ %3 (%4)</translation>
    </message>
    <message>
        <source>the accepted definitions could not be read, so %1 are stored again: the file &quot;%2&quot; %3 &quot;%4&quot; (%5)</source>
        <translation>die angenommenen Definitionen konnten nicht gelesen werden, daher werden %1 erneut gespeichert: Die Datei „%2“ %3 „%4“ (%5)</translation>
    </message>
    <message>
        <source>the accepted definitions could not be read, so %1 are stored again: the file &quot;%2&quot; %3 (%4)</source>
        <translation>die angenommenen Definitionen konnten nicht gelesen werden, daher werden %1 erneut gespeichert: Die Datei „%2“ %3 (%4)</translation>
    </message>
    <message>
        <source>needs the variable &quot;%1&quot; in an environment of the workspace: %2; one of %3</source>
        <translation>braucht die Variable „%1“ in einer Umgebung des Arbeitsbereichs: %2; eines von %3</translation>
    </message>
    <message>
        <source>Some clients refuse its input schema: it has %1 at the root, at %2.</source>
        <translation>Manche Clients lehnen das Eingabeschema ab: Es enthält %1 an der Wurzel, bei %2.</translation>
    </message>
    <message>
        <source>Some clients refuse its input schema: it has %1, at %2 and %3 more.</source>
        <translation>Manche Clients lehnen das Eingabeschema ab: Es enthält %1, bei %2 und %3 weiteren.</translation>
    </message>
    <message>
        <source>Some clients refuse the input schemas of %1 operations: they have %2 at the root.</source>
        <translation>Manche Clients lehnen die Eingabeschemas von %1 Operationen ab: Sie enthalten %2 an der Wurzel.</translation>
    </message>
    <message>
        <source>Some clients refuse its output schema: it has %1 at the root, at %2.</source>
        <translation>Manche Clients lehnen das Ausgabeschema ab: Es enthält %1 an der Wurzel, bei %2.</translation>
    </message>
    <message>
        <source>Some clients refuse its output schema: it has %1, at %2 and %3 more.</source>
        <translation>Manche Clients lehnen das Ausgabeschema ab: Es enthält %1, bei %2 und %3 weiteren.</translation>
    </message>
    <message>
        <source>Some clients refuse the output schemas of %1 operations: they have %2 at the root.</source>
        <translation>Manche Clients lehnen die Ausgabeschemas von %1 Operationen ab: Sie enthalten %2 an der Wurzel.</translation>
    </message>
    <message>
        <source>an object with one gap in gapsMs for each event</source>
        <translation>ein Objekt mit einem Abstand in gapsMs für jedes Ereignis</translation>
    </message>
    <message>
        <source>an event with a gap in times.gapsMs</source>
        <translation>ein Ereignis mit einem Abstand in times.gapsMs</translation>
    </message>
    <message>
        <source>absent, because a stream has events</source>
        <translation>kein Element, denn ein Stream hat Ereignisse</translation>
    </message>
    <message>
        <source>present, because there are events</source>
        <translation>ein Element, denn es gibt Ereignisse</translation>
    </message>
    <message>
        <source>The call failed:</source>
        <translation>Der Aufruf ist fehlgeschlagen:</translation>
    </message>
    <message>
        <source>a dialect other than 2020-12</source>
        <translation>einen anderen Dialekt als 2020-12</translation>
    </message>
    <message>
        <source>a list of types</source>
        <translation>eine Liste von Typen</translation>
    </message>
    <message>
        <source>a schema for each item (tuple)</source>
        <translation>ein Schema je Eintrag (Tupel)</translation>
    </message>
    <message>
        <source>The input schemas of %1 operations cannot be used.</source>
        <translation>Die Eingabeschemas von %1 Operationen sind nicht verwendbar.</translation>
    </message>
    <message>
        <source>The output schemas of %1 operations cannot be used.</source>
        <translation>Die Ausgabeschemas von %1 Operationen sind nicht verwendbar.</translation>
    </message>
    <message>
        <source>A $ref of the %1 schema leads nowhere: %2</source>
        <translation>Ein $ref im Schema „%1“ führt ins Leere: %2</translation>
    </message>
    <message>
        <source>References in the %1 schemas of %2 operations lead nowhere.</source>
        <translation>Verweise in den Schemas „%1“ von %2 Operationen führen ins Leere.</translation>
    </message>
    <message>
        <source>The schema &quot;%1&quot; cannot be used: %2</source>
        <translation>Das Schema „%1“ ist nicht verwendbar: %2</translation>
    </message>
    <message>
        <source>The output schema is not met: normalisation loses %1 value, at %2.</source>
        <translation>Das Ausgabeschema ist nicht erfüllt: Die Normalisierung verliert %1 Wert, bei %2.</translation>
    </message>
    <message>
        <source>The output schema is not met: normalisation loses %1 values, the first at %2.</source>
        <translation>Das Ausgabeschema ist nicht erfüllt: Die Normalisierung verliert %1 Werte, den ersten bei %2.</translation>
    </message>
    <message>
        <source>The output schemas of %1 operations are not met: normalisation loses values.</source>
        <translation>Die Ausgabeschemas von %1 Operationen sind nicht erfüllt: Die Normalisierung verliert Werte.</translation>
    </message>
    <message>
        <source>the package &quot;%1&quot; (%2) has no command that runs it</source>
        <translation>das Paket „%1“ (%2) hat keinen Befehl, der es ausführt</translation>
    </message>
    <message>
        <source>the program</source>
        <translation>das Programm</translation>
    </message>
    <message>
        <source>The instructions of the server changed: %1</source>
        <translation>Die Anweisungen des Servers haben sich geändert: %1</translation>
    </message>
    <message>
        <source>The source is not connected.</source>
        <translation>Die Quelle ist nicht verbunden.</translation>
    </message>
    <message>
        <source>An input is given for &quot;%1&quot;, but the source has no such operation.</source>
        <translation>Für „%1“ ist eine Eingabe angegeben, aber die Quelle hat keine solche Operation.</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>Der Vorgang wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The operation is no longer a stream.</source>
        <translation>Die Operation ist kein Stream mehr.</translation>
    </message>
    <message>
        <source>The operation is now a stream.</source>
        <translation>Die Operation ist jetzt ein Stream.</translation>
    </message>
    <message>
        <source>The secrets %1 are missing.</source>
        <translation>Die Geheimnisse %1 fehlen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid path of a fixture&apos;s file: expected NAME.json, bodies/NAME.json or definitions/NAME.json</source>
        <translation>„%1“ ist kein gültiger Pfad für die Datei einer Fixture: erwartet NAME.json, bodies/NAME.json oder definitions/NAME.json</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a link; fixtures are neither read nor written through links</source>
        <translation>„%1“ ist ein Link; Fixtures werden über Links weder gelesen noch geschrieben</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a regular file</source>
        <translation>„%1“ ist keine normale Datei</translation>
    </message>
    <message>
        <source>the folder &quot;%1&quot; could not be created: %2</source>
        <translation>der Ordner „%1“ konnte nicht angelegt werden: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; could not be removed: %2</source>
        <translation>„%1“ konnte nicht gelöscht werden: %2</translation>
    </message>
    <message>
        <source>The recording of &quot;%1&quot; is too large for a fixture, at %2</source>
        <translation>Die Aufnahme von „%1“ ist zu groß für eine Fixture, bei %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the recorded file: its SHA-256 differs</source>
        <translation>„%1“ ist nicht die aufgenommene Datei: Ihr SHA-256 weicht ab</translation>
    </message>
    <message>
        <source>&quot;%1&quot; holds more than %2 fixtures.</source>
        <translation>„%1“ enthält mehr als %2 Fixtures.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was not overwritten: %2</source>
        <translation>„%1“ wurde nicht überschrieben: %2</translation>
    </message>
    <message>
        <source>all names for a fixture of &quot;%1&quot; are in use</source>
        <translation>alle Namen für eine Fixture von „%1“ sind vergeben</translation>
    </message>
    <message>
        <source>The folder &quot;%1&quot; does not exist</source>
        <translation>Der Ordner „%1“ ist nicht vorhanden</translation>
    </message>
    <message>
        <source>Reading the fixtures was cancelled</source>
        <translation>Das Lesen der Fixtures wurde abgebrochen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was not written into the git work tree &quot;%2&quot;: something in it looks like a secret</source>
        <translation>„%1“ wurde nicht in das Git-Arbeitsverzeichnis „%2“ geschrieben: Etwas darin sieht wie ein Geheimnis aus</translation>
    </message>
    <message>
        <source>The fixture of &quot;%1&quot; is too large</source>
        <translation>Die Fixture von „%1“ ist zu groß</translation>
    </message>
    <message>
        <source>&quot;%1&quot; exists already</source>
        <translation>„%1“ ist schon vorhanden</translation>
    </message>
    <message>
        <source>absent; the known members are %1</source>
        <translation>kein Element; bekannt sind %1</translation>
    </message>
    <message>
        <source>an integer of 0 or more</source>
        <translation>eine ganze Zahl ab 0</translation>
    </message>
    <message>
        <source>a known kind of error</source>
        <translation>eine bekannte Fehlerart</translation>
    </message>
    <message>
        <source>an object with exactly one of envelope, error and end</source>
        <translation>ein Objekt mit genau einem der Elemente envelope, error und end</translation>
    </message>
    <message>
        <source>a time such as 2026-01-31T12:00:00Z</source>
        <translation>eine Zeit wie 2026-01-31T12:00:00Z</translation>
    </message>
    <message>
        <source>a JSON Pointer (/data/id) or a JSONPath ($.data.id)</source>
        <translation>ein JSON Pointer (/data/id) oder ein JSONPath ($.data.id)</translation>
    </message>
    <message>
        <source>a number of 0 or more</source>
        <translation>eine Zahl ab 0</translation>
    </message>
    <message>
        <source>a number from 1</source>
        <translation>eine Zahl ab 1</translation>
    </message>
    <message>
        <source>the name of an operation</source>
        <translation>der Name einer Operation</translation>
    </message>
    <message>
        <source>a SHA-256 in hexadecimal digits</source>
        <translation>ein SHA-256 aus Hexadezimalziffern</translation>
    </message>
    <message>
        <source>the pointer of a null value</source>
        <translation>der JSON Pointer eines Werts null</translation>
    </message>
    <message>
        <source>a file in bodies/</source>
        <translation>eine Datei in bodies/</translation>
    </message>
    <message>
        <source>a list of places outside of /files</source>
        <translation>eine Liste von Stellen außerhalb von /files</translation>
    </message>
    <message>
        <source>Its definition was not recorded.</source>
        <translation>Die Definition wurde nicht aufgenommen.</translation>
    </message>
    <message>
        <source>There is no recording of %1.</source>
        <translation>Es gibt keine Aufnahme von %1.</translation>
    </message>
    <message>
        <source>The rule &quot;%1&quot; at %2 cannot be used: %3</source>
        <translation>Die Regel „%1“ bei %2 ist nicht verwendbar: %3</translation>
    </message>
    <message>
        <source>The rule &quot;%1&quot; at %2 was not applied everywhere: %3</source>
        <translation>Die Regel „%1“ bei %2 wurde nicht überall angewendet: %3</translation>
    </message>
    <message>
        <source>It is neither a JSON Pointer nor a JSONPath.</source>
        <translation>Die Stelle ist weder ein JSON Pointer noch ein JSONPath.</translation>
    </message>
    <message>
        <source>The tolerance must be a number of 0 or more.</source>
        <translation>Die Toleranz muss eine Zahl ab 0 sein.</translation>
    </message>
    <message>
        <source>A string was too long, or the search took too long.</source>
        <translation>Eine Zeichenkette war zu lang, oder die Suche dauerte zu lange.</translation>
    </message>
    <message>
        <source>Some lists were compared item by item: finding moves in them takes more than diff.steps.</source>
        <translation>Manche Listen wurden Eintrag für Eintrag verglichen: Verschobenes darin zu finden braucht mehr Schritte, als diff.steps erlaubt.</translation>
    </message>
    <message>
        <source>a non-empty string</source>
        <translation>eine nicht leere Zeichenkette</translation>
    </message>
    <message>
        <source>the number %1</source>
        <translation>die Zahl %1</translation>
    </message>
    <message>
        <source>null or the name of one of the environments</source>
        <translation>null oder der Name einer der Umgebungen</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>kein JSON-Objekt</translation>
    </message>
    <message>
        <source>two variables are called &quot;%1&quot;</source>
        <translation>zwei Variablen heißen „%1“</translation>
    </message>
    <message>
        <source>two environments are called &quot;%1&quot;</source>
        <translation>zwei Umgebungen heißen „%1“</translation>
    </message>
    <message>
        <source>two sources are called &quot;%1&quot; (a dot counts as an underscore)</source>
        <translation>zwei Quellen heißen „%1“ (ein Punkt zählt als Unterstrich)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was changed by another program since it was opened; save under another name, or overwrite it</source>
        <translation>„%1“ wurde seit dem Öffnen von einem anderen Programm geändert; speichern Sie unter einem anderen Namen, oder überschreiben Sie die Datei</translation>
    </message>
    <message>
        <source>the file &quot;%1&quot; was not written, because it would have %2 and may have %3</source>
        <translation>die Datei „%1“ wurde nicht geschrieben, weil sie %2 hätte und nur %3 haben darf</translation>
    </message>
    <message>
        <source>was renamed to</source>
        <translation>wurde umbenannt in</translation>
    </message>
    <message>
        <source>could not be renamed</source>
        <translation>konnte nicht umbenannt werden</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>its format is not known</source>
        <translation>ihr Format ist nicht bekannt</translation>
    </message>
    <message>
        <source>Access to the keychain was cancelled.</source>
        <translation>Der Zugriff auf den Schlüsselbund wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The keychain failed: %1</source>
        <translation>Der Schlüsselbund hat einen Fehler gemeldet: %1</translation>
    </message>
    <message>
        <source>A name in the keychain has 1 to %1 characters, none of them invisible.</source>
        <translation>Ein Name im Schlüsselbund hat 1 bis %1 Zeichen, darunter kein unsichtbares.</translation>
    </message>
    <message>
        <source>&quot;fd:%1&quot; cannot be read</source>
        <translation>„fd:%1“ ist nicht lesbar</translation>
    </message>
    <message>
        <source>&quot;fd:%1&quot; holds more than %2 KiB, the longest accepted secret</source>
        <translation>„fd:%1“ enthält mehr als %2 KiB; ein so langes Geheimnis wird nicht angenommen</translation>
    </message>
    <message>
        <source>keychain:%1 cannot be read: no keychain is available</source>
        <translation>keychain:%1 ist nicht lesbar: Es ist kein Schlüsselbund verfügbar</translation>
    </message>
    <message>
        <source>the keychain has no secret &quot;%1&quot;</source>
        <translation>der Schlüsselbund hat kein Geheimnis „%1“</translation>
    </message>
    <message>
        <source>keychain:%1 is empty</source>
        <translation>keychain:%1 ist leer</translation>
    </message>
    <message>
        <source>env:%1 is empty</source>
        <translation>env:%1 ist leer</translation>
    </message>
    <message>
        <source>This system has no keychain: secrets are kept in memory and are gone when the program ends.</source>
        <translation>Auf diesem System gibt es keinen Schlüsselbund: Geheimnisse bleiben nur im Arbeitsspeicher und gehen beim Beenden des Programms verloren.</translation>
    </message>
    <message>
        <source>user-info of a URL</source>
        <translation>Benutzername oder Passwort in einer URL</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was written, but may be lost if the system stops now</source>
        <translation>„%1“ wurde geschrieben, kann aber verloren gehen, wenn das System jetzt ausfällt</translation>
    </message>
    <message>
        <source>the folder &quot;%1&quot; could not be created</source>
        <translation>der Ordner „%1“ konnte nicht angelegt werden</translation>
    </message>
    <message>
        <source>There is no limit named &quot;%1&quot;.</source>
        <translation>Es gibt keine Grenze namens „%1“.</translation>
    </message>
    <message>
        <source>The value &quot;%1&quot; is too large for the limit %2.</source>
        <translation>Der Wert „%1“ ist zu groß für die Grenze %2.</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: the header &quot;%2&quot; belongs to the connection and must not be set.</source>
        <translation>Einstellung „%1“: Der Header „%2“ gehört zur Verbindung und darf nicht gesetzt werden.</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: the header &quot;%2&quot; holds a line end or another control character.</source>
        <translation>Einstellung „%1“: Der Header „%2“ enthält ein Zeilenende oder ein anderes Steuerzeichen.</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: &quot;%2&quot; is not a valid header name.</source>
        <translation>Einstellung „%1“: „%2“ ist kein gültiger Name eines Headers.</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: expected %2 as the name of a secret; %3.</source>
        <translation>Einstellung „%1“: %2 als Name eines Geheimnisses erwartet; %3.</translation>
    </message>
    <message>
        <source>expected env:NAME, fd:N or keychain:NAME as the name of a secret; other programs can read a command line</source>
        <translation>env:NAME, fd:N oder keychain:NAME als Name eines Geheimnisses erwartet; andere Programme können eine Befehlszeile lesen</translation>
    </message>
    <message>
        <source>other programs can read a command line</source>
        <translation>andere Programme können eine Befehlszeile lesen</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: expected %2, got %3.</source>
        <translation>Einstellung „%1“: %2 erwartet, %3 erhalten.</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: expected %2.</source>
        <translation>Einstellung „%1“: %2 erwartet.</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: %2.</source>
        <translation>Einstellung „%1“: %2.</translation>
    </message>
    <message>
        <source>holds a NUL character</source>
        <translation>enthält ein NUL-Zeichen</translation>
    </message>
    <message>
        <source>an object of strings</source>
        <translation>ein Objekt mit Zeichenketten</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>eine Liste von Zeichenketten</translation>
    </message>
    <message>
        <source>%1 was written by a later version and is not replayed: %2</source>
        <translation>%1 wurde von einer neueren Version geschrieben und wird nicht wiedergegeben: %2</translation>
    </message>
    <message>
        <source>%1 is not replayed: %2</source>
        <translation>%1 wird nicht wiedergegeben: %2</translation>
    </message>
    <message>
        <source>%1 fixtures recorded from %2, the last one at %3.</source>
        <translation>%1 Fixtures, aufgenommen von %2, die letzte am %3.</translation>
    </message>
    <message>
        <source>%1 and %2 more files that are not replayed.</source>
        <translation>%1 und %2 weitere Dateien, die nicht wiedergegeben werden.</translation>
    </message>
    <message>
        <source>%1 of the folder&apos;s files are not replayed%2 %3 of them because a later version wrote them.</source>
        <translation>Nicht wiedergegebene Dateien des Ordners: %1%2 davon %3, weil eine neuere Version sie geschrieben hat.</translation>
    </message>
    <message>
        <source>%1 of the folder&apos;s files are not replayed.</source>
        <translation>Nicht wiedergegebene Dateien des Ordners: %1.</translation>
    </message>
    <message>
        <source>The recorded answer of %1 does not come within %2.</source>
        <translation>Die aufgenommene Antwort von %1 kommt nicht innerhalb von %2.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was recorded as %2.</source>
        <translation>„%1“ wurde anders aufgenommen: %2.</translation>
    </message>
    <message>
        <source>a stream; subscribe to it</source>
        <translation>ein Stream; abonnieren Sie ihn</translation>
    </message>
    <message>
        <source>one answer; invoke it</source>
        <translation>eine Antwort; rufen Sie die Operation auf</translation>
    </message>
    <message>
        <source>%1 is replayed from a file: nothing is sent.</source>
        <translation>%1 wird aus einer Datei wiedergegeben: Es wird nichts gesendet.</translation>
    </message>
    <message>
        <source>expected the path of a folder</source>
        <translation>der Pfad eines Ordners erwartet</translation>
    </message>
    <message>
        <source>expected a number from 0.001 up, or max</source>
        <translation>eine Zahl ab 0.001 oder max erwartet</translation>
    </message>
    <message>
        <source>expected %1 or %2</source>
        <translation>erwartet: %1 oder %2</translation>
    </message>
    <message>
        <source>a &quot;$ref&quot; to another document</source>
        <translation>einen „$ref“ auf ein anderes Dokument</translation>
    </message>
    <message>
        <source>a recursive &quot;$ref&quot;</source>
        <translation>einen rekursiven „$ref“</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; labelled JSON as an event stream.</source>
        <translation>Der Server „%1“ hat JSON als Stream von Ereignissen gekennzeichnet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; labelled an event stream as JSON.</source>
        <translation>Der Server „%1“ hat einen Stream von Ereignissen als JSON gekennzeichnet.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; labelled JSON as an event stream.</source>
        <translation>„%1“ hat JSON als Stream von Ereignissen gekennzeichnet.</translation>
    </message>
    <message>
        <source>the folder of &quot;%1&quot; is not known; set the paths to watch in watchPaths</source>
        <translation>der Ordner von „%1“ ist nicht bekannt; setzen Sie die überwachten Pfade in watchPaths</translation>
    </message>
    <message>
        <source>expected a list of folders or file: addresses, got %1</source>
        <translation>eine Liste von Ordnern oder file:-Adressen erwartet, erhalten: %1</translation>
    </message>
    <message>
        <source>expected an object, got %1</source>
        <translation>ein Objekt erwartet, erhalten: %1</translation>
    </message>
    <message>
        <source>its id is %1, expected a string or a number</source>
        <translation>ihre id ist ungültig (eine Zeichenkette oder eine Zahl erwartet, erhalten: %1)</translation>
    </message>
    <message>
        <source>holds both result and error</source>
        <translation>enthält sowohl result als auch error</translation>
    </message>
    <message>
        <source>holds neither result nor error</source>
        <translation>enthält weder result noch error</translation>
    </message>
    <message>
        <source>holds a method beside the %1</source>
        <translation>enthält neben %1 eine method</translation>
    </message>
    <message>
        <source>neither a request nor an answer</source>
        <translation>weder Anfrage noch Antwort</translation>
    </message>
    <message>
        <source>jsonrpc is not &quot;2.0&quot;</source>
        <translation>jsonrpc ist nicht „2.0“</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with both a result and an error, which JSON-RPC forbids.</source>
        <translation>„%1“ hat %2 zugleich mit result und error beantwortet; JSON-RPC verbietet das.</translation>
    </message>
    <message>
        <source>The error says: %1</source>
        <translation>Der Fehler lautet: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with neither a result nor an error.</source>
        <translation>„%1“ hat %2 weder mit result noch mit error beantwortet.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with a malformed error%3the error is %4, expected an object)</source>
        <translation>„%1“ hat %2 mit einem fehlerhaften error beantwortet%3Objekt erwartet, erhalten: %4)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with a malformed error%3the error&apos;s code is %4, expected an integer)</source>
        <translation>„%1“ hat %2 mit einem fehlerhaften error beantwortet%3ganze Zahl als code erwartet, erhalten: %4)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with a malformed error%3the error&apos;s message is %4, expected a string)</source>
        <translation>„%1“ hat %2 mit einem fehlerhaften error beantwortet%3Zeichenkette als message erwartet, erhalten: %4)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered initialize with a %2 that is %3, expected %4.</source>
        <translation>„%1“ hat initialize mit einem ungültigen Wert für %2 beantwortet (erwartet: %4; erhalten: %3).</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with a result.%3 that is %4, expected an array.</source>
        <translation>„%1“ hat %2 ohne ein Array result.%3 beantwortet (erhalten: %4).</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with %3, expected an object.</source>
        <translation>„%1“ hat %2 nicht mit einem Objekt beantwortet (erhalten: %3).</translation>
    </message>
    <message>
        <source>a request about tasks</source>
        <translation>eine Anfrage zu Aufgaben</translation>
    </message>
    <message>
        <source>a resultType that is %1</source>
        <translation>einem ungültigen resultType (%1)</translation>
    </message>
    <message>
        <source>This belongs to MCP 2026-07-28, and the server agreed on an older revision.</source>
        <translation>Das gehört zu MCP 2026-07-28, aber mit dem Server ist eine ältere Revision vereinbart.</translation>
    </message>
    <message>
        <source>Set the protocol to 2026-07-28 if the server speaks it.</source>
        <translation>Stellen Sie das Protokoll auf 2026-07-28, wenn der Server es spricht.</translation>
    </message>
    <message>
        <source>Only tools/call, prompts/get and resources/read may ask for input.</source>
        <translation>Nur tools/call, prompts/get und resources/read dürfen nach Eingaben fragen.</translation>
    </message>
    <message>
        <source>Expected complete, input_required, or task for tools/call.</source>
        <translation>Erwartet: complete, input_required oder, bei tools/call, task.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; speaks MCP %2, which this program does not know; it knows %3.</source>
        <translation>„%1“ spricht MCP %2; das kennt dieses Programm nicht. Es kennt %3.</translation>
    </message>
    <message>
        <source>in a version that it does not name</source>
        <translation>in einer Version, die er nicht nennt</translation>
    </message>
    <message>
        <source>Update this program, or connect anyway to read the server&apos;s lists; nothing can be called then.</source>
        <translation>Aktualisieren Sie dieses Programm, oder verbinden Sie trotzdem, um die Listen des Servers zu lesen; aufrufen lässt sich dann nichts.</translation>
    </message>
    <message>
        <source>Update this program.</source>
        <translation>Aktualisieren Sie dieses Programm.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; speaks MCP %2, and the protocol of the source is set to another era. Set it to auto or %3.</source>
        <translation>„%1“ spricht MCP %2, aber das Protokoll der Quelle ist auf eine andere Ära eingestellt. Stellen Sie es auf auto oder %3.</translation>
    </message>
    <message>
        <source>It speaks MCP %1, which this program does not know: its lists are read, but operations cannot be called.</source>
        <translation>Der Server spricht MCP %1; das kennt dieses Programm nicht: Seine Listen werden gelesen, aber Operationen lassen sich nicht aufrufen.</translation>
    </message>
    <message>
        <source>%1 is not supported; expected one of %2</source>
        <translation>%1 wird nicht unterstützt; möglich sind %2</translation>
    </message>
    <message>
        <source>Before, streamable HTTP was refused: %1</source>
        <translation>Vorher wurde streamable HTTP abgelehnt: %1</translation>
    </message>
    <message>
        <source>The server refused streamable HTTP; trying the older HTTP with SSE.</source>
        <translation>Der Server hat streamable HTTP abgelehnt; das ältere HTTP mit SSE wird versucht.</translation>
    </message>
    <message>
        <source>The server does not offer %1.</source>
        <translation>Der Server bietet %1 nicht an.</translation>
    </message>
    <message>
        <source>The server announces neither tools nor resources nor prompts.</source>
        <translation>Der Server kündigt weder Tools noch Ressourcen noch Prompts an.</translation>
    </message>
    <message>
        <source>%1 and %2 more notes about the lists.</source>
        <translation>%1 und %2 weitere Hinweise zu den Listen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was not called again, because the list that &quot;%2&quot; sent is incomplete: %3</source>
        <translation>„%1“ wurde nicht noch einmal aufgerufen, weil die Liste, die „%2“ gesendet hat, unvollständig ist: %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not list &quot;%2&quot; any more.</source>
        <translation>„%1“ führt „%2“ nicht mehr auf.</translation>
    </message>
    <message>
        <source>The definition of &quot;%1&quot; of source &quot;%2&quot; changed since it was listed.</source>
        <translation>Die Definition von „%1“ der Quelle „%2“ hat sich geändert, seit sie aufgeführt wurde.</translation>
    </message>
    <message>
        <source>It was not called again.</source>
        <translation>Die Operation wurde nicht noch einmal aufgerufen.</translation>
    </message>
    <message>
        <source>%1 was not sent to &quot;%2&quot;.</source>
        <translation>%1 wurde nicht an „%2“ gesendet.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of &quot;%2&quot; is not a subscription; invoke it instead.</source>
        <translation>„%1“ von „%2“ lässt sich nicht abonnieren; rufen Sie die Operation stattdessen auf.</translation>
    </message>
    <message>
        <source>The connection to &quot;%1&quot; was closed here.</source>
        <translation>Die Verbindung zu „%1“ wurde hier geschlossen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sent a malformed %2: %3.</source>
        <translation>„%1“ hat eine fehlerhafte Anfrage %2 gesendet: %3.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; asked for %2, which this client did not announce.</source>
        <translation>„%1“ hat nach %2 gefragt; das hat dieser Client nicht angekündigt.</translation>
    </message>
    <message>
        <source>requestedSchema is not an object schema with properties</source>
        <translation>requestedSchema ist kein Objektschema mit properties</translation>
    </message>
    <message>
        <source>requestedSchema/properties/%1 is not a string, number, boolean or list of choices</source>
        <translation>requestedSchema/properties/%1 ist weder Zeichenkette, Zahl, Wahrheitswert noch Auswahlliste</translation>
    </message>
    <message>
        <source>maxTokens is %1</source>
        <translation>ungültiges maxTokens (erhalten: %1)</translation>
    </message>
    <message>
        <source>mode is neither form nor url</source>
        <translation>mode ist weder form noch url</translation>
    </message>
    <message>
        <source>a message has no role or no content</source>
        <translation>einer Nachricht fehlt role oder content</translation>
    </message>
    <message>
        <source>its mode was not announced</source>
        <translation>ihr Modus wurde nicht angekündigt</translation>
    </message>
    <message>
        <source>The answer to the sampling request of &quot;%1&quot; needs role, content and model.</source>
        <translation>Die Antwort auf die Sampling-Anfrage von „%1“ braucht role, content und model.</translation>
    </message>
    <message>
        <source>The sampling request of &quot;%1&quot; was declined here.</source>
        <translation>Die Sampling-Anfrage von „%1“ wurde hier abgelehnt.</translation>
    </message>
    <message>
        <source>expected a list of folders, got %1</source>
        <translation>eine Liste von Ordnern erwartet, erhalten: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered completion/complete with completion.values that is %2, expected an array.</source>
        <translation>„%1“ hat completion/complete ohne ein Array completion.values beantwortet (erhalten: %2).</translation>
    </message>
    <message>
        <source>The progress of &quot;%1&quot; was negative or did not rise.</source>
        <translation>Der Fortschritt von „%1“ war negativ oder stieg nicht.</translation>
    </message>
    <message>
        <source>an empty batch</source>
        <translation>ein leerer Batch</translation>
    </message>
    <message>
        <source>Sent an empty batch, which JSON-RPC forbids.</source>
        <translation>Hat einen leeren Batch gesendet; JSON-RPC verbietet das.</translation>
    </message>
    <message>
        <source>It sent an empty batch.</source>
        <translation>Er hat einen leeren Batch gesendet.</translation>
    </message>
    <message>
        <source>MCP %1 has no batches</source>
        <translation>MCP %1 kennt keine Batches</translation>
    </message>
    <message>
        <source>batches are not allowed before the handshake is done</source>
        <translation>vor dem Ende des Handshakes sind Batches nicht erlaubt</translation>
    </message>
    <message>
        <source>%1; the batch was rejected</source>
        <translation>%1; der Batch wurde zurückgewiesen</translation>
    </message>
    <message>
        <source>Sent a batch, which was rejected: %1.</source>
        <translation>Hat einen Batch gesendet; er wurde zurückgewiesen: %1.</translation>
    </message>
    <message>
        <source>It sent a batch: %1.</source>
        <translation>Er hat einen Batch gesendet: %1.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 inside a batch: %3.</source>
        <translation>„%1“ hat %2 in einem Batch beantwortet: %3.</translation>
    </message>
    <message>
        <source>Only MCP 2025-03-26 allows batches.</source>
        <translation>Nur MCP 2025-03-26 erlaubt Batches.</translation>
    </message>
    <message>
        <source>Sent something that is not a message: %1</source>
        <translation>Hat etwas gesendet, das keine Nachricht ist: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with text that is not JSON.</source>
        <translation>„%1“ hat %2 mit Text beantwortet, der kein JSON ist.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with text that is not JSON%3.</source>
        <translation>„%1“ hat %2 mit Text beantwortet, der kein JSON ist%3.</translation>
    </message>
    <message>
        <source>It begins with: %1</source>
        <translation>Der Text beginnt mit: %1</translation>
    </message>
    <message>
        <source>JSON without &quot;jsonrpc&quot;, which is not a message</source>
        <translation>JSON ohne „jsonrpc“, keine Nachricht</translation>
    </message>
    <message>
        <source>an empty object that marks the start of a replayed stream</source>
        <translation>ein leeres Objekt, das den Anfang eines wiederholten Streams kennzeichnet</translation>
    </message>
    <message>
        <source>Sent a message that is not JSON-RPC: %1.</source>
        <translation>Hat eine Nachricht gesendet, die kein JSON-RPC ist: %1.</translation>
    </message>
    <message>
        <source>It sent a message that is not JSON-RPC: %1.</source>
        <translation>Er hat eine Nachricht gesendet, die kein JSON-RPC ist: %1.</translation>
    </message>
    <message>
        <source>About its answer to %1: %2</source>
        <translation>Zur Antwort auf %1: %2</translation>
    </message>
    <message>
        <source>late or repeated answer, dropped</source>
        <translation>verspätete oder wiederholte Antwort, verworfen</translation>
    </message>
    <message>
        <source>Answered %1 a second time; the repetition was dropped.</source>
        <translation>Hat %1 ein zweites Mal beantwortet; die Wiederholung wurde verworfen.</translation>
    </message>
    <message>
        <source>answers no request of ours, dropped</source>
        <translation>gehört zu keiner gesendeten Anfrage, verworfen</translation>
    </message>
    <message>
        <source>Sent an answer with the id %1, which no request of ours had; it was dropped.</source>
        <translation>Hat eine Antwort mit der id %1 gesendet, die keine gesendete Anfrage hatte; sie wurde verworfen.</translation>
    </message>
    <message>
        <source>It sent an error with the id %1, which no request had: %2</source>
        <translation>Er hat einen Fehler mit der id %1 gesendet, die keine Anfrage hatte: %2</translation>
    </message>
    <message>
        <source>It sent an answer with the id %1, which no request had%2 the id of the request is a number, not a string.</source>
        <translation>Er hat eine Antwort mit der id %1 gesendet, die keine Anfrage hatte%2 Die id der Anfrage ist eine Zahl, keine Zeichenkette.</translation>
    </message>
    <message>
        <source>It sent an answer with the id %1, which no request had.</source>
        <translation>Er hat eine Antwort mit der id %1 gesendet, die keine Anfrage hatte.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sent more than %2 answers to requests that were never made; the connection was closed.</source>
        <translation>„%1“ hat mehr als %2 Antworten auf Anfragen gesendet, die nie gestellt wurden; die Verbindung wurde geschlossen.</translation>
    </message>
    <message>
        <source>an unknown request</source>
        <translation>eine unbekannte Anfrage</translation>
    </message>
    <message>
        <source>an error with the id %1, which no request had</source>
        <translation>ein Fehler mit der id %1, die keine Anfrage hatte</translation>
    </message>
    <message>
        <source>an error without an id</source>
        <translation>ein Fehler ohne id</translation>
    </message>
    <message>
        <source>Its answer to %1 is %2.</source>
        <translation>Die Antwort auf %1 ist %2.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sent the request %2 back instead of an answer.</source>
        <translation>„%1“ hat statt einer Antwort die Anfrage %2 zurückgesendet.</translation>
    </message>
    <message>
        <source>It repeats what it receives, so it does not speak MCP.</source>
        <translation>Er wiederholt, was er empfängt; also spricht er kein MCP.</translation>
    </message>
    <message>
        <source>Check the command or the address.</source>
        <translation>Prüfen Sie den Befehl oder die Adresse.</translation>
    </message>
    <message>
        <source>Sent the request %1.</source>
        <translation>Hat die Anfrage %1 gesendet.</translation>
    </message>
    <message>
        <source>In MCP %1, servers do not send requests, so it gets no answer.</source>
        <translation>In MCP %1 senden Server keine Anfragen; darum erhält sie keine Antwort.</translation>
    </message>
    <message>
        <source>progress of a finished request</source>
        <translation>Fortschritt einer beendeten Anfrage</translation>
    </message>
    <message>
        <source>progress of an unknown request</source>
        <translation>Fortschritt einer unbekannten Anfrage</translation>
    </message>
    <message>
        <source>its progressToken is missing</source>
        <translation>das progressToken fehlt</translation>
    </message>
    <message>
        <source>Sent notifications/progress: %1.</source>
        <translation>Hat notifications/progress gesendet: %1.</translation>
    </message>
    <message>
        <source>Sent notifications/progress%1: %2.</source>
        <translation>Hat notifications/progress%1 gesendet: %2.</translation>
    </message>
    <message>
        <source> with the token %1</source>
        <translation> mit dem Token %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered server/discover without result.supportedVersions, expected a list of strings.</source>
        <translation>„%1“ hat server/discover ohne result.supportedVersions beantwortet; eine Liste von Zeichenketten war erwartet.</translation>
    </message>
    <message>
        <source>The answer to server/discover does not name the server.</source>
        <translation>Die Antwort auf server/discover nennt den Server nicht.</translation>
    </message>
    <message>
        <source>The answer to server/discover has no capabilities.</source>
        <translation>Die Antwort auf server/discover enthält keine capabilities.</translation>
    </message>
    <message>
        <source>The server does not answer server/discover, so all lists are read.</source>
        <translation>Der Server antwortet nicht auf server/discover; darum werden alle Listen gelesen.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Er meldete: %1</translation>
    </message>
    <message>
        <source>The server did not answer server/discover.</source>
        <translation>Der Server hat server/discover nicht beantwortet.</translation>
    </message>
    <message>
        <source>The program ended at server/discover.</source>
        <translation>Das Programm hat sich bei server/discover beendet.</translation>
    </message>
    <message>
        <source>The program refuses initialize after server/discover.</source>
        <translation>Das Programm lehnt initialize nach server/discover ab.</translation>
    </message>
    <message>
        <source>It is started again, with initialize.</source>
        <translation>Es wird neu gestartet, mit initialize.</translation>
    </message>
    <message>
        <source>The event was not valid UTF-8; U+FFFD replaces each invalid byte.</source>
        <translation>Das Ereignis war kein gültiges UTF-8; U+FFFD ersetzt jedes ungültige Byte.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; ended its event stream without a response and refused to resume it (HTTP %2).</source>
        <translation>„%1“ hat seinen Ereignisstrom ohne Antwort beendet und lehnt es ab, ihn fortzusetzen (HTTP %2).</translation>
    </message>
    <message>
        <source>&quot;%1&quot; labelled JSON as an event stream; no message could be read.</source>
        <translation>„%1“ hat JSON als Ereignisstrom gekennzeichnet; es ließ sich keine Nachricht lesen.</translation>
    </message>
    <message>
        <source>, in the middle of an event (%1 bytes were not used)</source>
        <translation> mitten in einem Ereignis (%1 Bytes wurden nicht verwendet)</translation>
    </message>
    <message>
        <source>The event stream of &quot;%1&quot; ended without a response.</source>
        <translation>Der Ereignisstrom von „%1“ endete ohne Antwort.</translation>
    </message>
    <message>
        <source>It sent an event of the type &quot;%1&quot;, expected &quot;message&quot;.</source>
        <translation>Er enthielt ein Ereignis vom Typ „%1“; erwartet war „message“.</translation>
    </message>
    <message>
        <source>The client certificate of &quot;%1&quot; cannot be read here: no secret store is connected.</source>
        <translation>Das Client-Zertifikat von „%1“ ist hier nicht lesbar: Es ist kein Speicher für Geheimnisse verbunden.</translation>
    </message>
    <message>
        <source>The answer to initialize has no capabilities.</source>
        <translation>Die Antwort auf initialize enthält keine capabilities.</translation>
    </message>
    <message>
        <source>The answer to initialize does not name the server (result.serverInfo.name).</source>
        <translation>Die Antwort auf initialize nennt den Server nicht (result.serverInfo.name).</translation>
    </message>
    <message>
        <source>&quot;%1&quot; forgot the session, and then the new session too.</source>
        <translation>„%1“ hat die Sitzung vergessen, und danach auch die neue.</translation>
    </message>
    <message>
        <source>Try again later with a new connection.</source>
        <translation>Versuchen Sie es später mit einer neuen Verbindung noch einmal.</translation>
    </message>
    <message>
        <source>The server forgot the session.</source>
        <translation>Der Server hat die Sitzung vergessen.</translation>
    </message>
    <message>
        <source>A new session is started.</source>
        <translation>Eine neue Sitzung wird begonnen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; forgot the session before %2 reached it.</source>
        <translation>„%1“ hat die Sitzung vergessen, bevor %2 ankam.</translation>
    </message>
    <message>
        <source>A new session was started.</source>
        <translation>Eine neue Sitzung wurde begonnen.</translation>
    </message>
    <message>
        <source>The call was not repeated, because it may have an effect.</source>
        <translation>Der Aufruf wurde nicht wiederholt, weil er etwas bewirken kann.</translation>
    </message>
    <message>
        <source>Invoke it again.</source>
        <translation>Rufen Sie die Operation noch einmal auf.</translation>
    </message>
    <message>
        <source>%1 did not end after %2 pages (limit list.pages).</source>
        <translation>%1 war nach %2 Seiten nicht zu Ende (Grenze list.pages).</translation>
    </message>
    <message>
        <source>Page %1 of %2 failed: %3</source>
        <translation>Seite %1 von %2 ist fehlgeschlagen: %3</translation>
    </message>
    <message>
        <source>%1: %2 missing or wrong in the result.</source>
        <translation>%1: Im Ergebnis fehlen oder sind falsch: %2.</translation>
    </message>
    <message>
        <source>%1 gave the nextCursor &quot;%2&quot; again, so the cursor does not advance.</source>
        <translation>%1 hat den nextCursor „%2“ noch einmal geliefert; so geht es nicht weiter.</translation>
    </message>
    <message>
        <source>%1 has more than %2 entries (limit list.items).</source>
        <translation>%1 hat mehr als %2 Einträge (Grenze list.items).</translation>
    </message>
    <message>
        <source>%1 gave a nextCursor that is %2, expected a string.</source>
        <translation>%1 hat als nextCursor keine Zeichenkette geliefert (erhalten: %2).</translation>
    </message>
    <message>
        <source>The server offers no event stream; it answered the GET with HTTP %1.</source>
        <translation>Der Server bietet keinen Ereignisstrom an; er hat auf GET mit HTTP %1 geantwortet.</translation>
    </message>
    <message>
        <source>Connect again to receive them.</source>
        <translation>Verbinden Sie neu, um sie zu empfangen.</translation>
    </message>
    <message>
        <source>The stream of notifications is lost: %1</source>
        <translation>Der Strom der Benachrichtigungen ist abgebrochen: %1</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; gave no answer to the call.</source>
        <translation>Der Server „%1“ hat den Aufruf nicht beantwortet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; completed the handshake, but now answers HTTP 404.</source>
        <translation>Der Server „%1“ hat den Handshake abgeschlossen, antwortet jetzt aber mit HTTP 404.</translation>
    </message>
    <message>
        <source>It may have forgotten the session; try again.</source>
        <translation>Möglicherweise hat er die Sitzung vergessen; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sent a session id that is not 1 to 1024 visible ASCII characters.</source>
        <translation>„%1“ hat eine Sitzungs-ID gesendet, die nicht aus 1 bis 1024 sichtbaren ASCII-Zeichen besteht.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; labelled an event stream as JSON; no message could be read.</source>
        <translation>„%1“ hat einen Ereignisstrom als JSON gekennzeichnet; es ließ sich keine Nachricht lesen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered the POST with JSON that does not answer its request.</source>
        <translation>„%1“ hat auf POST mit JSON geantwortet, das keine Antwort auf die Anfrage ist.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has forgotten the session (HTTP %2).</source>
        <translation>„%1“ hat die Sitzung vergessen (HTTP %2).</translation>
    </message>
    <message>
        <source>It was sent %1.</source>
        <translation>Gesendet wurde %1.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not report changes of %2.</source>
        <translation>„%1“ meldet keine Änderungen von %2.</translation>
    </message>
    <message>
        <source>resources/subscribe is sent although the server does not announce resources.subscribe.</source>
        <translation>resources/subscribe wird gesendet, obwohl der Server resources.subscribe nicht ankündigt.</translation>
    </message>
    <message>
        <source>Sent an update of a resource that was not subscribed to; such updates are ignored: %1</source>
        <translation>Hat die Änderung einer Ressource gemeldet, die nicht abonniert ist; solche Meldungen werden ignoriert: %1</translation>
    </message>
    <message>
        <source>it names no resource</source>
        <translation>sie nennt keine Ressource</translation>
    </message>
    <message>
        <source>Does not honour all of the subscription; left out or changed: %1.</source>
        <translation>Hält sich nicht an das ganze Abonnement; weggelassen oder geändert: %1.</translation>
    </message>
    <message>
        <source>Changes cannot be received: %1</source>
        <translation>Änderungen können nicht empfangen werden: %1</translation>
    </message>
    <message>
        <source>The server did not acknowledge the subscription to its changes within %1 (limit request.timeout). Refresh the operations to see changes.</source>
        <translation>Der Server hat das Abonnement seiner Änderungen nicht innerhalb von %1 bestätigt (Grenze request.timeout). Laden Sie die Operationen neu, um Änderungen zu sehen.</translation>
    </message>
    <message>
        <source>Content-Length is the framing of language servers; MCP over stdio sends one message per line.</source>
        <translation>Content-Length gehört zum Protokoll von Language-Servern; MCP über stdio sendet eine Nachricht je Zeile.</translation>
    </message>
    <message>
        <source>It looks like a message over several lines; a message must be on one line.</source>
        <translation>Das sieht nach einer Nachricht über mehrere Zeilen aus; eine Nachricht muss auf einer Zeile stehen.</translation>
    </message>
    <message>
        <source>There is other text on the line before a message.</source>
        <translation>Auf der Zeile steht vor einer Nachricht anderer Text.</translation>
    </message>
    <message>
        <source>A message needs the member &quot;jsonrpc&quot;.</source>
        <translation>Eine Nachricht braucht das Element „jsonrpc“.</translation>
    </message>
    <message>
        <source>It sent a line that is not a message: %1</source>
        <translation>Er hat eine Zeile gesendet, die keine Nachricht ist: %1</translation>
    </message>
    <message>
        <source>It sent %1 lines that are not messages, the first: %2</source>
        <translation>Er hat %1 Zeilen gesendet, die keine Nachrichten sind, die erste: %2</translation>
    </message>
    <message>
        <source>It sent a message without a newline at its end: %1</source>
        <translation>Er hat eine Nachricht ohne Zeilenende gesendet: %1</translation>
    </message>
    <message>
        <source>%1; %2 more notes about its text</source>
        <translation>%1; %2 weitere Hinweise zum Text</translation>
    </message>
    <message>
        <source>%1: more remarks about its text were left out.</source>
        <translation>%1: Weitere Hinweise zum Text wurden weggelassen.</translation>
    </message>
    <message>
        <source>its progress is missing</source>
        <translation>der Wert progress fehlt</translation>
    </message>
    <message>
        <source>its progress is %1, expected a number</source>
        <translation>der Wert progress ist keine Zahl (erhalten: %1)</translation>
    </message>
    <message>
        <source>its progress is not a finite number</source>
        <translation>der Wert progress ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>the request &quot;%1&quot; in inputRequests has no method</source>
        <translation>die Anfrage „%1“ in inputRequests hat keine method</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with resultType &quot;input_required&quot;, and %3.</source>
        <translation>„%1“ hat %2 mit dem resultType „input_required“ beantwortet, aber %3.</translation>
    </message>
    <message>
        <source>it has neither inputRequests nor requestState</source>
        <translation>es gibt weder inputRequests noch requestState</translation>
    </message>
    <message>
        <source>its inputRequests is not an object, or its requestState is not a string</source>
        <translation>inputRequests ist kein Objekt, oder requestState ist keine Zeichenkette</translation>
    </message>
    <message>
        <source>it asks for %1 answers at once, more than %2</source>
        <translation>es werden %1 Antworten auf einmal verlangt, mehr als %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; asked for more input %2 times during one %3.</source>
        <translation>„%1“ hat während eines einzigen %3 %2-mal nach weiteren Eingaben gefragt.</translation>
    </message>
    <message>
        <source>Invoke it again when you are done at the address that it named.</source>
        <translation>Rufen Sie die Operation noch einmal auf, wenn Sie an der genannten Adresse fertig sind.</translation>
    </message>
    <message>
        <source>It requires an address to be opened first, and that was declined.</source>
        <translation>Zuerst muss eine Adresse geöffnet werden, und das wurde abgelehnt.</translation>
    </message>
    <message>
        <source>Sends requests faster than it accepts our answers; requests beyond %1 at a time are not answered (limit server.pendingRequests).</source>
        <translation>Sendet Anfragen schneller, als er die Antworten annimmt; mehr als %1 Anfragen zugleich werden nicht beantwortet (Grenze server.pendingRequests).</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sent more than %2 requests in a row that got no result; the connection was closed.</source>
        <translation>„%1“ hat mehr als %2 Anfragen hintereinander gesendet, die kein Ergebnis erhielten; die Verbindung wurde geschlossen.</translation>
    </message>
    <message>
        <source>expected oauth; set any other credential as a header</source>
        <translation>oauth erwartet; setzen Sie andere Zugangsdaten als Header</translation>
    </message>
    <message>
        <source>cannot be set together with sign-in by OAuth, which sets it</source>
        <translation>lässt sich nicht zusammen mit der Anmeldung über OAuth setzen, die ihn selbst setzt</translation>
    </message>
    <message>
        <source>expected an http or https address</source>
        <translation>eine http- oder https-Adresse erwartet</translation>
    </message>
    <message>
        <source>holds a user name or password; use the header Authorization</source>
        <translation>enthält Benutzernamen oder Passwort; verwenden Sie den Header Authorization</translation>
    </message>
    <message>
        <source>is not a valid environment variable</source>
        <translation>ist keine gültige Umgebungsvariable</translation>
    </message>
    <message>
        <source>this program does not know its own command line</source>
        <translation>dieses Programm kennt seine eigene Befehlszeile nicht</translation>
    </message>
    <message>
        <source>expected one of %1</source>
        <translation>erwartet: eines von %1</translation>
    </message>
    <message>
        <source>Invalid MCP server config for %1: must have either &apos;url&apos; or &apos;command&apos;</source>
        <translation>Ungültige Konfiguration des MCP-Servers %1: Nötig ist „url“ oder „command“</translation>
    </message>
    <message>
        <source>Expected base64, got another character at position %1</source>
        <translation>Erwartet: Base64; an Position %1 steht ein anderes Zeichen</translation>
    </message>
    <message>
        <source>Expected base64, got %1 characters, not a multiple of 4</source>
        <translation>Erwartet: Base64; erhalten: %1 Zeichen, kein Vielfaches von 4</translation>
    </message>
    <message>
        <source>&quot;%1&quot; did not open its stream and name its endpoint within %2.</source>
        <translation>„%1“ hat nicht innerhalb von %2 seinen Stream geöffnet und seinen Endpunkt genannt.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; ended its event stream.</source>
        <translation>„%1“ hat seinen Ereignisstrom beendet.</translation>
    </message>
    <message>
        <source>Try again with a new connection.</source>
        <translation>Versuchen Sie es mit einer neuen Verbindung noch einmal.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names an endpoint of another origin: %2.</source>
        <translation>„%1“ nennt einen Endpunkt mit anderem Ursprung: %2.</translation>
    </message>
    <message>
        <source>Expected one at %1.</source>
        <translation>Erwartet war einer unter %1.</translation>
    </message>
    <message>
        <source>Nothing was sent to it.</source>
        <translation>Dorthin wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>whose status is &quot;%1&quot;, expected one of %2</source>
        <translation>deren status „%1“ ist; erwartet: eines von %2</translation>
    </message>
    <message>
        <source>that failed and has no error, only the status message &quot;%1&quot;</source>
        <translation>die fehlgeschlagen ist und keinen error enthält, nur die Statusmeldung „%1“</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with a task %3.</source>
        <translation>„%1“ hat %2 mit einer Aufgabe beantwortet, %3.</translation>
    </message>
    <message>
        <source>whose taskId is not a string of 1 to 1024 characters</source>
        <translation>deren taskId keine Zeichenkette mit 1 bis 1024 Zeichen ist</translation>
    </message>
    <message>
        <source>that failed and has no error</source>
        <translation>die fehlgeschlagen ist und keinen error enthält</translation>
    </message>
    <message>
        <source>that is completed and has no result</source>
        <translation>die abgeschlossen ist und kein result enthält</translation>
    </message>
    <message>
        <source>that is not the requested task</source>
        <translation>die nicht die angefragte ist</translation>
    </message>
    <message>
        <source>whose id belongs to a running task</source>
        <translation>deren id zu einer laufenden Aufgabe gehört</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cancelled the task.</source>
        <translation>„%1“ hat die Aufgabe abgebrochen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cancelled the task. %2</source>
        <translation>„%1“ hat die Aufgabe abgebrochen. %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not run this tool as a task.</source>
        <translation>„%1“ führt dieses Tool nicht als Aufgabe aus.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not run calls as tasks.</source>
        <translation>„%1“ führt Aufrufe nicht als Aufgaben aus.</translation>
    </message>
    <message>
        <source>Call it without a task.</source>
        <translation>Rufen Sie es ohne Aufgabe auf.</translation>
    </message>
    <message>
        <source>%1.type is not &quot;object&quot;.</source>
        <translation>%1.type ist nicht „object“.</translation>
    </message>
    <message>
        <source>An icon is neither https nor data: %1</source>
        <translation>Ein Icon ist weder https noch data: %1</translation>
    </message>
    <message>
        <source>%1 was left out: its %2 is %3.</source>
        <translation>%1 wurde ausgelassen: Das Element %2 ist ungültig (erhalten: %3).</translation>
    </message>
    <message>
        <source>The tool &quot;%1&quot; was left out: its %2.</source>
        <translation>Das Tool „%1“ wurde ausgelassen: %2.</translation>
    </message>
    <message>
        <source>%1 was left out: it is %2.</source>
        <translation>%1 wurde ausgelassen: Ein Objekt war erwartet (erhalten: %2).</translation>
    </message>
    <message>
        <source>The server lists &quot;%1&quot; more than once.</source>
        <translation>Der Server führt „%1“ mehrmals auf.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is listed more than once.</source>
        <translation>„%1“ ist mehrmals aufgeführt.</translation>
    </message>
    <message>
        <source>Its name is not 1 to 128 characters from A-Z a-z 0-9 _ - and dot.</source>
        <translation>Ihr Name besteht nicht aus 1 bis 128 Zeichen von A-Z a-z 0-9 _ - und Punkt.</translation>
    </message>
    <message>
        <source>inputSchema is missing; any input is accepted here.</source>
        <translation>inputSchema fehlt; hier wird jede Eingabe angenommen.</translation>
    </message>
    <message>
        <source>%1 is %2, expected an object.</source>
        <translation>%1 ist ungültig (Objekt erwartet, erhalten: %2).</translation>
    </message>
    <message>
        <source>Its uriTemplate cannot be expanded correctly: %1.</source>
        <translation>Das uriTemplate lässt sich nicht richtig ausfüllen: %1.</translation>
    </message>
    <message>
        <source>An argument has no name.</source>
        <translation>Ein Argument hat keinen Namen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered %2 with %3.</source>
        <translation>„%1“ hat %2 mit %3 beantwortet.</translation>
    </message>
    <message>
        <source>The event stream of &quot;%1&quot; ended without a response%2.</source>
        <translation>Der Ereignisstrom von „%1“ endete ohne Antwort%2.</translation>
    </message>
    <message>
        <source>There is no schema</source>
        <translation>Es gibt kein Schema</translation>
    </message>
    <message>
        <source>The schema has %1 bytes</source>
        <translation>Das Schema hat %1 Bytes</translation>
    </message>
    <message>
        <source>Reading the schema took too long</source>
        <translation>Das Lesen des Schemas dauerte zu lange</translation>
    </message>
    <message>
        <source>The schema is nested too deeply for Cast</source>
        <translation>Das Schema ist für Cast zu tief verschachtelt</translation>
    </message>
    <message>
        <source>The schema is nested too deeply</source>
        <translation>Das Schema ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>There are more than %1 subschemas</source>
        <translation>Es gibt mehr als %1 Teilschemas</translation>
    </message>
    <message>
        <source>a schema, an object or a boolean</source>
        <translation>ein Schema, also ein Objekt oder ein Wahrheitswert</translation>
    </message>
    <message>
        <source>a schema, an object</source>
        <translation>ein Schema, also ein Objekt</translation>
    </message>
    <message>
        <source>a boolean</source>
        <translation>ein Wahrheitswert</translation>
    </message>
    <message>
        <source>the name of a type</source>
        <translation>der Name eines Typs</translation>
    </message>
    <message>
        <source>Expected at least one type</source>
        <translation>Mindestens ein Typ erwartet</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>eine Zahl größer als 0</translation>
    </message>
    <message>
        <source>a whole number of at least 0</source>
        <translation>eine ganze Zahl ab 0</translation>
    </message>
    <message>
        <source>Needs &quot;%1&quot; beside it</source>
        <translation>Braucht „%1“ daneben</translation>
    </message>
    <message>
        <source>Expected an array of strings</source>
        <translation>Array von Zeichenketten erwartet</translation>
    </message>
    <message>
        <source>Expected &quot;propertyName&quot; with the name of a member</source>
        <translation>„propertyName“ mit dem Namen eines Elements erwartet</translation>
    </message>
    <message>
        <source>an array of at least one schema</source>
        <translation>ein Array mit mindestens einem Schema</translation>
    </message>
    <message>
        <source>an object of schemas</source>
        <translation>ein Objekt mit Schemas</translation>
    </message>
    <message>
        <source>An identifier must not have a fragment in this dialect; use $anchor</source>
        <translation>Eine ID darf in diesem Dialekt kein Fragment haben; verwenden Sie $anchor</translation>
    </message>
    <message>
        <source>Expected a name of letters, digits, - and _</source>
        <translation>Name aus Buchstaben, Ziffern, - und _ erwartet</translation>
    </message>
    <message>
        <source>The identifier %1 is used for two schemas</source>
        <translation>Die ID %1 ist für zwei Schemas verwendet</translation>
    </message>
    <message>
        <source>The anchor &quot;%1&quot; is used twice</source>
        <translation>Der Anker „%1“ ist zweimal verwendet</translation>
    </message>
    <message>
        <source>The vocabulary %1 is not supported</source>
        <translation>Das Vokabular %1 wird nicht unterstützt</translation>
    </message>
    <message>
        <source>The dialect %1 is not supported</source>
        <translation>Der Dialekt %1 wird nicht unterstützt</translation>
    </message>
    <message>
        <source>The schema could not be checked against its metaschema: %1</source>
        <translation>Das Schema konnte nicht gegen sein Metaschema geprüft werden: %1</translation>
    </message>
    <message>
        <source>Invalid regular expression: %1 at character %2</source>
        <translation>Ungültiger regulärer Ausdruck: %1, bei Zeichen %2</translation>
    </message>
    <message>
        <source>Invalid regular expression: %1</source>
        <translation>Ungültiger regulärer Ausdruck: %1</translation>
    </message>
    <message>
        <source>A group is not closed</source>
        <translation>Eine Gruppe ist nicht geschlossen</translation>
    </message>
    <message>
        <source>A character class is not closed</source>
        <translation>Eine Zeichenklasse ist nicht geschlossen</translation>
    </message>
    <message>
        <source>Invalid reference to a named group</source>
        <translation>Ungültiger Verweis auf eine benannte Gruppe</translation>
    </message>
    <message>
        <source>Invalid group name</source>
        <translation>Ungültiger Name einer Gruppe</translation>
    </message>
    <message>
        <source>Unknown kind of group</source>
        <translation>Unbekannte Art von Gruppe</translation>
    </message>
    <message>
        <source>Nothing to repeat</source>
        <translation>Es gibt nichts zu wiederholen</translation>
    </message>
    <message>
        <source>Numbers out of order in braces</source>
        <translation>Zahlen in geschweiften Klammern in falscher Reihenfolge</translation>
    </message>
    <message>
        <source>Range out of order in a character class</source>
        <translation>Bereich einer Zeichenklasse in falscher Reihenfolge</translation>
    </message>
    <message>
        <source>Backslash at the end</source>
        <translation>Backslash am Ende</translation>
    </message>
    <message>
        <source>Octal escapes are not allowed</source>
        <translation>Oktale Escape-Sequenzen sind nicht erlaubt</translation>
    </message>
    <message>
        <source>Invalid control escape</source>
        <translation>Ungültige Escape-Sequenz für ein Steuerzeichen</translation>
    </message>
    <message>
        <source>Invalid hexadecimal escape</source>
        <translation>Ungültige hexadezimale Escape-Sequenz</translation>
    </message>
    <message>
        <source>Invalid Unicode escape</source>
        <translation>Ungültige Unicode-Escape-Sequenz</translation>
    </message>
    <message>
        <source>Unknown escape \%1</source>
        <translation>Unbekannte Escape-Sequenz \%1</translation>
    </message>
    <message>
        <source>Invalid property</source>
        <translation>Ungültige Eigenschaft</translation>
    </message>
    <message>
        <source>Unknown property</source>
        <translation>Unbekannte Eigenschaft</translation>
    </message>
    <message>
        <source>Reference to a group that does not exist</source>
        <translation>Verweis auf eine Gruppe, die es nicht gibt</translation>
    </message>
    <message>
        <source>The pattern is longer than %1 bytes (limit regex.patternBytes)</source>
        <translation>Das Muster ist länger als %1 Bytes (Grenze regex.patternBytes)</translation>
    </message>
    <message>
        <source>depth: the instance is nested deeper than %1 (limit json.depth)</source>
        <translation>der Wert ist tiefer als %1 verschachtelt (Grenze json.depth)</translation>
    </message>
    <message>
        <source>depth: references are nested too deeply</source>
        <translation>Verweise sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>reference: %1 leads nowhere</source>
        <translation>der Verweis %1 führt ins Leere</translation>
    </message>
    <message>
        <source>cycle: %1 refers to itself at the same place</source>
        <translation>%1 verweist an derselben Stelle auf sich selbst</translation>
    </message>
    <message>
        <source>budget: validation took more steps than the limit schema.steps allows</source>
        <translation>die Prüfung brauchte mehr Schritte, als die Grenze schema.steps erlaubt</translation>
    </message>
    <message>
        <source>budget: validation took longer than the limit schema.validateMs allows</source>
        <translation>die Prüfung dauerte länger, als die Grenze schema.validateMs erlaubt</translation>
    </message>
    <message>
        <source>budget: a number has too many digits for multipleOf</source>
        <translation>eine Zahl hat zu viele Ziffern für multipleOf</translation>
    </message>
    <message>
        <source>regex: the pattern uses an unsupported feature (unbounded look-behind)</source>
        <translation>das Muster verwendet etwas, das nicht unterstützt wird (unbegrenztes Look-behind)</translation>
    </message>
    <message>
        <source>regex: matching %1 exceeded a limit</source>
        <translation>der Vergleich mit %1 hat eine Grenze überschritten</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; the discriminator &quot;%2&quot; is missing</source>
        <translation>Passt zu keiner von %1 Alternativen; der Diskriminator „%2“ fehlt</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; the discriminator &quot;%2&quot; is not a string</source>
        <translation>Passt zu keiner von %1 Alternativen; der Diskriminator „%2“ ist keine Zeichenkette</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; the discriminator &quot;%2&quot; is %3, which names none of them: %4</source>
        <translation>Passt zu keiner von %1 Alternativen; der Diskriminator „%2“ ist %3 und nennt keine davon: %4</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; the discriminator &quot;%2&quot; is %3, which names none of them</source>
        <translation>Passt zu keiner von %1 Alternativen; der Diskriminator „%2“ ist %3 und nennt keine davon</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; the discriminator &quot;%2&quot; is %3, which names %4; nearest at %5: %6</source>
        <translation>Passt zu keiner von %1 Alternativen; der Diskriminator „%2“ ist %3 und nennt %4; am nächsten bei %5: %6</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; the discriminator &quot;%2&quot; is %3, which names %4; nearest: %5</source>
        <translation>Passt zu keiner von %1 Alternativen; der Diskriminator „%2“ ist %3 und nennt %4; am nächsten: %5</translation>
    </message>
    <message>
        <source>Matches none of %1 alternatives; the discriminator &quot;%2&quot; is %3, which names %4</source>
        <translation>Passt zu keiner von %1 Alternativen; der Diskriminator „%2“ ist %3 und nennt %4</translation>
    </message>
    <message>
        <source>Matches more than one of %1 alternatives, expected exactly one; the discriminator &quot;%2&quot; is missing</source>
        <translation>Passt zu mehr als einer von %1 Alternativen, genau eine erwartet; der Diskriminator „%2“ fehlt</translation>
    </message>
    <message>
        <source>Matches more than one of %1 alternatives, expected exactly one; the discriminator &quot;%2&quot; is not a string</source>
        <translation>Passt zu mehr als einer von %1 Alternativen, genau eine erwartet; der Diskriminator „%2“ ist keine Zeichenkette</translation>
    </message>
    <message>
        <source>Matches more than one of %1 alternatives, expected exactly one; the discriminator &quot;%2&quot; is %3, which names none of them: %4</source>
        <translation>Passt zu mehr als einer von %1 Alternativen, genau eine erwartet; der Diskriminator „%2“ ist %3 und nennt keine davon: %4</translation>
    </message>
    <message>
        <source>Matches more than one of %1 alternatives, expected exactly one; the discriminator &quot;%2&quot; is %3, which names none of them</source>
        <translation>Passt zu mehr als einer von %1 Alternativen, genau eine erwartet; der Diskriminator „%2“ ist %3 und nennt keine davon</translation>
    </message>
    <message>
        <source>Matches more than one of %1 alternatives, expected exactly one; the discriminator &quot;%2&quot; is %3, which names %4</source>
        <translation>Passt zu mehr als einer von %1 Alternativen, genau eine erwartet; der Diskriminator „%2“ ist %3 und nennt %4</translation>
    </message>
    <message>
        <source>Expected %1, got more</source>
        <translation>Erwartet: %1; erhalten: mehr</translation>
    </message>
    <message>
        <source>No value is allowed here</source>
        <translation>Hier ist kein Wert erlaubt</translation>
    </message>
    <message>
        <source>No member is allowed, got &quot;%1&quot;</source>
        <translation>Es ist kein Element erlaubt; erhalten: „%1“</translation>
    </message>
    <message>
        <source>Read-only: must not be sent in a request</source>
        <translation>Nur lesbar: darf in einer Anfrage nicht gesendet werden</translation>
    </message>
    <message>
        <source>Write-only: must not be returned in a response</source>
        <translation>Nur schreibbar: darf in einer Antwort nicht geliefert werden</translation>
    </message>
    <message>
        <source>Cast takes too many steps</source>
        <translation>Cast braucht zu viele Schritte</translation>
    </message>
    <message>
        <source>The value or its schema is nested too deeply for Cast</source>
        <translation>Der Wert oder sein Schema ist für Cast zu tief verschachtelt</translation>
    </message>
    <message>
        <source>Matching a pattern of the schema takes too long</source>
        <translation>Der Vergleich mit einem Muster des Schemas dauert zu lange</translation>
    </message>
    <message>
        <source>The schema has too many subschemas</source>
        <translation>Das Schema hat zu viele Teilschemas</translation>
    </message>
    <message>
        <source>Unable to dereference schema with $id &apos;%1&apos;</source>
        <translation>Das Schema mit der $id „%1“ lässt sich nicht auflösen</translation>
    </message>
    <message>
        <source>Unknown type</source>
        <translation>Unbekannter Typ</translation>
    </message>
    <message>
        <source>Unknown format &apos;%1&apos;</source>
        <translation>Unbekanntes Format „%1“</translation>
    </message>
    <message>
        <source>Cannot convert undefined or null to object</source>
        <translation>undefined oder null lässt sich nicht in ein Objekt umwandeln</translation>
    </message>
    <message>
        <source>Never types cannot be cast</source>
        <translation>In den Typ „never“ lässt sich nichts umwandeln</translation>
    </message>
    <message>
        <source>The default value of an array type is not an array</source>
        <translation>Der Standardwert eines Array-Typs ist kein Array</translation>
    </message>
    <message>
        <source>Array cast produced invalid data due to uniqueItems constraint</source>
        <translation>Die Umwandlung eines Arrays ergab ungültige Daten, weil uniqueItems verletzt ist</translation>
    </message>
    <message>
        <source>Never types cannot be created.</source>
        <translation>Für den Typ „never“ lässt sich kein Wert erzeugen.</translation>
    </message>
    <message>
        <source>Consider using a default value.</source>
        <translation>Deklarieren Sie einen Standardwert.</translation>
    </message>
    <message>
        <source>String types with patterns must specify a default value</source>
        <translation>Ein Zeichenkettentyp mit Muster muss einen Standardwert deklarieren</translation>
    </message>
    <message>
        <source>String types with formats must specify a default value</source>
        <translation>Ein Zeichenkettentyp mit Format muss einen Standardwert deklarieren</translation>
    </message>
    <message>
        <source>Array with the uniqueItems constraint requires a default value</source>
        <translation>Ein Array mit uniqueItems braucht einen Standardwert</translation>
    </message>
    <message>
        <source>Array with the contains constraint requires a default value</source>
        <translation>Ein Array mit contains braucht einen Standardwert</translation>
    </message>
    <message>
        <source>Intersect produced invalid value.</source>
        <translation>Die Schnittmenge ergab einen ungültigen Wert.</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>Der Vergleich wurde abgebrochen.</translation>
    </message>
    <message>
        <source>There is no value to compare with.</source>
        <translation>Es gibt keinen Wert zum Vergleichen.</translation>
    </message>
    <message>
        <source>A \u escape is only half of a surrogate pair; it is shown as U+FFFD.</source>
        <translation>Eine \u-Escape-Sequenz ist nur die Hälfte eines Surrogatpaars; sie wird als U+FFFD angezeigt.</translation>
    </message>
    <message>
        <source>The path to this place is too long to show.</source>
        <translation>Der Pfad zu dieser Stelle ist zu lang zum Anzeigen.</translation>
    </message>
    <message>
        <source>The text starts with a byte order mark, which was skipped.</source>
        <translation>Der Text beginnt mit einer Bytereihenfolge-Markierung; sie wurde übersprungen.</translation>
    </message>
    <message>
        <source>More remarks about this text were left out.</source>
        <translation>Weitere Hinweise zu diesem Text wurden weggelassen.</translation>
    </message>
    <message>
        <source>The number %1 is converted to %2, as JSON writes it.</source>
        <translation>Die Zahl %1 wird in %2 umgewandelt, wie JSON sie schreibt.</translation>
    </message>
    <message>
        <source>A number of more than %1 digits in base %2 is kept as a string.</source>
        <translation>Eine Zahl mit mehr als %1 Ziffern zur Basis %2 bleibt eine Zeichenkette.</translation>
    </message>
    <message>
        <source>JSON has no number %1; it is kept as a string.</source>
        <translation>JSON kennt keine Zahl %1; sie bleibt eine Zeichenkette.</translation>
    </message>
    <message>
        <source>The aliases of a YAML text expand to more than %1 values.</source>
        <translation>Die Aliasse eines YAML-Textes ergeben aufgelöst mehr als %1 Werte.</translation>
    </message>
    <message>
        <source>A YAML text nests deeper than %1 levels when its aliases are expanded.</source>
        <translation>Ein YAML-Text ist mit aufgelösten Aliassen tiefer als %1 Ebenen verschachtelt.</translation>
    </message>
    <message>
        <source>A YAML text nests deeper than %1 levels.</source>
        <translation>Ein YAML-Text ist tiefer als %1 Ebenen verschachtelt.</translation>
    </message>
    <message>
        <source>A YAML text holds more than %1 values.</source>
        <translation>Ein YAML-Text enthält mehr als %1 Werte.</translation>
    </message>
    <message>
        <source>A YAML text has %1 bytes.</source>
        <translation>Ein YAML-Text hat %1 Bytes.</translation>
    </message>
    <message>
        <source>The key occurs more than once, on lines %1 and %2; the last value counts.</source>
        <translation>Der Schlüssel kommt mehrmals vor, in den Zeilen %1 und %2; der letzte Wert zählt.</translation>
    </message>
    <message>
        <source>YAML, line %1 column %2: the tag !!%3 does not fit &quot;%4&quot;</source>
        <translation>YAML, Zeile %1, Spalte %2: Das Tag !!%3 passt nicht zu „%4“</translation>
    </message>
    <message>
        <source>YAML, line %1 column %2: %3</source>
        <translation>YAML, Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>expected a mapping or a list of mappings for &lt;&lt;</source>
        <translation>für &lt;&lt; ein Mapping oder eine Liste von Mappings erwartet</translation>
    </message>
    <message>
        <source>the control character 0x%1 at offset %2 is not allowed</source>
        <translation>das Steuerzeichen 0x%1 an Position %2 ist nicht erlaubt</translation>
    </message>
    <message>
        <source>the byte 0x%1 at offset %2 is not valid UTF-8</source>
        <translation>das Byte 0x%1 an Position %2 ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>a second document begins here; only one is read from a text</source>
        <translation>hier beginnt ein zweites Dokument; aus einem Text wird nur eines gelesen</translation>
    </message>
    <message>
        <source>the tag does not fit a list</source>
        <translation>das Tag passt nicht zu einer Liste</translation>
    </message>
    <message>
        <source>the tag does not fit a mapping</source>
        <translation>das Tag passt nicht zu einem Mapping</translation>
    </message>
    <message>
        <source>this block text cannot be distinguished from the lines below it</source>
        <translation>dieser Blocktext lässt sich von den Zeilen darunter nicht unterscheiden</translation>
    </message>
    <message>
        <source>there is no anchor &amp;%1 before the alias</source>
        <translation>vor dem Alias gibt es keinen Anker &amp;%1</translation>
    </message>
    <message>
        <source>the alias *%1 stands inside its own anchor</source>
        <translation>der Alias *%1 steht innerhalb seines eigenen Ankers</translation>
    </message>
    <message>
        <source>a list or mapping as a key has no counterpart in JSON</source>
        <translation>eine Liste oder ein Mapping als Schlüssel hat in JSON keine Entsprechung</translation>
    </message>
    <message>
        <source>the tag %1 is not a tag of the core schema</source>
        <translation>das Tag %1 gehört nicht zum Core-Schema</translation>
    </message>
    <message>
        <source>this is not valid YAML</source>
        <translation>dies ist kein gültiges YAML</translation>
    </message>
    <message>
        <source>the text could not be read</source>
        <translation>der Text konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>The query was cancelled.</source>
        <translation>Die Abfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>A JSONPath visits too many values.</source>
        <translation>Ein JSONPath durchläuft zu viele Werte.</translation>
    </message>
    <message>
        <source>A regular expression took too many steps, or its text is too long.</source>
        <translation>Ein regulärer Ausdruck brauchte zu viele Schritte, oder sein Text ist zu lang.</translation>
    </message>
    <message>
        <source>A JSONPath selects more than %1 values.</source>
        <translation>Ein JSONPath wählt mehr als %1 Werte aus.</translation>
    </message>
    <message>
        <source>A JSONPath has %1 characters.</source>
        <translation>Ein JSONPath hat %1 Zeichen.</translation>
    </message>
    <message>
        <source>A JSONPath nests deeper than %1 levels.</source>
        <translation>Ein JSONPath ist tiefer als %1 Ebenen verschachtelt.</translation>
    </message>
    <message>
        <source>JSONPath, position %1: expected )</source>
        <translation>JSONPath, Position %1: ) erwartet</translation>
    </message>
    <message>
        <source>JSONPath, position %1: expected [</source>
        <translation>JSONPath, Position %1: [ erwartet</translation>
    </message>
    <message>
        <source>JSONPath, position %1: expected ]</source>
        <translation>JSONPath, Position %1: ] erwartet</translation>
    </message>
    <message>
        <source>unexpected text after the query</source>
        <translation>unerwarteter Text nach der Abfrage</translation>
    </message>
    <message>
        <source>expected a quoted name, an index, a slice, * or ?</source>
        <translation>Name in Anführungszeichen, Index, Slice, * oder ? erwartet</translation>
    </message>
    <message>
        <source>expected a name</source>
        <translation>Name erwartet</translation>
    </message>
    <message>
        <source>the name contains half a surrogate pair</source>
        <translation>der Name enthält ein halbes Surrogatpaar</translation>
    </message>
    <message>
        <source>expected digits</source>
        <translation>Ziffern erwartet</translation>
    </message>
    <message>
        <source>a number must not have a leading zero, and 0 must not have a sign</source>
        <translation>eine Zahl darf keine führende Null haben, und 0 kein Vorzeichen</translation>
    </message>
    <message>
        <source>the number is beyond 2^53 - 1</source>
        <translation>die Zahl liegt jenseits von 2^53 - 1</translation>
    </message>
    <message>
        <source>a control character must be escaped</source>
        <translation>ein Steuerzeichen braucht eine Escape-Sequenz</translation>
    </message>
    <message>
        <source>the closing quote is missing</source>
        <translation>das schließende Anführungszeichen fehlt</translation>
    </message>
    <message>
        <source>the text contains half a surrogate pair</source>
        <translation>der Text enthält ein halbes Surrogatpaar</translation>
    </message>
    <message>
        <source>an unknown escape</source>
        <translation>eine unbekannte Escape-Sequenz</translation>
    </message>
    <message>
        <source>the escape is half a surrogate pair</source>
        <translation>die Escape-Sequenz ist ein halbes Surrogatpaar</translation>
    </message>
    <message>
        <source>expected four hexadecimal digits</source>
        <translation>vier hexadezimale Ziffern erwartet</translation>
    </message>
    <message>
        <source>a comparison after ! needs parentheses</source>
        <translation>ein Vergleich nach ! braucht Klammern</translation>
    </message>
    <message>
        <source>%1 a value, but this is true or false</source>
        <translation>%1 einen Wert, dies aber ist wahr oder falsch</translation>
    </message>
    <message>
        <source>%1 a value, but this query may select several</source>
        <translation>%1 einen Wert, diese Abfrage kann aber mehrere auswählen</translation>
    </message>
    <message>
        <source>a comparison takes</source>
        <translation>ein Vergleich verlangt</translation>
    </message>
    <message>
        <source>the function %1 takes</source>
        <translation>die Funktion %1 verlangt</translation>
    </message>
    <message>
        <source>expected a query, a literal or a function</source>
        <translation>Abfrage, Literal oder Funktion erwartet</translation>
    </message>
    <message>
        <source>there is no function %1</source>
        <translation>eine Funktion %1 gibt es nicht</translation>
    </message>
    <message>
        <source>the function %1 takes a query</source>
        <translation>die Funktion %1 verlangt eine Abfrage</translation>
    </message>
    <message>
        <source>expected an argument</source>
        <translation>Argument erwartet</translation>
    </message>
    <message>
        <source>the function %1 takes %2</source>
        <translation>die Funktion %1 verlangt %2</translation>
    </message>
    <message>
        <source>one argument</source>
        <translation>ein Argument</translation>
    </message>
    <message>
        <source>two arguments</source>
        <translation>zwei Argumente</translation>
    </message>
    <message>
        <source>this is not a valid number</source>
        <translation>dies ist keine gültige Zahl</translation>
    </message>
    <message>
        <source>a literal must be part of a comparison</source>
        <translation>ein Literal muss Teil eines Vergleichs sein</translation>
    </message>
    <message>
        <source>the value of this function must be part of a comparison</source>
        <translation>der Wert dieser Funktion muss Teil eines Vergleichs sein</translation>
    </message>
    <message>
        <source>Required member &quot;%1&quot; is missing.</source>
        <translation>Das erforderliche Element „%1“ fehlt.</translation>
    </message>
    <message>
        <source>Unexpected member &quot;%1&quot;.</source>
        <translation>Unerwartetes Element „%1“.</translation>
    </message>
    <message>
        <source>the value was null, but the schema does not allow null</source>
        <translation>der Wert war null, aber das Schema erlaubt null nicht</translation>
    </message>
    <message>
        <source>the server sent something that MCP does not allow here</source>
        <translation>der Server hat etwas gesendet, das MCP hier nicht erlaubt</translation>
    </message>
    <message>
        <source>the client does not support this dialect</source>
        <translation>der Client unterstützt diesen Dialekt nicht</translation>
    </message>
    <message>
        <source>names the dialect</source>
        <translation>nennt den Dialekt</translation>
    </message>
    <message>
        <source>the text says something else here</source>
        <translation>der Text sagt hier etwas anderes</translation>
    </message>
    <message>
        <source>structuredContent says something else here</source>
        <translation>structuredContent sagt hier etwas anderes</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>der Text</translation>
    </message>
    <message>
        <source>the %1 envelope</source>
        <translation>der Envelope %1</translation>
    </message>
    <message>
        <source>outputSchema: the schema of the whole, with %1 inside</source>
        <translation>outputSchema: das Schema des Ganzen, mit %1 darin</translation>
    </message>
    <message>
        <source>outputSchema: the schema of its result</source>
        <translation>outputSchema: das Schema seines Ergebnisses</translation>
    </message>
    <message>
        <source>isError: !result.ok, from the envelope itself</source>
        <translation>isError: !result.ok, aus dem Envelope selbst</translation>
    </message>
    <message>
        <source>Return a result of MCP</source>
        <translation>Ein MCP-Ergebnis liefern</translation>
    </message>
    <message>
        <source>Declare JSON Schema 2020-12</source>
        <translation>JSON Schema 2020-12 deklarieren</translation>
    </message>
    <message>
        <source>Or name no dialect; 2020-12 is the default</source>
        <translation>Oder keinen Dialekt nennen; 2020-12 ist der Standard</translation>
    </message>
    <message>
        <source>Correct the definition that is named</source>
        <translation>Die genannte Definition berichtigen</translation>
    </message>
    <message>
        <source>A client on the way refused the result: it is not a valid MCP result</source>
        <translation>Ein Client auf dem Weg hat das Ergebnis zurückgewiesen: Es ist kein gültiges MCP-Ergebnis</translation>
    </message>
    <message>
        <source>A client does not know the dialect of the output schema</source>
        <translation>Ein Client kennt den Dialekt des Ausgabeschemas nicht</translation>
    </message>
    <message>
        <source>A client on the way refused the list</source>
        <translation>Ein Client auf dem Weg hat die Liste zurückgewiesen</translation>
    </message>
    <message>
        <source>The envelope block holds no envelope</source>
        <translation>Der Envelope-Block enthält keinen Envelope</translation>
    </message>
    <message>
        <source>The envelope block holds no payload</source>
        <translation>Der Envelope-Block enthält keine payload</translation>
    </message>
    <message>
        <source>The version of the envelope is not known</source>
        <translation>Die Version des Envelopes ist nicht bekannt</translation>
    </message>
    <message>
        <source>Another tool of this server, &quot;%1&quot;, declares no output schema and wraps its results in %2.</source>
        <translation>Ein anderes Tool dieses Servers, „%1“, deklariert kein Ausgabeschema und verpackt seine Ergebnisse in %2.</translation>
    </message>
    <message>
        <source>There is nothing to inspect.</source>
        <translation>Es gibt nichts zu untersuchen.</translation>
    </message>
    <message>
        <source>The input is not text.</source>
        <translation>Die Eingabe ist kein Text.</translation>
    </message>
    <message>
        <source>Expected JSON, an HTTP response or the text of a tool.</source>
        <translation>Erwartet wird JSON, eine HTTP-Antwort oder der Text eines Tools.</translation>
    </message>
    <message>
        <source>A line needs &quot;result&quot;, &quot;error&quot; or &quot;http&quot;, alone or under &quot;input&quot;.</source>
        <translation>Eine Zeile braucht „result“, „error“ oder „http“, allein oder unter „input“.</translation>
    </message>
    <message>
        <source>The tool reported an error.</source>
        <translation>Das Tool hat einen Fehler gemeldet.</translation>
    </message>
    <message>
        <source>data after padding at %1</source>
        <translation>Daten hinter den Füllzeichen bei %1</translation>
    </message>
    <message>
        <source>%1 characters cannot be base64</source>
        <translation>%1 Zeichen können kein Base64 sein</translation>
    </message>
    <message>
        <source>%1 padding characters where %2 belong</source>
        <translation>Füllzeichen: %1 statt %2</translation>
    </message>
    <message>
        <source>The request was refused.</source>
        <translation>Die Anfrage wurde abgelehnt.</translation>
    </message>
    <message>
        <source>The body begins with the byte order mark of %1, not of &quot;%2&quot; as its Content-Type says; read as %3.</source>
        <translation>Der Body beginnt mit der Bytereihenfolge-Markierung von %1, nicht von „%2“, wie sein Content-Type sagt; gelesen als %3.</translation>
    </message>
    <message>
        <source>The charset &quot;%1&quot; is not known; read as %2.</source>
        <translation>Der Zeichensatz „%1“ ist nicht bekannt; gelesen als %2.</translation>
    </message>
    <message>
        <source>The text contains bytes that are not valid in its charset.</source>
        <translation>Der Text enthält Bytes, die in seinem Zeichensatz nicht gültig sind.</translation>
    </message>
    <message>
        <source>JSON must be UTF-8; this body contains invalid bytes, which were replaced by U+FFFD.</source>
        <translation>JSON muss UTF-8 sein; dieser Body enthält ungültige Bytes, die durch U+FFFD ersetzt wurden.</translation>
    </message>
    <message>
        <source>JSON must be UTF-8; this body was read as %1.</source>
        <translation>JSON muss UTF-8 sein; dieser Body wurde als %1 gelesen.</translation>
    </message>
    <message>
        <source>The list holds more values than can be read (%1); it is shown as text.</source>
        <translation>Die Liste enthält mehr Werte, als sich lesen lassen (%1); sie wird als Text angezeigt.</translation>
    </message>
    <message>
        <source>Lines %1 are not JSON (the first at column %2); they are kept as text, and the list is not validated.</source>
        <translation>Zeilen %1 sind kein JSON (der erste Fehler in Spalte %2); sie bleiben Text, und die Liste wird nicht geprüft.</translation>
    </message>
    <message>
        <source>Line %1 is not JSON (column %2); it is kept as text, and the list is not validated.</source>
        <translation>Zeile %1 ist kein JSON (Spalte %2); sie bleibt Text, und die Liste wird nicht geprüft.</translation>
    </message>
    <message>
        <source>Records %1 are not JSON (the first at column %2); they are kept as text, and the list is not validated.</source>
        <translation>Datensätze %1 sind kein JSON (der erste Fehler in Spalte %2); sie bleiben Text, und die Liste wird nicht geprüft.</translation>
    </message>
    <message>
        <source>Record %1 is not JSON (column %2); it is kept as text, and the list is not validated.</source>
        <translation>Datensatz %1 ist kein JSON (Spalte %2); er bleibt Text, und die Liste wird nicht geprüft.</translation>
    </message>
    <message>
        <source>The Content-Type &quot;%1&quot; is not a media type; read as %2.</source>
        <translation>Der Content-Type „%1“ ist kein Medientyp; gelesen als %2.</translation>
    </message>
    <message>
        <source>Only the first %1 bytes of the body are kept (limit http.errorBodyBytes).</source>
        <translation>Nur die ersten %1 Bytes des Bodys werden aufbewahrt (Grenze http.errorBodyBytes).</translation>
    </message>
    <message>
        <source>At least %1 more values do not fit their format.</source>
        <translation>Mindestens %1 weitere Werte passen nicht zu ihrem Format.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed its standard input while it was still running.</source>
        <translation>Der Server „%1“ hat seine Standardeingabe geschlossen, während er noch lief.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; was killed but has not ended yet.</source>
        <translation>Der Server „%1“ wurde abgebrochen (SIGKILL), ist aber noch nicht beendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is not running.</source>
        <translation>Der Server „%1“ läuft nicht.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is not reading its input; %2 already wait to be written.</source>
        <translation>Der Server „%1“ liest seine Eingabe nicht; %2 warten bereits darauf, geschrieben zu werden.</translation>
    </message>
    <message>
        <source>%1 could not be started: its arguments and environment are too long for the system.</source>
        <translation>%1 konnte nicht gestartet werden: Die Argumente und die Umgebung sind für das System zu lang.</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <translation>%1 konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>%1: %2. Close other programs or connections and try again.</source>
        <translation>%1: %2. Schließen Sie andere Programme oder Verbindungen, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>A pipe to a child process could not be created</source>
        <translation>Eine Pipe zu einem Kindprozess konnte nicht angelegt werden</translation>
    </message>
    <message>
        <source>A child process could not be created</source>
        <translation>Ein Kindprozess konnte nicht gestartet werden</translation>
    </message>
    <message>
        <source>it holds a NUL</source>
        <translation>sie enthält ein NUL-Zeichen</translation>
    </message>
    <message>
        <source>The last lines on its stdout, which are not messages:</source>
        <translation>Die letzten Zeilen seiner Standardausgabe, die keine Nachrichten sind:</translation>
    </message>
    <message>
        <source>Unfinished line on its stdout: %1</source>
        <translation>Unvollständige Zeile auf seiner Standardausgabe: %1</translation>
    </message>
    <message>
        <source>PATH searched: %1</source>
        <translation>Durchsuchter PATH: %1</translation>
    </message>
    <message>
        <source>Certificate of %1, issued by %2, valid from %3 to %4, SHA-256 fingerprint %5</source>
        <translation>Zertifikat von %1, ausgestellt von %2, gültig von %3 bis %4, SHA-256-Fingerabdruck %5</translation>
    </message>
    <message>
        <source>%1, issued by %2, valid to %3</source>
        <translation>%1, ausgestellt von %2, gültig bis %3</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not prove that it is %2: %3. This certificate cannot be accepted: the server needs another one.</source>
        <translation>Der Server „%1“ konnte nicht nachweisen, dass er %2 ist: %3. Dieses Zertifikat lässt sich nicht annehmen: Der Server braucht ein anderes.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not prove that it is %2: %3.</source>
        <translation>Der Server „%1“ konnte nicht nachweisen, dass er %2 ist: %3.</translation>
    </message>
    <message>
        <source>The server sent no certificate.</source>
        <translation>Der Server hat kein Zertifikat gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the client certificate&apos;s file holds no certificate.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Die Datei des Client-Zertifikats enthält kein Zertifikat.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the client certificate comes without a private key.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Zum Client-Zertifikat gibt es keinen privaten Schlüssel.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the client certificate&apos;s key is encrypted and needs its passphrase.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Der Schlüssel des Client-Zertifikats ist verschlüsselt und braucht seine Passphrase.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the passphrase does not open the client certificate&apos;s key.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Die Passphrase passt nicht zum Schlüssel des Client-Zertifikats.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the client certificate&apos;s key cannot be read.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Der Schlüssel des Client-Zertifikats ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the client certificate is neither in PEM nor in PKCS #12 form.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Das Client-Zertifikat liegt weder als PEM noch als PKCS #12 vor.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the client certificate&apos;s file needs a passphrase, or is damaged.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Die Datei des Client-Zertifikats braucht eine Passphrase oder ist beschädigt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the passphrase does not open the client certificate&apos;s file, or it is damaged.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Die Passphrase passt nicht zur Datei des Client-Zertifikats, oder die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the client certificate cannot be used. Check that its key belongs to it.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Das Client-Zertifikat ist nicht verwendbar. Prüfen Sie, ob der Schlüssel dazu gehört.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: this system has no CA certificates. Install the package ca-certificates.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Dieses System hat keine CA-Zertifikate. Installieren Sie das Paket ca-certificates.</translation>
    </message>
    <message>
        <source>expected a list of {host, sha256}</source>
        <translation>Liste von {host, sha256} erwartet</translation>
    </message>
    <message>
        <source>each needs a host and the 64 hexadecimal digits of its SHA-256 fingerprint</source>
        <translation>jeder Eintrag braucht einen Host und die 64 hexadezimalen Ziffern seines SHA-256-Fingerabdrucks</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: %2 is not the address of a proxy, such as &quot;http://user:password@proxy.example:3128&quot;; percent-encode special characters of the password.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: %2 ist keine Adresse eines Proxys wie „http://user:password@proxy.example:3128“; schreiben Sie Sonderzeichen des Passworts in Prozentkodierung.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: %2 names a proxy that begins with &quot;%3://&quot;; use &quot;http://&quot; or &quot;socks5h://&quot;.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: %2 nennt einen Proxy, der mit „%3://“ beginnt; verwenden Sie „http://“ oder „socks5h://“.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: &quot;%2&quot; is not an http or https address.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: „%2“ ist keine http- oder https-Adresse.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: &quot;%2&quot; is not a ws or wss address.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: „%2“ ist keine ws- oder wss-Adresse.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: &quot;%2&quot; is not an HTTP method.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: „%2“ ist keine HTTP-Methode.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: &quot;%2&quot; is not a path with an optional query.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: „%2“ ist kein Pfad mit einer möglichen Query.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: path, query and headers of the request have %2 bytes, more than the %3 that can be sent; large values belong in the body.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Pfad, Query und Header der Anfrage umfassen %2 Bytes; gesendet werden können höchstens %3. Große Werte gehören in den Body.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: &quot;%2&quot; is not a valid header name.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: „%2“ ist kein gültiger Name eines Headers.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: the header &quot;%2&quot; holds a line end or another control character.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Der Header „%2“ enthält ein Zeilenende oder ein anderes Steuerzeichen.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: Qt cannot write the name &quot;%2&quot; into a request. Give the source another name of the server, or its IP address.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: Qt kann den Namen „%2“ nicht in eine Anfrage schreiben. Geben Sie der Quelle einen anderen Namen des Servers oder seine IP-Adresse.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; cannot be contacted: %2.</source>
        <translation>Der Server „%1“ lässt sich nicht kontaktieren: %2.</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>Die Anfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; did not finish its answer before the request was cancelled.</source>
        <translation>Der Server „%1“ hatte seine Antwort noch nicht beendet, als die Anfrage abgebrochen wurde.</translation>
    </message>
    <message>
        <source>The answer begins with: %1</source>
        <translation>Die Antwort beginnt mit: %1</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; refused the encrypted connection to %2 with the TLS alert &quot;%3&quot;: it serves no host of the name &quot;%4&quot;.</source>
        <translation>Der Server „%1“ hat die verschlüsselte Verbindung zu %2 mit der TLS-Warnung „%3“ abgelehnt: Er bedient keinen Host mit dem Namen „%4“.</translation>
    </message>
    <message>
        <source>closed the connection without a valid answer</source>
        <translation>hat die Verbindung ohne gültige Antwort geschlossen</translation>
    </message>
    <message>
        <source>did not answer in time</source>
        <translation>hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>failed (%1)</source>
        <translation>hat einen Fehler gemeldet (%1)</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached at %2: this system does not allow the connection. Check its firewall.</source>
        <translation>Der Server „%1“ war unter %2 nicht erreichbar: Dieses System lässt die Verbindung nicht zu. Prüfen Sie seine Firewall.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached: the proxy %2 refuses the connection. Check http_proxy and https_proxy, or add the host to no_proxy.</source>
        <translation>Der Server „%1“ war nicht erreichbar: Der Proxy %2 lehnt die Verbindung ab. Prüfen Sie http_proxy und https_proxy, oder nehmen Sie den Host in no_proxy auf.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be contacted at %2.</source>
        <translation>Der Server „%1“ ließ sich unter %2 nicht kontaktieren.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent an answer that %2 does not allow (the header &quot;%3&quot;).</source>
        <translation>Der Server „%1“ hat eine Antwort gesendet, die %2 nicht erlaubt (der Header „%3“).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent an answer that %2 does not allow.</source>
        <translation>Der Server „%1“ hat eine Antwort gesendet, die %2 nicht erlaubt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; broke the rules of %2: %3.</source>
        <translation>Der Server „%1“ hat gegen die Regeln von %2 verstoßen: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a body whose length differs from its Content-Length (%2).</source>
        <translation>Der Server „%1“ hat einen Body gesendet, dessen Länge von Content-Length (%2) abweicht.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; requires HTTP/1.1 for this request (%2 RST_STREAM: HTTP_1_1_REQUIRED).</source>
        <translation>Der Server „%1“ verlangt für diese Anfrage HTTP/1.1 (%2 RST_STREAM: HTTP_1_1_REQUIRED).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; broke off its answer (%2 RST_STREAM: %3).</source>
        <translation>Der Server „%1“ hat seine Antwort abgebrochen (%2 RST_STREAM: %3).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; broke off the request without an answer (%2 RST_STREAM: %3).</source>
        <translation>Der Server „%1“ hat die Anfrage ohne Antwort abgebrochen (%2 RST_STREAM: %3).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; broke off its answer (HTTP/3).</source>
        <translation>Der Server „%1“ hat seine Antwort abgebrochen (HTTP/3).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; broke off the request without an answer (HTTP/3).</source>
        <translation>Der Server „%1“ hat die Anfrage ohne Antwort abgebrochen (HTTP/3).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; broke off the request without an answer.</source>
        <translation>Der Server „%1“ hat die Anfrage ohne Antwort abgebrochen.</translation>
    </message>
    <message>
        <source>No part of an answer was used; try again.</source>
        <translation>Von der Antwort wurde nichts verwendet; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent an invalid chunk size.</source>
        <translation>Der Server „%1“ hat eine ungültige Chunk-Größe gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent an invalid Content-Length: %2.</source>
        <translation>Der Server „%1“ hat einen ungültigen Content-Length gesendet: %2.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent an invalid Content-Length.</source>
        <translation>Der Server „%1“ hat einen ungültigen Content-Length gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; used a Transfer-Encoding that cannot be read: %2.</source>
        <translation>Der Server „%1“ hat ein Transfer-Encoding verwendet, das nicht lesbar ist: %2.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; used a Transfer-Encoding that cannot be read.</source>
        <translation>Der Server „%1“ hat ein Transfer-Encoding verwendet, das nicht lesbar ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent headers larger than can be read: one over 100 KiB, or all together over 300 KiB.</source>
        <translation>Der Server „%1“ hat Header gesendet, die zu groß zum Lesen sind: einer über 100 KiB, oder alle zusammen über 300 KiB.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent something that is not a valid HTTP answer.</source>
        <translation>Der Server „%1“ hat etwas gesendet, das keine gültige HTTP-Antwort ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent headers larger than the limit.</source>
        <translation>Der Server „%1“ hat Header gesendet, die größer als die Grenze sind.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent more headers than the limit.</source>
        <translation>Der Server „%1“ hat mehr Header gesendet, als die Grenze erlaubt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a head that begins with a folded line.</source>
        <translation>Der Server „%1“ hat einen Kopf gesendet, der mit einer Fortsetzungszeile beginnt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent an invalid header line: %2.</source>
        <translation>Der Server „%1“ hat eine ungültige Headerzeile gesendet: %2.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; switched to another protocol without a request for it (101).</source>
        <translation>Der Server „%1“ hat ohne Aufforderung das Protokoll gewechselt (101).</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent Content-Length values that contradict each other: %2.</source>
        <translation>Der Server „%1“ hat Werte für Content-Length gesendet, die einander widersprechen: %2.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent both Transfer-Encoding and Content-Length.</source>
        <translation>Der Server „%1“ hat sowohl Transfer-Encoding als auch Content-Length gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; announced a body of %2 bytes.</source>
        <translation>Der Server „%1“ hat einen Body von %2 Bytes angekündigt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent more bytes than its answer&apos;s length says.</source>
        <translation>Der Server „%1“ hat mehr Bytes gesendet, als die Länge seiner Antwort angibt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; used a Content-Encoding that was not asked for: &quot;%2&quot;.</source>
        <translation>Der Server „%1“ hat ein Content-Encoding verwendet, das nicht angefordert war: „%2“.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a body that grows more than %2 times when decompressed.</source>
        <translation>Der Server „%1“ hat einen Body gesendet, der beim Dekomprimieren auf mehr als das %2-Fache wächst.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent bytes after the end of the compressed body.</source>
        <translation>Der Server „%1“ hat nach dem Ende des komprimierten Bodys noch Bytes gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a compressed body that is damaged.</source>
        <translation>Der Server „%1“ hat einen komprimierten Body gesendet, der beschädigt ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a compressed body that stops before its end.</source>
        <translation>Der Server „%1“ hat einen komprimierten Body gesendet, der vor seinem Ende abbricht.</translation>
    </message>
    <message>
        <source>An event stream held a line longer than the limit</source>
        <translation>Ein Stream von Ereignissen enthielt eine Zeile, die länger als die Grenze ist</translation>
    </message>
    <message>
        <source>An event is larger than the limit</source>
        <translation>Ein Ereignis ist größer als die Grenze</translation>
    </message>
    <message>
        <source>An event&apos;s id is longer than the limit</source>
        <translation>Die ID eines Ereignisses ist länger als die Grenze</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected to &quot;%2&quot;, which is not an http or https address.</source>
        <translation>Der Server „%1“ leitet an „%2“ um; das ist keine http- oder https-Adresse.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected to an address that carries a user name.</source>
        <translation>Der Server „%1“ leitet an eine Adresse um, die einen Benutzernamen enthält.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected more than %2 times.</source>
        <translation>Der Server „%1“ hat mehr als %2-mal umgeleitet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected a %2 from %3 to %4, another origin; requests of this kind must stay at their origin.</source>
        <translation>Der Server „%1“ leitet ein %2 von %3 an %4 um, einen anderen Ursprung; Anfragen dieser Art müssen bei ihrem Ursprung bleiben.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected a %2 from %3 to %4, another origin; only a GET may follow.</source>
        <translation>Der Server „%1“ leitet ein %2 von %3 an %4 um, einen anderen Ursprung; folgen darf nur ein GET.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered a %2 with a redirect (%3) from %4 to %5, which would lose its body.</source>
        <translation>Der Server „%1“ hat ein %2 mit einer Umleitung (%3) von %4 an %5 beantwortet; dabei ginge der Body verloren.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered &quot;not modified&quot; (%2) to a request without a condition.</source>
        <translation>Der Server „%1“ hat eine Anfrage ohne Bedingung mit „nicht geändert“ beantwortet (%2).</translation>
    </message>
    <message>
        <source>Check for a cache in between.</source>
        <translation>Prüfen Sie, ob ein Cache dazwischen ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered with a status that HTTP does not know (%2).</source>
        <translation>Der Server „%1“ hat mit einem Status geantwortet, den HTTP nicht kennt (%2).</translation>
    </message>
    <message>
        <source>The server needs a correction.</source>
        <translation>Der Server muss berichtigt werden.</translation>
    </message>
    <message>
        <source>It asks to wait until &quot;%1&quot;.</source>
        <translation>Er bittet darum, bis „%1“ zu warten.</translation>
    </message>
    <message>
        <source>did not agree on TLS</source>
        <translation>hat sich nicht auf TLS geeinigt</translation>
    </message>
    <message>
        <source>did not finish its answer to the WebSocket handshake</source>
        <translation>hat seine Antwort auf den WebSocket-Handshake nicht beendet</translation>
    </message>
    <message>
        <source>sent pings and did not read our answers</source>
        <translation>hat Pings gesendet und die Antworten darauf nicht gelesen</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; ended the connection in the middle of its answer to the WebSocket handshake.</source>
        <translation>Der Server „%1“ hat die Verbindung mitten in seiner Antwort auf den WebSocket-Handshake beendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered with HTTP %2 and did not open a WebSocket.</source>
        <translation>Der Server „%1“ hat mit HTTP %2 geantwortet und keinen WebSocket geöffnet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; redirected to %2 (HTTP %3), which a WebSocket does not follow. If the redirect is correct, give the source that address.</source>
        <translation>Der Server „%1“ leitet an %2 um (HTTP %3); ein WebSocket folgt dem nicht. Wenn die Umleitung richtig ist, geben Sie der Quelle diese Adresse.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent an informational answer (HTTP %2) before its answer to the WebSocket handshake; Qt does not support such answers.</source>
        <translation>Der Server „%1“ hat vor seiner Antwort auf den WebSocket-Handshake eine informative Antwort gesendet (HTTP %2); Qt unterstützt solche Antworten nicht.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; switched to something other than a WebSocket.</source>
        <translation>Der Server „%1“ hat nicht zu einem WebSocket gewechselt, sondern zu etwas anderem.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; answered &quot;Connection: %2&quot;, but Qt accepts only &quot;Upgrade&quot;.</source>
        <translation>Der Server „%1“ hat mit „Connection: %2“ geantwortet, aber Qt nimmt nur „Upgrade“ an.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent no Sec-WebSocket-Accept, so it did not understand the handshake.</source>
        <translation>Der Server „%1“ hat kein Sec-WebSocket-Accept gesendet, den Handshake also nicht verstanden.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a wrong Sec-WebSocket-Accept (%2), so it did not understand the handshake.</source>
        <translation>Der Server „%1“ hat ein falsches Sec-WebSocket-Accept gesendet (%2), den Handshake also nicht verstanden.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; chose the subprotocol &quot;%2&quot;, which was not offered.</source>
        <translation>Der Server „%1“ hat das Unterprotokoll „%2“ gewählt, das nicht angeboten war.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; chose the extension &quot;%2&quot;, which was not offered.</source>
        <translation>Der Server „%1“ hat die Erweiterung „%2“ gewählt, die nicht angeboten war.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; gave an answer to the WebSocket handshake that Qt refuses (%2).</source>
        <translation>Der Server „%1“ hat den WebSocket-Handshake mit etwas beantwortet, das Qt ablehnt (%2).</translation>
    </message>
    <message>
        <source>The connection was closed; the server needs a correction.</source>
        <translation>Die Verbindung wurde geschlossen; der Server muss berichtigt werden.</translation>
    </message>
    <message>
        <source>The connection was closed; the peer needs a correction.</source>
        <translation>Die Verbindung wurde geschlossen; die Gegenstelle muss berichtigt werden.</translation>
    </message>
    <message>
        <source>The connection was closed; let the peer send each message in one frame, as UTF-8.</source>
        <translation>Die Verbindung wurde geschlossen; lassen Sie die Gegenstelle jede Nachricht in einem Frame als UTF-8 senden.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; set reserved bits in a frame, though no extension was agreed on.</source>
        <translation>Der Server „%1“ hat in einem Frame reservierte Bits gesetzt, obwohl keine Erweiterung vereinbart war.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; used a reserved opcode.</source>
        <translation>Der Server „%1“ hat einen reservierten Opcode verwendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a control frame of more than 125 bytes.</source>
        <translation>Der Server „%1“ hat einen Control-Frame von mehr als 125 Bytes gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a control frame in pieces.</source>
        <translation>Der Server „%1“ hat einen Control-Frame in Teilen gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; wrote a length in more bytes than it needs.</source>
        <translation>Der Server „%1“ hat eine Länge mit mehr Bytes als nötig geschrieben.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a frame length whose highest bit is set.</source>
        <translation>Der Server „%1“ hat einen Frame gesendet, in dessen Länge das höchste Bit gesetzt ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a close frame with half a code.</source>
        <translation>Der Server „%1“ hat einen Close-Frame mit einem halben Code gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; continued a message that had not begun.</source>
        <translation>Der Server „%1“ hat eine Nachricht fortgesetzt, die nicht begonnen hatte.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; began a message inside another.</source>
        <translation>Der Server „%1“ hat eine Nachricht innerhalb einer anderen begonnen.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent text that is not UTF-8, or split a character between two frames, which Qt reads from 6.11 on.</source>
        <translation>Der Server „%1“ hat Text gesendet, der kein UTF-8 ist, oder ein Zeichen auf zwei Frames verteilt; das liest Qt erst ab 6.11.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent data that Qt refuses: %2.</source>
        <translation>Der Server „%1“ hat Daten gesendet, die Qt ablehnt: %2.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a message in more than %2 frames.</source>
        <translation>Der Server „%1“ hat eine Nachricht in mehr als %2 Frames gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; sent a message of more than %2.</source>
        <translation>Der Server „%1“ hat eine Nachricht von mehr als %2 gesendet.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; announced a frame of more than %2.</source>
        <translation>Der Server „%1“ hat einen Frame von mehr als %2 angekündigt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; %2, in the middle of a message.</source>
        <translation>Der Server „%1“ %2, mitten in einer Nachricht.</translation>
    </message>
    <message>
        <source>ended the connection without a close frame</source>
        <translation>hat die Verbindung ohne Close-Frame beendet</translation>
    </message>
    <message>
        <source>reset the connection</source>
        <translation>hat die Verbindung zurückgesetzt</translation>
    </message>
    <message>
        <source>broke the TLS encryption</source>
        <translation>hat die TLS-Verschlüsselung verletzt</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; broke the TLS encryption.</source>
        <translation>Der Server „%1“ hat die TLS-Verschlüsselung verletzt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is not connected. Try again with a new connection.</source>
        <translation>Der Server „%1“ ist nicht verbunden. Versuchen Sie es mit einer neuen Verbindung noch einmal.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is not reading: %2 already wait to be sent.</source>
        <translation>Der Server „%1“ liest nicht: %2 warten bereits darauf, gesendet zu werden.</translation>
    </message>
    <message>
        <source>A message that is not UTF-8 cannot be sent</source>
        <translation>Eine Nachricht, die kein UTF-8 ist, lässt sich nicht senden</translation>
    </message>
    <message>
        <source>a binary message that is not UTF-8</source>
        <translation>eine Binärnachricht, die kein UTF-8 ist</translation>
    </message>
    <message>
        <source>The connection was closed by us</source>
        <translation>Die Verbindung wurde von diesem Programm geschlossen</translation>
    </message>
    <message>
        <source>The peer did not end the connection within %1</source>
        <translation>Die Gegenstelle hat die Verbindung nicht innerhalb von %1 beendet</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection with code 1012, %2 or an invalid one (Qt does not say which): it may restart or be overloaded, try again later.</source>
        <translation>Der Server „%1“ hat die Verbindung mit dem Code 1012, %2 oder einem ungültigen Code geschlossen (Qt sagt nicht, mit welchem): Möglicherweise startet er neu oder ist überlastet; versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, going away: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er beendet wird: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it found a protocol error: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er einen Protokollfehler gefunden hat: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it found a protocol error.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er einen Protokollfehler gefunden hat.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it does not accept this kind of message: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er Nachrichten dieser Art nicht annimmt: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it does not accept this kind of message.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er Nachrichten dieser Art nicht annimmt.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it could not read a message: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er eine Nachricht nicht lesen konnte: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it could not read a message.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er eine Nachricht nicht lesen konnte.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, policy violation: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil etwas gegen seine Regeln verstieß: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, policy violation.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil etwas gegen seine Regeln verstieß.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, a message was too large for it: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil ihm eine Nachricht zu groß war: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, a message was too large for it.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil ihm eine Nachricht zu groß war.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it requires an extension that was not offered: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er eine Erweiterung verlangt, die nicht angeboten war: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it requires an extension that was not offered.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er eine Erweiterung verlangt, die nicht angeboten war.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it failed: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil bei ihm ein Fehler auftrat: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, it failed.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil bei ihm ein Fehler auftrat.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, done: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er fertig ist: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2, done.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen, weil er fertig ist.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2: %3.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen: %3.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; closed the connection %2.</source>
        <translation>Der Server „%1“ hat die Verbindung %2 geschlossen.</translation>
    </message>
    <message>
        <source>Check what was sent.</source>
        <translation>Prüfen Sie, was gesendet wurde.</translation>
    </message>
    <message>
        <source>Check the credential and what was sent.</source>
        <translation>Prüfen Sie die Zugangsdaten und was gesendet wurde.</translation>
    </message>
    <message>
        <source>Send less at once, or raise its limit.</source>
        <translation>Senden Sie weniger auf einmal, oder erhöhen Sie seine Grenze.</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; could not be reached: %2.</source>
        <translation>Der Server „%1“ war nicht erreichbar: %2.</translation>
    </message>
    <message>
        <source>http%1: the server %2 titled &quot;%3&quot;.</source>
        <translation>http%1: Der Server %2 („%3“).</translation>
    </message>
    <message>
        <source>http%1: the server %2 (%3).</source>
        <translation>http%1: Der Server %2 (%3).</translation>
    </message>
    <message>
        <source>http%1: the server %2.</source>
        <translation>http%1: Der Server %2.</translation>
    </message>
    <message>
        <source>answered with a web page</source>
        <translation>hat mit einer Webseite geantwortet</translation>
    </message>
    <message>
        <source>answered with an empty body (%1) where content was expected</source>
        <translation>hat mit einem leeren Body geantwortet (%1), wo Inhalt erwartet war</translation>
    </message>
    <message>
        <source>answered without a Content-Type; %1 was expected</source>
        <translation>hat ohne Content-Type geantwortet; erwartet war %1</translation>
    </message>
    <message>
        <source>answered with %1 where %2 was expected</source>
        <translation>hat mit %1 geantwortet, wo %2 erwartet war</translation>
    </message>
    <message>
        <source>labelled JSON as an event stream</source>
        <translation>hat JSON als Stream von Ereignissen gekennzeichnet</translation>
    </message>
    <message>
        <source>labelled an event stream as JSON</source>
        <translation>hat einen Stream von Ereignissen als JSON gekennzeichnet</translation>
    </message>
    <message>
        <source>accepted the request (%1) and gave no answer to it</source>
        <translation>hat die Anfrage angenommen (%1), aber keine Antwort darauf gegeben</translation>
    </message>
    <message>
        <source>finds the request malformed</source>
        <translation>hält die Anfrage für fehlerhaft</translation>
    </message>
    <message>
        <source>requires authentication</source>
        <translation>verlangt eine Anmeldung</translation>
    </message>
    <message>
        <source>requires a payment</source>
        <translation>verlangt eine Zahlung</translation>
    </message>
    <message>
        <source>refuses access</source>
        <translation>verweigert den Zugriff</translation>
    </message>
    <message>
        <source>has nothing at this address</source>
        <translation>hat unter dieser Adresse nichts</translation>
    </message>
    <message>
        <source>has nothing at this address any more</source>
        <translation>hat unter dieser Adresse nichts mehr</translation>
    </message>
    <message>
        <source>does not accept this method at this address</source>
        <translation>nimmt diese Methode unter dieser Adresse nicht an</translation>
    </message>
    <message>
        <source>has no answer in a form that the header Accept asks for</source>
        <translation>hat keine Antwort in einer Form, die der Header Accept verlangt</translation>
    </message>
    <message>
        <source>is behind a proxy that requires a user name and a password</source>
        <translation>liegt hinter einem Proxy, der Benutzername und Passwort verlangt</translation>
    </message>
    <message>
        <source>gave up waiting for the request</source>
        <translation>hat das Warten auf die Anfrage aufgegeben</translation>
    </message>
    <message>
        <source>finds the request too large</source>
        <translation>findet die Anfrage zu groß</translation>
    </message>
    <message>
        <source>does not accept the Content-Type that was sent</source>
        <translation>nimmt den gesendeten Content-Type nicht an</translation>
    </message>
    <message>
        <source>is not the server for this address</source>
        <translation>ist für diese Adresse nicht zuständig</translation>
    </message>
    <message>
        <source>received too many requests</source>
        <translation>hat zu viele Anfragen erhalten</translation>
    </message>
    <message>
        <source>cannot do what was asked</source>
        <translation>kann das Verlangte nicht tun</translation>
    </message>
    <message>
        <source>was not reached by the gateway in front of it</source>
        <translation>war für das Gateway vor ihm nicht erreichbar</translation>
    </message>
    <message>
        <source>is unavailable at the moment</source>
        <translation>ist zurzeit nicht verfügbar</translation>
    </message>
    <message>
        <source>did not answer the gateway in front of it in time</source>
        <translation>hat dem Gateway vor ihm nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>redirected without saying where to</source>
        <translation>leitet um, ohne ein Ziel zu nennen</translation>
    </message>
    <message>
        <source>refused the request</source>
        <translation>hat die Anfrage abgelehnt</translation>
    </message>
    <message>
        <source>Check the account that the credentials belong to.</source>
        <translation>Prüfen Sie das Konto, zu dem die Zugangsdaten gehören.</translation>
    </message>
    <message>
        <source>Send less at once.</source>
        <translation>Senden Sie weniger auf einmal.</translation>
    </message>
    <message>
        <source>Check the address and what was sent.</source>
        <translation>Prüfen Sie die Adresse und was gesendet wurde.</translation>
    </message>
    <message>
        <source>The security scheme &quot;%1&quot; cannot be used: &quot;%2&quot; is not a valid header name.</source>
        <translation>Das Sicherheitsschema „%1“ ist nicht verwendbar: „%2“ ist kein gültiger Name eines Headers.</translation>
    </message>
    <message>
        <source>The security scheme &quot;%1&quot; cannot be used: the header &quot;%2&quot; belongs to the connection and must not be set.</source>
        <translation>Das Sicherheitsschema „%1“ ist nicht verwendbar: Der Header „%2“ gehört zur Verbindung und darf nicht gesetzt werden.</translation>
    </message>
    <message>
        <source>Credential &quot;%1&quot;: the header &quot;%2&quot; belongs to the connection and must not be set.</source>
        <translation>Zugangsdaten „%1“: Der Header „%2“ gehört zur Verbindung und darf nicht gesetzt werden.</translation>
    </message>
    <message>
        <source>Credential &quot;%1&quot;: &quot;%2&quot; is not a valid header name.</source>
        <translation>Zugangsdaten „%1“: „%2“ ist kein gültiger Name eines Headers.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered with %2 where %3 was expected.</source>
        <translation>„%1“ hat mit %2 geantwortet, wo %3 erwartet war.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; accepted the request (%2) and gave no answer to it.</source>
        <translation>„%1“ hat die Anfrage angenommen (%2), aber keine Antwort darauf gegeben.</translation>
    </message>
    <message>
        <source>%1 answered with a web page %2 &quot;%3&quot;.</source>
        <translation>%1 hat mit einer Webseite %2 „%3“ geantwortet.</translation>
    </message>
    <message>
        <source>%1 answered with a web page.</source>
        <translation>%1 hat mit einer Webseite geantwortet.</translation>
    </message>
    <message>
        <source>%1 answered with an empty body (%2) where content was expected.</source>
        <translation>%1 hat mit einem leeren Body geantwortet (%2), wo Inhalt erwartet war.</translation>
    </message>
    <message>
        <source>%1 answered without a Content-Type; %2 was expected.</source>
        <translation>%1 hat ohne Content-Type geantwortet; erwartet war %2.</translation>
    </message>
    <message>
        <source>Changes are not received any more: the server ended the subscription. Connect again to receive them.</source>
        <translation>Änderungen werden nicht mehr empfangen: Der Server hat das Abonnement beendet. Verbinden Sie die Quelle neu, um sie zu empfangen.</translation>
    </message>
    <message>
        <source>Subscribed again after the connection was lost. What changed meanwhile was not reported, so the lists are read again.</source>
        <translation>Nach dem Verlust der Verbindung erneut abonniert. Was sich inzwischen geändert hat, wurde nicht gemeldet; deshalb werden die Listen neu gelesen.</translation>
    </message>
    <message>
        <source>The stream of notifications ended; it is opened again in %1.</source>
        <translation>Der Strom der Benachrichtigungen endete; er wird in %1 wieder geöffnet.</translation>
    </message>
    <message>
        <source>The answer to a request ended before its response; it is resumed in %1.</source>
        <translation>Die Antwort auf eine Anfrage endete vor ihrem Ergebnis; sie wird in %1 fortgesetzt.</translation>
    </message>
    <message>
        <source>It did not answer server/discover either, so it may not support the revision to which its protocol is set. Set it to auto.</source>
        <translation>Auch server/discover hat er nicht beantwortet; vielleicht unterstützt er die Revision nicht, auf die sein Protokoll gestellt ist. Stellen Sie es auf auto.</translation>
    </message>
    <message>
        <source>server/discover was not sent, because this server did not know it within the last day. If it does now, set the protocol to modern once.</source>
        <translation>server/discover wurde nicht gesendet, weil dieser Server es innerhalb des letzten Tages nicht kannte. Falls er es jetzt kennt, stellen Sie das Protokoll einmal auf modern.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; answered initialize with MCP %2, which does not have initialize. Set the protocol of the source to %3.</source>
        <translation>„%1“ beantwortete initialize mit MCP %2, das kein initialize hat. Stellen Sie das Protokoll der Quelle auf %3.</translation>
    </message>
    <message>
        <source>Sent %1 without a subscription to it. The list is read again all the same.</source>
        <translation>Hat %1 ohne ein Abonnement gesendet. Die Liste wird trotzdem neu gelesen.</translation>
    </message>
    <message>
        <source>Our answer to a request of the server did not reach it. %1</source>
        <translation>Unsere Antwort auf eine Anfrage des Servers kam nicht bei ihm an. %1</translation>
    </message>
    <message>
        <source>A request of the server was refused: %1</source>
        <translation>Eine Anfrage des Servers wurde abgelehnt: %1</translation>
    </message>
    <message>
        <source>It sent the request %1.</source>
        <translation>Er sandte die Anfrage %1.</translation>
    </message>
    <message>
        <source>It requires an address to be opened first, and that was refused: %1</source>
        <translation>Zuerst muss eine Adresse geöffnet werden, und das wurde abgelehnt: %1</translation>
    </message>
    <message>
        <source>url is &quot;%1&quot;, which %2</source>
        <translation>url ist „%1“; diese Adresse %2</translation>
    </message>
    <message>
        <source>The answer to a sampling request needs role, content and model.</source>
        <translation>Die Antwort auf eine Sampling-Anfrage braucht role, content und model.</translation>
    </message>
    <message>
        <source>Sends more than %1 requests at a time; further ones are refused (limit server.pendingRequests).</source>
        <translation>Sendet mehr als %1 Anfragen auf einmal; weitere werden abgelehnt (Grenze server.pendingRequests).</translation>
    </message>
    <message>
        <source>This client takes at most %1 requests at a time (limit server.pendingRequests).</source>
        <translation>Dieser Client nimmt höchstens %1 Anfragen auf einmal an (Grenze server.pendingRequests).</translation>
    </message>
    <message>
        <source>that asks for input and has no inputRequests</source>
        <translation>der Eingaben verlangt und keine inputRequests hat</translation>
    </message>
    <message>
        <source>The task of &quot;%1&quot; may go on: %2</source>
        <translation>Der Task von „%1“ läuft vielleicht weiter: %2</translation>
    </message>
    <message>
        <source>the server does not offer to cancel tasks.</source>
        <translation>der Server bietet nicht an, Tasks abzubrechen.</translation>
    </message>
    <message>
        <source>The server does not offer logging, so the log level of the source has no effect.</source>
        <translation>Der Server bietet kein Logging an, daher hat die Log-Stufe der Quelle keine Wirkung.</translation>
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
        <source>different type</source>
        <translation>anderer Typ</translation>
    </message>
    <message>
        <source>pattern not matched</source>
        <translation>Muster passt nicht</translation>
    </message>
    <message>
        <source>outside tolerance</source>
        <translation>außerhalb der Toleranz</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>%L1 not counted</source>
        <translation>%L1 nicht gezählt</translation>
    </message>
</context>
<context>
    <name>Fixtures</name>
    <message>
        <source>not verified</source>
        <translation>nicht verifiziert</translation>
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
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
</context>
<context>
    <name>JsonExcerpt</name>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n Element</numerusform>
            <numerusform>%n Elemente</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlaceMarks</name>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
    <message>
        <source>was an unknown value</source>
        <translation>war ein unbekannter Wert</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Standardwert</translation>
    </message>
    <message>
        <source>%1 after normalisation</source>
        <translation>%1 nach der Normalisierung</translation>
    </message>
    <message>
        <source>lost: field removed</source>
        <translation>verloren: Feld entfernt</translation>
    </message>
    <message>
        <source>lost: %1 after normalisation</source>
        <translation>verloren: %1 nach der Normalisierung</translation>
    </message>
    <message>
        <source>invented because nothing was received</source>
        <translation>erfunden, weil nichts empfangen wurde</translation>
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
    <name>Preferences</name>
    <message>
        <source>User names and passwords are not saved here. Set the variable https_proxy instead.</source>
        <translation>Benutzername und Passwort werden hier nicht aufbewahrt. Setzen Sie stattdessen die Variable https_proxy.</translation>
    </message>
    <message>
        <source>Enter an address such as http://proxy.example:3128 or socks5h://localhost:1080.</source>
        <translation>Geben Sie eine Adresse wie http://proxy.example:3128 oder socks5h://localhost:1080 ein.</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>&amp;Erhöhen</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>Ver&amp;ringern</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>Suchen in:</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>Ordner:</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>Datei&amp;name:</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>Dateityp:</translation>
    </message>
    <message>
        <source>Find Directory</source>
        <translation>Ordner suchen</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>&amp;Auswählen</translation>
    </message>
    <message>
        <source>Show </source>
        <translation>Anzeigen </translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>Vorwärts gehen</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>Übergeordneter Ordner</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>Zum übergeordneten Ordner</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>Neuen Ordner anlegen</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>Einen neuen Ordner anlegen</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>Als Liste anzeigen</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>Mit Einzelheiten anzeigen</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>&amp;Neuer Ordner</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>&amp;Versteckte Dateien anzeigen</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation>Mein Rechner</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 gibt es schon.
Soll die Datei ersetzt werden?</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
Datei nicht gefunden.
Bitte prüfen Sie den Dateinamen.</translation>
    </message>
    <message>
        <source>%1
Directory not found.
Please verify the correct directory name was given.</source>
        <translation>%1
Ordner nicht gefunden.
Bitte prüfen Sie den Ordnernamen.</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation>Mein Rechner</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Rechner</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
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
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>QMessageBox</name>
    <message>
        <source>Show Details...</source>
        <translation>Einzelheiten anzeigen …</translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation>Einzelheiten ausblenden …</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save All</source>
        <translation>Alle speichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>Yes to &amp;All</source>
        <translation>Ja, &amp;alle</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>N&amp;o to All</source>
        <translation>N&amp;ein, keine</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>Voreinstellungen</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Meta</source>
        <translation>Meta</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Einfg</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>Bild ab</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Runter</translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>Nach rechts</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
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
        <source>Copy &amp;Link Location</source>
        <translation>&amp;Adresse kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>SaveFile</name>
    <message>
        <source>saved as %1</source>
        <translation>gespeichert als %1</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>A program in PATH, or its path</source>
        <translation>Ein Programm in PATH oder sein Pfad</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>The working directory of the program</source>
        <translation>Das Arbeitsverzeichnis des Programms</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Added to a minimal, safe environment</source>
        <translation>Zusätzlich zu einer minimalen, sicheren Umgebung</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>File or address of the document: OpenAPI 3 or Swagger 2.0</source>
        <translation>Datei oder Adresse des Dokuments: OpenAPI 3 oder Swagger 2.0</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Default: the first server of the document</source>
        <translation>Standard: der erste Server des Dokuments</translation>
    </message>
    <message>
        <source>A folder that contains recorded fixtures</source>
        <translation>Ein Ordner mit aufgenommenen Fixtures</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Bearer token</source>
        <translation>Bearer-Token</translation>
    </message>
    <message>
        <source>Sent when connecting</source>
        <translation>Wird beim Verbinden gesendet</translation>
    </message>
    <message>
        <source>The hub&apos;s other clients may then call every operation of the connected sources, except those of hubs</source>
        <translation>Die anderen Clients des Hubs können dann jede Operation der verbundenen Quellen aufrufen, außer denen von Hubs</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>1: as recorded; 10: ten times as fast; max: without delays</source>
        <translation>1: wie aufgenommen; 10: zehnmal so schnell; max: ohne Wartezeiten</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Transport</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>Dialekt</translation>
    </message>
    <message>
        <source>JSON in text</source>
        <translation>JSON in Text</translation>
    </message>
    <message>
        <source>How the workbench handles a result that contains its JSON only as text</source>
        <translation>Wie die Workbench ein Ergebnis behandelt, dessen JSON nur als Text vorliegt</translation>
    </message>
    <message>
        <source>Tool errors</source>
        <translation>Fehler von Tools</translation>
    </message>
    <message>
        <source>How the workbench handles a result that reports a failure</source>
        <translation>Wie die Workbench ein Ergebnis behandelt, das einen Fehlschlag meldet</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Sent with every request</source>
        <translation>Wird mit jeder Anfrage gesendet</translation>
    </message>
    <message>
        <source>Server variables</source>
        <translation>Variablen des Servers</translation>
    </message>
    <message>
        <source>Secrets by scheme</source>
        <translation>Geheimnisse je Anmeldeschema</translation>
    </message>
    <message>
        <source>Also send secrets to</source>
        <translation>Geheimnisse auch senden an</translation>
    </message>
    <message>
        <source>Addresses other than those of the document and the server</source>
        <translation>Weitere Adressen außer denen des Dokuments und des Servers</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>Client-Zertifikat</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>PEM or PKCS #12</source>
        <translation>PEM oder PKCS #12</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Only if the key is in a separate file</source>
        <translation>Nur wenn der Schlüssel in einer eigenen Datei steht</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Accepted certificates</source>
        <translation>Angenommene Zertifikate</translation>
    </message>
    <message>
        <source>Resume streams</source>
        <translation>Streams fortsetzen</translation>
    </message>
    <message>
        <source>Reconnects with Last-Event-ID when the connection of a stream is lost</source>
        <translation>Verbindet mit Last-Event-ID neu, wenn die Verbindung eines Streams abbricht</translation>
    </message>
    <message>
        <source>For example [DONE]</source>
        <translation>Zum Beispiel [DONE]</translation>
    </message>
    <message>
        <source>Reports a value that does not match its format, such as date-time or int32, as a warning instead of a note</source>
        <translation>Meldet einen Wert, der nicht zu seinem Format passt, etwa date-time oder int32, als Warnung statt als Hinweis</translation>
    </message>
    <message>
        <source>Reads the files that the document refers to outside its folder or on other servers</source>
        <translation>Liest die Dateien, auf die das Dokument außerhalb seines Ordners oder auf anderen Servern verweist</translation>
    </message>
    <message>
        <source>Five methods only</source>
        <translation>Nur fünf Methoden</translation>
    </message>
    <message>
        <source>Supports only five HTTP methods, and sends header and cookie parameters in the query, as the first implementation of the specification does</source>
        <translation>Unterstützt nur fünf HTTP-Methoden und sendet Header- und Cookie-Parameter in der Query, wie die erste Implementierung der Spezifikation</translation>
    </message>
    <message>
        <source>Trust the hub&apos;s identities</source>
        <translation>Den Identitäten des Hubs vertrauen</translation>
    </message>
    <message>
        <source>Calls run as the identity that the hub names. Use this only for a hub that checks its clients.</source>
        <translation>Aufrufe laufen unter der Identität, die der Hub nennt. Nur für einen Hub, der seine Clients prüft.</translation>
    </message>
    <message>
        <source>Name in the hub</source>
        <translation>Name im Hub</translation>
    </message>
    <message>
        <source>Operations entered by hand</source>
        <translation>Von Hand eingetragene Operationen</translation>
    </message>
    <message>
        <source>For a hub that lists none, for example [{&quot;id&quot;: &quot;notes.find&quot;, &quot;type&quot;: &quot;query&quot;}]</source>
        <translation>Für einen Hub, der keine auflistet, zum Beispiel [{&quot;id&quot;: &quot;notes.find&quot;, &quot;type&quot;: &quot;query&quot;}]</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Client ID</source>
        <translation>Client-ID</translation>
    </message>
    <message>
        <source>The identifier of this program at the service</source>
        <translation>Die Kennung dieses Programms beim Dienst</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>Client-Geheimnis</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Scopes</translation>
    </message>
    <message>
        <source>Default: the scopes that each operation requires</source>
        <translation>Standard: die Scopes, die jede Operation verlangt</translation>
    </message>
    <message>
        <source>Client authentication</source>
        <translation>Client-Authentifizierung</translation>
    </message>
    <message>
        <source>Issuer</source>
        <translation>Aussteller</translation>
    </message>
    <message>
        <source>The metadata of the issuer provides the addresses</source>
        <translation>Die Metadaten des Ausstellers enthalten die Adressen</translation>
    </message>
    <message>
        <source>Authorisation address</source>
        <translation>Autorisierungsadresse</translation>
    </message>
    <message>
        <source>Token address</source>
        <translation>Token-Adresse</translation>
    </message>
    <message>
        <source>Device address</source>
        <translation>Geräteadresse</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>streamable HTTP</source>
        <translation>Streamable HTTP</translation>
    </message>
    <message>
        <source>SSE</source>
        <translation>SSE</translation>
    </message>
    <message>
        <source>fail the call</source>
        <translation>lässt den Aufruf fehlschlagen</translation>
    </message>
    <message>
        <source>Chosen by the service</source>
        <translation>Vom Dienst gewählt</translation>
    </message>
    <message>
        <source>In the browser (authorisation code)</source>
        <translation>Im Browser (Autorisierungscode)</translation>
    </message>
    <message>
        <source>With a code that you type on any device</source>
        <translation>Mit einem Code, den Sie auf einem beliebigen Gerät eingeben</translation>
    </message>
    <message>
        <source>Without a user (client credentials)</source>
        <translation>Ohne Benutzer (Client-Zugangsdaten)</translation>
    </message>
    <message>
        <source>Secret in a header</source>
        <translation>Geheimnis in einem Header</translation>
    </message>
    <message>
        <source>Secret in the body</source>
        <translation>Geheimnis im Rumpf</translation>
    </message>
    <message>
        <source>No secret</source>
        <translation>Kein Geheimnis</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>Wurzelordner</translation>
    </message>
    <message>
        <source>The folders that the server may know</source>
        <translation>Ordner, die der Server kennen darf</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>Meldungsstufe</translation>
    </message>
    <message>
        <source>The server sends log messages of this level and higher</source>
        <translation>Der Server sendet Meldungen dieser und höherer Stufen</translation>
    </message>
    <message>
        <source>default of the server</source>
        <translation>Standard des Servers</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>For this source, for example request.timeout 2min</source>
        <translation>Für diese Quelle, zum Beispiel request.timeout 2min</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>Privater Schlüssel</translation>
    </message>
    <message>
        <source>A PEM key, given as keychain:NAME or env:NAME</source>
        <translation>Ein PEM-Schlüssel als keychain:NAME oder env:NAME</translation>
    </message>
    <message>
        <source>Client metadata address</source>
        <translation>Adresse der Client-Metadaten</translation>
    </message>
    <message>
        <source>Describes this program, and serves as its client ID</source>
        <translation>Beschreibt dieses Programm und dient als seine Client-ID</translation>
    </message>
    <message>
        <source>Signed with a private key</source>
        <translation>Mit einem privaten Schlüssel signiert</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Überwachen</translation>
    </message>
    <message>
        <source>Starts the program again when one of its files changes</source>
        <translation>Startet das Programm neu, wenn sich eine seiner Dateien ändert</translation>
    </message>
    <message>
        <source>Watched files</source>
        <translation>Überwacht wird</translation>
    </message>
    <message>
        <source>Files and folders. Default: the folder of the program</source>
        <translation>Dateien und Ordner. Standard: der Ordner des Programms</translation>
    </message>
    <message>
        <source>Offer the operations of this workspace</source>
        <translation>Operationen dieses Arbeitsbereichs anbieten</translation>
    </message>
    <message>
        <source>End marker of streams</source>
        <translation>Endemarke von Streams</translation>
    </message>
    <message>
        <source>Report format violations as warnings</source>
        <translation>Verletzte Formate als Warnungen melden</translation>
    </message>
    <message>
        <source>Read files outside the folder</source>
        <translation>Dateien außerhalb des Ordners lesen</translation>
    </message>
    <message>
        <source>modern (without initialize)</source>
        <translation>modern (ohne initialize)</translation>
    </message>
    <message>
        <source>legacy (with initialize)</source>
        <translation>klassisch (mit initialize)</translation>
    </message>
    <message>
        <source>opened as JSON</source>
        <translation>als JSON geöffnet</translation>
    </message>
    <message>
        <source>kept as text</source>
        <translation>bleibt Text</translation>
    </message>
    <message>
        <source>kept as results</source>
        <translation>bleiben Ergebnisse</translation>
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
        <translation>Tool-Ergebnis</translation>
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
        <source>it is large: %1</source>
        <translation>es ist groß: %1</translation>
    </message>
    <message>
        <source>the part that the schema describes</source>
        <translation>der Teil, den das Schema beschreibt</translation>
    </message>
    <message>
        <source>its own markers say that its content is not trusted</source>
        <translation>Seine eigenen Markierungen sagen, dass der Inhalt nicht vertrauenswürdig ist</translation>
    </message>
    <message>
        <source>the format of the value, not its meaning</source>
        <translation>die Form des Wertes, nicht seine Bedeutung</translation>
    </message>
    <message>
        <source>the settings keep JSON in text as text</source>
        <translation>Die Einstellungen lassen JSON in Text als Text stehen</translation>
    </message>
    <message>
        <source>problem details</source>
        <translation>Problemdetails</translation>
    </message>
    <message>
        <source>certain: it has the mark of this envelope</source>
        <translation>sicher: hat das Kennzeichen dieses Envelopes</translation>
    </message>
    <message>
        <source>strong: it has exactly the members of this envelope</source>
        <translation>wahrscheinlich: hat genau die Elemente dieses Envelopes</translation>
    </message>
</context>
<context>
    <name>SourceArgument</name>
    <message>
        <source>--header applies only to HTTP sources; a command takes --env NAME=VALUE</source>
        <translation>--header gilt nur für HTTP-Quellen; ein Befehl nimmt --env NAME=WERT</translation>
    </message>
    <message>
        <source>--env and --cwd apply only to commands; an HTTP source takes --header NAME:VALUE</source>
        <translation>--env und --cwd gelten nur für Befehle; eine HTTP-Quelle nimmt --header NAME:WERT</translation>
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
        <source>--header, --env and --cwd do not apply to the demo</source>
        <translation>--header, --env und --cwd gelten nicht für die Demo</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid ws or wss URL</source>
        <translation>„%1“ ist keine gültige ws- oder wss-URL</translation>
    </message>
    <message>
        <source>--env and --cwd apply only to commands; a hub takes --header NAME:VALUE</source>
        <translation>--env und --cwd gelten nur für Befehle; ein Hub nimmt --header NAME:WERT</translation>
    </message>
    <message>
        <source>--protocol, --log-level and --root apply only to MCP servers</source>
        <translation>--protocol, --log-level und --root gelten nur für MCP-Server</translation>
    </message>
    <message>
        <source>--env and --cwd apply only to commands; a document takes --header NAME:VALUE</source>
        <translation>--env und --cwd gelten nur für Befehle; ein Dokument nimmt --header NAME:WERT</translation>
    </message>
    <message>
        <source>--server applies only to OpenAPI documents</source>
        <translation>--server gilt nur für OpenAPI-Dokumente</translation>
    </message>
    <message>
        <source>--allow-origin applies only to OpenAPI documents</source>
        <translation>--allow-origin gilt nur für OpenAPI-Dokumente</translation>
    </message>
    <message>
        <source>--accept-certificate applies only to sources over TLS</source>
        <translation>--accept-certificate gilt nur für Quellen über TLS</translation>
    </message>
    <message>
        <source>fixtures: needs a folder, as in fixtures:recorded</source>
        <translation>fixtures: braucht einen Ordner, wie in fixtures:recorded</translation>
    </message>
    <message>
        <source>--header, --auth, --env, --cwd, --protocol, --log-level, --root and --accept-certificate do not apply to fixtures</source>
        <translation>--header, --auth, --env, --cwd, --protocol, --log-level, --root und --accept-certificate gelten nicht für Fixtures</translation>
    </message>
    <message>
        <source>--accept-certificate needs a host for this source: give HOST=%1</source>
        <translation>--accept-certificate braucht für diese Quelle einen Host: HOST=%1 angeben</translation>
    </message>
    <message>
        <source>there is no source &quot;%1&quot;; use demo:, a URL, a document, fixtures:DIR, a command after --, or --workspace FILE</source>
        <translation>Es gibt keine Quelle „%1“: möglich sind demo:, eine URL, ein Dokument, fixtures:DIR, ein Befehl nach -- oder --workspace FILE</translation>
    </message>
    <message>
        <source>openapi: needs a file or URL after the colon</source>
        <translation>openapi: braucht eine Datei oder eine URL nach dem Doppelpunkt</translation>
    </message>
    <message>
        <source>&quot;%1&quot; may not be an MCP server, and connecting sends a POST. Write mcp:%1 for an MCP server, or openapi:%1 for an OpenAPI document</source>
        <translation>„%1“ ist vielleicht kein MCP-Server, und das Verbinden sendet einen POST. Schreiben Sie mcp:%1 für einen MCP-Server oder openapi:%1 für ein OpenAPI-Dokument</translation>
    </message>
    <message>
        <source>--header applies only to HTTP sources; &quot;%1&quot; is not one</source>
        <translation>--header gilt nur für HTTP-Quellen; „%1“ ist keine</translation>
    </message>
    <message>
        <source>--env and --cwd apply only to commands; &quot;%1&quot; is not one</source>
        <translation>--env und --cwd gelten nur für Befehle; „%1“ ist keiner</translation>
    </message>
    <message>
        <source>--accept-certificate needs the 64 digits of a SHA-256 fingerprint</source>
        <translation>--accept-certificate braucht die 64 Ziffern eines SHA-256-Fingerabdrucks</translation>
    </message>
    <message>
        <source>there is no source &quot;%1&quot;. Did you mean http://%1?</source>
        <translation>Es gibt keine Quelle „%1“. Meinten Sie http://%1?</translation>
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
        <source>one of: %1</source>
        <translation>eins von: %1</translation>
    </message>
    <message>
        <source>resource %1</source>
        <translation>Ressource %1</translation>
    </message>
    <message>
        <source>resource %1: %2</source>
        <translation>Ressource %1: %2</translation>
    </message>
    <message>
        <source>Missing for %1: %2</source>
        <translation>%1 fehlt: %2</translation>
    </message>
    <message>
        <source>No identity is set</source>
        <translation>Es ist keine Identität eingestellt</translation>
    </message>
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
    <message>
        <source>tool</source>
        <translation>Tool</translation>
    </message>
    <message>
        <source>resource</source>
        <translation>Ressource</translation>
    </message>
    <message>
        <source>template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>task, asks for input</source>
        <translation>Aufgabe, bittet um Eingabe</translation>
    </message>
    <message>
        <source>task, running</source>
        <translation>Aufgabe, läuft</translation>
    </message>
    <message>
        <source>Subscribe</source>
        <translation>Abonnieren</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Abrufen</translation>
    </message>
    <message>
        <source>Invoke</source>
        <translation>Aufrufen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>connected, incomplete</source>
        <translation>verbunden, unvollständig</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>wird verbunden</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>nur lesend</translation>
    </message>
    <message>
        <source>destructive</source>
        <translation>destruktiv</translation>
    </message>
    <message>
        <source>closed-world</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>idempotent</source>
        <translation>idempotent</translation>
    </message>
    <message>
        <source>task, %L1 %</source>
        <translation>Task, %L1 %</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AboutDialog</name>
    <message>
        <source>About Envelope Workbench</source>
        <translation>Über Envelope Workbench</translation>
    </message>
    <message>
        <source>Envelope Workbench %1</source>
        <translation>Envelope Workbench %1</translation>
    </message>
    <message>
        <source>Explore, invoke and check MCP servers, OpenAPI services and hubs. Apache License 2.0.</source>
        <translation>MCP-Server, OpenAPI-Dienste und Hubs erkunden, aufrufen und prüfen. Apache License 2.0.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>Versionen kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AddSourceDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
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
    <message>
        <source>Add without connecting</source>
        <translation>Hinzufügen ohne zu verbinden</translation>
    </message>
    <message>
        <source>Save without connecting</source>
        <translation>Speichern ohne zu verbinden</translation>
    </message>
    <message>
        <source>Add source</source>
        <translation>Quelle hinzufügen</translation>
    </message>
    <message>
        <source>Edit source</source>
        <translation>Quelle bearbeiten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kind of the source</source>
        <translation>Art der Quelle</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Settings are saved in the workspace file, secrets in the keychain</source>
        <translation>Einstellungen stehen in der Arbeitsbereichsdatei, Geheimnisse im Schlüsselbund</translation>
    </message>
    <message>
        <source>Missing: %1</source>
        <translation>Fehlt: %1</translation>
    </message>
    <message numerus="yes">
        <source>Connected: %1, %2, %n operation(s)</source>
        <translation>
            <numerusform>Verbunden: %1, %2, %n Operation</numerusform>
            <numerusform>Verbunden: %1, %2, %n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message numerus="yes">
        <source>Import %n servers</source>
        <translation>
            <numerusform>%n Server importieren</numerusform>
            <numerusform>%n Server importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>The workspace has a source &quot;%1&quot; already. Choose another name.</source>
        <translation>Der Arbeitsbereich hat schon eine Quelle „%1“. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>No keychain is available: the secrets are lost when the program ends</source>
        <translation>Kein Schlüsselbund verfügbar: Die Geheimnisse gehen beim Beenden verloren</translation>
    </message>
    <message>
        <source>Change the limit…</source>
        <translation>Grenze ändern …</translation>
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
        <source>%L1 rows are too many for a form. Edit them as JSON.</source>
        <translation>%L1 Zeilen sind zu viele für ein Formular. Bearbeiten Sie sie als JSON.</translation>
    </message>
    <message>
        <source>Not a list. Edit it as JSON.</source>
        <translation>Keine Liste. Bearbeiten Sie den Wert als JSON.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AskBar</name>
    <message>
        <source>%1 redirects to %2, which is not a public address. Allow it, with the headers and credentials of the source?</source>
        <translation>%1 leitet an %2 um; das ist keine öffentliche Adresse. Erlauben, mit Headern und Zugangsdaten der Quelle?</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AskedForm</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AskedLink</name>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>displayed as %1</source>
        <translation>angezeigt als %1</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>The workbench has not contacted this address. It is opened in your browser when you press the button.</source>
        <translation>Die Workbench hat diese Adresse nicht kontaktiert. Geöffnet wird sie in Ihrem Browser, wenn Sie auf die Schaltfläche drücken.</translation>
    </message>
    <message>
        <source>The address is copied. Open it, then press Send.</source>
        <translation>Die Adresse ist kopiert. Öffnen Sie sie, und drücken Sie dann „Senden“.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>No browser could be started. Copy the address and open it in a browser.</source>
        <translation>Kein Browser ließ sich starten. Kopieren Sie die Adresse, und öffnen Sie sie in einem Browser.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AskedSampling</name>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message numerus="yes">
        <source>%n messages</source>
        <translation>
            <numerusform>%n Nachricht</numerusform>
            <numerusform>%n Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>How the request is shown</source>
        <translation>Wie die Anfrage angezeigt wird</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>Request as JSON</source>
        <translation>Anfrage als JSON</translation>
    </message>
    <message>
        <source>(not supported, ignored)</source>
        <translation>(nicht unterstützt, wird ignoriert)</translation>
    </message>
    <message numerus="yes">
        <source>%n more messages are shown as JSON.</source>
        <translation>
            <numerusform>%n weitere Nachricht wird als JSON angezeigt.</numerusform>
            <numerusform>%n weitere Nachrichten werden als JSON angezeigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>How the answer is written</source>
        <translation>Wie die Antwort geschrieben wird</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Answer as JSON</source>
        <translation>Antwort als JSON</translation>
    </message>
    <message>
        <source>Make a rule from this answer</source>
        <translation>Aus dieser Antwort eine Regel machen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Stop reason</source>
        <translation>Grund des Endes</translation>
    </message>
    <message>
        <source>Text of the answer</source>
        <translation>Text der Antwort</translation>
    </message>
    <message>
        <source>Write what the model would answer.</source>
        <translation>Schreiben Sie, was das Modell antworten würde.</translation>
    </message>
    <message>
        <source>model</source>
        <translation>model</translation>
    </message>
    <message>
        <source>role</source>
        <translation>role</translation>
    </message>
    <message>
        <source>stopReason</source>
        <translation>stopReason</translation>
    </message>
    <message>
        <source>program and arguments</source>
        <translation>Programm und Argumente</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>The command reads the request as JSON from its standard input and prints the answer: a text, or an object with role, content and model. You see the answer before you send it.</source>
        <translation>Der Befehl liest die Anfrage als JSON von seiner Standardeingabe und gibt die Antwort aus: einen Text oder ein Objekt mit role, content und model. Sie sehen die Antwort, bevor Sie sie senden.</translation>
    </message>
    <message>
        <source>Expected an object with role, content and model.</source>
        <translation>Erwartet wird ein Objekt mit role, content und model.</translation>
    </message>
    <message>
        <source>about %L1 of %L2 tokens</source>
        <translation>etwa %L1 von %L2 Token</translation>
    </message>
    <message>
        <source>Later requests of %1 with this system prompt get the same answer.</source>
        <translation>Spätere Anfragen von %1 mit diesem System-Prompt erhalten dieselbe Antwort.</translation>
    </message>
    <message>
        <source>This command answers later requests of %1 by itself.</source>
        <translation>Dieser Befehl beantwortet spätere Anfragen von %1 von selbst.</translation>
    </message>
    <message>
        <source>Send answer</source>
        <translation>Antwort senden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::AudioBlock</name>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Position in the audio</source>
        <translation>Abspielposition</translation>
    </message>
    <message>
        <source>The audio cannot be played: its data is not valid base64.</source>
        <translation>Das Audio kann nicht abgespielt werden: Seine Daten sind kein gültiges Base64.</translation>
    </message>
    <message>
        <source>The audio cannot be played: its type is not supported. Save it to listen to it with another program.</source>
        <translation>Das Audio kann nicht abgespielt werden: Sein Typ wird nicht unterstützt. Speichern Sie es, um es mit einem anderen Programm anzuhören.</translation>
    </message>
    <message>
        <source>The audio cannot be played: the FFmpeg plugin of Qt Multimedia is not installed. Save it to listen to it with another program.</source>
        <translation>Das Audio kann nicht abgespielt werden: Das FFmpeg-Plugin von Qt Multimedia ist nicht installiert. Speichern Sie es, um es mit einem anderen Programm anzuhören.</translation>
    </message>
    <message>
        <source>The audio cannot be played: it is damaged, or its type is not supported. Save it to listen to it with another program.</source>
        <translation>Das Audio kann nicht abgespielt werden: Es ist beschädigt, oder sein Typ wird nicht unterstützt. Speichern Sie es, um es mit einem anderen Programm anzuhören.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>This computer has no audio output: the audio plays without sound.</source>
        <translation>Dieser Computer hat keine Audioausgabe: Das Audio läuft ohne Ton.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::BooleanField</name>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>%1 (not set)</source>
        <translation>%1 (nicht gesetzt)</translation>
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
        <source>Pause: hold back new rows</source>
        <translation>Anhalten: neue Zeilen zurückhalten</translation>
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
    <message>
        <source>%1 was cleared.</source>
        <translation>%1 wurde geleert.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CallEventsPane</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>From the server</source>
        <translation>Vom Server</translation>
    </message>
    <message>
        <source>during this call</source>
        <translation>während dieses Aufrufs</translation>
    </message>
    <message>
        <source>What the server sent during this call</source>
        <translation>Was der Server während dieses Aufrufs gesendet hat</translation>
    </message>
    <message>
        <source>(no message)</source>
        <translation>(keine Meldung)</translation>
    </message>
    <message>
        <source>Find in the messages</source>
        <translation>In den Meldungen suchen</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>in der Warteschlange</translation>
    </message>
    <message>
        <source>you are done at the address</source>
        <translation>Sie sind an der Adresse fertig</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>time over</source>
        <translation>Zeit abgelaufen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CallMenu</name>
    <message>
        <source>Fail the call when its result cannot be made to fit the output schema</source>
        <translation>Den Aufruf scheitern lassen, wenn sich sein Ergebnis nicht an das Ausgabeschema anpassen lässt</translation>
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
        <source>As set for the source</source>
        <translation>Wie in den Einstellungen der Quelle</translation>
    </message>
    <message>
        <source>JSON in text</source>
        <translation>JSON im Text</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy definition</source>
        <translation>Definition kopieren</translation>
    </message>
    <message>
        <source>Reset input</source>
        <translation>Eingabe zurücksetzen</translation>
    </message>
    <message>
        <source>Show request</source>
        <translation>Anfrage anzeigen</translation>
    </message>
    <message>
        <source>Copy as envelope command</source>
        <translation>Als envelope-Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy request as JSON</source>
        <translation>Anfrage als JSON kopieren</translation>
    </message>
    <message>
        <source>Copy bug report</source>
        <translation>Fehlerbericht kopieren</translation>
    </message>
    <message>
        <source>Strict cast</source>
        <translation>Strenger Cast</translation>
    </message>
    <message>
        <source>Normalise events</source>
        <translation>Ereignisse normalisieren</translation>
    </message>
    <message>
        <source>Show heartbeats</source>
        <translation>Lebenszeichen anzeigen</translation>
    </message>
    <message>
        <source>Export events…</source>
        <translation>Ereignisse exportieren …</translation>
    </message>
    <message>
        <source>Read results</source>
        <translation>Ergebnisse lesen</translation>
    </message>
    <message>
        <source>Open it as JSON</source>
        <translation>Als JSON öffnen</translation>
    </message>
    <message>
        <source>Keep it as text</source>
        <translation>Als Text lassen</translation>
    </message>
    <message>
        <source>Run as a task</source>
        <translation>Als Aufgabe ausführen</translation>
    </message>
    <message>
        <source>Copy a report in Markdown for the author of the server: the problem, the definition, the result and the versions, without secrets</source>
        <translation>Einen Bericht in Markdown für den Autor des Servers kopieren: das Problem, die Definition, das Ergebnis und die Versionen, ohne Geheimnisse</translation>
    </message>
    <message>
        <source>Run the call as a task of the server, without an open request. The task continues after you close this tab</source>
        <translation>Den Aufruf als Aufgabe des Servers ausführen, ohne offene Anfrage. Die Aufgabe läuft weiter, wenn Sie diesen Reiter schließen</translation>
    </message>
    <message>
        <source>Normalise each event to the output schema. Takes effect when the stream starts again</source>
        <translation>Jedes Ereignis an das Ausgabeschema anpassen. Gilt ab dem nächsten Start des Streams</translation>
    </message>
    <message>
        <source>Also show the events that only keep the stream alive. Takes effect when the stream starts again</source>
        <translation>Auch die Ereignisse anzeigen, die den Stream nur offen halten. Gilt ab dem nächsten Start des Streams</translation>
    </message>
    <message>
        <source>Tool errors</source>
        <translation>Fehler von Tools</translation>
    </message>
    <message>
        <source>Keep them as results</source>
        <translation>Als Ergebnisse behalten</translation>
    </message>
    <message>
        <source>Fail the call</source>
        <translation>Den Aufruf fehlschlagen lassen</translation>
    </message>
    <message>
        <source># Replace each ${secret:…} by its value.</source>
        <comment>a comment in a shell command</comment>
        <translation># Ersetzen Sie jedes ${secret:…} durch seinen Wert.</translation>
    </message>
    <message>
        <source>Copy task id</source>
        <translation>Task-ID kopieren</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CallQuestions</name>
    <message>
        <source>Call %1</source>
        <translation>%1 aufrufen</translation>
    </message>
    <message>
        <source>Do not call</source>
        <translation>Nicht aufrufen</translation>
    </message>
    <message>
        <source>Send it there</source>
        <translation>Dorthin senden</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>Nicht senden</translation>
    </message>
    <message>
        <source>%1 %2 may delete or change data permanently.</source>
        <translation>%1 %2 kann Daten endgültig löschen oder ändern.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of &quot;%2&quot; claims to be destructive. It may delete or change data permanently.</source>
        <translation>„%1“ von „%2“ gibt an, destruktiv zu sein. Der Aufruf kann Daten endgültig löschen oder ändern.</translation>
    </message>
    <message>
        <source>The document sends this call to %1, which is not a public address. Allow it, with the headers and credentials of the source?</source>
        <translation>Das Dokument schickt diesen Aufruf an %1; das ist keine öffentliche Adresse. Erlauben, mit Headern und Zugangsdaten der Quelle?</translation>
    </message>
    <message>
        <source>The call would send &quot;%2&quot; to %1. You have not confirmed any server for it yet. Send it there?</source>
        <translation>Der Aufruf würde „%2“ an %1 senden. Sie haben dafür noch keinen Server bestätigt. Dorthin senden?</translation>
    </message>
    <message>
        <source>The call would send &quot;%2&quot; to %1. You have confirmed only %3 for it. Send it there too?</source>
        <translation>Der Aufruf würde „%2“ an %1 senden. Sie haben dafür nur %3 bestätigt. Auch dorthin senden?</translation>
    </message>
    <message>
        <source>Accept and call</source>
        <translation>Annehmen und aufrufen</translation>
    </message>
    <message>
        <source>Accept and subscribe</source>
        <translation>Annehmen und abonnieren</translation>
    </message>
    <message>
        <source>Show changes…</source>
        <translation>Änderungen anzeigen …</translation>
    </message>
    <message>
        <source>The source changed this definition after you accepted it. Read the changes before you fill in the input.</source>
        <translation>Die Quelle hat diese Definition geändert, nachdem Sie sie angenommen haben. Lesen Sie die Änderungen, bevor Sie die Eingabe ausfüllen.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CertificateDialog</name>
    <message>
        <source>Its certificate was valid until %1.</source>
        <translation>Sein Zertifikat war bis %1 gültig.</translation>
    </message>
    <message>
        <source>Its certificate is for %1, not for %2.</source>
        <translation>Sein Zertifikat gilt für %1, nicht für %2.</translation>
    </message>
    <message>
        <source>Its certificate is not intended for servers.</source>
        <translation>Sein Zertifikat ist nicht für Server bestimmt.</translation>
    </message>
    <message>
        <source>%1 presents a different certificate than before</source>
        <translation>%1 legt ein anderes Zertifikat vor als bisher</translation>
    </message>
    <message>
        <source>Is this really %1?</source>
        <translation>Ist das wirklich %1?</translation>
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
        <source>SHA-256 fingerprint</source>
        <translation>SHA-256-Fingerabdruck</translation>
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
        <source>Stop accepting the earlier certificate</source>
        <translation>Das frühere Zertifikat nicht mehr annehmen</translation>
    </message>
    <message>
        <source>Accept for this source</source>
        <translation>Für diese Quelle annehmen</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>Nicht verbinden</translation>
    </message>
    <message>
        <source>an unknown date</source>
        <translation>einem unbekannten Datum</translation>
    </message>
    <message>
        <source>Its certificate is self-signed, and this computer does not trust it.</source>
        <translation>Sein Zertifikat ist selbst signiert, und dieser Rechner vertraut ihm nicht.</translation>
    </message>
    <message>
        <source>Its certificate comes from an issuer that this computer does not trust.</source>
        <translation>Sein Zertifikat stammt von einem Aussteller, dem dieser Rechner nicht vertraut.</translation>
    </message>
    <message>
        <source>Its certificate is not valid before %1.</source>
        <translation>Sein Zertifikat ist erst ab %1 gültig.</translation>
    </message>
    <message>
        <source>The server may have a new certificate.</source>
        <translation>Der Server hat vielleicht ein neues Zertifikat.</translation>
    </message>
    <message>
        <source>If this is not the server that you mean, it can read and change everything that is sent, including secrets.</source>
        <translation>Wenn dies nicht der gemeinte Server ist, kann er alles lesen und ändern, was gesendet wird, auch Geheimnisse.</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Saved in the settings of the source, where you can remove it</source>
        <translation>Wird in den Einstellungen der Quelle gespeichert und kann dort entfernt werden</translation>
    </message>
    <message>
        <source>Ask the operator of the server for the fingerprint, for example by telephone, and compare it.</source>
        <translation>Fragen Sie den Betreiber des Servers nach dem Fingerabdruck, zum Beispiel am Telefon, und vergleichen Sie ihn.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CertificatesField</name>
    <message>
        <source>Stop accepting this certificate</source>
        <translation>Dieses Zertifikat nicht mehr annehmen</translation>
    </message>
    <message>
        <source>Stop accepting the certificate of %1</source>
        <translation>Das Zertifikat von %1 nicht mehr annehmen</translation>
    </message>
    <message>
        <source>None. The workbench asks you if a certificate is refused.</source>
        <translation>Keine. Die Workbench fragt, wenn ein Zertifikat abgelehnt wird.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ChangesLine</name>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Select the place of the next change (F8)</source>
        <translation>Die Stelle der nächsten Änderung auswählen (F8)</translation>
    </message>
    <message numerus="yes">
        <source>%n values lost</source>
        <translation>
            <numerusform>%n Wert verloren</numerusform>
            <numerusform>%n Werte verloren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fields lost</source>
        <translation>
            <numerusform>%n Feld verloren</numerusform>
            <numerusform>%n Felder verloren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n defaults filled in</source>
        <translation>
            <numerusform>%n Vorgabe eingesetzt</numerusform>
            <numerusform>%n Vorgaben eingesetzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values converted</source>
        <translation>
            <numerusform>%n Wert umgewandelt</numerusform>
            <numerusform>%n Werte umgewandelt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CheckModel</name>
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
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Envelope</source>
        <translation>Envelope</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CheckPage</name>
    <message>
        <source>running</source>
        <translation>läuft</translation>
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
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
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
        <source>%L1 of %L2 called</source>
        <translation>%L1 von %L2 aufgerufen</translation>
    </message>
    <message>
        <source>%1 × %L2</source>
        <comment>kind of envelope, in how many answers</comment>
        <translation>%1 × %L2</translation>
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
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
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
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n with your input</source>
        <translation>
            <numerusform>%n mit Ihrer Eingabe</numerusform>
            <numerusform>%n mit Ihrer Eingabe</numerusform>
        </translation>
    </message>
    <message>
        <source>Inputs…</source>
        <translation>Eingaben …</translation>
    </message>
    <message>
        <source>Check</source>
        <comment>of a source, in a tab</comment>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>checking the definitions…</source>
        <translation>Definitionen werden geprüft …</translation>
    </message>
    <message numerus="yes">
        <source>Inputs for %n more operations</source>
        <translation>
            <numerusform>Eingaben für %n weitere Operation</numerusform>
            <numerusform>Eingaben für %n weitere Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>Press Run to check every definition. Operations that claim to be read-only and need no input are called once. &quot;Read-only&quot; is the server&apos;s claim, which the workbench cannot verify.</source>
        <translation>„Starten“ prüft jede Definition. Operationen, die sich als nur lesend ausgeben und keine Eingabe brauchen, werden einmal aufgerufen. „Nur lesend“ ist eine Angabe des Servers, die die Workbench nicht prüfen kann.</translation>
    </message>
    <message>
        <source>Connect %1 first, then check it.</source>
        <translation>Zuerst %1 verbinden, dann prüfen.</translation>
    </message>
    <message numerus="yes">
        <source>%n operations have your input</source>
        <translation>
            <numerusform>%n Operation hat Ihre Eingabe</numerusform>
            <numerusform>%n Operationen haben Ihre Eingabe</numerusform>
        </translation>
    </message>
    <message>
        <source>completed</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>Check: %1, %2</source>
        <translation>Prüfung: %1, %2</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Check of %1</source>
        <translation>Prüfung von %1</translation>
    </message>
    <message>
        <source>Calls operations that claim to be read-only and need no input, and those that you give input for. The workbench cannot verify the claim.</source>
        <translation>Ruft Operationen auf, die sich als nur lesend ausgeben und keine Eingabe brauchen, und solche, für die Sie eine Eingabe angeben. Die Workbench kann „nur lesend“ nicht prüfen.</translation>
    </message>
    <message>
        <source>Check every definition, and call the operations that claim to be read-only and need no input</source>
        <translation>Jede Definition prüfen und die Operationen aufrufen, die sich als nur lesend ausgeben und keine Eingabe brauchen</translation>
    </message>
    <message>
        <source>Give inputs for more operations, which are then called too</source>
        <translation>Eingaben für weitere Operationen angeben, die dann auch aufgerufen werden</translation>
    </message>
    <message>
        <source>Accept definitions…</source>
        <translation>Definitionen annehmen …</translation>
    </message>
    <message>
        <source>Show which definitions changed, and accept them</source>
        <translation>Zeigen, welche Definitionen sich geändert haben, und sie annehmen</translation>
    </message>
    <message>
        <source>Export the report as JUnit XML for your CI</source>
        <translation>Den Bericht als JUnit-XML für Ihre CI exportieren</translation>
    </message>
    <message>
        <source>Operations and their outcomes</source>
        <translation>Operationen und ihre Ergebnisse</translation>
    </message>
    <message>
        <source>None. No problems were found.</source>
        <translation>Keine. Es wurden keine Probleme gefunden.</translation>
    </message>
    <message>
        <source>Find in the operations</source>
        <translation>In den Operationen suchen</translation>
    </message>
    <message>
        <source>Cancel the running calls and skip the others</source>
        <translation>Die laufenden Aufrufe abbrechen und die anderen überspringen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ChoiceField</name>
    <message>
        <source>%1 (not listed)</source>
        <translation>%1 (nicht aufgeführt)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>(not set)</source>
        <translation>(nicht gesetzt)</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ComparePage</name>
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
        <translation>Beide Ergebnisse enthalten dieselben Daten und dieselben Metadaten.</translation>
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
        <source>Two results side by side: what was added, removed, changed and moved</source>
        <translation>Zwei Ergebnisse nebeneinander: was hinzugefügt, entfernt, geändert und verschoben wurde</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Voriger</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>definition changed</source>
        <translation>Definition geändert</translation>
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
        <source>Compare by type</source>
        <translation>Nach Typ vergleichen</translation>
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
    <message>
        <source>Comparison</source>
        <comment>of two results, in a tab</comment>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>The rules of the fixture allow all differences.</source>
        <translation>Die Regeln der Fixture erlauben alle Unterschiede.</translation>
    </message>
    <message>
        <source>Any order</source>
        <translation>Beliebige Reihenfolge</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>The definition of the operation changed since the recording.</source>
        <translation>Die Definition der Operation hat sich seit der Aufnahme geändert.</translation>
    </message>
    <message>
        <source>Add a rule to the fixture: accept any value here</source>
        <translation>Der Fixture eine Regel hinzufügen: hier jeden Wert annehmen</translation>
    </message>
    <message>
        <source>Add a rule to the fixture: accept any value of the same type here</source>
        <translation>Der Fixture eine Regel hinzufügen: hier jeden Wert desselben Typs annehmen</translation>
    </message>
    <message>
        <source>The results differ only in ignored values, for example the date or the headers of the connection.</source>
        <translation>Die Ergebnisse unterscheiden sich nur in Werten, die ignoriert werden, zum Beispiel dem Datum oder den Headern der Verbindung.</translation>
    </message>
    <message>
        <source>Find in both results</source>
        <translation>In beiden Ergebnissen suchen</translation>
    </message>
    <message>
        <source>Find in this result</source>
        <translation>In diesem Ergebnis suchen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::CompareWithDialog</name>
    <message>
        <source>Compare %1 with</source>
        <translation>%1 vergleichen mit</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter the choices</source>
        <translation>Auswahl filtern</translation>
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
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>If you choose another source, its operation is called with the same input</source>
        <translation>Bei einer anderen Quelle wird deren Operation mit derselben Eingabe aufgerufen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Nothing to compare with yet. Invoke the operation again, or record a fixture</source>
        <translation>Noch nichts zum Vergleichen. Die Operation erneut aufrufen oder eine Fixture aufnehmen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ComparisonModel</name>
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
    <message>
        <source>contains differences</source>
        <translation>enthält Unterschiede</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ConnectionStepsView</name>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>Checking the connection step by step…</source>
        <translation>Die Verbindung wird schrittweise geprüft …</translation>
    </message>
    <message>
        <source>Show the steps</source>
        <translation>Schritte zeigen</translation>
    </message>
    <message>
        <source>Each request of the sign-in, and what the specification says about it</source>
        <translation>Jede Anfrage der Anmeldung, und was die Spezifikation dazu sagt</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ContentBlock</name>
    <message>
        <source>%1: its name has letters other than a to z</source>
        <translation>%1: Der Name enthält andere Buchstaben als a bis z</translation>
    </message>
    <message>
        <source>%1, not encrypted</source>
        <translation>%1, unverschlüsselt</translation>
    </message>
    <message>
        <source>This build cannot play audio. Save it to listen to it.</source>
        <translation>Diese Version kann kein Audio abspielen. Speichern Sie es, um es anzuhören.</translation>
    </message>
    <message>
        <source>Data of this type cannot be shown. Save it to open it with another program.</source>
        <translation>Daten dieses Typs können nicht angezeigt werden. Speichern Sie sie, um sie mit einem anderen Programm zu öffnen.</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>The rest is in Text.</source>
        <translation>Der Rest steht unter „Text“.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Markdown rendered or as its source</source>
        <translation>Markdown dargestellt oder als Quelltext</translation>
    </message>
    <message>
        <source>Rendered</source>
        <translation>Dargestellt</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>%L1 %</source>
        <translation>%L1 %</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Save block</source>
        <translation>Block speichern</translation>
    </message>
    <message>
        <source>no role</source>
        <translation>keine Rolle</translation>
    </message>
    <message>
        <source>The audio is too large to play. Save it to listen to it.</source>
        <translation>Das Audio ist zu groß zum Abspielen. Speichern Sie es, um es anzuhören.</translation>
    </message>
    <message>
        <source>The rest is not shown. Save the block to read it.</source>
        <translation>Der Rest wird nicht angezeigt. Speichern Sie den Block, um ihn zu lesen.</translation>
    </message>
    <message>
        <source>Open resource</source>
        <translation>Ressource öffnen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DataPane</name>
    <message>
        <source>output schema ×</source>
        <translation>Ausgabeschema ×</translation>
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
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>data of %1</source>
        <translation>Daten von %1</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>Data as received or as normalised</source>
        <translation>Daten wie empfangen oder wie normalisiert</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Normalised</source>
        <translation>Normalisiert</translation>
    </message>
    <message>
        <source>Show the normalised data</source>
        <translation>Die normalisierten Daten zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n content blocks</source>
        <translation>
            <numerusform>%n Inhaltsblock</numerusform>
            <numerusform>%n Inhaltsblöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>Save result</source>
        <translation>Ergebnis speichern</translation>
    </message>
    <message>
        <source>Save the data as JSON…</source>
        <translation>Die Daten als JSON speichern …</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>%L1 rows are expanded. Expand other rows where you need them.</source>
        <translation>%L1 Zeilen sind aufgeklappt. Weitere klappen Sie dort auf, wo Sie sie brauchen.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DefinitionListModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DefinitionPage</name>
    <message>
        <source>Input schema</source>
        <translation>Eingabeschema</translation>
    </message>
    <message>
        <source>Output schema</source>
        <translation>Ausgabeschema</translation>
    </message>
    <message>
        <source>Error schemas</source>
        <translation>Fehlerschemas</translation>
    </message>
    <message>
        <source>Open at the warning</source>
        <translation>Zur Warnung</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Not declared</source>
        <translation>Nicht angegeben</translation>
    </message>
    <message>
        <source>Claims of the server</source>
        <translation>Angaben des Servers</translation>
    </message>
    <message>
        <source>Required scopes</source>
        <translation>Nötige Scopes</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>not declared</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>The server makes these claims. The workbench does not check them.</source>
        <translation>Diese Angaben macht der Server. Die Workbench prüft sie nicht.</translation>
    </message>
    <message>
        <source>Not enforced by the workbench: %1</source>
        <translation>Von der Workbench nicht geprüft: %1</translation>
    </message>
    <message>
        <source>not met</source>
        <translation>nicht erfüllt</translation>
    </message>
    <message>
        <source>The last result does not match this schema.</source>
        <translation>Das letzte Ergebnis passt nicht zu diesem Schema.</translation>
    </message>
    <message>
        <source>none (anonymous)</source>
        <translation>keine (anonym)</translation>
    </message>
    <message>
        <source>One of these is enough:</source>
        <translation>Eine davon genügt:</translation>
    </message>
    <message>
        <source>Copy the description as Markdown</source>
        <translation>Die Beschreibung als Markdown kopieren</translation>
    </message>
    <message>
        <source>Find in the description</source>
        <translation>In der Beschreibung suchen</translation>
    </message>
    <message>
        <source>The server makes none of these claims. Details shows its annotations.</source>
        <translation>Der Server macht keine dieser Angaben. „Details“ zeigt seine Annotationen.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DefinitionsDialog</name>
    <message>
        <source>%1 was removed</source>
        <translation>%1 wurde entfernt</translation>
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
    <message>
        <source>  %1 moved to %2</source>
        <translation>  %1 verschoben nach %2</translation>
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
    <message numerus="yes">
        <source>%n definitions of %1 changed</source>
        <translation>
            <numerusform>%n Definition von %1 ist anders</numerusform>
            <numerusform>%n Definitionen von %1 sind anders</numerusform>
        </translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was anders ist</translation>
    </message>
    <message>
        <source>The instructions of the server changed</source>
        <translation>Die Anweisungen des Servers haben sich geändert</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Changed definitions</source>
        <translation>Geänderte Definitionen</translation>
    </message>
    <message>
        <source>Do not accept</source>
        <translation>Nicht annehmen</translation>
    </message>
    <message>
        <source>    as text %1</source>
        <translation>    als Text %1</translation>
    </message>
    <message>
        <source>Some of the changes are too long to show and are cut off here.</source>
        <translation>Einige Änderungen sind zu lang und hier abgeschnitten.</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>Definitions of %1: %2</source>
        <translation>Definitionen von %1: %2</translation>
    </message>
    <message>
        <source>These definitions changed since you last accepted them. Read the changes before you accept them: a model acts on what a tool says about itself. A changed operation is not called until you accept its definition.</source>
        <translation>Diese Definitionen haben sich geändert, seit Sie sie zuletzt angenommen haben. Lesen Sie die Änderungen, bevor Sie sie annehmen: Ein Modell richtet sich nach dem, was ein Tool über sich sagt. Eine geänderte Operation wird erst aufgerufen, wenn Sie ihre Definition annehmen.</translation>
    </message>
    <message>
        <source>Operations were added or removed since you last accepted the definitions. New operations can already be called. If you accept the changes, they are no longer marked.</source>
        <translation>Seit Sie die Definitionen zuletzt angenommen haben, kamen Operationen hinzu oder wurden entfernt. Neue Operationen können bereits aufgerufen werden. Wenn Sie die Änderungen annehmen, werden sie nicht mehr markiert.</translation>
    </message>
    <message>
        <source>Instructions of the server</source>
        <translation>Anweisungen des Servers</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Changes to accept</source>
        <translation>Anzunehmende Änderungen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::DescriptionText</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Collapse the description</source>
        <translation>Die Beschreibung einklappen</translation>
    </message>
    <message>
        <source>Show the whole description</source>
        <translation>Die ganze Beschreibung anzeigen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::EnvironmentMenu</name>
    <message>
        <source>E&amp;nvironment</source>
        <translation>&amp;Umgebung</translation>
    </message>
    <message>
        <source>&amp;Edit environments and identity…</source>
        <translation>Umgebungen und Identität &amp;bearbeiten …</translation>
    </message>
    <message>
        <source>No environment</source>
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
        <source>from the variable %1</source>
        <translation>aus der Variablen %1</translation>
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
        <source>A secret is typed once and kept in the keychain, never in the workspace file</source>
        <translation>Ein Geheimnis wird einmal eingegeben und im Schlüsselbund aufbewahrt, nie in der Arbeitsbereichsdatei</translation>
    </message>
    <message>
        <source>Typed once and never shown again. env:NAME reads it from an environment variable when it is needed.</source>
        <translation>Wird einmal eingegeben und nie wieder angezeigt. env:NAME liest es bei Bedarf aus einer Umgebungsvariablen.</translation>
    </message>
    <message>
        <source>kept until the program ends</source>
        <translation>bleibt bis zum Ende des Programms</translation>
    </message>
    <message>
        <source>saved in the keychain</source>
        <translation>im Schlüsselbund gespeichert</translation>
    </message>
    <message>
        <source>missing, type it again</source>
        <translation>fehlt, bitte erneut eingeben</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid name. Use letters, digits, &quot;_&quot;, &quot;.&quot; and &quot;-&quot;, and start with a letter or &quot;_&quot;. &quot;envelope&quot; is reserved.</source>
        <translation>„%1“ ist kein gültiger Name. Erlaubt sind Buchstaben, Ziffern, „_“, „.“ und „-“, am Anfang ein Buchstabe oder „_“. „envelope“ ist reserviert.</translation>
    </message>
    <message>
        <source>Two variables have the name &quot;%1&quot;.</source>
        <translation>Zwei Variablen heißen „%1“.</translation>
    </message>
    <message>
        <source>Type the secret &quot;%1&quot; once.</source>
        <translation>Das Geheimnis „%1“ einmal eingeben.</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::EnvironmentsDialog</name>
    <message>
        <source>Environments and identity</source>
        <translation>Umgebungen und Identität</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Environments</source>
        <translation>Umgebungen</translation>
    </message>
    <message>
        <source>Saved in the workspace file, with only the names of secrets</source>
        <translation>In der Datei des Arbeitsbereichs gespeichert, von Geheimnissen nur die Namen</translation>
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
        <source>%1 was removed.</source>
        <translation>%1 wurde entfernt.</translation>
    </message>
    <message>
        <source>An environment needs a name.</source>
        <translation>Eine Umgebung braucht einen Namen.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Two environments have the name &quot;%1&quot;.</source>
        <translation>Zwei Umgebungen heißen „%1“.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ErrorCard</name>
    <message>
        <source>Check the operation and its input.</source>
        <translation>Die Operation und ihre Eingabe prüfen.</translation>
    </message>
    <message>
        <source>Connect the source and confirm what it starts.</source>
        <translation>Die Quelle verbinden und bestätigen, was sie startet.</translation>
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
        <source>The server failed. The same call may work later.</source>
        <translation>Auf dem Server ist ein Fehler aufgetreten. Derselbe Aufruf kann später gelingen.</translation>
    </message>
    <message>
        <source>Show certificate…</source>
        <translation>Zertifikat anzeigen …</translation>
    </message>
    <message>
        <source>Nothing was sent. Look at the certificate, and accept it if you know it.</source>
        <translation>Nichts wurde gesendet. Das Zertifikat ansehen und annehmen, wenn es bekannt ist.</translation>
    </message>
    <message>
        <source>Check that the server runs and that its address or command is correct, then connect again.</source>
        <translation>Prüfen Sie, ob der Server läuft und ob Adresse oder Befehl stimmen, und verbinden Sie erneut.</translation>
    </message>
    <message>
        <source>The connection was ended here, not by the server.</source>
        <translation>Die Verbindung wurde hier beendet, nicht vom Server.</translation>
    </message>
    <message>
        <source>The connection was lost. Connect again. Log shows the last messages of the server.</source>
        <translation>Die Verbindung ist abgebrochen. Verbinden Sie erneut. Unter Meldungen stehen die letzten Meldungen des Servers.</translation>
    </message>
    <message>
        <source>The server may still be working. Try again, or allow more time.</source>
        <translation>Der Server arbeitet vielleicht noch. Versuchen Sie es erneut, oder geben Sie ihm mehr Zeit.</translation>
    </message>
    <message>
        <source>The server violated its protocol. Wire shows what it sent.</source>
        <translation>Der Server hat sein Protokoll verletzt. Unter Rohdaten steht, was er gesendet hat.</translation>
    </message>
    <message>
        <source>Raise the limit, or request less.</source>
        <translation>Die Grenze erhöhen oder weniger anfordern.</translation>
    </message>
    <message>
        <source>Correct the input, or send it anyway to see how the server responds.</source>
        <translation>Die Eingabe berichtigen oder trotzdem senden, um zu sehen, wie der Server antwortet.</translation>
    </message>
    <message>
        <source>The server answered with this error. Check the input, and the state of the server.</source>
        <translation>Der Server hat mit diesem Fehler geantwortet. Prüfen Sie die Eingabe und den Zustand des Servers.</translation>
    </message>
    <message>
        <source>This is a bug in the workbench. Please report it.</source>
        <translation>Das ist ein Fehler in der Workbench. Bitte melden Sie ihn.</translation>
    </message>
    <message>
        <source>The server requires you to sign in. Check the credentials of the source.</source>
        <translation>Der Server verlangt eine Anmeldung. Prüfen Sie die Zugangsdaten der Quelle.</translation>
    </message>
    <message>
        <source>You are signed in but not allowed to do this.</source>
        <translation>Sie sind angemeldet, dürfen das aber nicht.</translation>
    </message>
    <message>
        <source>The server received too many requests. Try again later.</source>
        <translation>Der Server hat zu viele Anfragen erhalten. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Nothing was sent. The credentials of a source go only to addresses that you confirmed.</source>
        <translation>Nichts wurde gesendet. Zugangsdaten einer Quelle gehen nur an Adressen, die Sie bestätigt haben.</translation>
    </message>
    <message>
        <source>Nothing was sent there. Addresses that are not public must be confirmed first.</source>
        <translation>Dorthin wurde nichts gesendet. Adressen, die nicht öffentlich sind, müssen zuerst bestätigt werden.</translation>
    </message>
    <message>
        <source>Nothing was sent. The call needs you to sign in.</source>
        <translation>Nichts wurde gesendet. Für den Aufruf müssen Sie sich anmelden.</translation>
    </message>
    <message>
        <source>Nothing was sent. The call needs you to sign in. Check the sign-in settings of the source.</source>
        <translation>Nichts wurde gesendet. Für den Aufruf müssen Sie sich anmelden. Prüfen Sie die Anmelde-Einstellungen der Quelle.</translation>
    </message>
    <message>
        <source>Send the input although it does not match its schema</source>
        <translation>Die Eingabe senden, obwohl sie nicht zu ihrem Schema passt</translation>
    </message>
    <message>
        <source>Change the limit…</source>
        <translation>Grenze ändern …</translation>
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
        <source>Compared with</source>
        <translation>Verglichen mit</translation>
    </message>
    <message>
        <source>What to change in the server</source>
        <translation>Was am Server zu ändern ist</translation>
    </message>
    <message>
        <source>Copy bug report</source>
        <translation>Fehlerbericht kopieren</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FieldCompleter</name>
    <message>
        <source>Completions</source>
        <translation>Vervollständigungen</translation>
    </message>
    <message>
        <source>%L1 of %L2 completions</source>
        <translation>%L1 von %L2 Vervollständigungen</translation>
    </message>
    <message>
        <source>%L1 completions, and more</source>
        <translation>%L1 Vervollständigungen und weitere</translation>
    </message>
    <message numerus="yes">
        <source>%n completions</source>
        <translation>
            <numerusform>%n Vervollständigung</numerusform>
            <numerusform>%n Vervollständigungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 ms</source>
        <translation>%L1 ms</translation>
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
    <message>
        <source>Required</source>
        <translation>Pflichtfeld</translation>
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
        <source>Choose file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Remove the file</source>
        <translation>Datei entfernen</translation>
    </message>
    <message>
        <source>Choose a file to send</source>
        <translation>Eine Datei zum Senden wählen</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>not a file, edit it as JSON</source>
        <translation>keine Datei, als JSON bearbeiten</translation>
    </message>
    <message>
        <source>no file chosen</source>
        <translation>keine Datei gewählt</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be read: %2</source>
        <translation>„%1“ kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is larger than %2, the maximum for a file in a form.</source>
        <translation>„%1“ ist größer als %2, die Höchstgröße für eine Datei in einem Formular.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FindBar</name>
    <message>
        <source>Previous match (Shift+Return)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Not found in the first %L1 rows</source>
        <translation>In den ersten %L1 Zeilen nicht gefunden</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorheriger Treffer</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FindingsPane</name>
    <message>
        <source>Copy all findings</source>
        <translation>Alle Befunde kopieren</translation>
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
    <message>
        <source>Find in the findings</source>
        <translation>In den Befunden suchen</translation>
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
        <source>Call the source with the same input, and compare</source>
        <translation>Die Quelle mit derselben Eingabe aufrufen und vergleichen</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen …</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Fixture</source>
        <comment>in a tab</comment>
        <translation>Fixture</translation>
    </message>
    <message>
        <source>Find in the input</source>
        <translation>In der Eingabe suchen</translation>
    </message>
    <message>
        <source>Edit rules…</source>
        <translation>Regeln bearbeiten …</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixtureStore</name>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>Der Ordner %1 kann nicht angelegt werden.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::FixtureVerifier</name>
    <message>
        <source>%L1 failed</source>
        <translation>%L1 fehlgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>Verified %n fixtures: %1.</source>
        <translation>
            <numerusform>%n Fixture verifiziert: %1.</numerusform>
            <numerusform>%n Fixtures verifiziert: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>This workspace has no source %1.</source>
        <translation>Dieser Arbeitsbereich hat keine Quelle %1.</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of %2 may change data on the server.</source>
        <translation>„%1“ von %2 kann Daten auf dem Server ändern.</translation>
    </message>
    <message>
        <source>Call it</source>
        <translation>Aufrufen</translation>
    </message>
    <message>
        <source>Do not call</source>
        <translation>Nicht aufrufen</translation>
    </message>
    <message>
        <source>%L1 passed</source>
        <translation>%L1 bestanden</translation>
    </message>
    <message>
        <source>%L1 changed</source>
        <translation>%L1 geändert</translation>
    </message>
    <message>
        <source>%L1 skipped</source>
        <translation>%L1 übersprungen</translation>
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
        <source>from History</source>
        <translation>aus dem Verlauf</translation>
    </message>
    <message>
        <source>fixture of %1</source>
        <translation>Fixture von %1</translation>
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
    <message>
        <source>Review</source>
        <translation>Durchsehen</translation>
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
        <translation>die letzte Verifizierung</translation>
    </message>
    <message>
        <source>Rules saved.</source>
        <translation>Regeln gespeichert.</translation>
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
        <source>The result of this call is no longer kept. Run it again to compare it.</source>
        <translation>Das Ergebnis dieses Aufrufs ist nicht mehr vorhanden. Zum Vergleichen erneut ausführen.</translation>
    </message>
    <message>
        <source>The result of %1 at %2 is no longer kept. Run it again to compare it.</source>
        <translation>Das Ergebnis von %1 um %2 ist nicht mehr vorhanden. Zum Vergleichen erneut ausführen.</translation>
    </message>
    <message>
        <source>%1, previous result</source>
        <translation>%1, voriges Ergebnis</translation>
    </message>
    <message>
        <source>called now</source>
        <translation>jetzt aufgerufen</translation>
    </message>
    <message>
        <source>may change data on the server</source>
        <translation>kann Daten auf dem Server ändern</translation>
    </message>
    <message>
        <source>There is no result to compare yet. Invoke an operation, or choose a fixture.</source>
        <translation>Noch kein Ergebnis zum Vergleichen. Eine Operation aufrufen oder eine Fixture auswählen.</translation>
    </message>
    <message>
        <source>Fixtures are being verified. Wait until that is done, or cancel it.</source>
        <translation>Fixtures werden gerade verifiziert. Warten Sie, oder brechen Sie ab.</translation>
    </message>
    <message>
        <source>Not called. The secret %1 is missing.</source>
        <translation>Nicht aufgerufen. Das Geheimnis %1 fehlt.</translation>
    </message>
    <message numerus="yes">
        <source>%n recordings are not written yet. They contain values that are secrets or look like secrets.</source>
        <translation>
            <numerusform>%n Aufnahme ist noch nicht geschrieben. Sie enthält Werte, die Geheimnisse sind oder so aussehen.</numerusform>
            <numerusform>%n Aufnahmen sind noch nicht geschrieben. Sie enthalten Werte, die Geheimnisse sind oder so aussehen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The results of %n calls are no longer kept. Run them again to record them.</source>
        <translation>
            <numerusform>Das Ergebnis von %n Aufruf ist nicht mehr vorhanden. Zum Aufnehmen erneut ausführen.</numerusform>
            <numerusform>Die Ergebnisse von %n Aufrufen sind nicht mehr vorhanden. Zum Aufnehmen erneut ausführen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Where do you want to keep fixtures?</source>
        <translation>Wo sollen Fixtures liegen?</translation>
    </message>
    <message>
        <source>A fixture is a file with a recorded call. If you save the workspace, its fixtures are kept in the folder &quot;fixtures&quot; beside it.</source>
        <translation>Eine Fixture ist eine Datei mit einem aufgenommenen Aufruf. Wenn Sie den Arbeitsbereich speichern, liegen seine Fixtures im Ordner „fixtures“ daneben.</translation>
    </message>
    <message>
        <source>Save workspace…</source>
        <translation>Arbeitsbereich speichern …</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner auswählen …</translation>
    </message>
    <message>
        <source>Fixtures folder</source>
        <translation>Ordner der Fixtures</translation>
    </message>
    <message>
        <source>Choose a fixture first. Rules are suggested for it.</source>
        <translation>Zuerst eine Fixture auswählen. Für sie werden Regeln vorgeschlagen.</translation>
    </message>
    <message>
        <source>The rules were restored.</source>
        <translation>Die Regeln wurden wiederhergestellt.</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
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
        <translation>Letzte Verifizierung</translation>
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
        <translation>Anmerkung</translation>
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
        <source>Verify</source>
        <translation>Verifizieren</translation>
    </message>
    <message>
        <source>Call the sources again and compare: the chosen fixtures, or all of them</source>
        <translation>Die Quellen erneut aufrufen und vergleichen: die ausgewählten Fixtures oder alle</translation>
    </message>
    <message>
        <source>verifying %L1 of %L2</source>
        <translation>verifiziert %L1 von %L2</translation>
    </message>
    <message>
        <source>Delete the chosen fixtures</source>
        <translation>Die ausgewählten Fixtures löschen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message numerus="yes">
        <source>Verify %n fixtures</source>
        <translation>
            <numerusform>%n Fixture verifizieren</numerusform>
            <numerusform>%n Fixtures verifizieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n fixtures</source>
        <translation>
            <numerusform>%n Fixture löschen</numerusform>
            <numerusform>%n Fixtures löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>No fixtures yet. Press Record beside a result to replay and verify it later.</source>
        <translation>Noch keine Fixtures. „Aufnehmen“ neben einem Ergebnis drücken, um es später wiederzugeben und zu verifizieren.</translation>
    </message>
    <message>
        <source>No fixtures in %1 yet. Press Record beside a result.</source>
        <translation>Noch keine Fixtures in %1. „Aufnehmen“ neben einem Ergebnis drücken.</translation>
    </message>
    <message>
        <source>Run again and compare</source>
        <translation>Erneut ausführen und vergleichen</translation>
    </message>
    <message>
        <source>Show differences</source>
        <translation>Unterschiede anzeigen</translation>
    </message>
    <message>
        <source>Edit rules…</source>
        <translation>Regeln bearbeiten …</translation>
    </message>
    <message>
        <source>Copy note</source>
        <translation>Anmerkung kopieren</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner auswählen …</translation>
    </message>
    <message>
        <source>Cancel the running calls and skip the others</source>
        <translation>Die laufenden Aufrufe abbrechen und die anderen überspringen</translation>
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
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n Operation</numerusform>
            <numerusform>%n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>No operations yet</source>
        <translation>Noch keine Operationen</translation>
    </message>
    <message>
        <source>Connect a source to see its operations.</source>
        <translation>Verbinden Sie eine Quelle, um ihre Operationen zu sehen.</translation>
    </message>
    <message>
        <source>No operation matches &quot;%1&quot;</source>
        <translation>Keine Operation passt zu „%1“</translation>
    </message>
    <message>
        <source>Only operations of connected sources are searched.</source>
        <translation>Nur Operationen verbundener Quellen werden durchsucht.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::HistoryModel</name>
    <message>
        <source>as %1</source>
        <translation>als %1</translation>
    </message>
    <message>
        <source>scopes: %1</source>
        <translation>Scopes: %1</translation>
    </message>
    <message>
        <source>resources: %1</source>
        <translation>Ressourcen: %1</translation>
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
        <translation>Ausgang</translation>
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
        <translation>Anmerkung</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings and lost values</source>
        <translation>
            <numerusform>%n Warnung oder verlorener Wert</numerusform>
            <numerusform>%n Warnungen und verlorene Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message numerus="yes">
        <source>waiting for you: %n requests from the server</source>
        <translation>
            <numerusform>wartet auf Sie: %n Anfrage des Servers</numerusform>
            <numerusform>wartet auf Sie: %n Anfragen des Servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n requests from the server</source>
        <translation>
            <numerusform>%n Anfrage des Servers</numerusform>
            <numerusform>%n Anfragen des Servers</numerusform>
        </translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>Task %1</translation>
    </message>
    <message>
        <source>id of the task: %1</source>
        <translation>ID des Tasks: %1</translation>
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
    <message numerus="yes">
        <source>Record %n results</source>
        <translation>
            <numerusform>%n Ergebnis aufnehmen</numerusform>
            <numerusform>%n Ergebnisse aufnehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Every call of this run is listed here. Open it, run it again, compare two, or record it as a fixture.</source>
        <translation>Hier steht jeder Aufruf seit dem Start. Öffnen, erneut ausführen, zwei vergleichen oder als Fixture aufnehmen.</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Show in Wire</source>
        <translation>In Rohdaten anzeigen</translation>
    </message>
    <message>
        <source>Compare these two</source>
        <translation>Diese beiden vergleichen</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit …</translation>
    </message>
    <message>
        <source>Copy note</source>
        <translation>Anmerkung kopieren</translation>
    </message>
    <message>
        <source>Copy as envelope command</source>
        <translation>Als envelope-Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy task id</source>
        <translation>Task-ID kopieren</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::IdentityFields</name>
    <message>
        <source>ID of the caller</source>
        <translation>ID des Aufrufers</translation>
    </message>
    <message>
        <source>Scopes of the caller</source>
        <translation>Scopes des Aufrufers</translation>
    </message>
    <message>
        <source>Resources of the caller</source>
        <translation>Ressourcen des Aufrufers</translation>
    </message>
    <message>
        <source>separated by commas</source>
        <translation>durch Kommas getrennt</translation>
    </message>
    <message>
        <source>TYPE:ID = action, action</source>
        <translation>TYP:ID = Aktion, Aktion</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Scopes</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Identity of the caller</source>
        <translation>Identität des Aufrufers</translation>
    </message>
    <message>
        <source>Hubs receive it with each call. Without an identity here, that of the workspace is used.</source>
        <translation>Hubs erhalten sie mit jedem Aufruf. Ohne eine Identität an dieser Stelle gilt die des Arbeitsbereichs.</translation>
    </message>
    <message>
        <source>Hubs receive it with each call. An environment can have its own identity.</source>
        <translation>Hubs erhalten sie mit jedem Aufruf. Eine Umgebung kann ihre eigene Identität haben.</translation>
    </message>
    <message>
        <source>No identity</source>
        <translation>Keine Identität</translation>
    </message>
    <message>
        <source>%1, from the workspace</source>
        <translation>%1, aus dem Arbeitsbereich</translation>
    </message>
    <message>
        <source>An identity with scopes or resources needs an ID.</source>
        <translation>Eine Identität mit Scopes oder Ressourcen braucht eine ID.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a resource with its actions. Write one in each line, such as note:7 = read, drop</source>
        <translation>„%1“ ist keine Ressource mit ihren Aktionen. Schreiben Sie eine in jede Zeile, zum Beispiel note:7 = read, drop</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ImageBlock</name>
    <message>
        <source>too large to show</source>
        <translation>zu groß zum Anzeigen</translation>
    </message>
    <message>
        <source>not valid base64</source>
        <translation>kein gültiges Base64</translation>
    </message>
    <message>
        <source>not an image of a known type</source>
        <translation>kein Bild eines bekannten Typs</translation>
    </message>
    <message>
        <source>damaged, or its type is not supported</source>
        <translation>beschädigt, oder der Typ wird nicht unterstützt</translation>
    </message>
    <message>
        <source>too many pixels (%1 × %2)</source>
        <translation>zu viele Pixel (%1 × %2)</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>not shown: the other images have too many pixels</source>
        <translation>nicht angezeigt: Die anderen Bilder haben zu viele Pixel</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ImportPage</name>
    <message>
        <source>Variable %1</source>
        <translation>Variable %1</translation>
    </message>
    <message>
        <source>Header %1</source>
        <translation>Header %1</translation>
    </message>
    <message>
        <source>Argument %1</source>
        <translation>Argument %1</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>%1: stored as %2</source>
        <translation>%1: gespeichert als %2</translation>
    </message>
    <message>
        <source>Details of the server</source>
        <translation>Angaben zum Server</translation>
    </message>
    <message>
        <source>No keychain is available: the secrets are lost when the program ends</source>
        <translation>Kein Schlüsselbund verfügbar: Die Geheimnisse gehen beim Beenden verloren</translation>
    </message>
    <message>
        <source>Servers of the configuration</source>
        <translation>Server der Konfiguration</translation>
    </message>
    <message numerus="yes">
        <source>and %n more notes</source>
        <translation>
            <numerusform>und %n weiterer Hinweis</numerusform>
            <numerusform>und %n weitere Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>The workspace has this source already.</source>
        <translation>Der Arbeitsbereich enthält diese Quelle bereits.</translation>
    </message>
    <message>
        <source>It is added as %1 because the workspace has another source with its name.</source>
        <translation>Sie wird als %1 hinzugefügt, weil der Arbeitsbereich eine andere Quelle dieses Namens enthält.</translation>
    </message>
    <message>
        <source>The file disables this server.</source>
        <translation>Die Datei deaktiviert diesen Server.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Connects to</source>
        <translation>Verbindet mit</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Keychain</source>
        <translation>Schlüsselbund</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n Server</numerusform>
            <numerusform>%n Server</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose all</source>
        <translation>Alle auswählen</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>Keine auswählen</translation>
    </message>
    <message numerus="yes">
        <source>Store %n secrets in the keychain</source>
        <translation>
            <numerusform>%n Geheimnis im Schlüsselbund speichern</numerusform>
            <numerusform>%n Geheimnisse im Schlüsselbund speichern</numerusform>
        </translation>
    </message>
    <message>
        <source>The keychain has %1 with another value. Remove it from the keychain, or clear the check box to keep that value.</source>
        <translation>Der Schlüsselbund enthält %1 mit einem anderen Wert. Entfernen Sie ihn dort, oder schalten Sie das Kästchen aus, um diesen Wert zu behalten.</translation>
    </message>
    <message>
        <source>%1 was not added: %2</source>
        <translation>%1 wurde nicht hinzugefügt: %2</translation>
    </message>
    <message>
        <source>%1: not in the file; to be stored in the keychain as %2</source>
        <translation>%1: nicht in der Datei; im Schlüsselbund als %2 zu speichern</translation>
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
        <source>valid</source>
        <translation>gültig</translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>%n fehlt</numerusform>
            <numerusform>%n fehlen</numerusform>
        </translation>
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
    <message>
        <source>Collapse the input to one line</source>
        <translation>Die Eingabe auf eine Zeile einklappen</translation>
    </message>
    <message>
        <source>The input is too large to edit here. Only the beginning is shown, but all of it is sent.</source>
        <translation>Die Eingabe ist zu groß zum Bearbeiten. Nur der Anfang wird angezeigt, aber alles wird gesendet.</translation>
    </message>
    <message>
        <source>Find in the JSON</source>
        <translation>Im JSON suchen</translation>
    </message>
    <message>
        <source>Find a field</source>
        <translation>Ein Feld suchen</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InputsDialog</name>
    <message>
        <source>Inputs by operation</source>
        <translation>Eingaben nach Operation</translation>
    </message>
    <message>
        <source>Inputs for more operations</source>
        <translation>Eingaben für weitere Operationen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
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
        <source>Expected an object that maps names of operations to their inputs.</source>
        <translation>Erwartet wird ein Objekt, das Namen von Operationen ihre Eingaben zuordnet.</translation>
    </message>
    <message>
        <source>There is no operation %1.</source>
        <translation>Es gibt keine Operation %1.</translation>
    </message>
    <message>
        <source>May change data: %1</source>
        <translation>Kann Daten ändern: %1</translation>
    </message>
    <message>
        <source>Inputs for the check</source>
        <translation>Eingaben für die Prüfung</translation>
    </message>
    <message>
        <source>Operations that you name here are called too, with the input that you give here, even if they change data.</source>
        <translation>Operationen, die Sie hier nennen, werden auch aufgerufen, mit der hier angegebenen Eingabe, auch wenn sie Daten ändern.</translation>
    </message>
    <message>
        <source>Add operation</source>
        <translation>Operation hinzufügen</translation>
    </message>
    <message>
        <source>Add an operation with an input made from its schema</source>
        <translation>Eine Operation mit einer Eingabe nach ihrem Schema hinzufügen</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Open a file of inputs, as &quot;envelope check --inputs&quot; reads it</source>
        <translation>Eine Datei mit Eingaben öffnen, wie „envelope check --inputs“ sie liest</translation>
    </message>
    <message>
        <source>Use these inputs</source>
        <translation>Diese Eingaben verwenden</translation>
    </message>
    <message>
        <source>No operations left</source>
        <translation>Keine Operationen mehr übrig</translation>
    </message>
    <message>
        <source>Read inputs</source>
        <translation>Eingaben lesen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InspectPage</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
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
        <source>Tool</source>
        <translation>Tool</translation>
    </message>
    <message>
        <source>Name of the tool, optional</source>
        <translation>Name des Tools, wenn bekannt</translation>
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
        <source>Inspect</source>
        <comment>title of a tab</comment>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>wenn bekannt</translation>
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
        <source>Inspect envelope</source>
        <translation>Envelope untersuchen</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Open a file with JSON, an HTTP response or the text of a tool&apos;s result</source>
        <translation>Eine Datei mit JSON, einer HTTP-Antwort oder dem Text eines Tool-Ergebnisses öffnen</translation>
    </message>
    <message>
        <source>Clear the page</source>
        <translation>Die Seite leeren</translation>
    </message>
    <message>
        <source>Copy the findings as `envelope inspect --json` prints them</source>
        <translation>Die Befunde so kopieren, wie `envelope inspect --json` sie ausgibt</translation>
    </message>
    <message>
        <source>%1 · reading…</source>
        <comment>file and size</comment>
        <translation>%1 · wird gelesen …</translation>
    </message>
    <message>
        <source>This file cannot be inspected</source>
        <translation>Diese Datei kann nicht untersucht werden</translation>
    </message>
    <message>
        <source>Paste or drop JSON, an HTTP response, or any text</source>
        <translation>JSON, eine HTTP-Antwort oder beliebigen Text einfügen oder hierher ziehen</translation>
    </message>
    <message>
        <source>Output schema</source>
        <translation>Ausgabeschema</translation>
    </message>
    <message>
        <source>Paste or drop the tool&apos;s output schema</source>
        <translation>Das Ausgabeschema des Tools einfügen oder hierher ziehen</translation>
    </message>
    <message>
        <source>None. No problems were found.</source>
        <translation>Keine. Es wurden keine Probleme gefunden.</translation>
    </message>
    <message>
        <source>Inspect file</source>
        <translation>Datei untersuchen</translation>
    </message>
    <message>
        <source>Read output schema</source>
        <translation>Ausgabeschema lesen</translation>
    </message>
    <message>
        <source>Nothing to inspect yet</source>
        <translation>Noch nichts zu untersuchen</translation>
    </message>
    <message>
        <source>Paste or drop the result of a tool, an HTTP response or any JSON, or open a file. Its envelopes, its data and its problems appear here.</source>
        <translation>Das Ergebnis eines Tools, eine HTTP-Antwort oder beliebiges JSON einfügen oder hinziehen, oder eine Datei öffnen. Envelopes, Daten und Probleme erscheinen hier.</translation>
    </message>
    <message>
        <source>This cannot be inspected</source>
        <translation>Das kann nicht untersucht werden</translation>
    </message>
    <message>
        <source>name, if known</source>
        <translation>Name, falls bekannt</translation>
    </message>
    <message>
        <source>The inspected text was cleared.</source>
        <translation>Der untersuchte Text wurde geleert.</translation>
    </message>
    <message>
        <source>Explains the envelopes around a result and lists its problems. Nothing is sent or changed.</source>
        <translation>Erklärt die Envelopes um ein Ergebnis und listet seine Probleme auf. Nichts wird gesendet oder geändert.</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::InspectText</name>
    <message>
        <source>read-only</source>
        <translation>schreibgeschützt</translation>
    </message>
    <message>
        <source>Find in this text</source>
        <translation>In diesem Text suchen</translation>
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
        <source>deeper than %1 levels: see Text</source>
        <translation>tiefer als %1 Ebenen: siehe Text</translation>
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
    <name>Workbench::Ui::JsonTreeView</name>
    <message>
        <source>Expand all</source>
        <translation>Alles aufklappen</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Alles zuklappen</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Expand all below</source>
        <translation>Alles darunter aufklappen</translation>
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
        <source>Click to show the data with this layer.</source>
        <translation>Klicken zeigt die Daten mit dieser Schicht.</translation>
    </message>
    <message>
        <source>Click to show the data inside this layer.</source>
        <translation>Klicken zeigt die Daten in dieser Schicht.</translation>
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
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>no envelope</source>
        <translation>kein Envelope</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>Envelope: %1</source>
        <translation>Envelope: %1</translation>
    </message>
    <message>
        <source>the data is shown as received</source>
        <translation>die Daten werden wie empfangen angezeigt</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::LimitsModel</name>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
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
        <source>Log</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Messages of servers and of the workbench appear here.</source>
        <translation>Hier erscheinen Meldungen der Server und der Workbench.</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Levels of the log</source>
        <translation>Stufen der Meldungen</translation>
    </message>
    <message>
        <source>Hide the messages below this level</source>
        <translation>Meldungen unter dieser Stufe ausblenden</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Stufen</translation>
    </message>
    <message>
        <source>%1 and above</source>
        <translation>%1 und höher</translation>
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
        <translation>Rohdaten</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Meldungen</translation>
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
        <source>Fixtures</source>
        <translation>Fixtures</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Open workspace</source>
        <translation>Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <source>Save workspace as</source>
        <translation>Arbeitsbereich speichern unter</translation>
    </message>
    <message>
        <source>%1 was closed and its stream cancelled.</source>
        <translation>%1 wurde geschlossen und sein Stream abgebrochen.</translation>
    </message>
    <message numerus="yes">
        <source>%n tabs were closed and their streams cancelled.</source>
        <translation>
            <numerusform>%n Reiter wurde geschlossen und sein Stream abgebrochen.</numerusform>
            <numerusform>%n Reiter wurden geschlossen und ihre Streams abgebrochen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tabs were closed.</source>
        <translation>
            <numerusform>%n Reiter wurde geschlossen.</numerusform>
            <numerusform>%n Reiter wurden geschlossen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open demo</source>
        <translation>Demo öffnen</translation>
    </message>
    <message>
        <source>New workspace</source>
        <translation>Neuer Arbeitsbereich</translation>
    </message>
    <message>
        <source>The unsaved workspace was discarded.</source>
        <translation>Der ungespeicherte Arbeitsbereich wurde verworfen.</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message numerus="yes">
        <source>%n streams are live. Cancel them?</source>
        <translation>
            <numerusform>%n Stream läuft. Abbrechen?</numerusform>
            <numerusform>%n Streams laufen. Abbrechen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Their events are lost unless you export or record them first.</source>
        <translation>Ihre Ereignisse gehen verloren, wenn Sie sie nicht vorher exportieren oder aufnehmen.</translation>
    </message>
    <message>
        <source>Keep streams</source>
        <translation>Streams behalten</translation>
    </message>
    <message>
        <source>The input of %1 was replaced.</source>
        <translation>Die Eingabe von %1 wurde ersetzt.</translation>
    </message>
    <message>
        <source>Choose one or two calls to compare.</source>
        <translation>Wählen Sie einen oder zwei Aufrufe zum Vergleichen.</translation>
    </message>
    <message numerus="yes">
        <source>Only the first of %n files is used.</source>
        <translation>
            <numerusform>Nur die erste von %n Dateien wird verwendet.</numerusform>
            <numerusform>Nur die erste von %n Dateien wird verwendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tasks are running. Leave them?</source>
        <translation>
            <numerusform>%n Task läuft. Verlassen?</numerusform>
            <numerusform>%n Tasks laufen. Verlassen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Results of tasks are not shown later. To ask for them, copy the task ids in History and call tasks/get or tasks/result.</source>
        <translation>Ergebnisse von Tasks werden später nicht mehr angezeigt. Um danach zu fragen, kopieren Sie die Task-IDs im Verlauf und rufen Sie tasks/get oder tasks/result auf.</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Behalten</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ManualPage</name>
    <message>
        <source>Pages of the manual</source>
        <translation>Seiten des Handbuchs</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Find on this page of the manual</source>
        <translation>Auf dieser Seite des Handbuchs suchen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::MarkdownView</name>
    <message>
        <source>Image at %1 is not loaded: %2</source>
        <translation>Bild auf %1 wird nicht geladen: %2</translation>
    </message>
    <message>
        <source>Image at %1 is not loaded</source>
        <translation>Bild auf %1 wird nicht geladen</translation>
    </message>
    <message>
        <source>Image is not shown</source>
        <translation>Bild wird nicht angezeigt</translation>
    </message>
    <message>
        <source>Image is not shown: %1</source>
        <translation>Bild wird nicht angezeigt: %1</translation>
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
        <source>Enter a JSON Pointer (/data/id) or a JSONPath ($.data[*].id).</source>
        <translation>Einen JSON Pointer (/data/id) oder einen JSONPath ($.data[*].id) eingeben.</translation>
    </message>
    <message>
        <source>Enter a regular expression.</source>
        <translation>Einen regulären Ausdruck eingeben.</translation>
    </message>
    <message>
        <source>Enter a tolerance of 0 or more.</source>
        <translation>Eine Toleranz von mindestens 0 eingeben.</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>wird durchgesehen …</translation>
    </message>
    <message>
        <source>no match in this recording</source>
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
    <message>
        <source>Change the limit…</source>
        <translation>Grenze ändern …</translation>
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
        <translation>Meta des Envelopes</translation>
    </message>
    <message>
        <source>as the server claims</source>
        <translation>wie der Server behauptet</translation>
    </message>
    <message>
        <source>Find in the meta</source>
        <translation>In Meta suchen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
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
        <source>%n more fields, edit them as JSON</source>
        <translation>
            <numerusform>%n weiteres Feld, als JSON bearbeiten</numerusform>
            <numerusform>%n weitere Felder, als JSON bearbeiten</numerusform>
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
</context>
<context>
    <name>Workbench::Ui::OperationHeader</name>
    <message>
        <source>needs %1</source>
        <translation>benötigt %1</translation>
    </message>
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
        <source>Subscribe</source>
        <translation>Abonnieren</translation>
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
        <source>Request</source>
        <translation>Anfrage</translation>
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
        <source>definition changed</source>
        <translation>Definition geändert</translation>
    </message>
    <message>
        <source>The definition changed: show what changed</source>
        <translation>Die Definition hat sich geändert: Änderungen anzeigen</translation>
    </message>
    <message>
        <source>The definition changed since you accepted it. Click to see what changed.</source>
        <translation>Die Definition hat sich geändert, seit Sie sie angenommen haben. Klicken Sie, um die Änderungen zu sehen.</translation>
    </message>
    <message>
        <source>Open the operation with this input. Nothing is sent before you press Invoke.</source>
        <translation>Öffnet die Operation mit dieser Eingabe. Gesendet wird erst, wenn Sie auf Aufrufen drücken.</translation>
    </message>
    <message>
        <source>Copy definition</source>
        <translation>Definition kopieren</translation>
    </message>
    <message>
        <source>The call or the definition of the operation</source>
        <translation>Aufruf oder Definition der Operation</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>Copy what the source sent for the operation, as JSON</source>
        <translation>Kopieren, was die Quelle zur Operation gesendet hat, als JSON</translation>
    </message>
    <message>
        <source>Invoke the operation with this input</source>
        <translation>Die Operation mit dieser Eingabe aufrufen</translation>
    </message>
    <message>
        <source>Record this result as a fixture</source>
        <translation>Dieses Ergebnis als Fixture aufnehmen</translation>
    </message>
    <message>
        <source>Show the request that the current input would send</source>
        <translation>Die Anfrage zeigen, die mit der aktuellen Eingabe gesendet würde</translation>
    </message>
    <message>
        <source>The call fails if its result cannot be made to fit the output schema. Click to switch this off.</source>
        <translation>Der Aufruf schlägt fehl, wenn sich sein Ergebnis nicht an das Ausgabeschema anpassen lässt. Ein Klick schaltet das ab.</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird hergestellt …</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Unsubscribe</source>
        <translation>Abbestellen</translation>
    </message>
    <message>
        <source>Invoke the operation instead, for one result</source>
        <translation>Stattdessen aufrufen, für ein einzelnes Ergebnis</translation>
    </message>
    <message>
        <source>Ask for a stream of events instead of one result</source>
        <translation>Statt eines Ergebnisses einen Stream von Ereignissen anfordern</translation>
    </message>
    <message>
        <source>Ask the server to report changes of the resource</source>
        <translation>Den Server bitten, Änderungen der Ressource zu melden</translation>
    </message>
    <message>
        <source>A claim of the server. The workbench does not check it.</source>
        <translation>Eine Angabe des Servers. Die Workbench prüft sie nicht.</translation>
    </message>
    <message>
        <source>The workspace has no source &quot;%1&quot;.</source>
        <translation>Der Arbeitsbereich hat keine Quelle „%1“.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; no longer offers this operation.</source>
        <translation>„%1“ bietet diese Operation nicht mehr an.</translation>
    </message>
    <message>
        <source>Connecting to &quot;%1&quot;…</source>
        <translation>Verbindung mit „%1“ wird hergestellt …</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not connected.</source>
        <translation>„%1“ ist nicht verbunden.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not connected: %2</source>
        <translation>„%1“ ist nicht verbunden: %2</translation>
    </message>
    <message>
        <source>Edit a copy</source>
        <translation>Kopie bearbeiten</translation>
    </message>
    <message>
        <source>End the subscription to this resource</source>
        <translation>Das Abonnement dieser Ressource beenden</translation>
    </message>
    <message>
        <source>Cancel the stream</source>
        <translation>Den Stream abbrechen</translation>
    </message>
    <message>
        <source>Cancel call</source>
        <translation>Aufruf abbrechen</translation>
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
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>wartet auf Sie</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PageTabBar</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PageTabs</name>
    <message>
        <source>Open operations and tools</source>
        <translation>Offene Operationen und Tools</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>Alle Reiter</translation>
    </message>
    <message>
        <source>%L1 ▾</source>
        <translation>%L1 ▾</translation>
    </message>
    <message numerus="yes">
        <source>All %n tabs</source>
        <translation>
            <numerusform>%n Reiter</numerusform>
            <numerusform>Alle %n Reiter</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close others</source>
        <translation>Andere schließen</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Reiter wieder öffnen</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
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
    <message>
        <source>Store the value in the keychain</source>
        <translation>Den Wert im Schlüsselbund speichern</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PayloadView</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Recommendations</source>
        <translation>Empfehlungen</translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation>Artefakte</translation>
    </message>
    <message>
        <source>Methodology</source>
        <translation>Vorgehen</translation>
    </message>
    <message>
        <source>The rest is in Tree.</source>
        <translation>Der Rest steht unter Baum.</translation>
    </message>
    <message>
        <source>%L1. %2</source>
        <comment>a step</comment>
        <translation>%L1. %2</translation>
    </message>
    <message>
        <source>Problem: %1</source>
        <translation>Problem: %1</translation>
    </message>
    <message>
        <source>Suggested action: %1</source>
        <translation>Vorgeschlagene Maßnahme: %1</translation>
    </message>
    <message>
        <source>Evidence: %1</source>
        <translation>Belege: %1</translation>
    </message>
    <message>
        <source>Sources: %1</source>
        <translation>Quellen: %1</translation>
    </message>
    <message>
        <source>worked example</source>
        <translation>durchgerechnetes Beispiel</translation>
    </message>
    <message>
        <source>output template</source>
        <translation>Ausgabevorlage</translation>
    </message>
    <message>
        <source>criteria</source>
        <translation>Kriterien</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>tool chain</source>
        <translation>Folge von Tools</translation>
    </message>
    <message>
        <source>Input: %1</source>
        <translation>Eingabe: %1</translation>
    </message>
    <message>
        <source>Expected output: %1</source>
        <translation>Erwartete Ausgabe: %1</translation>
    </message>
    <message>
        <source>Fields: %1</source>
        <translation>Felder: %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PeerAskPane</name>
    <message>
        <source>%1 asks for input</source>
        <translation>%1 bittet um eine Eingabe</translation>
    </message>
    <message>
        <source>%1 asks you to open an address</source>
        <translation>%1 bittet Sie, eine Adresse zu öffnen</translation>
    </message>
    <message>
        <source>%1 asks for the answer of a language model</source>
        <translation>%1 bittet um die Antwort eines Sprachmodells</translation>
    </message>
    <message>
        <source>Message from the server %1. The answer goes to this server. Do not enter passwords in a form.</source>
        <translation>Nachricht vom Server %1. Die Antwort geht an diesen Server. Geben Sie in einem Formular keine Passwörter ein.</translation>
    </message>
    <message>
        <source>Message from the server %1. The server only learns that you agreed.</source>
        <translation>Nachricht vom Server %1. Der Server erfährt nur, dass Sie zugestimmt haben.</translation>
    </message>
    <message>
        <source>You see the whole request. The workbench has no model and does not answer by itself. The answer goes to %1.</source>
        <translation>Sie sehen die ganze Anfrage. Die Workbench hat kein Modell und antwortet nicht von selbst. Die Antwort geht an %1.</translation>
    </message>
    <message>
        <source>Copy the request as JSON</source>
        <translation>Die Anfrage als JSON kopieren</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Decline refuses the request. Cancel tells the server that you made no decision. The call continues in both cases.</source>
        <translation>„Ablehnen“ weist die Anfrage zurück. „Abbrechen“ teilt dem Server mit, dass Sie nichts entschieden haben. Der Aufruf läuft in beiden Fällen weiter.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the request of the server</source>
        <translation>Die Anfrage des Servers abbrechen</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>%1 waited too long for an answer. The workbench told it that you made no decision.</source>
        <translation>%1 hat zu lange auf eine Antwort gewartet. Die Workbench hat mitgeteilt, dass Sie nichts entschieden haben.</translation>
    </message>
    <message>
        <source>The call ended, or %1 withdrew its request. No answer is needed.</source>
        <translation>Der Aufruf ist zu Ende, oder %1 hat die Anfrage zurückgezogen. Eine Antwort ist nicht nötig.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>request of the server</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Start this program? It runs with your rights and receives the request of %1: %2</source>
        <translation>Dieses Programm starten? Es läuft mit Ihren Rechten und erhält die Anfrage von %1: %2</translation>
    </message>
    <message>
        <source>Trust and start</source>
        <translation>Vertrauen und starten</translation>
    </message>
    <message>
        <source>Do not start</source>
        <translation>Nicht starten</translation>
    </message>
    <message>
        <source>next: a form</source>
        <translation>danach: ein Formular</translation>
    </message>
    <message>
        <source>next: an address to open</source>
        <translation>danach: eine Adresse zum Öffnen</translation>
    </message>
    <message>
        <source>next: a sampling request</source>
        <translation>danach: eine Sampling-Anfrage</translation>
    </message>
    <message>
        <source>%1 left to answer.</source>
        <translation>Noch %1 zum Antworten.</translation>
    </message>
    <message>
        <source>You see the whole request. The answer goes to %1.</source>
        <translation>Sie sehen die ganze Anfrage. Die Antwort geht an %1.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PeerQuestions</name>
    <message>
        <source>%1 asks you for an answer.</source>
        <translation>%1 bittet um eine Antwort von Ihnen.</translation>
    </message>
    <message>
        <source>%1 asks you for an answer during %2.</source>
        <translation>%1 bittet beim Aufruf von %2 um eine Antwort von Ihnen.</translation>
    </message>
    <message>
        <source>was withdrawn, or its call ended</source>
        <translation>wurde zurückgezogen, oder ihr Aufruf endete</translation>
    </message>
    <message>
        <source>was not answered in time</source>
        <translation>wurde nicht rechtzeitig beantwortet</translation>
    </message>
    <message>
        <source>was answered</source>
        <translation>wurde beantwortet</translation>
    </message>
    <message>
        <source>was declined</source>
        <translation>wurde abgelehnt</translation>
    </message>
    <message>
        <source>was cancelled</source>
        <translation>wurde abgebrochen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Your rule answers a request from the server (sampling).</source>
        <translation>Ihre Regel beantwortet eine Anfrage des Servers (Sampling).</translation>
    </message>
    <message>
        <source>The command of your rule was not started: it changed since you trusted it, or you have not trusted it.</source>
        <translation>Der Befehl Ihrer Regel wurde nicht gestartet: Er hat sich geändert, seit Sie ihm vertraut haben, oder Sie haben ihm noch nicht vertraut.</translation>
    </message>
    <message>
        <source>The command of your rule answers a request from the server.</source>
        <translation>Der Befehl Ihrer Regel beantwortet eine Anfrage des Servers.</translation>
    </message>
    <message>
        <source>A request from the server (%1) %2.</source>
        <translation>Eine Anfrage des Servers (%1) %2.</translation>
    </message>
    <message>
        <source>A request from the server (%1) during %2 %3.</source>
        <translation>Eine Anfrage des Servers (%1) beim Aufruf von %2 %3.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::PreferencesDialog</name>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Data font</source>
        <translation>Schrift der Daten</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>A changed language takes effect at the next start.</source>
        <translation>Eine geänderte Sprache gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the limits</source>
        <translation>Grenzen filtern</translation>
    </message>
    <message>
        <source>A changed limit applies to calls at once, to sources from their next connection, and to data in memory from the next start. A source can have its own limits.</source>
        <translation>Für Aufrufe gilt eine geänderte Grenze sofort, für Quellen ab der nächsten Verbindung und für alles, was im Speicher bleibt, ab dem nächsten Start. Eine Quelle kann eigene Grenzen haben.</translation>
    </message>
    <message>
        <source>Use the default</source>
        <translation>Vorgabe verwenden</translation>
    </message>
    <message>
        <source>Network and secrets</source>
        <translation>Netz und Geheimnisse</translation>
    </message>
    <message>
        <source>Use the variables http_proxy and https_proxy</source>
        <translation>Variablen http_proxy und https_proxy verwenden</translation>
    </message>
    <message>
        <source>A changed proxy takes effect at the next start. It is not used for addresses of this computer and for those in the variable no_proxy.</source>
        <translation>Ein geänderter Proxy gilt ab dem nächsten Start. Für Adressen dieses Rechners und die in der Variable no_proxy wird er nicht verwendet.</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>Geheimnisse</translation>
    </message>
    <message>
        <source>No keychain is available. Secrets are forgotten when the program ends.</source>
        <translation>Hier gibt es keinen Schlüsselbund. Geheimnisse werden vergessen, wenn das Programm endet.</translation>
    </message>
    <message>
        <source>Secrets are stored in the keychain of the desktop. The workspace contains only their names.</source>
        <translation>Geheimnisse liegen im Schlüsselbund des Desktops. Der Arbeitsbereich enthält nur ihre Namen.</translation>
    </message>
    <message>
        <source>Confirmations</source>
        <translation>Rückfragen</translation>
    </message>
    <message>
        <source>Ask before</source>
        <translation>Erst fragen, bevor</translation>
    </message>
    <message>
        <source>removing a source from the workspace</source>
        <translation>eine Quelle aus dem Arbeitsbereich entfernt wird</translation>
    </message>
    <message>
        <source>cancelling live streams</source>
        <translation>laufende Streams abgebrochen werden</translation>
    </message>
    <message>
        <source>repeating a recorded call that may change data</source>
        <translation>ein aufgezeichneter Aufruf, der Daten ändern kann, wiederholt wird</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Use the fonts of the desktop</source>
        <translation>Schriften der Arbeitsumgebung verwenden</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RateBars</name>
    <message>
        <source>Events per second</source>
        <translation>Ereignisse pro Sekunde</translation>
    </message>
    <message>
        <source>%L1 per second</source>
        <translation>%L1 pro Sekunde</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RawField</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON (empty: not set)</source>
        <translation>JSON (leer: nicht gesetzt)</translation>
    </message>
    <message>
        <source>%1 The value is not sent until it is valid JSON.</source>
        <translation>%1 Der Wert wird erst gesendet, wenn er gültiges JSON ist.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RequestPane</name>
    <message>
        <source>‹%1, not text›</source>
        <translation>‹%1, kein Text›</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Copy the request as a curl command</source>
        <translation>Die Anfrage als curl-Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>Als curl kopieren</translation>
    </message>
    <message>
        <source>Copy the request as an HTTP message</source>
        <translation>Die Anfrage als HTTP-Nachricht kopieren</translation>
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
        <source>body %1</source>
        <translation>Body %1</translation>
    </message>
    <message>
        <source>This source does not use HTTP. There is no request to copy.</source>
        <translation>Diese Quelle verwendet kein HTTP. Es gibt keine Anfrage zum Kopieren.</translation>
    </message>
    <message>
        <source>Copy the request as JSON</source>
        <translation>Die Anfrage als JSON kopieren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>The input is not JSON yet.</source>
        <translation>Die Eingabe ist noch kein JSON.</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>ungültig</translation>
    </message>
    <message>
        <source>Find in the request</source>
        <translation>In der Anfrage suchen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ResourceWatch</name>
    <message>
        <source>About the resource</source>
        <translation>Über die Ressource</translation>
    </message>
    <message>
        <source>The prompt takes no arguments.</source>
        <translation>Der Prompt hat keine Argumente.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ResultPane</name>
    <message>
        <source>Connect the source to invoke this operation.</source>
        <translation>Verbinden Sie die Quelle, um diese Operation aufzurufen.</translation>
    </message>
    <message>
        <source>Waiting for the result…</source>
        <translation>Warten auf das Ergebnis …</translation>
    </message>
    <message>
        <source>Fill in the input and press %1. Data, meta and warnings appear here.</source>
        <translation>Die Eingabe ausfüllen und „%1“ drücken. Daten, Meta und Warnungen erscheinen hier.</translation>
    </message>
    <message>
        <source>Invoke</source>
        <translation>Aufrufen</translation>
    </message>
    <message>
        <source>The result of this call is no longer kept. Press Edit a copy to make the call again.</source>
        <translation>Das Ergebnis dieses Aufrufs ist nicht mehr vorhanden. Mit „Kopie bearbeiten“ können Sie den Aufruf wiederholen.</translation>
    </message>
    <message>
        <source>Press %1. Data, meta and warnings appear here.</source>
        <translation>Drücken Sie %1. Daten, Meta und Warnungen erscheinen hier.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ResultPanes</name>
    <message>
        <source>Part of the result</source>
        <translation>Teil des Ergebnisses</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Meta</source>
        <translation>Meta</translation>
    </message>
    <message>
        <source>Warnings %L1</source>
        <translation>Warnungen %L1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ReviewDialog</name>
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
        <source>Secrets found</source>
        <translation>Gefundene Geheimnisse</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>Einen anderen Ordner auswählen</translation>
    </message>
    <message numerus="yes">
        <source>Write %n fixtures</source>
        <translation>
            <numerusform>%n Fixture schreiben</numerusform>
            <numerusform>%n Fixtures schreiben</numerusform>
        </translation>
    </message>
    <message>
        <source>Review recording</source>
        <translation>Aufnahme durchsehen</translation>
    </message>
    <message>
        <source>Known secrets are replaced in every recording. These values only look like secrets. They are replaced too unless you clear their check box. Nothing is written before you confirm.</source>
        <translation>Bekannte Geheimnisse werden in jeder Aufnahme ersetzt. Diese Werte sehen nur wie Geheimnisse aus. Auch sie werden ersetzt, sofern Sie ihr Häkchen nicht entfernen. Nichts wird geschrieben, bevor Sie bestätigen.</translation>
    </message>
    <message>
        <source>Placeholders such as ${secret:TOKEN} replace them, so that a replay still matches. Nothing is written before you confirm.</source>
        <translation>Platzhalter wie ${secret:TOKEN} ersetzen sie, damit eine Wiedergabe weiterhin passt. Nichts wird geschrieben, bevor Sie bestätigen.</translation>
    </message>
    <message>
        <source>Fixtures folder</source>
        <translation>Ordner der Fixtures</translation>
    </message>
    <message>
        <source>Written to %1, in a git work tree</source>
        <translation>Geschrieben nach %1, in einem Git-Arbeitsverzeichnis</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>Geschrieben nach %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
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
    <message>
        <source>not a secret</source>
        <translation>kein Geheimnis</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::RulesDialog</name>
    <message>
        <source>any value of the same JSON type</source>
        <translation>ein beliebiger Wert desselben JSON-Typs</translation>
    </message>
    <message>
        <source>How %1 is compared</source>
        <translation>Wie %1 verglichen wird</translation>
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
        <source>Adds rules under which this recording and another recording of the same call match</source>
        <translation>Fügt Regeln hinzu, mit denen diese Aufnahme und eine andere desselben Aufrufs übereinstimmen</translation>
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
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>/data/id, /end or /count</source>
        <translation>/data/id, /end oder /count</translation>
    </message>
    <message>
        <source>any value, or no value</source>
        <translation>ein beliebiger oder kein Wert</translation>
    </message>
    <message>
        <source>a text that matches the expression</source>
        <translation>ein Text, auf den der Ausdruck passt</translation>
    </message>
    <message>
        <source>a number within the tolerance</source>
        <translation>eine Zahl innerhalb der Toleranz</translation>
    </message>
    <message>
        <source>an array with its items in any order</source>
        <translation>ein Array mit Einträgen in beliebiger Reihenfolge</translation>
    </message>
    <message>
        <source>Match rules</source>
        <translation>Vergleichsregeln</translation>
    </message>
    <message>
        <source>Another answer must be equal except where these rules allow a difference. If several rules apply to a place, the last one applies. /data and /meta belong to each event, /end is how the stream ended, /count is the number of events.</source>
        <translation>Eine andere Antwort muss gleich sein, außer wo diese Regeln einen Unterschied erlauben. Nennen mehrere Regeln dieselbe Stelle, gilt die letzte. /data und /meta gehören zu jedem Ereignis, /end ist das Ende des Streams, /count die Anzahl der Ereignisse.</translation>
    </message>
    <message>
        <source>Another answer must be equal except where these rules allow a difference. If several rules apply to a place, the last one applies. /data is the data of the result, /meta is its metadata.</source>
        <translation>Eine andere Antwort muss gleich sein, außer wo diese Regeln einen Unterschied erlauben. Nennen mehrere Regeln dieselbe Stelle, gilt die letzte. /data sind die Daten des Ergebnisses, /meta seine Metadaten.</translation>
    </message>
    <message>
        <source>There is no other recording of this operation. Record it again first</source>
        <translation>Von dieser Operation gibt es keine andere Aufnahme. Zuerst erneut aufnehmen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SchemaForm</name>
    <message>
        <source>Input form</source>
        <translation>Eingabeformular</translation>
    </message>
    <message>
        <source>Takes no input.</source>
        <translation>Braucht keine Eingabe.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SecretField</name>
    <message>
        <source>Where &quot;%1&quot; comes from</source>
        <translation>Woher „%1“ kommt</translation>
    </message>
    <message>
        <source>Store in keychain…</source>
        <translation>Im Schlüsselbund ablegen …</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>Umgebungsvariable</translation>
    </message>
    <message>
        <source>Name of the variable</source>
        <translation>Name der Variablen</translation>
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
    <message numerus="yes">
        <source>%n secrets are needed to repeat the calls</source>
        <translation>
            <numerusform>%n Geheimnis wird gebraucht, um die Aufrufe zu wiederholen</numerusform>
            <numerusform>%n Geheimnisse werden gebraucht, um die Aufrufe zu wiederholen</numerusform>
        </translation>
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
        <source>Skips the fixtures that need these secrets</source>
        <translation>Überspringt die Fixtures, die diese Geheimnisse brauchen</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Verifizieren</translation>
    </message>
    <message>
        <source>the variable %1</source>
        <translation>die Variable %1</translation>
    </message>
    <message>
        <source>Secrets of recorded calls</source>
        <translation>Geheimnisse aufgenommener Aufrufe</translation>
    </message>
    <message>
        <source>The recordings contain only their names. What you type here is sent to the source with the calls and is not written into fixtures. Calls without their secrets are skipped.</source>
        <translation>Die Aufnahmen enthalten nur ihre Namen. Was Sie hier eingeben, wird mit den Aufrufen an die Quelle gesendet und nicht in Fixtures geschrieben. Aufrufe ohne ihre Geheimnisse werden übersprungen.</translation>
    </message>
    <message>
        <source>for %1: %2 is used unless you type another one</source>
        <translation>für %1: %2 wird verwendet, wenn Sie nichts anderes eingeben</translation>
    </message>
    <message>
        <source>If you clear the check box, the secrets are kept only until the program ends</source>
        <translation>Ohne Häkchen bleiben die Geheimnisse nur bis zum Ende des Programms</translation>
    </message>
    <message>
        <source>Kept until the program ends</source>
        <translation>Bleibt bis zum Ende des Programms</translation>
    </message>
    <message>
        <source>Skip these</source>
        <translation>Diese überspringen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ServePage</name>
    <message>
        <source>Other programs call operations through a hub on this computer</source>
        <translation>Andere Programme rufen Operationen über einen Hub auf diesem Computer auf</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Caller</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Calls of other programs</source>
        <translation>Aufrufe anderer Programme</translation>
    </message>
    <message>
        <source>Serve</source>
        <comment>of a source, in a tab</comment>
        <translation>Bereitstellen</translation>
    </message>
    <message>
        <source>Sources whose operations are offered</source>
        <translation>Quellen, deren Operationen angeboten werden</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>any free port</source>
        <translation>ein freier Port</translation>
    </message>
    <message>
        <source>Callers need a token</source>
        <translation>Aufrufer brauchen ein Token</translation>
    </message>
    <message>
        <source>Without it, every program on this computer can call the operations</source>
        <translation>Ohne Token kann jedes Programm auf diesem Computer die Operationen aufrufen</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Lists the operations from another terminal</source>
        <translation>Listet die Operationen in einem anderen Terminal auf</translation>
    </message>
    <message numerus="yes">
        <source>%n operations</source>
        <translation>
            <numerusform>%n Operation</numerusform>
            <numerusform>%n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose at least one source to offer.</source>
        <translation>Wählen Sie mindestens eine Quelle, die angeboten wird.</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>abgewiesen: %1</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message numerus="yes">
        <source>%n connected</source>
        <translation>
            <numerusform>%n verbunden</numerusform>
            <numerusform>%n verbunden</numerusform>
        </translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
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
        <source>%L1 ms</source>
        <translation>%L1 ms</translation>
    </message>
    <message>
        <source>Find in the calls</source>
        <translation>In den Aufrufen suchen</translation>
    </message>
    <message>
        <source>The hub is not running</source>
        <translation>Der Hub läuft nicht</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ServerPage</name>
    <message>
        <source>Do not connect</source>
        <translation>Nicht verbinden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>Source</source>
        <comment>page of a source, in a tab</comment>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>What was negotiated with the server, and what the server says about itself</source>
        <translation>Was mit dem Server vereinbart wurde und was er über sich sagt</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check the definitions and answers of this source</source>
        <translation>Die Definitionen und Antworten dieser Quelle prüfen</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>Neu verbinden</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Protocol, roots, log level and the other settings of this source</source>
        <translation>Protokoll, Wurzelordner, Meldungsstufe und die anderen Einstellungen dieser Quelle</translation>
    </message>
    <message>
        <source>Show what changed since you accepted the definitions</source>
        <translation>Zeigen, was sich geändert hat, seit Sie die Definitionen angenommen haben</translation>
    </message>
    <message>
        <source>Forget the rules for answers</source>
        <translation>Regeln für Antworten vergessen</translation>
    </message>
    <message>
        <source>Your rules answer the requests of this server. Click to answer them yourself again</source>
        <translation>Ihre Regeln beantworten die Anfragen dieses Servers. Klicken Sie, um wieder selbst zu antworten</translation>
    </message>
    <message>
        <source>Part of the page</source>
        <translation>Teil der Seite</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Negotiated</source>
        <translation>Ausgehandelt</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>Fähigkeiten</translation>
    </message>
    <message>
        <source>Markdown from the server</source>
        <translation>Markdown vom Server</translation>
    </message>
    <message>
        <source>Instructions of the server</source>
        <translation>Anweisungen des Servers</translation>
    </message>
    <message>
        <source>The server gives no instructions.</source>
        <translation>Der Server gibt keine Anweisungen.</translation>
    </message>
    <message>
        <source>Counted for this connection, from the calls and frames that History and Wire keep</source>
        <translation>Gezählt für diese Verbindung, aus den Aufrufen und Frames in Verlauf und Rohdaten</translation>
    </message>
    <message>
        <source>About the server</source>
        <translation>Über den Server</translation>
    </message>
    <message>
        <source>Capability</source>
        <translation>Fähigkeit</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Workbench</source>
        <translation>Workbench</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message numerus="yes">
        <source>%n icons, not loaded from the network</source>
        <translation>
            <numerusform>%n Symbol, nicht aus dem Netz geladen</numerusform>
            <numerusform>%n Symbole, nicht aus dem Netz geladen</numerusform>
        </translation>
    </message>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>server requests</source>
        <translation>Anfragen des Servers</translation>
    </message>
    <message>
        <source>notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>median time</source>
        <translation>Median der Dauer</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>langsamster</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>received</source>
        <translation>empfangen</translation>
    </message>
    <message>
        <source>Definitions</source>
        <translation>Definitionen</translation>
    </message>
    <message>
        <source>Definitions of the source</source>
        <translation>Definitionen der Quelle</translation>
    </message>
    <message>
        <source>Find in the definitions</source>
        <translation>In den Definitionen suchen</translation>
    </message>
    <message>
        <source>Find in the instructions</source>
        <translation>In den Anweisungen suchen</translation>
    </message>
    <message>
        <source>Check connection</source>
        <translation>Verbindung prüfen</translation>
    </message>
    <message>
        <source>Connect step by step, and show where it fails</source>
        <translation>Schrittweise verbinden und zeigen, wo es scheitert</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>Show each step of the sign-in, and what the specification says about it</source>
        <translation>Jeden Schritt der Anmeldung zeigen, und was die Spezifikation dazu sagt</translation>
    </message>
    <message>
        <source>Serve…</source>
        <translation>Bereitstellen …</translation>
    </message>
    <message>
        <source>Offer the operations of this source to other programs, as a hub</source>
        <translation>Die Operationen dieser Quelle anderen Programmen als Hub anbieten</translation>
    </message>
    <message>
        <source>Change the limit…</source>
        <translation>Grenze ändern …</translation>
    </message>
    <message>
        <source>Icon of the server</source>
        <translation>Symbol des Servers</translation>
    </message>
    <message numerus="yes">
        <source>%n icons, an embedded one is shown</source>
        <translation>
            <numerusform>%n Symbol, das eingebettete wird gezeigt</numerusform>
            <numerusform>%n Symbole, ein eingebettetes wird gezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n icons; the embedded ones cannot be shown: %1</source>
        <translation>
            <numerusform>%n Symbol; das eingebettete kann nicht gezeigt werden: %1</numerusform>
            <numerusform>%n Symbole; die eingebetteten können nicht gezeigt werden: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>connected for %n min</source>
        <translation>
            <numerusform>seit %n min verbunden</numerusform>
            <numerusform>seit %n min verbunden</numerusform>
        </translation>
    </message>
    <message>
        <source>this protocol revision has no sessions</source>
        <translation>diese Protokollrevision kennt keine Sitzungen</translation>
    </message>
    <message>
        <source>Definitions: %1</source>
        <translation>Definitionen: %1</translation>
    </message>
    <message>
        <source>The accepted definitions are not stored: %1</source>
        <translation>Die angenommenen Definitionen sind nicht gespeichert: %1</translation>
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
        <source>Target server</source>
        <translation>Zielserver</translation>
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
        <source>Secrets that the document asks for</source>
        <translation>Geheimnisse, die das Dokument verlangt</translation>
    </message>
    <message>
        <source>%1: choose OAuth under Sign-in</source>
        <translation>%1: unter Anmeldung OAuth wählen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::ShortcutsDialog</name>
    <message>
        <source>This page</source>
        <translation>Diese Seite</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter the shortcuts</source>
        <translation>Die Tastenkürzel filtern</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SignInDialog</name>
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
        <source>Send credentials</source>
        <translation>Zugangsdaten senden</translation>
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
        <source>May %1 send your credentials to another server?</source>
        <translation>Darf %1 Ihre Zugangsdaten an einen anderen Server senden?</translation>
    </message>
    <message>
        <source>%1 asks you to sign in</source>
        <translation>%1 verlangt eine Anmeldung</translation>
    </message>
    <message>
        <source>Signing in to %1</source>
        <translation>Anmeldung bei %1 läuft</translation>
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
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Confirmed so far</source>
        <translation>Bisher bestätigt</translation>
    </message>
    <message>
        <source>%1 (new)</source>
        <translation>%1 (neu)</translation>
    </message>
    <message>
        <source>Token server</source>
        <translation>Token-Server</translation>
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
        <source>Waiting for you to type the code. It is valid for another %1.</source>
        <translation>Wartet auf Ihre Eingabe des Codes. Er gilt noch %1.</translation>
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
        <source>Signed in to %1</source>
        <translation>Bei %1 angemeldet</translation>
    </message>
    <message>
        <source>Not signed in to %1</source>
        <translation>Nicht bei %1 angemeldet</translation>
    </message>
    <message>
        <source>The name of this host has letters beyond a to z. Its technical name is %1.</source>
        <translation>Der Name dieses Hosts enthält andere Buchstaben als a bis z. Sein technischer Name ist %1.</translation>
    </message>
    <message>
        <source>The description of the source names a token server that you have not confirmed for this source. The token server receives the authorisation code, and the client secret if there is one.</source>
        <translation>Die Beschreibung der Quelle nennt einen Token-Server, den Sie für diese Quelle nicht bestätigt haben. Der Token-Server erhält den Autorisierungscode und, falls vorhanden, das Client-Geheimnis.</translation>
    </message>
    <message>
        <source>Sign in at this address in your browser. Nothing is opened before you confirm.</source>
        <translation>Melden Sie sich im Browser unter dieser Adresse an. Nichts wird geöffnet, bevor Sie bestätigen.</translation>
    </message>
    <message>
        <source>Continue in the browser. The workbench continues when you are done.</source>
        <translation>Weiter geht es im Browser. Die Workbench macht weiter, wenn Sie fertig sind.</translation>
    </message>
    <message>
        <source>Would also receive credentials</source>
        <translation>Würde auch Zugangsdaten erhalten</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Scopes</translation>
    </message>
    <message>
        <source>No browser could be started. Copy the address and open it in a browser.</source>
        <translation>Kein Browser ließ sich starten. Kopieren Sie die Adresse, und öffnen Sie sie in einem Browser.</translation>
    </message>
    <message>
        <source>Show the steps</source>
        <translation>Schritte zeigen</translation>
    </message>
    <message>
        <source>Each request of the sign-in, and what the specification says about it</source>
        <translation>Jede Anfrage der Anmeldung, und was die Spezifikation dazu sagt</translation>
    </message>
    <message>
        <source>The server or its metadata names an authorisation server that you have not confirmed for this source. The authorisation server receives the authorisation code, and the client secret if there is one.</source>
        <translation>Der Server oder seine Metadaten nennen einen Autorisierungsserver, den Sie für diese Quelle nicht bestätigt haben. Der Autorisierungsserver erhält den Autorisierungscode und, falls vorhanden, das Client-Geheimnis.</translation>
    </message>
    <message>
        <source>The name of this host mixes alphabets and may imitate another name. Its technical name is %1.</source>
        <translation>Der Name dieses Hosts mischt Alphabete und ahmt vielleicht einen anderen Namen nach. Sein technischer Name ist %1.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SignInField</name>
    <message>
        <source>Secret</source>
        <translation>Geheimnis</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Bearer</source>
        <translation>Bearer</translation>
    </message>
    <message>
        <source>Basic</source>
        <translation>Basic</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>OAuth</source>
        <translation>OAuth</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Client ID</source>
        <translation>Client-ID</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>Client-Geheimnis</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SignInModel</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
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
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SignInPage</name>
    <message>
        <source>Steps of the sign-in</source>
        <translation>Schritte der Anmeldung</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <comment>of a source, in a tab</comment>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>The requests of the sign-in, and what the specification says about each</source>
        <translation>Die Anfragen der Anmeldung, und was die Spezifikation zu jeder sagt</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Specification</source>
        <translation>Spezifikation</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Find in the request</source>
        <translation>In der Anfrage suchen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Find in the answer</source>
        <translation>In der Antwort suchen</translation>
    </message>
    <message>
        <source>Part of the step</source>
        <translation>Teil des Schritts</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>Neu verbinden</translation>
    </message>
    <message>
        <source>No sign-in yet</source>
        <translation>Noch keine Anmeldung</translation>
    </message>
    <message>
        <source>Connect %1, or call one of its operations. Each step appears here as it happens. Stored tokens are used without a sign-in: to see all steps, choose Sign out in the menu of the source.</source>
        <translation>Verbinden Sie %1, oder rufen Sie eine Operation davon auf. Jeder Schritt erscheint hier, sobald er geschieht. Gespeicherte Tokens werden ohne Anmeldung verwendet: Um alle Schritte zu sehen, wählen Sie im Menü der Quelle „Abmelden“.</translation>
    </message>
    <message>
        <source>%1 does not sign in. Edit it and choose OAuth under Sign-in.</source>
        <translation>%1 meldet sich nicht an. Bearbeiten Sie die Quelle und wählen Sie unter Anmeldung OAuth.</translation>
    </message>
    <message>
        <source>The browser makes this request in the previous step.</source>
        <translation>Diese Anfrage stellt der Browser im Schritt davor.</translation>
    </message>
    <message>
        <source>The request was not made.</source>
        <translation>Die Anfrage wurde nicht gestellt.</translation>
    </message>
    <message>
        <source>The browser brings the answer in the next step.</source>
        <translation>Die Antwort bringt der Browser im nächsten Schritt.</translation>
    </message>
    <message>
        <source>Waiting for the answer…</source>
        <translation>Warten auf die Antwort …</translation>
    </message>
    <message>
        <source>No answer was received.</source>
        <translation>Es wurde keine Antwort empfangen.</translation>
    </message>
    <message>
        <source>%1 · not met</source>
        <translation>%1 · nicht erfüllt</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourceForm</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
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
        <source>suggested</source>
        <translation>vorgeschlagen</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a setting and its value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Headers %L1</source>
        <translation>Header %L1</translation>
    </message>
    <message>
        <source>a name in %1</source>
        <translation>ein Name in %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourceInput</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No configurations in the usual places</source>
        <translation>Keine Konfigurationen an den üblichen Orten</translation>
    </message>
    <message>
        <source>Starts %1 and communicates over stdio.</source>
        <translation>Startet %1 und kommuniziert über stdio.</translation>
    </message>
    <message>
        <source>%1 starts the package %2 and communicates over stdio.</source>
        <translation>%1 startet das Paket %2 und kommuniziert über stdio.</translation>
    </message>
    <message>
        <source>Probably an MCP server. Nothing is sent before you test or connect.</source>
        <translation>Vermutlich ein MCP-Server. Vor dem Testen oder Verbinden wird nichts gesendet.</translation>
    </message>
    <message>
        <source>A document that describes a service. It is read when you test or connect.</source>
        <translation>Ein Dokument, das einen Dienst beschreibt. Es wird beim Testen oder Verbinden gelesen.</translation>
    </message>
    <message>
        <source>A WebSocket address. Nothing is sent before you test or connect.</source>
        <translation>Eine WebSocket-Adresse. Vor dem Testen oder Verbinden wird nichts gesendet.</translation>
    </message>
    <message>
        <source>A folder of recorded answers.</source>
        <translation>Ein Ordner mit aufgenommenen Antworten.</translation>
    </message>
    <message>
        <source>Command, address or file</source>
        <translation>Befehl, Adresse oder Datei</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Choose a program, a document or a list of servers</source>
        <translation>Ein Programm, ein Dokument oder eine Liste von Servern auswählen</translation>
    </message>
    <message>
        <source>You can also paste or drop a configuration or a curl command</source>
        <translation>Auch Konfigurationen und curl-Befehle lassen sich hier einfügen</translation>
    </message>
    <message>
        <source>Find configurations</source>
        <translation>Konfigurationen suchen</translation>
    </message>
    <message>
        <source>Lists the configuration files of other programs in their usual places</source>
        <translation>Zeigt die Konfigurationsdateien anderer Programme an den üblichen Orten</translation>
    </message>
    <message>
        <source>Nothing starts and nothing is saved before you import.</source>
        <translation>Vor dem Import wird nichts gestartet und nichts gespeichert.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesController</name>
    <message>
        <source>Remove the source %1 from the workspace?</source>
        <translation>Die Quelle %1 aus dem Arbeitsbereich entfernen?</translation>
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
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Remove source</source>
        <translation>Quelle entfernen</translation>
    </message>
    <message>
        <source>Its settings are removed from the workspace. Saved inputs are kept.</source>
        <translation>Ihre Einstellungen werden aus dem Arbeitsbereich entfernt. Gespeicherte Eingaben bleiben.</translation>
    </message>
    <message>
        <source>Signed out of %1. Its tokens were removed from this computer.</source>
        <translation>Von %1 abgemeldet. Die Tokens wurden von diesem Rechner entfernt.</translation>
    </message>
    <message>
        <source>You were not signed in to %1.</source>
        <translation>Sie waren bei %1 nicht angemeldet.</translation>
    </message>
    <message numerus="yes">
        <source>%n sources were added. None is connected yet.</source>
        <translation>
            <numerusform>%n Quelle hinzugefügt. Sie ist noch nicht verbunden.</numerusform>
            <numerusform>%n Quellen hinzugefügt. Noch keine ist verbunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>The configuration was copied to the clipboard. It contains no secrets.</source>
        <translation>Die Konfiguration ist in der Zwischenablage. Sie enthält keine Geheimnisse.</translation>
    </message>
    <message numerus="yes">
        <source>%n of its streams are live and will be cancelled.</source>
        <translation>
            <numerusform>Einer ihrer Streams läuft und wird abgebrochen.</numerusform>
            <numerusform>%n ihrer Streams laufen und werden abgebrochen.</numerusform>
        </translation>
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
    <message>
        <source>%1, %2, definition changed</source>
        <translation>%1, %2, Definition geändert</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>Its definition changed since you accepted it. Accept it before you call it.</source>
        <translation>Ihre Definition hat sich geändert, seit Sie sie angenommen haben. Nehmen Sie sie vor dem Aufruf an.</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n geändert</numerusform>
            <numerusform>%n geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n neu</numerusform>
            <numerusform>%n neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n gone</source>
        <translation>
            <numerusform>%n entfernt</numerusform>
            <numerusform>%n entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Definitions since you accepted them: %1</source>
        <translation>Definitionen seit Ihrer Annahme: %1</translation>
    </message>
    <message>
        <source>%1, definitions: %2</source>
        <translation>%1, Definitionen: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n operations, some definitions changed</source>
        <translation>
            <numerusform>%1, %n Operation, einige Definitionen geändert</numerusform>
            <numerusform>%1, %n Operationen, einige Definitionen geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>It is new since you accepted the definitions.</source>
        <translation>Sie ist neu, seit Sie die Definitionen angenommen haben.</translation>
    </message>
    <message>
        <source>%1, %2, new</source>
        <translation>%1, %2, neu</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>definitions: %1</source>
        <translation>Definitionen: %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::SourcesPane</name>
    <message>
        <source>Connect to read the lists of the source. Its operations cannot be invoked</source>
        <translation>Verbinden und die Listen der Quelle lesen. Ihre Operationen lassen sich nicht aufrufen</translation>
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
        <source>Connect anyway</source>
        <translation>Trotzdem verbinden</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Connect all</source>
        <translation>Alle verbinden</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Prüfen …</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>Abmelden</translation>
    </message>
    <message>
        <source>Page of the source</source>
        <translation>Seite der Quelle</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StartPage</name>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts ist geöffnet</translation>
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
        <source>A source of each kind, all on this computer</source>
        <translation>Eine Quelle jeder Art, alle auf diesem Rechner</translation>
    </message>
    <message>
        <source>Fill in the form with this command</source>
        <translation>Das Formular mit diesem Befehl ausfüllen</translation>
    </message>
    <message>
        <source>No operation is open</source>
        <translation>Keine Operation ist offen</translation>
    </message>
    <message>
        <source>Pick an operation in Sources, or search for one with Ctrl+K. A double click connects a source.</source>
        <translation>Wählen Sie unter Quellen eine Operation, oder suchen Sie mit Strg+K. Ein Doppelklick verbindet eine Quelle.</translation>
    </message>
    <message>
        <source>Connect a source, pick an operation, fill in the form, press Invoke.</source>
        <translation>Eine Quelle verbinden, eine Operation auswählen, das Formular ausfüllen, „Aufrufen“ drücken.</translation>
    </message>
    <message>
        <source>Paste or drop a configuration</source>
        <translation>Konfiguration einfügen oder ablegen</translation>
    </message>
    <message>
        <source>Or add any source by hand</source>
        <translation>Oder eine Quelle von Hand hinzufügen</translation>
    </message>
    <message>
        <source>You can also paste a command or an address with Ctrl+V, for example:</source>
        <translation>Auch ein Befehl oder eine Adresse lässt sich mit Strg+V einfügen, zum Beispiel:</translation>
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
        <source>Wire</source>
        <translation>Rohdaten</translation>
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
        <source>step %L1</source>
        <translation>Schritt %L1</translation>
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
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message numerus="yes">
        <source>%n lost values</source>
        <translation>
            <numerusform>%n verlorener Wert</numerusform>
            <numerusform>%n verlorene Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>step %L1 of %L2</source>
        <translation>Schritt %L1 von %L2</translation>
    </message>
    <message>
        <source>The data does not match the output schema. The warnings say where.</source>
        <translation>Die Daten passen nicht zum Ausgabeschema. Die Warnungen sagen, wo.</translation>
    </message>
    <message>
        <source>Progress of the call</source>
        <translation>Fortschritt des Aufrufs</translation>
    </message>
    <message>
        <source>The list continues. Put the next page into the input and invoke again</source>
        <translation>Die Liste geht weiter. Die nächste Seite in die Eingabe übernehmen und erneut aufrufen</translation>
    </message>
    <message>
        <source>Show the frames of this call in Wire</source>
        <translation>Die Frames dieses Aufrufs in Rohdaten anzeigen</translation>
    </message>
    <message>
        <source>Compare this result with another one</source>
        <translation>Dieses Ergebnis mit einem anderen vergleichen</translation>
    </message>
    <message>
        <source>about %L1 min left</source>
        <translation>noch etwa %L1 min</translation>
    </message>
    <message>
        <source>about %L1 s left</source>
        <translation>noch etwa %L1 s</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>wartet auf Sie</translation>
    </message>
    <message>
        <source>Go to the request of the server</source>
        <translation>Zur Anfrage des Servers gehen</translation>
    </message>
    <message>
        <source>Waits for you: go to the request of the server</source>
        <translation>Wartet auf Sie: zur Anfrage des Servers gehen</translation>
    </message>
    <message>
        <source>%L1 min left</source>
        <translation>noch %L1 min</translation>
    </message>
    <message>
        <source>%L1 s left</source>
        <translation>noch %L1 s</translation>
    </message>
    <message>
        <source>Copy task id</source>
        <translation>Task-ID kopieren</translation>
    </message>
    <message>
        <source>Task %1</source>
        <translation>Task %1</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamModel</name>
    <message>
        <source>Time since the previous event</source>
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
    <message numerus="yes">
        <source>%n warnings and lost values</source>
        <translation>
            <numerusform>%n Warnung oder verlorener Wert</numerusform>
            <numerusform>%n Warnungen und verlorene Werte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::StreamPane</name>
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
        <translation>Stream: %1, %L2 Ereignisse</translation>
    </message>
    <message>
        <source>Subscribed. Events appear here, newest first.</source>
        <translation>Abonniert. Ereignisse erscheinen hier, die neuesten zuerst.</translation>
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
        <source>Clear</source>
        <translation>Leeren</translation>
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
        <source>%L1 waiting</source>
        <translation>%L1 warten</translation>
    </message>
    <message>
        <source>%L1 match</source>
        <translation>%L1 passen</translation>
    </message>
    <message>
        <source>Searching the events…</source>
        <translation>Die Ereignisse werden durchgesehen …</translation>
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
        <source>Filter events</source>
        <translation>Ereignisse filtern</translation>
    </message>
    <message>
        <source>Words to look for in the first %L1 characters of an event and in its warnings</source>
        <translation>Wörter, die in den ersten %L1 Zeichen eines Ereignisses und in seinen Warnungen gesucht werden</translation>
    </message>
    <message>
        <source>The events were cleared.</source>
        <translation>Die Ereignisse wurden geleert.</translation>
    </message>
    <message>
        <source>No event matches the filter.</source>
        <translation>Kein Ereignis passt zum Filter.</translation>
    </message>
    <message>
        <source>Fill in the input and press Subscribe. Events appear here, newest first.</source>
        <translation>Die Eingabe ausfüllen und „Abonnieren“ drücken. Ereignisse erscheinen hier, das neueste zuerst.</translation>
    </message>
    <message>
        <source>Export events</source>
        <translation>Ereignisse exportieren</translation>
    </message>
    <message>
        <source>Pause the list. Events are still received</source>
        <translation>Die Liste anhalten. Ereignisse werden weiter empfangen</translation>
    </message>
    <message>
        <source>Remove the events received so far</source>
        <translation>Die bisher empfangenen Ereignisse entfernen</translation>
    </message>
    <message>
        <source>The oldest events beyond this number are removed</source>
        <translation>Über diese Anzahl hinaus werden die ältesten Ereignisse entfernt</translation>
    </message>
    <message>
        <source>No event was received.</source>
        <translation>Es wurde kein Ereignis empfangen.</translation>
    </message>
    <message>
        <source>The events of this stream are no longer kept.</source>
        <translation>Die Ereignisse dieses Streams sind nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TablePane</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>Nichts passt zum Filter.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::TopBar</name>
    <message>
        <source>Add source</source>
        <translation>Quelle hinzufügen</translation>
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
        <source>Every result is recorded as a fixture. Click to switch this off.</source>
        <translation>Jedes Ergebnis wird als Fixture aufgenommen. Klicken schaltet das aus.</translation>
    </message>
    <message>
        <source>Record every result as a fixture, until this is switched off</source>
        <translation>Jedes Ergebnis als Fixture aufnehmen, bis dies ausgeschaltet wird</translation>
    </message>
    <message>
        <source>Environment: the values of ${NAME} in the settings of sources. None is chosen.</source>
        <translation>Umgebung: die Werte von ${NAME} in den Einstellungen der Quellen. Keine ist gewählt.</translation>
    </message>
    <message>
        <source>Environment %1: the values of ${NAME} in the settings of sources</source>
        <translation>Umgebung %1: die Werte von ${NAME} in den Einstellungen der Quellen</translation>
    </message>
    <message>
        <source>Stop recording every result</source>
        <translation>Nicht mehr jedes Ergebnis aufnehmen</translation>
    </message>
    <message>
        <source>Add a source (%1)</source>
        <translation>Quelle hinzufügen (%1)</translation>
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
        <source>Do you trust this source with your secrets?</source>
        <translation>Vertrauen Sie dieser Quelle Ihre Geheimnisse an?</translation>
    </message>
    <message>
        <source>With the secrets %1.</source>
        <translation>Mit den Geheimnissen %1.</translation>
    </message>
    <message>
        <source>Connecting sends them to the source. The server can use them.</source>
        <translation>Beim Verbinden werden sie an die Quelle gesendet. Der Server kann sie verwenden.</translation>
    </message>
    <message>
        <source>Secrets that would be sent, and to which server</source>
        <translation>Geheimnisse, die gesendet würden, und an welchen Server</translation>
    </message>
    <message>
        <source>the servers in the settings</source>
        <translation>die Server in den Einstellungen</translation>
    </message>
    <message>
        <source>The workbench asks you again if the source uses another secret or another server.</source>
        <translation>Die Workbench fragt erneut, wenn die Quelle ein anderes Geheimnis oder einen anderen Server verwendet.</translation>
    </message>
    <message>
        <source>Command to start</source>
        <translation>Zu startender Befehl</translation>
    </message>
    <message>
        <source>The workbench starts it with your permissions. It can read and change your files and use the network.</source>
        <translation>Die Workbench startet es mit Ihren Rechten. Es kann Ihre Dateien lesen und ändern und das Netz benutzen.</translation>
    </message>
    <message>
        <source>The workbench asks you again if the command, its arguments, its folder or its variables change.</source>
        <translation>Die Workbench fragt erneut, wenn sich der Befehl, seine Argumente, sein Ordner oder seine Variablen ändern.</translation>
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
    <message>
        <source>category: %1</source>
        <translation>Kategorie: %1</translation>
    </message>
    <message>
        <source>can be retried</source>
        <translation>kann wiederholt werden</translation>
    </message>
    <message>
        <source>retrying does not help</source>
        <translation>Wiederholen hilft nicht</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::UpdatesPane</name>
    <message>
        <source>same content</source>
        <translation>gleicher Inhalt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message numerus="yes">
        <source>%n lines added</source>
        <translation>
            <numerusform>%n Zeile hinzugefügt</numerusform>
            <numerusform>%n Zeilen hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines removed</source>
        <translation>
            <numerusform>%n Zeile entfernt</numerusform>
            <numerusform>%n Zeilen entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines changed</source>
        <translation>
            <numerusform>%n Zeile geändert</numerusform>
            <numerusform>%n Zeilen geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Aktualisierungen</translation>
    </message>
    <message>
        <source>Read again after each update</source>
        <translation>Nach jeder Aktualisierung erneut lesen</translation>
    </message>
    <message>
        <source>Remove the updates listed so far</source>
        <translation>Die bisher aufgeführten Aktualisierungen entfernen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Updates, newest first</source>
        <translation>Aktualisierungen, die neuesten zuerst</translation>
    </message>
    <message>
        <source>Compare with previous</source>
        <translation>Mit dem vorigen Stand vergleichen</translation>
    </message>
    <message>
        <source>subscribed</source>
        <translation>abonniert</translation>
    </message>
    <message numerus="yes">
        <source>changed %n times</source>
        <translation>
            <numerusform>%n-mal geändert</numerusform>
            <numerusform>%n-mal geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>live %1</source>
        <translation>live %1</translation>
    </message>
    <message>
        <source>The updates were cleared.</source>
        <translation>Die Aktualisierungen wurden geleert.</translation>
    </message>
    <message>
        <source>Find in the updates</source>
        <translation>In den Aktualisierungen suchen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::VariantField</name>
    <message>
        <source>Shape %L1</source>
        <translation>Variante %L1</translation>
    </message>
    <message>
        <source>(not set)</source>
        <translation>(nicht gesetzt)</translation>
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
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>%1, %2: see Text</source>
        <translation>%1, %2: siehe Text</translation>
    </message>
    <message>
        <source>The ToolEnvelope (%1) is shown above.</source>
        <translation>Der ToolEnvelope (%1) steht oben.</translation>
    </message>
    <message>
        <source>The prompt has no messages.</source>
        <translation>Der Prompt hat keine Nachrichten.</translation>
    </message>
    <message>
        <source>The rest is in Text.</source>
        <translation>Der Rest steht unter „Text“.</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningCard</name>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Show in schema</source>
        <translation>Im Schema anzeigen</translation>
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
    <message>
        <source>Show received</source>
        <translation>Empfangenes zeigen</translation>
    </message>
    <message>
        <source>Change the limit…</source>
        <translation>Grenze ändern …</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WarningsModel</name>
    <message>
        <source>%1 of the result</source>
        <comment>a place in what a server sent</comment>
        <translation>%1 des Ergebnisses</translation>
    </message>
    <message>
        <source>whole result</source>
        <translation>gesamtes Ergebnis</translation>
    </message>
    <message>
        <source>An unknown value</source>
        <translation>Ein unbekannter Wert</translation>
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
        <source>Because of %1: %2</source>
        <comment>a place, what is wrong there</comment>
        <translation>Wegen %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more warnings are not shown</source>
        <translation>
            <numerusform>%n weitere Warnung wird nicht angezeigt</numerusform>
            <numerusform>%n weitere Warnungen werden nicht angezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first %L1 changes are shown</source>
        <translation>Nur die ersten %L1 Änderungen werden angezeigt</translation>
    </message>
    <message>
        <source>Schema %1</source>
        <translation>Schema %1</translation>
    </message>
    <message>
        <source>The default %1 was filled in</source>
        <translation>Der Standardwert %1 wurde eingesetzt</translation>
    </message>
    <message>
        <source>%1 was invented because nothing was received</source>
        <translation>%1 wurde erfunden, weil nichts empfangen wurde</translation>
    </message>
    <message>
        <source>Shown as received. Events are not normalised</source>
        <translation>Wie empfangen angezeigt. Ereignisse werden nicht normalisiert</translation>
    </message>
    <message>
        <source>There are more warnings</source>
        <translation>Es gibt weitere Warnungen</translation>
    </message>
    <message>
        <source>Changed to fit the output schema</source>
        <translation>Geändert, damit es zum Ausgabeschema passt</translation>
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
        <source>Note: %1</source>
        <translation>Hinweis: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lost</source>
        <comment>values</comment>
        <translation>
            <numerusform>%n verloren</numerusform>
            <numerusform>%n verloren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warnings and lost values</source>
        <translation>
            <numerusform>%n Warnung oder verlorener Wert</numerusform>
            <numerusform>%n Warnungen und verlorene Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>Find in the warnings</source>
        <translation>In den Warnungen suchen</translation>
    </message>
    <message>
        <source>None. Failed results are not validated.</source>
        <translation>Keine. Fehlgeschlagene Ergebnisse werden nicht geprüft.</translation>
    </message>
    <message>
        <source>Not validated.</source>
        <translation>Nicht geprüft.</translation>
    </message>
    <message>
        <source>Matches the schema.</source>
        <translation>Passt zum Schema.</translation>
    </message>
    <message>
        <source>No output schema.</source>
        <translation>Kein Ausgabeschema.</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WindowActions</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>No recent workspaces</source>
        <translation>Keine zuletzt geöffneten</translation>
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
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>&amp;Wire</source>
        <translation>&amp;Rohdaten</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Meldungen</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Design</translation>
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
        <source>&amp;Connect</source>
        <translation>&amp;Verbinden</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>&amp;Trennen</translation>
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
        <source>&amp;Invoke</source>
        <translation>&amp;Aufrufen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>A&amp;bbrechen</translation>
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
        <source>&amp;Fixtures</source>
        <translation>&amp;Fixtures</translation>
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
        <source>&amp;Reopen closed tab</source>
        <translation>Geschlossenen Reiter wieder &amp;öffnen</translation>
    </message>
    <message>
        <source>&amp;New workspace</source>
        <translation>&amp;Neuer Arbeitsbereich</translation>
    </message>
    <message>
        <source>&amp;Open workspace…</source>
        <translation>Arbeitsbereich ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Try the &amp;demo</source>
        <translation>&amp;Demo ausprobieren</translation>
    </message>
    <message>
        <source>&amp;Save workspace</source>
        <translation>Arbeitsbereich &amp;speichern</translation>
    </message>
    <message>
        <source>Save workspace &amp;as…</source>
        <translation>Arbeitsbereich speichern &amp;unter …</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Filter operations</source>
        <translation>Operationen &amp;filtern</translation>
    </message>
    <message>
        <source>Show or hide the &amp;bottom panel</source>
        <translation>&amp;Unteren Bereich ein- oder ausblenden</translation>
    </message>
    <message>
        <source>&amp;Inspect envelope…</source>
        <translation>Envelope &amp;untersuchen …</translation>
    </message>
    <message>
        <source>Same as the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>Show &amp;sources</source>
        <translation>&amp;Quellen anzeigen</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>&amp;Größere Schrift</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>&amp;Kleinere Schrift</translation>
    </message>
    <message>
        <source>Default text si&amp;ze</source>
        <translation>Standardschriftgrö&amp;ße</translation>
    </message>
    <message>
        <source>&amp;Add source…</source>
        <translation>Quelle &amp;hinzufügen …</translation>
    </message>
    <message>
        <source>Connect &amp;all</source>
        <translation>&amp;Alle verbinden</translation>
    </message>
    <message>
        <source>&amp;Refresh operations</source>
        <translation>Operationen &amp;neu laden</translation>
    </message>
    <message>
        <source>C&amp;heck…</source>
        <translation>&amp;Prüfen …</translation>
    </message>
    <message>
        <source>Sign &amp;out</source>
        <translation>A&amp;bmelden</translation>
    </message>
    <message>
        <source>&amp;Go to operation…</source>
        <translation>&amp;Gehe zu Operation …</translation>
    </message>
    <message>
        <source>&amp;Send anyway</source>
        <translation>Trotzdem &amp;senden</translation>
    </message>
    <message>
        <source>Ta&amp;bs</source>
        <translation>&amp;Reiter</translation>
    </message>
    <message>
        <source>&amp;Most recently used tab</source>
        <translation>Zu&amp;letzt benutzter Reiter</translation>
    </message>
    <message>
        <source>L&amp;east recently used tab</source>
        <translation>&amp;Am längsten unbenutzter Reiter</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>&amp;Nächster Reiter</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>&amp;Voriger Reiter</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>Ver&amp;doppeln</translation>
    </message>
    <message>
        <source>Close &amp;others</source>
        <translation>&amp;Andere schließen</translation>
    </message>
    <message>
        <source>C&amp;lose tab</source>
        <translation>Reiter s&amp;chließen</translation>
    </message>
    <message>
        <source>Record &amp;all</source>
        <translation>&amp;Alles aufnehmen</translation>
    </message>
    <message>
        <source>&amp;Verify all</source>
        <translation>Alle &amp;verifizieren</translation>
    </message>
    <message>
        <source>&amp;Compare with…</source>
        <translation>&amp;Vergleichen mit …</translation>
    </message>
    <message>
        <source>&amp;Suggest rules…</source>
        <translation>Regeln vor&amp;schlagen …</translation>
    </message>
    <message>
        <source>Choose &amp;folder…</source>
        <translation>&amp;Ordner auswählen …</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Page of the source</source>
        <translation>&amp;Seite der Quelle</translation>
    </message>
    <message>
        <source>F&amp;ind</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Cop&amp;y as configuration</source>
        <translation>Als Konfiguration k&amp;opieren</translation>
    </message>
    <message>
        <source>For &amp;VS Code</source>
        <translation>Für &amp;VS Code</translation>
    </message>
    <message>
        <source>For &amp;Claude Code</source>
        <translation>Für &amp;Claude Code</translation>
    </message>
    <message>
        <source>For C&amp;ursor or Windsurf</source>
        <translation>Für C&amp;ursor oder Windsurf</translation>
    </message>
    <message>
        <source>P&amp;references…</source>
        <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
        <source>&amp;Undo close or clear</source>
        <translation>Schließen oder Leeren &amp;rückgängig machen</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WireModel</name>
    <message>
        <source>in</source>
        <translation>rein</translation>
    </message>
    <message>
        <source>out</source>
        <translation>raus</translation>
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
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
</context>
<context>
    <name>Workbench::Ui::WirePane</name>
    <message>
        <source>one call ×</source>
        <translation>ein Aufruf ×</translation>
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
        <source>Every frame is shown here exactly as it was sent or received.</source>
        <translation>Hier steht jeder Frame genau so, wie er gesendet oder empfangen wurde.</translation>
    </message>
    <message>
        <source>Frames in Wire</source>
        <translation>Frames in Rohdaten</translation>
    </message>
    <message>
        <source>Formatted</source>
        <translation>Formatiert</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>answered after %1</source>
        <translation>beantwortet nach %1</translation>
    </message>
    <message>
        <source>%1 after the request</source>
        <translation>%1 nach der Anfrage</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>Antwort zeigen</translation>
    </message>
    <message>
        <source>Show the request</source>
        <translation>Anfrage zeigen</translation>
    </message>
    <message>
        <source>Copy frame</source>
        <translation>Frame kopieren</translation>
    </message>
    <message>
        <source>Only frames of this call</source>
        <translation>Nur Frames dieses Aufrufs</translation>
    </message>
    <message>
        <source>The frame formatted, raw or decoded</source>
        <translation>Der Frame formatiert, roh oder decodiert</translation>
    </message>
    <message>
        <source>Decoded</source>
        <translation>Decodiert</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>%1: %2, decoded %3</source>
        <translation>%1: %2, decodiert %3</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>%1: removed from the events that follow</source>
        <translation>%1: in den folgenden Ereignissen entfernt</translation>
    </message>
    <message>
        <source>decoded; the bytes in %1 are not kept</source>
        <translation>decodiert; die Bytes in %1 werden nicht aufbewahrt</translation>
    </message>
    <message>
        <source>No frames of this call are kept.</source>
        <translation>Von diesem Aufruf sind keine Frames aufbewahrt.</translation>
    </message>
    <message>
        <source>Find in the frame</source>
        <translation>In der Nachricht suchen</translation>
    </message>
    <message>
        <source>%1, head shown as HTTP/1</source>
        <translation>%1, Kopf als HTTP/1 dargestellt</translation>
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
        <translation>Toolserver erkunden, aufrufen und prüfen.</translation>
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
    <message>
        <source>Size of the window in the pictures, for example 1100x760.</source>
        <translation>Größe des Fensters in den Bildern, zum Beispiel 1100x760.</translation>
    </message>
</context>
</TS>

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares YAML and JSONPath with the npm packages yaml and json-p3 on the same value in the same run.
// It prints a table. It fails if values differ, never for a time.
//
// usage: node values.mjs VALUEBENCH NODE_MODULES SCRATCH_FOLDER

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import fs from 'node:fs';
import path from 'node:path';
import { best } from './best.mjs';

const [program, modules, scratch] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), 'x.js'));
const YAML = require('yaml');
const { jsonpath } = require('json-p3');

const folder = fs.mkdtempSync(path.join(scratch, 'values-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = (name) => path.join(folder, name);
const run = (...args) => execFileSync(program, args, { encoding: 'utf8' });

const queries = [
    '$[*].customer.name',
    '$..quantity',
    '$[-100:].lines[?@.quantity >= 5].sku',
    '$[?@.payment.kind == "card" && @.customer.age > 30].id',
    '$[?search(@.customer.mail, "^user1[0-9]{3}@")].id',
];

run('records', file('records.json'));
const json = fs.readFileSync(file('records.json'), 'utf8');
const value = JSON.parse(json);
const forms = [['block', YAML.stringify(value)], ['flow, which is JSON', json]];
const problems = [];
const ms = (number) => number.toFixed(number < 10 ? 2 : 1);
const ratio = (number) => number.toFixed(number < 10 ? 2 : 1);

console.log(`| YAML, ${value.length} records | MB | workbench, ms | of its JSON parse | npm yaml, ms | workbench is |`);
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const [name, text] of forms) {
    fs.writeFileSync(file('records.yaml'), text);
    const ours = JSON.parse(run('yaml', file('records.yaml'), file('records.json')));
    let theirs;
    const theirMs = best(() => { theirs = YAML.parse(text); });
    if (!isDeepStrictEqual(theirs, value))
        problems.push(`npm yaml reads the ${name} form differently`);
    console.log(`| ${name} | ${(Buffer.byteLength(text) / 1e6).toFixed(1)} | ${ms(ours.yamlMs)} | ${ratio(ours.yamlMs / ours.jsonMs)} × | ${ms(theirMs)} | ${ratio(theirMs / ours.yamlMs)} × as fast |`);
}
console.log('');
console.log(`| JSONPath over ${value.length} records | selected | workbench, ms | json-p3, ms | workbench is |`);
console.log('| --- | ---: | ---: | ---: | ---: |');
for (const query of queries) {
    const ours = JSON.parse(run('jsonpath', file('records.json'), query, file('selected.json')));
    const compiled = jsonpath.compile(query);
    let theirs;
    const theirMs = best(() => { theirs = compiled.query(value).values(); });
    if (!isDeepStrictEqual(theirs, JSON.parse(fs.readFileSync(file('selected.json'), 'utf8'))))
        problems.push(`json-p3 and the workbench select different values for ${query}`);
    if (theirs.length === 0)
        problems.push(`nothing is selected by ${query}`);
    console.log(`| \`${query.replaceAll('|', '\\|')}\` | ${theirs.length} | ${ms(ours.selectMs)} | ${ms(theirMs)} | ${ratio(theirMs / ours.selectMs)} × as fast |`);
}
for (const problem of problems)
    console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

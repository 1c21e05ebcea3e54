// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares JSON Schema validation, Cast and a large result with compiled ajv, jsoncons and TypeBox on the same values in the
// same run. It prints a table. It fails if verdicts or cast values differ, never for a time.
//
// usage: node schema.mjs SCHEMABENCH NODE_MODULES SCRATCH_FOLDER

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import fs from 'node:fs';
import path from 'node:path';
import { best } from './best.mjs';

const [program, modules, scratch] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), 'x.js'));
const Ajv = require('ajv/dist/2020.js').default;
const { Type } = require('@sinclair/typebox');
const { Value } = require('@sinclair/typebox/value');

const folder = fs.mkdtempSync(path.join(scratch, 'schema-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = (name) => path.join(folder, name);
const load = (name) => JSON.parse(fs.readFileSync(file(name), 'utf8'));
const run = (...args) => execFileSync(program, args, { encoding: 'utf8' });

function ajvRun() {
    const schema = load('schema.json');
    const records = load('records.json');
    let validate;
    const compileMs = best(() => { validate = new Ajv({ strict: false }).compile(schema); });
    let verdicts;
    const ms = best(() => {
        verdicts = '';
        for (const record of records)
            verdicts += validate(record) ? '1' : '0';
    });
    return { compileMs, perSecond: records.length / ms * 1000, verdicts };
}

// A TypeBox type with the shape of the records; the values need every kind of repair.
const Line = Type.Object({ sku: Type.String(), quantity: Type.Integer({ minimum: 1, default: 1 }), price: Type.Number({ minimum: 0 }) });
const Order = Type.Object({
    id: Type.String(),
    created: Type.String(),
    customer: Type.Object({ name: Type.String(), mail: Type.String(), age: Type.Optional(Type.Integer()) }),
    payment: Type.Union([
        Type.Object({ kind: Type.Literal('card'), number: Type.String(), expires: Type.Tuple([Type.Integer(), Type.Integer()]) }),
        Type.Object({ kind: Type.Literal('transfer'), iban: Type.String() }),
        Type.Object({ kind: Type.Literal('voucher'), code: Type.String() }),
    ]),
    position: Type.Tuple([Type.Number(), Type.Number()]),
    lines: Type.Array(Line),
    tags: Type.Array(Type.String()),
    paid: Type.Boolean({ default: false }),
}, { additionalProperties: false });

function castValues(records) {
    return records.map((record, i) => {
        const value = { ...structuredClone(record), paid: true };
        switch (i % 8) { // half of the values fit, except for the member that the TypeBox type does not have
            case 1: delete value.paid; break;
            case 3: value.customer.age = 'old'; value.payment = { kind: 'transfer' }; break;
            case 5: value.lines = value.lines.map((line) => ({ ...line, quantity: String(line.quantity) })); break;
            case 7: value.tags = null; delete value.customer; break;
            default: delete value.contact;
        }
        return value;
    });
}

function castRun() {
    const values = castValues(load('records.json'));
    fs.writeFileSync(file('cast-schema.json'), JSON.stringify(Order));
    fs.writeFileSync(file('cast-values.json'), JSON.stringify(values));
    let made;
    const ms = best(() => { made = values.map((value) => Value.Cast(Order, value)); });
    return { perSecond: values.length / ms * 1000, made: JSON.parse(JSON.stringify(made)) };
}

run('records', folder);
// The better of two measurements counts, so that other load on the machine does not decide.
const better = (measure) => {
    const [a, b] = [measure(), measure()];
    return a.perSecond >= b.perSecond ? a : b;
};
const ajv = better(ajvRun);
const ours = better(() => JSON.parse(run('workbench', folder)));
const jsoncons = JSON.parse(run('jsoncons', folder));
const typebox = better(castRun);
const cast = better(() => JSON.parse(run('cast', folder)));
const large = JSON.parse(run('large'));

const problems = [];
if (ours.verdicts !== ajv.verdicts)
    problems.push('ajv and the workbench give different verdicts');
if (ours.verdicts !== jsoncons.verdicts)
    problems.push('jsoncons and the workbench give different verdicts');
const made = load('cast-ours.json');
const differing = typebox.made.findIndex((value, i) => !isDeepStrictEqual(value, made[i]));
if (differing >= 0)
    problems.push(`Cast differs at value ${differing}:\n  TypeBox   ${JSON.stringify(typebox.made[differing])}\n  workbench ${JSON.stringify(made[differing])}`);

const count = (value) => Math.round(value).toLocaleString('en');
const ratio = (value) => value.toFixed(value < 10 ? 2 : 1);
const invalid = [...ours.verdicts].filter((verdict) => verdict === '0').length;
console.log(`| ${ours.verdicts.length} records, ${invalid} of them invalid | validations per second | compile, ms | workbench is |`);
console.log('| --- | ---: | ---: | ---: |');
console.log(`| workbench, verdicts | ${count(ours.perSecond)} | ${ours.compileMs.toFixed(3)} | |`);
console.log(`| workbench, all errors with their places | ${count(ours.withErrorsPerSecond)} | | |`);
console.log(`| ajv 8 compiled (verdict, first error) | ${count(ajv.perSecond)} | ${ajv.compileMs.toFixed(3)} | ${ratio(ours.perSecond / ajv.perSecond)} × as fast |`);
console.log(`| jsoncons, verdicts | ${count(jsoncons.perSecond)} | ${jsoncons.compileMs.toFixed(3)} | ${ratio(ours.perSecond / jsoncons.perSecond)} × as fast |`);
console.log('');
console.log('| Cast | values per second | workbench is |');
console.log('| --- | ---: | ---: |');
console.log(`| workbench, with its list of changes | ${count(cast.perSecond)} | |`);
console.log(`| TypeBox Value.Cast | ${count(typebox.perSecond)} | ${ratio(cast.perSecond / typebox.perSecond)} × as fast |`);
console.log('');
console.log(`| a result of ${large.megabytes.toFixed(1)} MB | ms | of parse |`);
console.log('| --- | ---: | ---: |');
for (const [name, ms] of [['parse', large.parseMs], ['validate', large.validateMs], ['cast', large.castMs], ['parse + cast + validate', large.allMs]])
    console.log(`| ${name} | ${ms.toFixed(1)} | ${ratio(ms / large.parseMs)} × |`);
for (const problem of problems)
    console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

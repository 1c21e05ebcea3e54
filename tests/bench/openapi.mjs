// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures loading and listing the description of GitHub's API (13 MB, 1,223 operations), compared with Node's JSON.parse of
// the same file and dereference() of @apidevtools/swagger-parser in the same run. Then it measures opening each operation, and
// a description with ten times the operations. It prints a table. It fails if the numbers of operations differ, never for a
// time.
//
// usage: node openapi.mjs OPENAPIBENCH NODE_MODULES DOCUMENT SCRATCH_FOLDER
//        node openapi.mjs parse|dereference ... (one measurement of memory, in a process of its own)

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import fs from 'node:fs';
import path from 'node:path';
import { best } from './best.mjs';

const [program, modules, source, scratch] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), 'x.js'));

async function dereference(document) {
    const SwaggerParser = require('@apidevtools/swagger-parser');
    return new SwaggerParser().dereference(document);
}

function countOperations(api) {
    const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
    return Object.values(api.paths).reduce((sum, item) => sum + methods.filter((method) => item[method]).length, 0);
}

// Returns by how much the resident memory of this process grows at its peak, in KiB.
async function memory(what) {
    const before = process.memoryUsage().rss / 1024;
    const value = what === 'parse' ? JSON.parse(fs.readFileSync(source, 'utf8')) : await dereference(source);
    const operations = countOperations(value);
    console.log(JSON.stringify({ peakKib: process.resourceUsage().maxRSS - before, operations }));
}

async function compare() {
    const folder = fs.mkdtempSync(path.join(scratch, 'openapi-'));
    process.on('exit', () => fs.rmSync(folder, { recursive: true }));
    const run = (...args) => JSON.parse(execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 }) || 'null');
    const self = (what) => JSON.parse(execFileSync(process.execPath,
        [fileURLToPath(import.meta.url), what, modules, source, scratch], { encoding: 'utf8' }));

    // The better of two measurements counts, so that other load on the machine does not decide.
    const better = (measure, key) => {
        const [a, b] = [measure(), measure()];
        return a[key] <= b[key] ? a : b;
    };
    const text = fs.readFileSync(source, 'utf8');
    const parse = better(() => ({ ms: best(() => JSON.parse(text)), operations: countOperations(JSON.parse(text)) }), 'ms');
    const ours = better(() => run('load', source), 'loadMs');
    let theirs = Infinity;
    let theirOperations;
    for (let round = 0; round < 3; ++round) {
        const start = performance.now();
        const api = await dereference(source);
        theirs = Math.min(theirs, performance.now() - start);
        theirOperations = countOperations(api);
    }
    const ourMemory = run('once', source);
    const parseMemory = self('parse');
    const theirMemory = self('dereference');
    const opening = better(() => run('open', source), 'allMs');
    const many = path.join(folder, 'many.json');
    fs.copyFileSync(source, many);
    run('times', '1', many);
    fs.renameSync(`${many}.times`, path.join(folder, 'one.json'));
    run('times', '10', many);
    // Each measurement runs in a new process, because reused memory is faster than new memory.
    const median = (measure) => Array.from({ length: 7 }, measure).sort((a, b) => a.onceMs - b.onceMs)[3];
    const one = median(() => run('once', path.join(folder, 'one.json')));
    const ten = median(() => run('once', `${many}.times`));

    const number = (value) => Math.round(value).toLocaleString('en');
    const ms = (value) => value.toFixed(value < 10 ? 2 : 0);
    const mib = (kib) => number(kib / 1024);
    const ratio = (value) => value.toFixed(2);
    console.log(`| ${(text.length / 1e6).toFixed(1)} MB, ${number(ours.operations)} operations | ms | of JSON.parse | peak memory, MiB | of JSON.parse |`);
    console.log('| --- | ---: | ---: | ---: | ---: |');
    console.log(`| Node, JSON.parse | ${ms(parse.ms)} | 1.00 × | ${mib(parseMemory.peakKib)} | 1.00 × |`);
    console.log(`| workbench, loaded, checked and listed | ${ms(ours.loadMs)} | ${ratio(ours.loadMs / parse.ms)} × | ${mib(ourMemory.peakKib)} | ${ratio(ourMemory.peakKib / parseMemory.peakKib)} × |`);
    console.log(`| workbench, its JSON parse alone | ${ms(ours.parseMs)} | ${ratio(ours.parseMs / parse.ms)} × | | |`);
    console.log(`| swagger-parser, dereferenced | ${ms(theirs)} | ${ratio(theirs / parse.ms)} × | ${mib(theirMemory.peakKib)} | ${ratio(theirMemory.peakKib / parseMemory.peakKib)} × |`);
    console.log('');
    console.log(`The workbench is ${ratio(theirs / ours.loadMs)} × as fast as swagger-parser and takes ${ratio(ourMemory.peakKib / theirMemory.peakKib)} of its memory.`);
    console.log(`Opening one of the operations: median ${opening.medianMs.toFixed(3)} ms, p99 ${ms(opening.p99Ms)} ms, longest ${ms(opening.longestMs)} ms (${number(opening.mostNodes)} values); all of them ${ms(opening.allMs)} ms.`);
    console.log(`${number(ten.operations / one.operations)} times the operations and schemas cost ${ratio(ten.onceMs / one.onceMs)} times as much (${ms(one.onceMs)} and ${ms(ten.onceMs)} ms, once in a new process).`);
    if (new Set([parse.operations, ours.operations, theirOperations, ourMemory.operations]).size !== 1 || ten.operations !== 10 * one.operations) {
        console.error('the numbers of operations differ');
        process.exitCode = 1;
    }
}

await (program === 'parse' || program === 'dereference' ? memory(program) : compare());

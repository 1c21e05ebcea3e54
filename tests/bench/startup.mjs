// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures a whole `envelope list` and `envelope call`, and the window until its first painted frame, compared in the same run
// with the server alone (from its start to its first reply, the floor) and with a minimal client on the official SDK. It prints
// medians of 10, and never fails for a time.
//
// usage: node startup.mjs ENVELOPE WINDOW NODE_MODULES

import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import path from 'node:path';
import fs from 'node:fs';

const [envelope, window, modules] = process.argv.slice(2);
const server = [process.execPath, path.join(modules, '@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'];
const runs = 10;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function repeat(measure) {
    await measure(); // loads the files into the cache
    const values = [];
    for (let i = 0; i < runs; ++i)
        values.push(await measure());
    return median(values);
}

// Returns the time from the start of a program to its end.
function whole(command, options = {}) {
    return new Promise((resolve, reject) => {
        const start = performance.now();
        const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...options });
        let output = '';
        let errors = '';
        child.stdout.on('data', (data) => { output += data; });
        child.stderr.on('data', (data) => { errors += data; });
        child.on('error', reject);
        child.on('close', (code) => {
            if (code !== 0)
                reject(new Error(`${command.join(' ')} ended with ${code}: ${errors}`));
            else
                resolve({ ms: performance.now() - start, output });
        });
    });
}

// Returns the time from the start of a program until it prints a line.
function firstLine(command, line) {
    return new Promise((resolve, reject) => {
        const start = performance.now();
        const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' } });
        let output = '';
        let at = 0;
        child.stdout.on('data', (data) => {
            output += data;
            if (!at && output.includes(line))
                at = performance.now() - start;
        });
        child.on('error', reject);
        child.on('close', () => (at ? resolve(at) : reject(new Error(`${command[0]} never printed "${line}"`))));
    });
}

// Returns the time from the start of the server to its reply to the last of these requests, without a client library.
function serverAlone(requests) {
    return new Promise((resolve, reject) => {
        const start = performance.now();
        const child = spawn(server[0], server.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
        let buffer = '';
        let next = 0;
        const send = (message) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
        const all = [{ method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'floor', version: '1' } } }, ...requests];
        send({ id: next, ...all[next] });
        child.stdout.on('data', (data) => {
            buffer += data;
            let end;
            while ((end = buffer.indexOf('\n')) >= 0) {
                const message = JSON.parse(buffer.slice(0, end));
                buffer = buffer.slice(end + 1);
                if (message.id !== next || message.method)
                    continue;
                if (next === 0)
                    send({ method: 'notifications/initialized' });
                if (++next === all.length) {
                    resolve(performance.now() - start);
                    child.kill('SIGKILL');
                    return;
                }
                send({ id: next, ...all[next] });
            }
        });
        child.on('error', reject);
    });
}

const sdkClient = path.join(modules, '..', 'bench-sdk-client.mjs');
fs.copyFileSync(new URL('sdkclient.mjs', import.meta.url), sdkClient); // Node resolves the SDK relative to this file

const firstReply = await repeat(() => serverAlone([]));
const floors = {
    list: await repeat(() => serverAlone([{ method: 'tools/list', params: {} }])),
    call: await repeat(() => serverAlone([{ method: 'tools/list', params: {} }, { method: 'tools/call', params: { name: 'echo', arguments: { message: 'hi' } } }])),
};
const lines = [`server alone, start to first reply: ${firstReply.toFixed(0)} ms`];
for (const [verb, words] of [['list', ['list', '--json']], ['call', ['call', 'echo', 'message=hi', '--json']]]) {
    const ours = await repeat(async () => (await whole([envelope, ...words, '--', ...server])).ms);
    const sdk = await repeat(async () => (await whole([process.execPath, sdkClient, verb, ...server])).ms);
    lines.push(`${verb}: envelope ${ours.toFixed(0)} ms, SDK client ${sdk.toFixed(0)} ms, server alone to this reply ${floors[verb].toFixed(0)} ms; `
        + `ratio to the server's first reply ${(ours / firstReply).toFixed(2)}, to the SDK client ${(ours / sdk).toFixed(2)}`);
}
const painted = await repeat(() => firstLine([window, '--demo', '--quit-after-first-frame'], 'first frame'));
const bare = await repeat(async () => (await whole([envelope, '--version'])).ms);
lines.push(`window: first painted frame after ${painted.toFixed(0)} ms (offscreen); ratio to the server's first reply ${(painted / firstReply).toFixed(2)}; `
    + `a bare start of the command line takes ${bare.toFixed(0)} ms`);
console.log(lines.join('\n'));

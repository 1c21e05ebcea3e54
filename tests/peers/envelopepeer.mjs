// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// An MCP server over stdio, written without an SDK. Its tool "stamp" answers with a ToolEnvelope whose meta.ts is the
// current time:
//   envelopepeer.mjs [N]     N is in the payload
import {createInterface} from 'node:readline';

const n = Number(process.argv[2] ?? 1);

function stamped()
{
    const envelope = {payload: {n}, meta: {tool: 'stamp', ts: new Date().toISOString(), version: 1}};
    const text = '__ENVELOPE_V1__:' + Buffer.from(JSON.stringify(envelope)).toString('base64');
    return {content: [{type: 'text', text: 'Stamped.'}, {type: 'text', text}]};
}

const methods = {
    initialize: ({protocolVersion}) => ({protocolVersion, capabilities: {tools: {}}, serverInfo: {name: 'envelopes', version: '1.0.0'}}),
    'tools/list': () => ({tools: [{name: 'stamp', inputSchema: {type: 'object'}, annotations: {readOnlyHint: true}}]}),
    'tools/call': stamped,
};

for await (const line of createInterface({input: process.stdin})) {
    const {id, method, params} = JSON.parse(line);
    if (id === undefined)
        continue;
    const answer = methods[method] ? {result: methods[method](params)} : {error: {code: -32601, message: 'Method not found'}};
    console.log(JSON.stringify({jsonrpc: '2.0', id, ...answer}));
}

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A server of MCP 2026-07-28, made with version 2 of the SDK: `stdio`, or `http`, which prints its address. Its tool
// "note" changes the resource notes://today, its tool "learn" adds another tool.

import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.argv[2] + '/');
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { McpServer, acceptedContent, createMcpHandler, fromJsonSchema, inputRequired } =
    await load('@modelcontextprotocol/server');

const text = value => ({ content: [{ type: 'text', text: value }] });
const object = properties => fromJsonSchema({ type: 'object', properties, required: Object.keys(properties) });

let notes = 'nothing yet';
let hasLearned = false;
let overHttp; // the handler of the SDK, which makes a server for each request

function makeServer() {
    const server = new McpServer({ name: 'modern', version: '1' },
        { capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } } });
    server.registerResource('today', 'notes://today', { mimeType: 'text/plain' },
        async uri => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: notes }] }));
    server.registerTool('note', { inputSchema: object({ text: { type: 'string' } }) }, async ({ text: note }) => {
        notes = note;
        if (overHttp)
            overHttp.notify.resourceUpdated('notes://today');
        else
            await server.server.sendResourceUpdated({ uri: 'notes://today' });
        return text('noted');
    });
    const whistle = () => server.registerTool('whistle', { inputSchema: object({}) }, async () => text('fweet'));
    if (hasLearned)
        whistle();
    server.registerTool('learn', { inputSchema: object({}) }, async () => {
        hasLearned = true;
        if (overHttp)
            overHttp.notify.toolsChanged();
        else
            whistle(); // the SDK announces it
        return text('learned');
    });
    server.registerTool('echo', { inputSchema: object({ message: { type: 'string' } }) },
        async ({ message }) => text('Echo: ' + message));
    server.registerTool('mirror',
        { inputSchema: object({ region: { type: 'string', 'x-mcp-header': 'Region' } }) },
        async ({ region }) => text('Region: ' + region));
    server.registerTool('deploy', { inputSchema: object({ env: { type: 'string' } }) }, async ({ env }, ctx) => {
        const answer = acceptedContent(ctx.mcpReq.inputResponses, 'confirm');
        if (answer)
            return text(answer.confirm ? 'deployed to ' + env : 'left alone');
        return inputRequired({
            requestState: 'state of ' + env,
            inputRequests: {
                confirm: inputRequired.elicit({
                    message: 'Deploy to ' + env + '?',
                    requestedSchema: {
                        type: 'object', properties: { confirm: { type: 'boolean', default: true } }, required: ['confirm'],
                    },
                }),
            },
        });
    });
    return server;
}

if (process.argv[3] === 'http') {
    overHttp = createMcpHandler(makeServer);
    const http = createServer(async (request, response) => {
        const chunks = [];
        for await (const chunk of request)
            chunks.push(chunk);
        const answer = await overHttp.fetch(new Request('http://' + request.headers.host + request.url, {
            method: request.method, headers: request.headers,
            body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
        }));
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        if (answer.body)
            for await (const chunk of answer.body)
                response.write(chunk);
        response.end();
    });
    http.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + http.address().port + '/mcp'));
    process.stdin.on('end', () => process.exit(0)).resume();
} else {
    const { serveStdio } = await load('@modelcontextprotocol/server/stdio');
    serveStdio(makeServer, { legacy: 'reject' });
}

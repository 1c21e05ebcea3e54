// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Services to be recorded, made with common libraries. Each prints one line: {"url"}.
//   echopeer.mjs FOLDER http    /echo… returns the whole request in every encoding; /changing differs each time;
//                               /written, /refused, /latin, /bytes and /long have unusually formatted bodies
//   echopeer.mjs FOLDER mcp     the tool echo over Streamable HTTP, made with the official SDK, does so, too
// The packages are installed in FOLDER.
import {randomUUID} from 'node:crypto';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const [folder, role] = process.argv.slice(2);
const fromFolder = createRequire(folder + '/');
const load = name => import(pathToFileURL(fromFolder.resolve('@modelcontextprotocol/sdk/' + name)));

const each = (text, write) => [...text].map(c => write(c.codePointAt(0))).join('');
const encodings = {
    plain: text => text,
    base64: text => Buffer.from(text).toString('base64'),
    base64url: text => Buffer.from(text).toString('base64url'),
    shifted: text => Buffer.from('u:' + text).toString('base64'),
    percent: encodeURIComponent,
    uri: encodeURI,
    twice: text => encodeURIComponent(encodeURIComponent(text)),
    form: text => new URLSearchParams({text}).toString(),
    hex: text => Buffer.from(text).toString('hex'),
    html: text => text.replace(/[&<>"']/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;'})[c]),
    numbers: text => each(text, code => `&#${code};`),
    json: text => JSON.stringify(text),
    escaped: text => each(text, code => '\\u' + code.toString(16).padStart(4, '0')),
    nested: text => JSON.stringify(JSON.stringify({text})),
};

function everywhere(asked)
{
    const all = {};
    for (const [name, encode] of Object.entries(encodings))
        all[name] = Object.fromEntries(Object.entries(asked).map(([part, text]) => [part, encode(text)]));
    return all;
}

async function bodyOf(request)
{
    const chunks = [];
    for await (const chunk of request)
        chunks.push(chunk);
    return Buffer.concat(chunks).toString();
}

const asked = (request, body) => ({url: decodeURIComponent(request.url), raw: request.url, body,
    head: Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`).join('\r\n')});

const jsonType = {'content-type': 'application/json'};
const pages = {
    '/written': [200, {...jsonType, 'x-hand': 'own'},
        '{ "b" : 1.50,\r\n\t"a":"\\u00e9\\/\\u003c",  "list": [ 1,2 , 3e2 ],\n "empty": { } }\n'],
    '/refused': [404, jsonType, '{\n    "why": "there is none",\n    "n": 1.0\n}\n'],
    '/latin': [200, {'content-type': 'text/plain; charset=iso-8859-1'}, Buffer.from('gr\xfc\xdfe\n', 'latin1')],
    '/bytes': [200, {'content-type': 'application/octet-stream'}, Buffer.from([0, 1, 2, 253, 254, 255, 10])],
    '/long': [200, jsonType, JSON.stringify({rows: Array.from({length: 3000}, (_, n) => ({n, name: 'é'.repeat(9)}))}, null, 3) + '\n'],
};

// Consecutive answers always differ, and each is within the tolerance that the two previous answers suggest.
let answered = 0;
const nextLoad = () => (answered++ % 2 ? 0.4375 : 0.40625);

async function http(request, response)
{
    const path = request.url.split('?')[0];
    if (pages[path]) {
        const [status, headers, body] = pages[path];
        response.writeHead(status, headers).end(body);
    } else if (path === '/changing') {
        response.writeHead(200, jsonType).end(JSON.stringify(
            {name: 'Ada', id: randomUUID(), at: new Date().toISOString(), load: nextLoad(), tags: ['a', 'b']}));
    } else {
        const told = everywhere(asked(request, await bodyOf(request)));
        const own = request.headers['x-api-key'] ?? '';
        response.writeHead(path === '/echo/refused' ? 422 : 200, {...jsonType, 'x-echo': own,
            'set-cookie': `sid=${Buffer.from(own).toString('hex')}; Path=/`, location: '/?q=' + encodeURIComponent(own)});
        response.end(JSON.stringify(told, null, 2));
    }
}

async function mcp(request, response)
{
    const {McpServer} = await load('server/mcp.js');
    const {StreamableHTTPServerTransport} = await load('server/streamableHttp.js');
    const {z} = await import(pathToFileURL(createRequire(fromFolder.resolve('@modelcontextprotocol/sdk/server/mcp.js')).resolve('zod')));
    if (request.method !== 'POST')
        return response.writeHead(405, {allow: 'POST'}).end();
    const body = await bodyOf(request);
    const server = new McpServer({name: 'echopeer', version: '1'});
    server.registerTool('echo', {description: 'Tells what it was asked', inputSchema: {text: z.string(), password: z.string()},
        annotations: {readOnlyHint: true}}, async () => {
        const told = everywhere(asked(request, body));
        return {content: [{type: 'text', text: JSON.stringify(told)}], structuredContent: told, _meta: {told: asked(request, body).head}};
    });
    const transport = new StreamableHTTPServerTransport({sessionIdGenerator: undefined, enableJsonResponse: true});
    response.on('close', () => void transport.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, JSON.parse(body));
}

const server = createServer(role === 'mcp' ? mcp : http);
server.listen(0, '127.0.0.1',
    () => console.log(JSON.stringify({url: `http://127.0.0.1:${server.address().port}${role === 'mcp' ? '/mcp' : ''}`})));

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The other ends of bench_mcp: a server with one trivial tool, and the client of the TypeScript SDK.
//   mcpbench.mjs stdio                                 the server, one message per line
//   mcpbench.mjs http                                  the server over Streamable HTTP; prints its address
//   mcpbench.mjs client FOLDER stdio|URL FLIGHT COUNT  prints calls per second
// FOLDER is where the packages are installed.
import http from 'node:http';
import {createRequire} from 'node:module';
import readline from 'node:readline';
import {fileURLToPath, pathToFileURL} from 'node:url';

const [role, folder, where, flight, count] = process.argv.slice(2);

function resultOf(message)
{
    switch (message.method) {
    case 'initialize':
        return {protocolVersion: '2025-11-25', capabilities: {tools: {}}, serverInfo: {name: 'bench', version: '1'}};
    case 'tools/list':
        return {tools: [{name: 'echo', inputSchema: {type: 'object', properties: {n: {type: 'integer'}}}}]};
    case 'tools/call':
        return {content: [{type: 'text', text: String(message.params.arguments.n)}]};
    default:
        return undefined;
    }
}

function answerTo(message)
{
    if (message.id === undefined || message.method === undefined)
        return undefined;
    const result = resultOf(message);
    return JSON.stringify(result ? {jsonrpc: '2.0', id: message.id, result}
        : {jsonrpc: '2.0', id: message.id, error: {code: -32601, message: 'Method not found'}});
}

const roles = {
    stdio() {
        readline.createInterface({input: process.stdin}).on('line', line => {
            const answer = answerTo(JSON.parse(line));
            if (answer)
                process.stdout.write(answer + '\n');
        });
    },
    http() {
        const server = http.createServer((request, response) => {
            if (request.method !== 'POST')
                return response.writeHead(405).end();
            const chunks = [];
            request.on('data', chunk => chunks.push(chunk)).on('end', () => {
                const answer = answerTo(JSON.parse(Buffer.concat(chunks).toString()));
                if (!answer)
                    return response.writeHead(202).end();
                response.writeHead(200, {'content-type': 'application/json', 'content-length': Buffer.byteLength(answer)});
                response.end(answer);
            });
        });
        server.keepAliveTimeout = 60000;
        server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
        process.stdin.on('end', () => process.exit()).resume();
    },
    async client() {
        const fromFolder = createRequire(folder + '/');
        const load = name => import(pathToFileURL(fromFolder.resolve('@modelcontextprotocol/sdk/client/' + name)));
        const {Client} = await load('index.js');
        const {StdioClientTransport} = await load('stdio.js');
        const {StreamableHTTPClientTransport} = await load('streamableHttp.js');
        const client = new Client({name: 'bench', version: '1.0.0'});
        await client.connect(where === 'stdio'
            ? new StdioClientTransport({command: process.execPath, args: [fileURLToPath(import.meta.url), 'stdio']})
            : new StreamableHTTPClientTransport(new URL(where)));
        await client.listTools();
        let begun = 0;
        const ask = async wanted => {
            while (begun < wanted) {
                const n = begun++;
                const result = await client.callTool({name: 'echo', arguments: {n}});
                if (result.content[0].text !== String(n))
                    throw new Error(`not the answer: ${JSON.stringify(result)}`);
            }
        };
        const run = wanted => {
            begun = 0;
            return Promise.all(Array.from({length: +flight}, () => ask(wanted)));
        };
        await run(+count / 10); // warm-up
        const start = process.hrtime.bigint();
        await run(+count);
        console.log(+count / (Number(process.hrtime.bigint() - start) / 1e9));
        process.exit();
    },
};

roles[role]();

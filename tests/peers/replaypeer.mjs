// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Third-party clients for mock servers and for the real servers. Prints one JSON object.
//   replaypeer.mjs FOLDER mcp CALLS http URL | stdio COMMAND ARG…   the official SDK makes these calls
//   replaypeer.mjs FOLDER fetch CALLS URL                           Node's fetch sends these requests
// The packages are installed in FOLDER. CALLS is JSON: [[method, argument]…] or [[method, path, body?]…].
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const [folder, role, calls, ...rest] = process.argv.slice(2);
const resolve = name => pathToFileURL(createRequire(folder + '/').resolve('@modelcontextprotocol/sdk/' + name));

async function outcome(promise)
{
    try {
        return await promise;
    } catch (error) {
        return {code: error.code, message: error.message, data: error.data};
    }
}

async function mcp([kind, ...where])
{
    const {Client} = await import(resolve('client/index.js'));
    const client = new Client({name: 'replaypeer', version: '1'});
    if (kind === 'http') {
        const {StreamableHTTPClientTransport} = await import(resolve('client/streamableHttp.js'));
        await client.connect(new StreamableHTTPClientTransport(new URL(where[0])));
    } else {
        const {StdioClientTransport} = await import(resolve('client/stdio.js'));
        await client.connect(
            new StdioClientTransport({command: where[0], args: where.slice(1), env: process.env, stderr: 'ignore'}));
    }
    const results = {server: client.getServerVersion()?.name, answers: []};
    for (const [method, argument] of JSON.parse(calls))
        results.answers.push(await outcome(client[method](argument)));
    await client.close();
    return results;
}

async function ask([url])
{
    const answers = [];
    for (const [method, path, body] of JSON.parse(calls)) {
        const reply = await fetch(url + path,
            {method, headers: body ? {'content-type': 'application/json'} : {}, body: body && JSON.stringify(body)});
        const perConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];
        const headers = [...reply.headers].filter( // CORS headers are not replayed
            ([name]) => !perConnection.includes(name) && !name.startsWith('access-control-'));
        answers.push({status: reply.status, headers, body: await reply.text()});
    }
    return {answers};
}

console.log(JSON.stringify(role === 'mcp' ? await mcp(rest) : await ask(rest)));
process.exit(0);

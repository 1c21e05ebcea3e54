// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The floor of bench_hub: an echo over the npm package ws that only parses and writes JSON at both ends.
//   wsecho.mjs FOLDER serve                              prints its address
//   wsecho.mjs FOLDER client URL OPERATION FLIGHT COUNT  prints echo calls per second
// FOLDER is where ws is installed.
import {randomUUID} from 'node:crypto';
import {createRequire} from 'node:module';

const [folder, role, url, operationId, flight, count] = process.argv.slice(2);
const {WebSocket, WebSocketServer} = createRequire(folder + '/')('ws');

function serve()
{
    const server = new WebSocketServer({host: '127.0.0.1', port: 0, perMessageDeflate: false});
    server.on('listening', () => console.log(`ws://127.0.0.1:${server.address().port}/ws`));
    server.on('connection', socket => socket.on('message', data => {
        const {type, id, payload} = JSON.parse(data);
        if (type !== 'call.requested')
            return;
        const output = {data: payload.input, meta: {source: 'local', operationId: payload.operationId, timestamp: Date.now()}};
        socket.send(JSON.stringify({type: 'call.responded', id, payload: {requestId: payload.requestId, output}}));
    }));
}

function client()
{
    const socket = new WebSocket(url, {perMessageDeflate: false});
    const pending = new Map();
    let begun = 0;
    let done = 0;
    let start;
    const ask = () => {
        const requestId = randomUUID();
        const input = {n: begun++, text: 'The quick brown fox jumps over the lazy dog.'};
        pending.set(requestId, input);
        socket.send(JSON.stringify({type: 'call.requested', id: '', payload: {requestId, operationId, input}}));
    };
    socket.on('open', () => {
        start = process.hrtime.bigint();
        for (let i = 0; i < flight; ++i)
            ask();
    });
    socket.on('message', data => {
        const {payload} = JSON.parse(data);
        const input = pending.get(payload.requestId);
        if (payload.output?.data?.n !== input?.n)
            throw new Error(`no echo: ${data}`);
        pending.delete(payload.requestId);
        if (++done === +count) {
            console.log(Number(count) / (Number(process.hrtime.bigint() - start) / 1e9));
            socket.close();
        } else if (begun < count) {
            ask();
        }
    });
}

({serve, client})[role]();

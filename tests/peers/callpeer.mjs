// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A hub, a spoke and a client of the call protocol over ws from npm, written from the specification's JSON alone.
//   callpeer.mjs FOLDER hub          prints {"url"}, then {"connections","pending"} whenever they change
//   callpeer.mjs FOLDER spoke URL    offers desk.math.divide, desk.report.slow, desk.clock.tick; desk.odd.abort and
//                                    desk.odd.abortStream, which abort; desk.odd.bare, which answers without an envelope
//   callpeer.mjs FOLDER client URL   reads {"operationId","input"} or {"abort"} a line, prints every message
// ws is installed in FOLDER. Each printed line is one JSON object.
import {randomUUID} from 'node:crypto';
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';

const [folder, role, url] = process.argv.slice(2);
const {WebSocket, WebSocketServer} = createRequire(folder + '/')('ws');
const say = value => console.log(JSON.stringify(value));
const event = (type, payload, id = '') => JSON.stringify({type, id, payload});
const envelope = (operationId, data) => ({data, meta: {source: 'local', operationId, timestamp: Date.now()}});

const operation = (namespace, name, type, inputSchema = {}) =>
    ({name, namespace, version: '1.0.0', type, description: '', inputSchema, outputSchema: {}, accessControl: {requiredScopes: []}});
const specs = [operation('desk', 'math.divide', 'query'), operation('desk', 'report.slow', 'mutation'),
    operation('desk', 'clock.tick', 'subscription'), operation('desk', 'odd.abort', 'mutation'),
    operation('desk', 'odd.abortStream', 'subscription'), operation('desk', 'odd.bare', 'query')];
const idOf = spec => `${spec.namespace}.${spec.name}`;

// Answers call.requested with `answer(type, payload)`. Returns a function that stops the operation if it takes time.
function perform(operationId, input, answer)
{
    if (operationId.endsWith('math.divide')) {
        if (input.divisor === 0)
            answer('call.error', {code: 'DIVISION_BY_ZERO', message: 'The divisor is zero', details: input});
        else
            answer('call.responded', {output: envelope(operationId, {quotient: input.dividend / input.divisor})});
    } else if (operationId.endsWith('report.slow')) {
        const timer = setTimeout(
            () => answer('call.responded', {output: envelope(operationId, {title: 'late'})}), (input.seconds ?? 5) * 1000);
        return () => clearTimeout(timer);
    } else if (operationId.endsWith('clock.tick')) {
        let tick = 0;
        const timer = setInterval(() => {
            answer('call.responded', {output: envelope(operationId, {tick: ++tick, at: new Date().toISOString()})});
            if (tick === input.count) {
                clearInterval(timer);
                answer('call.completed', {});
            }
        }, input.interval ?? 1000);
        return () => clearInterval(timer);
    } else if (operationId.endsWith('odd.bare')) {
        answer('call.responded', {output: 7});
    } else if (operationId.endsWith('odd.abort')) {
        answer('call.aborted', {});
    } else if (operationId.endsWith('odd.abortStream')) {
        answer('call.responded', {output: envelope(operationId, 1)});
        answer('call.aborted', {});
    } else {
        answer('call.error', {code: 'OPERATION_NOT_FOUND', message: `Operation not found: ${operationId}`, details: {operationId}});
    }
}

// One connection, seen from the handler of calls.
class Handler {
    #running = new Map(); // request id to the function that stops it
    constructor(socket) { this.socket = socket; }
    get count() { return this.#running.size; }
    take({type, id, payload})
    {
        if (type === 'call.aborted')
            return this.stop(payload.requestId);
        if (type !== 'call.requested')
            return false;
        const {requestId, operationId, deadline, idleTimeout} = payload;
        const answer = (kind, rest) => {
            this.socket.send(event(kind, {requestId, ...rest}, id));
            if (kind !== 'call.responded' || !operationId.endsWith('clock.tick'))
                this.#running.delete(requestId);
        };
        const stop = perform(operationId, payload.input ?? {}, answer);
        if (stop)
            this.#running.set(requestId, stop);
        say({requested: operationId, requestId, deadline, idleTimeout});
        return true;
    }
    stop(requestId)
    {
        const stop = this.#running.get(requestId);
        if (!stop)
            return false;
        stop();
        this.#running.delete(requestId);
        say({aborted: requestId});
        return true;
    }
    stopAll() { [...this.#running.keys()].forEach(requestId => this.stop(requestId)); }
}

function connect()
{
    const socket = new WebSocket(url);
    socket.on('close', code => {
        say({closed: code});
        setImmediate(() => process.exit(0)); // after the other listeners
    });
    socket.on('error', error => say({error: error.message}));
    return socket;
}

function subscribeTo(socket, types)
{
    for (const type of types)
        socket.send(event('__subscribe', {topic: `${type}:`}));
}
const answers = ['call.responded', 'call.error', 'call.completed', 'call.aborted'];

function spoke()
{
    const socket = connect();
    const handler = new Handler(socket);
    const registration = randomUUID();
    socket.on('open', () => {
        subscribeTo(socket, [...answers, 'call.requested']);
        socket.send(event('call.requested',
            {requestId: registration, operationId: 'hub.register', input: {name: 'desk', spokeType: 'client', operations: specs}}));
    });
    socket.on('message', data => {
        const message = JSON.parse(data);
        if (!handler.take(message) && message.payload.requestId === registration)
            say({registered: message.payload.output.data.accepted});
    });
    socket.on('close', () => handler.stopAll());
}

function client()
{
    const socket = connect();
    socket.on('open', () => {
        subscribeTo(socket, answers);
        say({open: true});
    });
    socket.on('message', data => say(JSON.parse(data)));
    createInterface({input: process.stdin}).on('line', line => {
        const {abort, operationId, input} = JSON.parse(line);
        if (abort) {
            socket.send(event('call.aborted', {requestId: abort}));
            return;
        }
        const requestId = randomUUID();
        say({sent: requestId});
        socket.send(event('call.requested', {requestId, operationId, input}));
    });
}

function hub()
{
    const owners = new Map(); // operation id to {socket, spec}
    const pending = new Map(); // forwarded request id to {caller, requestId, id, owner}
    const sockets = new Set();
    const state = () => say({connections: sockets.size, pending: pending.size});
    const services = {
        'hub.register': (socket, input) => {
            input.operations.forEach(spec => owners.set(idOf(spec), {socket, spec}));
            return {spokeId: randomUUID(), connectionId: randomUUID(), accepted: input.operations.map(idOf), rejected: []};
        },
        'services.list': () => ({operations: [...owners.values()].map(({spec}) => ({id: idOf(spec), ...spec}))}),
        'services.schema': (socket, input) => owners.get(input.id)?.spec,
    };
    const server = new WebSocketServer({host: '127.0.0.1', port: 0, path: '/ws'});
    server.on('listening', () => say({url: `ws://127.0.0.1:${server.address().port}/ws`}));
    server.on('connection', socket => {
        sockets.add(socket);
        state();
        socket.on('message', data => {
            const {type, id, payload} = JSON.parse(data);
            if (!type.startsWith('call.'))
                return;
            const requestId = payload.requestId;
            const mine = pending.get(requestId);
            if (mine?.owner === socket) { // the answer of a spoke is forwarded with the ids of the caller
                mine.caller.send(event(type, {...payload, requestId: mine.requestId}, mine.id));
                if (type !== 'call.responded' || !mine.isStream)
                    pending.delete(requestId);
            } else if (type === 'call.aborted') {
                for (const [forwarded, entry] of pending) {
                    if (entry.caller === socket && entry.requestId === requestId) {
                        entry.owner.send(event('call.aborted', {requestId: forwarded}));
                        pending.delete(forwarded);
                    }
                }
            } else if (type === 'call.requested') {
                const {operationId, input} = payload;
                const owner = owners.get(operationId);
                if (services[operationId]) {
                    const output = envelope(operationId, services[operationId](socket, input ?? {}));
                    socket.send(event('call.responded', {requestId, output}, id));
                } else if (owner) {
                    const forwarded = randomUUID();
                    pending.set(forwarded,
                        {caller: socket, requestId, id, owner: owner.socket, isStream: owner.spec.type === 'subscription'});
                    owner.socket.send(
                        event('call.requested', {...payload, requestId: forwarded, parentRequestId: requestId}));
                } else {
                    socket.send(event('call.error',
                        {requestId, code: 'OPERATION_NOT_FOUND', message: `Operation not found: ${operationId}`, details: {operationId}},
                        id));
                }
            } else {
                return;
            }
            state();
        });
        socket.on('close', () => {
            sockets.delete(socket);
            for (const [operationId, owner] of owners) {
                if (owner.socket === socket)
                    owners.delete(operationId);
            }
            for (const [forwarded, entry] of pending) {
                if (entry.owner === socket) {
                    const gone = {code: 'EXECUTION_ERROR', message: 'connection closed', details: {retryable: true}};
                    entry.caller.send(event('call.error', {requestId: entry.requestId, ...gone}, entry.id));
                } else if (entry.caller === socket) {
                    entry.owner.send(event('call.aborted', {requestId: forwarded}));
                } else {
                    continue;
                }
                pending.delete(forwarded);
            }
            state();
        });
    });
}

({hub, spoke, client})[role]();

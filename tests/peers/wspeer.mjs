// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A peer of ws from npm: "serve FOLDER" prints its port and echoes; "connect FOLDER URL" talks to our echo
// server and prints the results. ws is installed in FOLDER.
import {createRequire} from 'node:module';

const [mode, folder, url] = process.argv.slice(2);
const {WebSocket, WebSocketServer} = createRequire(folder + '/')('ws');

function serve()
{
    const server = new WebSocketServer({host: '127.0.0.1', port: 0, perMessageDeflate: true});
    server.on('listening', () => console.log('port', server.address().port));
    server.on('connection', socket => {
        socket.on('ping', () => console.log('ping'));
        socket.on('close', (code, reason) => console.log('closed', code, reason.toString()));
        socket.on('error', error => console.log('error', error.message));
        socket.on('message', (data, isBinary) => {
            if (data.toString() === 'close') {
                socket.close(4001, 'enough');
            } else if (data.toString() === 'fragments') {
                socket.send('€', {binary: false, fin: false});
                socket.ping('between');
                socket.send('uro', {binary: false, fin: true});
            } else if (data.toString() === 'half a character') {
                const euro = Buffer.from('€');
                socket.send(euro.subarray(0, 1), {binary: false, fin: false});
                socket.send(euro.subarray(1), {binary: false, fin: true});
            } else {
                socket.send(data, {binary: isBinary});
            }
        });
    });
}

function connect()
{
    const socket = new WebSocket(url, {perMessageDeflate: true, headers: {Authorization: 'Bearer abc'}});
    const texts = [];
    for (let i = 0; i < 1000; ++i)
        texts.push(`${i} ${'é'.repeat(i % 300)}`);
    texts.push('x'.repeat(1 << 20));
    let pongs = 0;
    let at = 0;
    socket.on('pong', () => ++pongs);
    socket.on('open', () => {
        console.log('extensions', JSON.stringify(socket.extensions));
        socket.ping('hello');
        socket.send('€', {binary: false, fin: false});
        socket.send('uro', {binary: false, fin: true});
        for (const text of texts)
            socket.send(text);
    });
    socket.on('message', data => {
        const wanted = at === 0 ? '€uro' : texts[at - 1];
        if (data.toString() !== wanted)
            console.log('wrong answer at', at);
        if (++at === texts.length + 1) {
            console.log('answers', at, 'pongs', pongs);
            socket.close(3000, 'thanks');
        }
    });
    socket.on('close', (code, reason) => console.log('closed', code, reason.toString()));
    socket.on('error', error => console.log('error', error.message));
}

if (mode === 'serve')
    serve();
else
    connect();

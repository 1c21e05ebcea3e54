// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Node's HTTP/2 server over TLS, which also accepts HTTP/1.1: "http2peer.mjs KEY CERTIFICATE [CLIENT-AUTHORITY]"
// prints its port. /counts returns the number of requests for each path, and the number of connections.
import fs from 'node:fs';
import http2 from 'node:http2';
import zlib from 'node:zlib';

const [keyFile, certificateFile, authorityFile] = process.argv.slice(2);
const counts = {sessions: 0, connections: 0};
const text = 'hello '.repeat(10000);
const coded = {
    gzip: zlib.gzipSync(text), deflate: zlib.deflateSync(text), br: zlib.brotliCompressSync(text),
    bombgzip: zlib.gzipSync(Buffer.alloc(64 << 20)), bombbr: zlib.brotliCompressSync(Buffer.alloc(64 << 20))
};
if (zlib.zstdCompressSync)
    coded.zstd = zlib.zstdCompressSync(text);

const server = http2.createSecureServer({
    key: fs.readFileSync(keyFile), cert: fs.readFileSync(certificateFile), allowHTTP1: true,
    ...(authorityFile ? {requestCert: true, ca: [fs.readFileSync(authorityFile)]} : {}),
    maxSessionMemory: 100
});

function json(response, value)
{
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
}

const answers = {
    '/echo': (request, response) => {
        const body = [];
        request.on('data', piece => body.push(piece));
        request.on('end', () => json(response, {
            version: request.httpVersion, method: request.method, target: request.url, headers: request.headers,
            length: Buffer.concat(body).length, body: Buffer.concat(body).toString().slice(0, 100),
            client: request.socket.getPeerCertificate?.()?.subject?.CN ?? null
        }));
    },
    '/onlyhttp1': (request, response) => request.httpVersion === '1.1'
        ? response.end('over HTTP/1.1')
        : request.stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED),
    '/counts': (request, response) => json(response, counts),
    '/big': (request, response) => response.end(Buffer.alloc(+request.query.get('n'), 'x')),
    '/coded': (request, response) => {
        const coding = request.query.get('c'), cut = +(request.query.get('cut') ?? 0);
        response.setHeader('content-encoding', coding.replace('bomb', ''));
        response.end(coded[coding].subarray(0, coded[coding].length - cut));
    },
    '/more': (request, response) => {
        response.setHeader('content-encoding', request.query.get('c'));
        response.end(Buffer.concat([coded[request.query.get('c')], Buffer.from('more')]));
    },
    '/redirect': (request, response) => {
        response.writeHead(307, {location: '/echo'});
        response.end();
    },
    '/head': (request, response) => {
        response.setHeader('content-length', 1000);
        response.end();
    },
    '/drip': (request, response) => {
        response.setHeader('content-type', 'text/plain');
        response.write('x');
        const timer = setInterval(() => response.write('x'), 50);
        request.on('close', () => {
            clearInterval(timer);
            counts.dripEnded = (counts.dripEnded ?? 0) + 1;
        });
    },
    '/trailers': (request, response) => {
        response.write('bo');
        response.addTrailers({'x-sum': '42'});
        response.end('dy');
    },
    '/nothing': () => {},
    '/stall': (request, response) => response.write('x')
};

// Paths that need HTTP/2.
const streams = {
    '/early': stream => {
        for (let number = 0; number < 3; ++number)
            stream.additionalHeaders({':status': 103, link: '</a.css>; rel=preload'});
        stream.respond({':status': 200});
        stream.end('late');
    },
    '/earlyflood': stream => {
        for (let number = 0; number < 2000; ++number)
            stream.additionalHeaders({':status': 103, link: '</a.css>; rel=preload'});
        stream.respond({':status': 200});
        stream.end('late');
    },
    '/reset': (stream, query) => stream.close(+query.get('code')),
    '/resetbody': stream => {
        stream.respond({':status': 200});
        stream.write('some');
        setTimeout(() => stream.destroy(new Error('broken')), 50);
    },
    '/short': stream => {
        stream.respond({':status': 200, 'content-length': 10});
        stream.end('{}');
    },
    '/push': stream => {
        counts.pushAllowed = stream.pushAllowed;
        stream.respond({':status': 200});
        stream.end('{}');
    },
    '/goaway': stream => { // accepts this request and no further ones
        stream.session.goaway(0, stream.id);
        stream.respond({':status': 200});
        setTimeout(() => stream.end('last'), 100);
    },
    '/refuse': stream => { // the first request is reported as unprocessed
        if (counts['/refuse'] > 1) {
            stream.respond({':status': 200});
            stream.end('second');
            return;
        }
        // This does not work for the first request of a session.
        stream.session.goaway(0, stream.id - 2, Buffer.from('restarting'));
    },
    '/destroy': stream => stream.session.destroy(),
    '/destroybody': stream => {
        stream.respond({':status': 200});
        stream.write('some');
        setTimeout(() => stream.session.destroy(), 50);
    },
    '/headers': (stream, query) => {
        const headers = {':status': 200};
        for (let number = 0; number < +query.get('n'); ++number)
            headers['x-' + number] = 'v'.repeat(+query.get('size'));
        stream.respond(headers);
        stream.end('{}');
    }
};

server.on('session', session => {
    ++counts.sessions;
    session.on('error', () => {});
});
server.on('secureConnection', () => ++counts.connections);
server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    const url = new URL(headers[':path'], 'https://localhost');
    if (!streams[url.pathname])
        return;
    counts[url.pathname] = (counts[url.pathname] ?? 0) + 1;
    streams[url.pathname](stream, url.searchParams);
});
server.on('request', (request, response) => {
    const url = new URL(request.url, 'https://localhost');
    if (streams[url.pathname])
        return;
    counts[url.pathname] = (counts[url.pathname] ?? 0) + 1;
    request.query = url.searchParams;
    (answers[url.pathname] ?? answers['/echo'])(request, response);
});
server.on('sessionError', () => {});
server.on('tlsClientError', () => {});
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));

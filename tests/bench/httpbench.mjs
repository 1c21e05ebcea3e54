// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The other ends of bench_http: a server on Node's http, and a client on undici, which is Node's fetch().
//   httpbench.mjs serve                    prints its address
//   httpbench.mjs client URL FLIGHT COUNT  prints calls per second
import http from 'node:http';

const [role, url, flight, count] = process.argv.slice(2);
const body = JSON.stringify({data: {id: 7, text: 'The quick brown fox jumps over the lazy dog.'}});

function serve()
{
    const server = http.createServer((request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.setHeader('Content-Length', Buffer.byteLength(body));
        response.end(body);
    });
    server.keepAliveTimeout = 60000;
    server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
    process.stdin.on('end', () => process.exit()).resume();
}

async function client()
{
    let begun = 0;
    const ask = async () => {
        while (begun++ < +count) {
            const text = await (await fetch(url)).text();
            if (text !== body)
                throw new Error(`not the answer: ${text}`);
        }
    };
    const start = process.hrtime.bigint();
    await Promise.all(Array.from({length: +flight}, ask));
    console.log(+count / (Number(process.hrtime.bigint() - start) / 1e9));
    process.exit();
}

({serve, client})[role]();

// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The smallest client on the official SDK, with which startup.mjs compares: sdkclient.mjs list|call COMMAND ARG…

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [verb, command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'bench', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
const result = verb === 'list' ? await client.listTools() : await client.callTool({ name: 'echo', arguments: { message: 'hi' } });
process.stdout.write(JSON.stringify(result) + '\n');
await client.close();

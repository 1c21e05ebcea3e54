// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// An MCP server over stdio whose tools break their declarations, made with a published SDK:
//   refusalpeer.mjs FOLDER PACKAGE [RESULT]
// FOLDER holds node_modules, PACKAGE is the SDK; "served" answers RESULT, a CallToolResult as JSON.

import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, sdk, served] = process.argv.slice(2);
const fromHere = createRequire(path.join(folder, 'index.js'));
const isSecond = sdk === '@modelcontextprotocol/server';
const load = specifier => import(pathToFileURL(fromHere.resolve(specifier)).href);

const { McpServer } = await load(isSecond ? sdk : `${sdk}/server/mcp.js`);
const { StdioServerTransport } = await load(isSecond ? `${sdk}/stdio` : `${sdk}/server/stdio.js`);
const asTheSdkSees = createRequire(fromHere.resolve(isSecond ? sdk : `${sdk}/server/mcp.js`));
const { z } = await import(pathToFileURL(asTheSdkSees.resolve('zod')).href);

const shape = members => (isSecond ? z.object(members) : members);
const counts = shape({ sent: z.number(), got: z.number() });
const text = [{ type: 'text', text: 'counted' }];

const server = new McpServer({ name: 'refusals', version: '1.0.0' });
const tool = (name, config, result) => server.registerTool(name, config, async () => result);
tool('envelope', { outputSchema: counts }, { content: text, structuredContent: { ok: true, data: { sent: 1, got: 2 } } });
tool('partial', { outputSchema: counts }, { content: text, structuredContent: { sent: 'one', got: 2 } });
tool('missing', { outputSchema: counts }, { content: text });
tool('deep', { outputSchema: shape({ place: z.object({ city: z.string() }) }) },
    { content: text, structuredContent: { place: {} } });
tool('arguments', { inputSchema: shape({ count: z.number() }) }, { content: text });
if (served)
    tool('served', {}, JSON.parse(served));
await server.connect(new StdioServerTransport());

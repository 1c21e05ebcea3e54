// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// mcpsigninpeer.mjs PEERS_FOLDER: an MCP server that requires access tokens, and the authorization server of
// the SDK, both on loopback. Prints {"url"}, then one line for each event that the test counts.

import {randomUUID} from 'node:crypto';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const sdk = createRequire(join(process.argv[2], 'node_modules/@modelcontextprotocol/sdk/package.json'));
const load = name => import(pathToFileURL(sdk.resolve('@modelcontextprotocol/sdk/' + name)));
const {default: express} = await import(pathToFileURL(sdk.resolve('express')));
const {z} = await import(pathToFileURL(sdk.resolve('zod')));
const {mcpAuthRouter, mcpAuthMetadataRouter, createOAuthMetadata, getOAuthProtectedResourceMetadataUrl} = await load('server/auth/router.js');
const {requireBearerAuth} = await load('server/auth/middleware/bearerAuth.js');
const {McpServer} = await load('server/mcp.js');
const {StreamableHTTPServerTransport} = await load('server/streamableHttp.js');

const say = fact => console.log(JSON.stringify(fact));
const clients = new Map();
const codes = new Map();
const refreshes = new Map();
const tokens = new Map();

function issue(client, scopes, resource)
{
    const [token, refresh] = [randomUUID(), randomUUID()];
    tokens.set(token, {token, clientId: client.client_id, scopes, expiresAt: Date.now() / 1000 + 3600, resource});
    refreshes.set(refresh, {client, scopes, resource});
    say({issued: token});
    say({issued: refresh});
    return {access_token: token, token_type: 'bearer', expires_in: 3600, refresh_token: refresh, scope: scopes.join(' ')};
}

const provider = {
    clientsStore: {
        getClient: id => clients.get(id),
        registerClient(client)
        {
            say({registered: client.redirect_uris[0]});
            clients.set(client.client_id, client);
            return client;
        },
    },
    async authorize(client, params, response)
    {
        const code = randomUUID();
        codes.set(code, params);
        say({authorized: params.scopes ?? [], resource: String(params.resource)});
        response.redirect(`${params.redirectUri}?${new URLSearchParams({code, state: params.state})}`);
    },
    challengeForAuthorizationCode: async (client, code) => codes.get(code).codeChallenge,
    exchangeAuthorizationCode: async (client, code, verifier, redirect, resource) =>
        issue(client, codes.get(code).scopes ?? [], resource),
    async exchangeRefreshToken(client, refresh, scopes, resource)
    {
        say({refreshed: true});
        return issue(client, refreshes.get(refresh).scopes, resource);
    },
    async verifyAccessToken(token)
    {
        const {InvalidTokenError} = await load('server/auth/errors.js');
        if (!tokens.has(token))
            throw new InvalidTokenError('unknown token');
        return tokens.get(token);
    },
};

const listen = app => new Promise(done => {
    const server = app.listen(0, '127.0.0.1', () => done(server.address().port));
});

const signIn = express();
const signInPort = await listen(signIn);
const issuerUrl = new URL(`http://localhost:${signInPort}`);
const scopesSupported = ['read', 'write'];
const unlimited = {rateLimit: false};
signIn.use(mcpAuthRouter({provider, issuerUrl, scopesSupported, authorizationOptions: unlimited,
    clientRegistrationOptions: unlimited, tokenOptions: unlimited}));

const app = express();
const port = await listen(app);
const url = new URL(`http://127.0.0.1:${port}/mcp`);
const oauthMetadata = createOAuthMetadata({provider, issuerUrl, scopesSupported});
app.use(mcpAuthMetadataRouter({oauthMetadata, resourceServerUrl: url, scopesSupported: ['read']}));
app.use('/mcp', express.json(), (request, response, next) => requireBearerAuth({verifier: provider,
    requiredScopes: request.body?.params?.name === 'write' ? ['write'] : ['read'],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url)})(request, response, next));
app.post('/mcp', async (request, response) => {
    const server = new McpServer({name: 'mcpsigninpeer', version: '1'});
    for (const name of ['read', 'write'])
        server.registerTool(name, {description: `needs the scope ${name}`, inputSchema: {text: z.string().optional()}},
            async () => ({content: [{type: 'text', text: `${name} as ${request.auth.scopes.join(' ')}`}]}));
    const transport = new StreamableHTTPServerTransport({sessionIdGenerator: undefined, enableJsonResponse: true});
    response.on('close', () => void transport.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
});
app.all('/mcp', (request, response) => response.status(405).end());
say({url: String(url)});

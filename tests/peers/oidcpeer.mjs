// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// An OpenID provider on 127.0.0.1: code with PKCE, client credentials, refresh and device code. Prints the issuer first.
// Also runs a service that requires its tokens, described at /api/openapi.json. Prints "issued TOKEN" for each token.
//   oidcpeer.mjs FOLDER [CLIENT-AUTHENTICATION]   oidc-provider is installed in FOLDER
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, clientAuthentication = 'client_secret_basic'] = process.argv.slice(2)
const { Provider } = await import(pathToFileURL(join(folder, 'node_modules/oidc-provider/lib/index.js')).href)

function described(issuer) {
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } }
  const operation = (operationId, ...schemes) => ({ operationId, responses, security: schemes.map((name) => ({ [name]: ['pets'] })) })
  return {
    openapi: '3.2.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: `${issuer}/api` }],
    paths: {
      '/pets': { get: operation('listPets', 'flows'), post: operation('addPet', 'flows') },
      '/open': { get: operation('openPets', 'connect') },
    },
    components: {
      securitySchemes: {
        connect: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
        flows: {
          type: 'oauth2',
          flows: {
            authorizationCode: { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, scopes: {} },
            deviceAuthorization: { deviceAuthorizationUrl: `${issuer}/device/auth`, tokenUrl: `${issuer}/token`, scopes: {} },
            clientCredentials: { tokenUrl: `${issuer}/token`, scopes: {} },
          },
        },
      },
    },
  }
}

let refuseNext = false
async function api(provider, issuer, request, response) {
  const answer = (status, body, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
  if (request.url === '/api/openapi.json') return answer(200, described(issuer))
  if (request.url === '/api/refuse') {
    refuseNext = true
    return answer(200, {})
  }
  const [, value] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
  const token = value && ((await provider.AccessToken.find(value)) ?? (await provider.ClientCredentials.find(value)))
  if (!token || refuseNext) {
    refuseNext = false
    return answer(401, { error: 'who are you?' }, { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
  answer(200, { pets: ['Rex'], client: token.clientId, method: request.method, echoed: value })
}

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`
  const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'desktop',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token', deviceCode],
        response_types: ['code'],
      },
      {
        client_id: 'service:1',
        client_secret: 'canary secret%&~',
        token_endpoint_auth_method: clientAuthentication,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    cookies: { keys: ['only for tests'] },
    features: {
      devInteractions: { enabled: true },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
    },
    scopes: ['openid', 'offline_access', 'pets'],
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
  })
  provider.on('grant.success', (context) => {
    for (const name of ['access_token', 'refresh_token', 'id_token'])
      if (context.body?.[name]) console.log(`issued ${context.body[name]}`)
  })
  server.on('request', (request, response) =>
    request.url.startsWith('/api/') ? api(provider, issuer, request, response) : provider.callback()(request, response),
  )
  console.log(issuer)
})

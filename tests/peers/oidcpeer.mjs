// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// An OpenID provider on 127.0.0.1: code with PKCE, client credentials, refresh and device code. Its first line is its issuer.
//   oidcpeer.mjs FOLDER [CLIENT-AUTHENTICATION]   FOLDER is where oidc-provider is installed
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, clientAuthentication = 'client_secret_basic'] = process.argv.slice(2)
const { Provider } = await import(pathToFileURL(join(folder, 'node_modules/oidc-provider/lib/index.js')).href)

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
  server.on('request', provider.callback())
  console.log(issuer)
})

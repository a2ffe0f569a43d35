import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll } from 'vitest'
import type { ProviderSettings } from '../adapters/sign-in-providers.ts'
import { type oidcProvider, oidcProvider as provider } from '../adapters/sign-in-providers-oidc.ts'

/** How the provider of a test misbehaves. Absent: it is honest. */
export interface Tricks {
  claims?: Record<string, unknown>
  /** Makes the token from its claims. */
  sign?: (claims: Record<string, unknown>, key: CryptoKey) => Promise<string> | string
  metadata?: Record<string, unknown>
  answer?: Record<string, unknown>
  userinfo?: Record<string, unknown>
  /** Milliseconds before the token is given. */
  wait?: number
  /** The token endpoint answers with this status and body. */
  refuses?: [status: number, body: Record<string, unknown>]
  /** The token endpoint sends the request on. */
  sendsOn?: string
}

export interface PlayedProvider {
  settings: ProviderSettings
  port: ReturnType<typeof oidcProvider>
  tricks: Tricks
  /** Forgets tricks, codes and what the server knows of the provider. */
  reset: () => void
  /** Makes a code for the address to which a started sign-in leads. */
  codeFor: (address: URL) => string
  signed: (claims: Record<string, unknown>, header?: { typ?: string; kid?: string }) => Promise<string>
  rotate: () => Promise<void>
  /** Calls of the token endpoint. */
  calls: string[]
}

/** An OpenID Connect provider in a few lines, with switches for every lie that it could tell. */
export function usePlayedProvider(id: string, more: Partial<ProviderSettings> = {}): PlayedProvider {
  const codes = new Map<string, { nonce: string; challenge: string }>()
  const played = { tricks: {}, calls: [] as string[] } as unknown as PlayedProvider
  let key: CryptoKey
  let shown: Record<string, unknown>
  let kid = 0
  const rotate = async () => {
    const pair = await generateKeyPair('ES256')
    key = pair.privateKey
    kid += 1
    shown = { ...(await exportJWK(pair.publicKey)), kid: `key-${kid}`, alg: 'ES256', use: 'sig' }
  }
  const signed: PlayedProvider['signed'] = (claims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: `key-${kid}`, ...header }).sign(key)

  const claimsOf = (nonce: string | undefined) => {
    const now = Math.floor(Date.now() / 1000)
    return {
      ...{
        iss: played.settings.issuer,
        aud: played.settings.client_id,
        sub: `${id}-ada`,
        iat: now,
        exp: now + 300,
      },
      ...{ nonce, sid: `sid-${id}`, auth_time: now, amr: ['pwd'] },
      ...{ email: 'ada@company.test', email_verified: true, name: 'Ada Company', groups: ['moderators'] },
      ...played.tricks.claims,
    }
  }
  const tokens = async (form: URLSearchParams): Promise<[number, Record<string, unknown>]> => {
    const { tricks } = played
    if (tricks.wait) await new Promise((resume) => setTimeout(resume, tricks.wait))
    if (tricks.refuses) return tricks.refuses
    let nonce: string | undefined
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (code?.challenge !== challenge) return [400, { error: 'invalid_grant' }]
      nonce = code.nonce
    }
    const claims = Object.fromEntries(
      Object.entries(claimsOf(nonce)).filter(([, value]) => value !== undefined),
    )
    return [
      200,
      {
        ...{ access_token: 'access', token_type: 'Bearer', refresh_token: `refresh-${played.calls.length}` },
        id_token: await (tricks.sign ? tricks.sign(claims, key) : signed(claims)),
        ...tricks.answer,
      },
    ]
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { issuer } = played.settings
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return send(200, {
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo` },
        ...{
          id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
          response_types_supported: ['code'],
        },
        ...played.tricks.metadata,
      })
    if (request.url === '/jwks') return send(200, { keys: [shown] })
    if (request.url === '/userinfo') return send(200, played.tricks.userinfo ?? {})
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    played.calls.push(`${form.get('grant_type')} ${form.get('refresh_token') ?? ''}`.trim())
    if (played.tricks.sendsOn) return response.writeHead(307, { location: played.tricks.sendsOn }).end()
    return send(...(await tokens(form)))
  })

  const reset = () => {
    played.tricks = {}
    codes.clear()
    played.calls.length = 0
    Object.assign(played.port, provider(played.settings))
  }
  Object.assign(played, { rotate, signed, reset } satisfies Partial<PlayedProvider>, {
    codeFor: (address: URL) => {
      const code = `code-${codes.size}-${Math.random()}`
      const { nonce = '', code_challenge: challenge = '' } = Object.fromEntries(address.searchParams)
      codes.set(code, { nonce, challenge })
      return code
    },
    settings: {
      ...{
        id,
        name: `The ${id}`,
        issuer: '',
        client_id: 'portreeve',
        client_secret: 'a secret of the test provider',
      },
      ...{ scopes: ['openid', 'email'], groups_claim: 'groups', trusts_email: false },
      ...{ second_factor: { amr: ['otp'], acr: [] }, ...more },
    } satisfies ProviderSettings,
  })
  // Its address is known before the first test only; the server gets the object.
  played.port = { settings: played.settings } as PlayedProvider['port']
  beforeAll(async () => {
    await rotate()
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    played.settings.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    reset()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return played
}

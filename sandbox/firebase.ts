import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Face, Surroundings } from './face.ts'
import { goesOn } from './switches.ts'

/** A person who can sign in at the stand-in of Firebase Authentication. */
export interface Account {
  uid: string
  email: string
  password: string
  displayName?: string
  disabled?: boolean
}

type SigningKey = Awaited<ReturnType<typeof importJWK>>

interface Options {
  accounts: Account[]
  /** The Firebase project: the tokens' audience, and the end of their issuer. */
  project: string
  /** Lifetime of an identity token, seconds. */
  tokenSeconds: number
}

/** Firebase's refusals, by the message that its clients expect. */
const refusal = (code: number, message: string, status?: string) => ({
  error: {
    code,
    message,
    errors: [{ message, domain: 'global', reason: 'invalid' }],
    ...(status ? { status } : {}),
  },
})

/**
 * Firebase Authentication over REST: email and password, refresh, RS256 identity tokens, the keys at /jwks.
 * `POST /firebase/revoke {email}` ends an account's refresh tokens, as a change of password does.
 */
export async function firebaseFace(around: Surroundings, options: Options): Promise<Face> {
  const { accounts, project, tokenSeconds } = options
  const { key, open } = await signingKey(around.folder)
  const tokens = new Map<string, { uid: string; revoked: boolean }>()

  const tokenFor = (account: Account) => signedToken(account, options, key, open.kid ?? '')
  const refreshFor = (account: Account) => {
    const token = randomBytes(48).toString('base64url')
    tokens.set(token, { uid: account.uid, revoked: false })
    return token
  }

  const signIn = async (body: Record<string, unknown>, reply: FastifyReply) => {
    const { email, password } = body
    if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(email))
      return reply.code(400).send(refusal(400, 'INVALID_EMAIL'))
    if (typeof password !== 'string' || password === '')
      return reply.code(400).send(refusal(400, 'MISSING_PASSWORD'))
    const account = accounts.find((one) => one.email.toLowerCase() === email.toLowerCase())
    if (!account) return reply.code(400).send(refusal(400, 'EMAIL_NOT_FOUND'))
    if (account.password !== password) return reply.code(400).send(refusal(400, 'INVALID_LOGIN_CREDENTIALS'))
    if (account.disabled) return reply.code(400).send(refusal(400, 'USER_DISABLED'))
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: account.uid,
      email: account.email,
      displayName: account.displayName ?? '',
      idToken: await tokenFor(account),
      registered: true,
      refreshToken: refreshFor(account),
      expiresIn: String(tokenSeconds),
    }
  }

  const refresh = async (body: Record<string, unknown>, reply: FastifyReply) => {
    const refuse = (message: string) => reply.code(400).send(refusal(400, message, 'INVALID_ARGUMENT'))
    if (body.grant_type !== 'refresh_token') return refuse('INVALID_GRANT_TYPE')
    if (typeof body.refresh_token !== 'string' || body.refresh_token === '')
      return refuse('MISSING_REFRESH_TOKEN')
    const known = tokens.get(body.refresh_token)
    if (!known) return refuse('INVALID_REFRESH_TOKEN')
    const account = accounts.find(({ uid }) => uid === known.uid)
    if (!account) return refuse('USER_NOT_FOUND')
    if (account.disabled) return refuse('USER_DISABLED')
    if (known.revoked) return refuse('TOKEN_EXPIRED')
    const token = await tokenFor(account)
    return {
      access_token: token,
      expires_in: String(tokenSeconds),
      token_type: 'Bearer',
      refresh_token: body.refresh_token,
      id_token: token,
      user_id: account.uid,
      project_id: project,
    }
  }

  type Call = FastifyRequest<{ Querystring: { key?: string } }>
  const call =
    (work: (body: Record<string, unknown>, reply: FastifyReply) => Promise<unknown>) =>
    async (request: Call, reply: FastifyReply) => {
      if (!request.query.key)
        return reply
          .code(403)
          .send(refusal(403, 'The request is missing a valid API key.', 'PERMISSION_DENIED'))
      const mode = around.switches.use('firebase')
      if (!(await goesOn(mode, request, reply))) return reply
      if (mode === 'fail')
        return reply.code(503).send(refusal(503, 'The service is currently unavailable.', 'UNAVAILABLE'))
      return work((request.body ?? {}) as Record<string, unknown>, reply)
    }

  return {
    name: 'firebase',
    about: `Firebase Authentication of the project ${project}: sign-in, refresh, keys at /jwks.`,
    routes: (app) => {
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
      app.setErrorHandler((_error, _request, reply) =>
        reply.code(400).send(refusal(400, 'Invalid JSON payload received.', 'INVALID_ARGUMENT')),
      )
      app.addHook('onRequest', async (request, reply) => {
        const { origin } = request.headers
        if (origin === undefined || !isLoopback(origin)) return
        reply.header('access-control-allow-origin', origin).header('vary', 'origin')
        reply.header('access-control-allow-headers', 'content-type, x-client-version, x-firebase-gmpid')
        reply.header('access-control-allow-methods', 'GET, POST')
      })
      app.options('/v1/*', (_request, reply) => reply.code(204).send())
      // fastify reads a doubled colon as a colon, not as a parameter.
      app.post('/v1/accounts::signInWithPassword', call(signIn))
      app.post('/v1/token', call(refresh))
      app.get('/jwks', () => ({ keys: [open] }))
      app.post<{ Body: { email?: string } | null }>('/firebase/revoke', ({ body }) => {
        const account = accounts.find(({ email }) => email === body?.email)
        const ended = [...tokens.values()].filter(({ uid }) => uid === account?.uid)
        for (const token of ended) token.revoked = true
        return { revoked: ended.length }
      })
    },
  }
}

/** An identity token as Firebase signs it. */
function signedToken(account: Account, { project, tokenSeconds }: Options, key: SigningKey, kid: string) {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    name: account.displayName ?? account.email,
    auth_time: now,
    user_id: account.uid,
    email: account.email,
    email_verified: true,
    firebase: { identities: { email: [account.email] }, sign_in_provider: 'password' },
  })
    .setProtectedHeader({ alg: 'RS256', kid: kid, typ: 'JWT' })
    .setIssuer(`https://securetoken.google.com/${project}`)
    .setAudience(project)
    .setSubject(account.uid)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenSeconds)
    .sign(key)
}

function isLoopback(origin: string): boolean {
  try {
    const { hostname } = new URL(origin)
    return (
      hostname === 'localhost' ||
      hostname.endsWith('.localhost') ||
      hostname === '[::1]' ||
      /^127\.[\d.]+$/.test(hostname)
    )
  } catch {
    return false
  }
}

/** The key pair, stored in the folder so that tokens stay valid after a restart. */
async function signingKey(folder: string) {
  const path = join(folder, 'key.json')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A full disk may leave an incomplete file: replace it.
  const kept = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as JWK)
    .catch(() => undefined)
  const secret = kept ?? (await newKey())
  if (!kept) {
    await writeFile(`${path}.new`, JSON.stringify(secret), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  const { n, e, kty, kid } = secret
  return {
    key: await importJWK(secret, 'RS256'),
    open: { kty, n, e, kid, alg: 'RS256', use: 'sig' } as JWK,
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex') }
}

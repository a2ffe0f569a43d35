import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtinIdentity } from '../../adapters/identity-builtin.ts'
import { readSettings } from '../../settings/settings.ts'
import { auditKey, useServer } from '../../testing/harness.ts'
import { totp } from '../../testing/totp.ts'
import { auditHead, writeAudit } from '../audit/audit.ts'
import { checkAudit } from '../audit/audit-check.ts'

const s = useServer()
const [first, second, third] = [1, 2, 3].map(() => randomBytes(32).toString('hex')) as [
  string,
  string,
  string,
]

describe('the secret', () => {
  const password = 'a long password'
  const email = 'rotating@portreeve.test'
  const address = 'http://rotating.test'
  const identity = (...secrets: string[]) =>
    builtinIdentity({
      db: s.ctx.database.db,
      name: 'test',
      address,
      consoles: [address],
      secrets,
      tokenMinutes: 5,
      sessionIdleHours: 1,
      sessionMaxHours: 1,
    })
  const call = async (secrets: string[], path: string, body?: object, cookie = '') => {
    const request = new Request(`${address}/identity${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', origin: address, cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    return identity(...secrets).handle(request)
  }
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
  /** Signs in and gets a token; returns the id of the key that signed it. */
  const signIn = async (...secrets: string[]) => {
    const answer = await call(secrets, '/sign-in/email', { email, password })
    expect(answer.status).toBe(200)
    const { token } = (await (await call(secrets, '/token', undefined, cookiesOf(answer))).json()) as {
      token: string
    }
    return { key: decodeProtectedHeader(token).kid, cookie: cookiesOf(answer) }
  }

  beforeAll(() => identity(first).setPassword({ uid: 'rotating', email, name: 'R', password }))

  test('is rotated twice: all sessions end, keys and second factors stay valid', async () => {
    const { key, cookie } = await signIn(first)
    const enabled = await call([first], '/two-factor/enable', { password }, cookie)
    const { totpURI } = (await enabled.json()) as { totpURI: string }
    const verify = async (secrets: string[], with_: string) =>
      (await call(secrets, '/two-factor/verify-totp', { code: totp(totpURI) }, with_)).status
    expect(await verify([first], cookie)).toBe(200)

    // The old cookie is invalid; the second factor still works.
    expect((await call([second, first], '/token', undefined, cookie)).status).toBe(401)
    for (const secrets of [
      [second, first],
      [third, second, first],
    ]) {
      const signedIn = await call(secrets, '/sign-in/email', { email, password })
      expect(await signedIn.json()).toMatchObject({ twoFactorRedirect: true })
      expect(await verify(secrets, cookiesOf(signedIn))).toBe(200)
    }
    await identity(first).resetSecondFactor('rotating')
    expect((await signIn(second, first)).key).toBe(key)
    expect((await signIn(third, second, first)).key).toBe(key)
  })

  test('without the previous secret, no token is issued', async () => {
    await expect(signIn(third)).rejects.toThrow()
  })
})

describe('the audit’s key', () => {
  const write = (key: string) =>
    s.ctx.database.db.transaction((tx) =>
      writeAudit(tx, key, { uid: 'u', role: 'system' }, 'test.rotation', { reason: key.slice(0, 4) }),
    )
  const faults = async (...keys: string[]) => {
    const faults: string[] = []
    await checkAudit(s.ctx.database.db, keys, (fault) => faults.push(fault))
    return faults
  }

  test('is rotated: earlier rows verify while their key is configured, and an old key verifies no later row', async () => {
    await write(auditKey)
    await write(second)
    await write(third)
    expect(await faults(third, second, auditKey)).toEqual([])
    expect((await faults(third, second)).length).toBeGreaterThan(0)
    const [seq] = (await auditHead(s.ctx.database.db)).split(':')
    await write(second)
    expect(await faults(third, second, auditKey)).toEqual([
      `row ${Number(seq) + 1}: was changed, or was not written by the server`,
    ])
  })

  test('is derived from the secret unless it has a value of its own, and so are earlier ones', () => {
    const read = (env: Record<string, string>) => {
      const { auditKey, auditKeysBefore } = readSettings({ PORTREEVE_API_KEY: 'x', ...env })
      return [auditKey, ...auditKeysBefore]
    }
    const [now] = read({ PORTREEVE_SECRET: second })
    const [before] = read({ PORTREEVE_SECRET: first })
    expect(read({ PORTREEVE_SECRET: second, PORTREEVE_SECRETS_BEFORE: first })).toEqual([now, before])
    const own = 'own'.repeat(11)
    expect(
      read({ PORTREEVE_SECRET: second, PORTREEVE_AUDIT_KEY: own, PORTREEVE_AUDIT_KEYS_BEFORE: 'b, a' }),
    ).toEqual([own, 'b', 'a'])
  })
})

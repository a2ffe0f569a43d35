import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { tokenCheck } from './token.ts'

afterEach(() => void vi.useRealTimers())

const issuer = { issuer: 'https://house.example', audience: 'house', jwks: 'builtin' }

/** A token check, and a token that it accepts for some seconds. */
async function provider(seconds: number) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }]
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({ sid: 'session' })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(issuer.issuer)
    .setAudience(issuer.audience)
    .setSubject('ada')
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(privateKey)
  return { token, check: tokenCheck([issuer], async () => ({ keys })) }
}

test('a cached token is refused after it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { check, token } = await provider(20)
  for (let n = 0; n < 3; n++)
    expect(await check(`Bearer ${token}`)).toEqual({ uid: 'ada', session: 'session' })
  vi.setSystemTime(Date.now() + 21_000)
  await expect(check(`Bearer ${token}`)).rejects.toMatchObject({ code: 'signed_out', title: 'Signed out' })
})

test('a cached token does not admit a similar one', async () => {
  const { check, token } = await provider(600)
  await check(token)
  const [head, body, signature = ''] = token.split('.')
  const forged = `${head}.${body}.${[...signature].reverse().join('')}`
  await expect(check(forged)).rejects.toMatchObject({ code: 'signed_out' })
  await expect(check((await provider(600)).token)).rejects.toMatchObject({ code: 'signed_out' })
})

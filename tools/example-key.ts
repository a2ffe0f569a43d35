import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { machineScopes } from '@portreeve/contract/marketplace/machine-keys'

/** Attempts of a call, a second apart. */
const attempts = 30

/** The example cannot call the demo. The message says why. */
export class NoKey extends Error {}

/**
 * The machine key of the example marketplace: made by the demo's admin at the first start, as an integrator makes one, and kept
 * in a file. Throws NoKey when the demo's password does not sign in any more.
 * @param address the demo's server, which is the only one with a known password
 */
export async function exampleKey(address: string, apiKey: string, file: string): Promise<string> {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const call = async (path: string, body: object | undefined, headers: Record<string, string>) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(address + path, {
        method: body ? 'POST' : 'GET',
        headers: { origin: address, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.ok) return answer
      // A server that has just been started may be too busy to hash a password in time.
      if (answer.status !== 503 || attempt === attempts)
        throw new NoKey(
          `The example marketplace is not started, as ${path} answered ${answer.status} to the demo's admin: make a machine key in the console, write it into ${file}, and start again.`,
        )
      await pause(1000)
    }
  }
  const session = await call(
    '/identity/sign-in/email',
    { email: 'admin@portreeve.test', password: 'portreeve-demo' },
    {},
  )
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { token } = (await (await call('/identity/token', undefined, { cookie })).json()) as { token: string }
  const made = await call(
    '/v1/admin/machine_keys',
    { name: 'Example marketplace', scopes: machineScopes },
    { 'x-api-key': apiKey, authorization: `Bearer ${token}` },
  )
  const { data } = (await made.json()) as { data: { token: string } }
  await call('/identity/sign-out', {}, { cookie })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, data.token, { mode: 0o600 })
  return data.token
}

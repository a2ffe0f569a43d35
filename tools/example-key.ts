import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type MachineScope, recordScopes } from '@portreeve/contract/marketplace/machine-keys'

/** Attempts of a call, a second apart. */
const attempts = 30

/** The example cannot call the demo. The message says why. */
export class NoKey extends Error {}

/** What the example adds to the console, at its own address. */
const declarations = (own: string) => [
  {
    ...{ type: 'panel', name: 'seller', title: 'Seller statistics', on: ['user'], url: `${own}/panel` },
    ...{ may: 'users.read', tells_caller: false },
  },
  {
    ...{ type: 'action', name: 'ask-invoice', title: 'Ask for an invoice', on: ['transaction'] },
    ...{ url: `${own}/actions/invoice`, may: 'transactions.write', inputs: [] },
    confirm: 'The example marketplace asks the seller for an invoice.',
  },
]

/**
 * The machine key of the example marketplace and the secret of its action: made by the demo's admin at the first start, as an integrator
 * makes them, and kept in two files. The secret is undefined beside a key of an earlier release, or one made by hand. Throws NoKey when
 * the demo's password does not sign in any more.
 * @param address the demo's server, which is the only one with a known password
 * @param port of the example, to which the panel and the action lead
 */
export async function exampleKey(address: string, apiKey: string, file: string, port: number) {
  const secretFile = `${file}-action`
  const kept = (name: string) => (existsSync(name) ? readFileSync(name, 'utf8').trim() : undefined)
  const key = kept(file)
  if (key !== undefined) return { key, secret: kept(secretFile) }
  const call = async (
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
    method = body ? 'POST' : 'GET',
  ) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(address + path, {
        method,
        headers: { origin: address, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.ok || (method === 'DELETE' && answer.status === 404)) return answer
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
  const admin = { 'x-api-key': apiKey, authorization: `Bearer ${token}` }
  const dataOf = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data
  const { uid: owner } = await dataOf<{ uid: string }>(call('/v1/staff/me', undefined, admin))
  const scopes: MachineScope[] = [...recordScopes, 'act.extensions.manage', 'propose.review.decide']
  const made = { name: 'Example marketplace', scopes, owner }
  const data = await dataOf<{ token: string }>(call('/v1/admin/machine_keys', made, admin))
  let secret: string | undefined
  for (const declaration of declarations(`http://127.0.0.1:${port}`)) {
    // The one of an earlier start whose files are gone: its secret is shown never again.
    const { type, name } = declaration
    await call(`/v1/admin/extensions/${type}/${name}`, undefined, admin, 'DELETE')
    const declared = await dataOf<{ secret: string | null }>(call('/v1/admin/extensions', declaration, admin))
    secret = declared.secret ?? secret
  }
  await call('/identity/sign-out', {}, { cookie })
  mkdirSync(dirname(file), { recursive: true })
  if (secret !== undefined) writeFileSync(secretFile, secret, { mode: 0o600 })
  writeFileSync(file, data.token, { mode: 0o600 })
  return { key: data.token, secret }
}

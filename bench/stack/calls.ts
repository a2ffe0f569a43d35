import { stripePayments } from '../../server/adapters/payments-stripe.ts'
import { dataOf } from './client.ts'
import { metricsToken, type ServerUnderTest } from './server-under-test.ts'
import { becomes } from './waiting.ts'

/** The server's metrics, in the text format of Prometheus. */
export const metricsOf = async (api: string): Promise<string> =>
  (await fetch(`${api}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()

/** Makes a machine key as the demo's admin. */
export async function machineKey(server: ServerUnderTest, scopes: string[]): Promise<string> {
  const body = { name: `bench ${Date.now()}`, scopes }
  const made = await server.call(await server.token(), 'POST', '/v1/admin/machine_keys', { body })
  return dataOf<{ token: string }>(made).token
}

/** Sets the mode of a face of the sandbox. */
export async function setFace(server: ServerUnderTest, face: string, mode: string, more: object = {}) {
  await setSandbox(server, '/switches', { face, mode, ...more })
}

/** Posts to one of the sandbox's own addresses. */
export async function setSandbox<Answer>(
  server: ServerUnderTest,
  path: string,
  body: object,
): Promise<Answer> {
  const answer = await fetch(`${server.sandbox}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Waits until no operation is pending. Returns the seconds that it took; more than `timeout` when some still are. */
export function settled(server: ServerUnderTest, timeout: number): Promise<number> {
  const from = Date.now()
  return server.withDatabase(async ({ pool }) => {
    const pending = "select 1 from operations where state = 'pending' limit 1"
    await becomes(async () => (await pool.query(pending)).rows.length === 0, (timeout + 1) * 1000, 250)
    return (Date.now() - from) / 1000
  })
}

/** The real payment provider, not its twin. */
export const paymentsOf = (server: ServerUnderTest) =>
  stripePayments({ key: 'sk_test_portreeve', address: server.sandbox, webhookSecret: '' })

/** Reads one of the sandbox's pages of figures. */
export async function figures<Figures>(server: ServerUnderTest, path: string): Promise<Figures> {
  return (await (await fetch(`${server.sandbox}${path}`)).json()) as Figures
}

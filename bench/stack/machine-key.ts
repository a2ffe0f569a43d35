import { apiKey, type ServerUnderTest } from './server-under-test.ts'

/** Makes a machine key as the demo's admin. */
export async function machineKey(server: ServerUnderTest, scopes: string[]): Promise<string> {
  const answer = await fetch(`${server.api}/v1/admin/machine_keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await server.token()}`,
      'x-api-key': apiKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: `bench ${Date.now()}`, scopes }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return (JSON.parse(text) as { data: { token: string } }).data.token
}

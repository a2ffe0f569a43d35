import type { AddressInfo } from 'node:net'
import { PortreeveError, portreeve } from '@portreeve/client'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { keyFor } from '../testing/machine.ts'

const s = useServer()
let options: { address: string; key: string }
beforeAll(async () => {
  await s.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = s.server.server.address() as AddressInfo
  options = {
    address: `http://127.0.0.1:${port}/`,
    key: await keyFor(s, [
      'ingest.users',
      'ingest.collection_items',
      'ingest.moderating_messages',
      'events.read',
    ]),
  }
})

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `p${from + n}`, displayName: 'A person' }))

test('writes rows in batches, yields their results in order, and counts them', async () => {
  const shop = portreeve(options)
  let read = 0
  async function* rows() {
    for (const row of [...people(0, 1200), { uid: 'bad', displayName: 7 as unknown as string }]) {
      read += 1
      yield row
    }
  }
  const run = shop.ingest('users', rows())
  const first = await run.next()
  expect(first.value).toEqual({
    line: 1,
    key: 'p0',
    result: 'new',
    row: { uid: 'p0', displayName: 'A person' },
  })
  // Back-pressure: the next batch is read after the results of this one were taken.
  expect(read).toBe(500)
  const keys = ['p0']
  for (;;) {
    const { done, value } = await run.next()
    if (done) {
      expect(value).toEqual({ new: 1200, changed: 0, unchanged: 0, deleted: 0, rejected: 1 })
      break
    }
    keys.push(value.key ?? '')
  }
  expect(keys).toEqual([...people(0, 1200).map(({ uid }) => uid), 'bad'])
})

test('repeats a call that fails for a while; no row is lost and none is written twice', async () => {
  let calls = 0
  const flaky: typeof fetch = async (...given) => {
    calls += 1
    if (calls === 1) throw new TypeError('fetch failed')
    const answer = await fetch(...given)
    // The server wrote the rows, but its answer breaks off.
    if (calls === 2) return new Response((await answer.text()).slice(0, 100))
    return answer
  }
  const shop = portreeve({ ...options, fetch: flaky })
  const results = []
  for await (const { result } of shop.ingest('users', people(2000, 2003))) results.push(result)
  expect([calls, results]).toEqual([3, ['unchanged', 'unchanged', 'unchanged']])
  expect(await s.query("select uid from users where uid like 'p200_'")).toHaveLength(3)
})

test('writes and deletes single records', async () => {
  const shop = portreeve(options)
  expect(await shop.put('users', { uid: 'one', source_version: 2 })).toMatchObject({ result: 'new' })
  expect(await shop.put('users', { uid: 'one', source_version: 1 })).toMatchObject({ late: true })
  await expect(shop.put('users', { uid: 'one', email: 'x'.repeat(400) })).rejects.toMatchObject({
    code: 'rejected',
    message: 'one email is longer than 320 characters',
  })
  expect(await shop.remove('users', 'one', 3)).toMatchObject({ result: 'deleted' })
  await shop.put('moderating_messages', { map: 'admin_messages', key: 'a,b', text: 'No.' })
  expect(await shop.remove('moderating_messages', ['admin_messages', 'a,b'])).toMatchObject({
    result: 'deleted',
  })
})

test('a refusal is an error with the reason, and is not repeated', async () => {
  let calls = 0
  const counted: typeof fetch = (...given) => {
    calls += 1
    return fetch(...given)
  }
  const shop = portreeve({ ...options, fetch: counted })
  const refused = await shop.remove('transactions', 't1').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PortreeveError)
  expect(refused).toMatchObject({ code: 'forbidden', status: 403, isTemporary: false })
  expect(calls).toBe(1)
  const nowhere = portreeve({ ...options, address: 'http://127.0.0.1:9', attempts: 1 })
  await expect(nowhere.put('users', { uid: 'x' })).rejects.toMatchObject({ code: 'unreachable' })
})

test('reads back a record that it wrote, and null for another one', async () => {
  const shop = portreeve(options)
  await shop.put('users', { uid: 'back', displayName: 'Read back', source_version: 3 })
  expect(await shop.get('users', 'back')).toMatchObject({ displayName: 'Read back', source_version: 3 })
  await shop.put('moderating_messages', { map: 'admin_messages', key: 'a,b', text: 'Two parts' })
  expect(await shop.get('moderating_messages', ['admin_messages', 'a,b'])).toMatchObject({
    text: 'Two parts',
  })
  expect(await shop.get('users', 'nobody')).toBeNull()
  await expect(shop.get('listings', 'lamp')).rejects.toMatchObject({ code: 'forbidden' })
})

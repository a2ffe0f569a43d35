import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { expect } from 'vitest'
import type { Harness } from './harness.ts'

/** The texts of the statements that some work sends to the database, in their order. */
export async function statementsDuring({ ctx }: Harness, work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = ctx.database
  const texts: string[] = []
  const note = ([statement]: unknown[]) => {
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
    texts.push(text)
  }
  const [query, connect] = [pool.query, pool.connect]
  pool.query = function (this: typeof pool, ...given: unknown[]) {
    note(given)
    return Reflect.apply(query, this, given)
  } as typeof pool.query
  // Statements in a call's transaction use its own connection.
  pool.connect = async function (this: typeof pool, ...given: unknown[]) {
    const client = await Reflect.apply(connect, this, given)
    if (given.length > 0 || !client) return client
    const own = client.query
    client.query = function (this: typeof client, ...args: unknown[]) {
      note(args)
      return Reflect.apply(own, this, args)
    }
    const release = client.release
    client.release = (...how: unknown[]) => {
      client.query = own
      client.release = release
      return Reflect.apply(release, client, how)
    }
    return client
  } as typeof pool.connect
  try {
    await work()
  } finally {
    pool.query = query
    pool.connect = connect
  }
  return texts
}

/** The texts of the statements that a call of an admin sends to the database, in their order. */
export const statementsOf = (s: Harness, endpoint: Endpoint, input: object): Promise<string[]> =>
  statementsDuring(s, async () => {
    const { status, body } = await s.call('admin', endpoint, input as Input<Endpoint>)
    expect([status, body.error_message]).toEqual([200, undefined])
  })

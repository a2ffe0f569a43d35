import { setTimeout as pause } from 'node:timers/promises'
import { makeOrders } from '../stack/orders.ts'
import type { ServerUnderTest } from '../stack/server-under-test.ts'

/** The changing calls of the load. */
export const changes = ['ban', 'unban', 'message', 'refund'] as const
export type Change = (typeof changes)[number]
type Kind = Change | 'search' | 'user' | 'list' | 'sign-in' | 'healthz' | 'readyz'

/** Records of each kind for the load; one call changes each. */
const records = 2500

/** A call of the load. */
interface Wish {
  kind: Kind
  /** Idempotency-Key of a changing call. */
  key: string
  /** The record that it changes. */
  target: string
  method: string
  path: string
  body?: object
}

/** A call and its answer. */
export interface Called extends Wish {
  /** Time of sending, milliseconds of Date.now(). */
  startedAt: number
  took: number
  /** 0 without an answer. */
  status: number
  /** The reason for no answer. */
  cut: string
  code: string
  words: string
}

/** Makes the records that the load changes. */
export async function makeRecords(server: ServerUnderTest) {
  await makeOrders(server, 't', records)
  await server.withDatabase(async ({ pool }) => {
    await pool.query(
      `insert into users (uid, search_uid, display_name, is_banned)
       select kind || i, kind || i, 'Person ' || i, kind = 'unban' from unnest(array['ban', 'unban']) kind, generate_series(1, $1::int) i`,
      [records],
    )
    await pool.query(
      `insert into conversations (id, conversations_messages_id, date)
       select 'message' || i, 'm-' || i, now() from generate_series(1, $1::int) i`,
      [records],
    )
    await pool.query(
      `insert into conversation_members (conversation_id, uid, name, position)
       select 'message' || i, uid, uid, 0 from unnest(array['staff-admin', 'ban1']) uid, generate_series(1, $1::int) i`,
      [records],
    )
    await pool.query('analyze')
  })
}

/** The n-th changing call of a kind. */
export function wishOf(kind: Change, n: number): Wish {
  const target = kind === 'refund' ? `t${n}` : `${kind}${n}`
  const key = `${kind}-${n}-of-the-bench`
  const wish = (method: string, path: string, body?: object) => ({
    ...{ kind, target, key, method, path },
    ...(body && { body }),
  })
  const user = `/v1/admin/users/${target}`
  if (kind === 'ban') return wish('PATCH', `${user}/ban`, { ban_reason: key })
  if (kind === 'unban') return wish('PATCH', `${user}/unban`)
  if (kind === 'refund') return wish('POST', `/v1/admin/transactions/${target}/refunds`, { amount: 1000 })
  const sender = { senderID: 'staff-admin', senderDisplayName: 'Admin' }
  const message_data = { text: key, type: 0, ...sender, date: new Date().toISOString() }
  return wish('POST', '/v2/messages', { message_data, conversation_id: target, recipient_uid: 'ban1' })
}

const reading = {
  search: '/v1/admin/user_search?search_term=Person%2077',
  user: '/v1/admin/users/ban1',
  list: '/v1/admin/transactions',
}

/** A reading call, or one of the server's health. */
export const get = (kind: Kind, path: string): Wish => ({ kind, key: '', target: '', method: 'GET', path })

/** Sends one call and waits for its answer. */
export async function send(server: ServerUnderTest, token: string, wish: Wish): Promise<Called> {
  const { method, path, key, body } = wish
  const more = { key, headers: { origin: server.api }, ...(body && { body }) }
  const { status, text, startedAt, took } = await server.call(token, method, path, more)
  const seen = { ...wish, startedAt, took: Math.round(took), status, cut: '', code: '', words: '' }
  if (status === 0) return { ...seen, cut: text }
  const { status_code, code = '', error_message = '' } = parsed(text)
  if (status_code === 0) return { ...seen, code, words: error_message }
  return { ...seen, words: status === 200 ? '' : text.slice(0, 200) }
}

function parsed(text: string): { status_code?: number; code?: string; error_message?: string } {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

/** Counts through all phases of a bench, so that no record is changed twice. */
export const counter = () => {
  const next: Record<Change, number> = { ban: 1, unban: 1, message: 1, refund: 1 }
  return (kind: Change) => {
    if (next[kind] > records) throw new Error(`There are only ${records} records of ${kind}`)
    return next[kind]++
  }
}

/**
 * A steady open-loop load: calls do not wait for each other, as people do not. Half of them read, half change.
 * It also calls health and readiness, and signs in.
 */
export function startLoad(
  server: ServerUnderTest,
  token: string,
  next: (kind: Change) => number,
  perSecond = 12,
) {
  const calls: Called[] = []
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const go = (wish: Wish) => {
    const work = send(server, token, wish).then((called) => {
      calls.push(called)
      underWay.delete(work)
    })
    underWay.add(work)
  }
  const every = async (milliseconds: number, make: (turn: number) => Wish) => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      go(make(turn))
      await pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const names = ['search', 'user', 'list'] as const
  const loops = [
    every(1000 / perSecond, (turn) => {
      const change = changes[(turn >> 1) % changes.length] ?? 'ban'
      const read = names[(turn >> 1) % names.length] ?? 'search'
      return turn % 2 === 0 ? get(read, reading[read]) : wishOf(change, next(change))
    }),
    every(500, () => get('healthz', '/healthz')),
    every(1000, () => get('readyz', '/readyz')),
    every(2500, () => ({
      ...get('sign-in', '/identity/sign-in/email'),
      method: 'POST',
      body: { email: 'admin@portreeve.test', password: 'portreeve-demo' },
    })),
  ]
  return {
    calls,
    /** Sends no more calls and waits for the open ones. */
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(underWay)
    },
  }
}

export const isReading = ({ kind }: Called) => kind === 'search' || kind === 'user' || kind === 'list'
export const isChanging = ({ kind }: Called) => (changes as readonly string[]).includes(kind)

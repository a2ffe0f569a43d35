import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { type Role, rightsOf } from '@portreeve/contract/base/rights'
import type { LivePayload } from '@portreeve/contract/live-payloads'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { BackendProvider } from './backend.tsx'
import { useLiveQueries } from './live-queries.ts'
import { usePages } from './pages.ts'
import { createQueries } from './queries.ts'
import { useData } from './use-data.ts'

let role: Role
let listeners: Map<string, (event: unknown) => void>
let state: string
let onState: () => void
/** The GET calls since the page was loaded, as 'questions.get q1'. */
let reads: string[]
/** Answers wait for it while it is set. */
let gate: Promise<void> | undefined

const nameOf = (endpoint: Endpoint) => {
  for (const [group, calls] of Object.entries(api))
    for (const [name, one] of Object.entries(calls)) if (one === endpoint) return `${group}.${name}`
  return ''
}
const call = async (endpoint: Endpoint, { params, query }: { params?: object; query?: object }) => {
  const answer = (data: unknown) => ({ data, more: false, cursor: null, total: null })
  if (endpoint === api.staff.me) return answer({ uid: 'me', ...rightsOf(role) })
  reads.push([nameOf(endpoint), ...Object.values(params ?? {}), ...Object.values(query ?? {})].join(' '))
  await gate
  if (endpoint === api.linkedAccounts.get) return answer({ accounts: [{ uid: 'a' }, { uid: 'b' }] })
  return answer(endpoint === api.transactions.list ? [{ id: 't1' }] : [])
}
const live = {
  subscribe: (topic: string, listener: (event: unknown) => void) => {
    listeners.set(topic, listener)
    return () => listeners.delete(topic)
  },
  state: () => state,
  onState: (watcher: () => void) => {
    onState = watcher
    return () => {}
  },
}
const signedIn = { subscribe: () => () => {}, state: () => ({ is: 'signed_in', uid: 'me' }) }

/** Runs twenty turns of the event loop. A fixed time would not do: on a busy machine one turn may take all of it. */
const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((later) => setTimeout(later))
  })

/** A page that shows some records. */
async function show(page: () => void) {
  const queries = createQueries()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendProvider backend={{ call, live, session: signedIn } as never}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </BackendProvider>
  )
  const shown = renderHook(
    () => {
      useLiveQueries()
      page()
    },
    { wrapper },
  )
  await settle()
  reads = []
  return shown
}
const publish = async (topic: string, event: unknown) => {
  listeners.get(topic)?.(event)
  await settle()
  return reads.splice(0).sort()
}

beforeEach(() => {
  role = 'admin'
  listeners = new Map()
  state = 'live'
  reads = []
  gate = undefined
})

const of = (id: string) => ({ params: { id } })
const useTransaction = (id: string) => {
  useData(api.transactions.get, of(id))
  useData(api.transactions.money, of(id))
}
const usePerson = (uid: string) => {
  usePages(api.transactions.ofUser, { params: { uid } })
  useData(api.users.get, { params: { uid } })
}

it('a change by a colleague refetches its record and its lists, and nothing else', async () => {
  await show(() => {
    useData(api.macros.list, {})
    usePages(api.keywords.list, { query: {} })
    usePages(api.questions.list, { query: {} })
    useData(api.questions.get, of('q1'))
    useData(api.questions.get, of('q2'))
    usePages(api.collections.list, { query: {} })
    useData(api.collections.get, of('c1'))
    usePages(api.collections.items, { ...of('c1'), query: {} })
    usePages(api.collections.items, { ...of('c2'), query: {} })
    useData(api.emailTemplates.list, {})
    useData(api.emailTemplates.get, of('welcome'))
    useData(api.emailTemplates.versions, of('welcome'))
    useData(api.emailTemplates.variables, {})
    useData(api.moderatingMessages.get, {})
    useData(api.config.get, {})
  })
  expect(await publish('macros', { id: 'm' })).toEqual(['macros.list'])
  expect(await publish('keywords', { id: 'k' })).toEqual(['keywords.list'])
  expect(await publish('questions', { id: 'q1' })).toEqual(['questions.get q1', 'questions.list'])
  expect(await publish('collections', { id: 'c1' })).toEqual([
    'collections.get c1',
    'collections.items c1',
    'collections.list',
  ])
  expect(await publish('emailTemplates', { id: 'welcome' })).toEqual([
    'emailTemplates.get welcome',
    'emailTemplates.list',
    'emailTemplates.versions welcome',
  ])
  expect(await publish('emailVariables', { id: 'name' })).toEqual(['emailTemplates.variables'])
  expect(await publish('moderatingMessages', { keys: ['a'] })).toEqual([
    'config.get',
    'moderatingMessages.get',
  ])
})

it('the end of a check of the ledger refetches the differences, its begin only the checks', async () => {
  await show(() => {
    useData(api.reconciliation.days, {})
    usePages(api.reconciliation.differences, { query: { state: 'open' } })
  })
  const day = '2026-01-01'
  expect(await publish('reconciliation', { day, state: 'running' })).toEqual(['reconciliation.days'])
  expect(await publish('reconciliation', { day, state: 'done' })).toEqual([
    'reconciliation.days',
    'reconciliation.differences open',
  ])
})

it('a deletion by a colleague refetches the lists; the page of the record keeps its data', async () => {
  await show(() => {
    usePages(api.collections.list, { query: {} })
    useData(api.collections.get, of('c1'))
    useData(api.questions.get, of('q1'))
  })
  expect(await publish('collections', { id: 'c1', deleted: true })).toEqual(['collections.list'])
  expect(await publish('questions', { id: 'q1', deleted: true })).toEqual([])
})

it('a change of a transaction refetches the pages of it, of its order and of both people', async () => {
  await show(() => {
    useTransaction('t1')
    useTransaction('t2')
    usePages(api.transactions.list, { query: {} })
    useData(api.orders.get, of('o1'))
    useData(api.orders.get, of('o2'))
    usePerson('buyer')
    usePerson('seller')
    usePerson('else')
    useData(api.transactions.between, { query: { party1: 'seller', party2: 'buyer' } })
    useData(api.transactions.between, { query: { party1: 'else', party2: 'buyer' } })
    usePages(api.timeline.of, { params: { kind: 'transaction', id: 't1' }, query: {} })
  })
  const event: LivePayload<'transactions'> = {
    id: 't1',
    order_id: 'o1',
    purchaser_uid: 'buyer',
    seller_uid: 'seller',
  }
  const ofOne = ['transactions.get t1', 'transactions.list', 'transactions.money t1']
  expect(await publish('transactions', event)).toEqual(
    [
      ...ofOne,
      'orders.get o1',
      'transactions.ofUser buyer',
      'transactions.ofUser seller',
      'transactions.between seller buyer',
      'users.get buyer',
      'users.get seller',
      'timeline.of transaction t1',
    ].sort(),
  )
  expect(await publish('transactions', { ...event, id: 't3', order_id: null, seller_uid: 'x' })).toEqual([
    'transactions.ofUser buyer',
    'users.get buyer',
  ])
  expect(await publish('approvals', { id: 'a', transaction_id: 't1', state: 'asked' })).toEqual(ofOne)
})

it('[SHP-12] a cancelled label refetches nothing', async () => {
  await show(() => useTransaction('t1'))
  const change = { id: 't1', order_id: null, purchaser_uid: 'buyer', seller_uid: 'seller' }
  expect(await publish('transactions', { ...change, cancelled_label: 'l1' })).toEqual([])
  expect(await publish('transactions', change)).not.toEqual([])
})

it('an approval request refetches the lists of waiting requests', async () => {
  await show(() => {
    useData(api.approvals.list, { query: { state: 'asked' } })
    usePages(api.transactions.list, { query: { waiting: 'true' } })
  })
  expect(await publish('approvals', { id: 'a', transaction_id: 't9', state: 'asked' })).toEqual([
    'approvals.list asked',
    'transactions.list true',
  ])
})

it('a block of one account refetches the accounts that are linked to it, and no others', async () => {
  await show(() => {
    useData(api.linkedAccounts.get, { params: { uid: 'a' } })
  })
  expect(await publish('users', { uid: 'b' })).toEqual(['linkedAccounts.get a'])
  expect(await publish('users', { uid: 'c' })).toEqual([])
})

it('an answer in flight may be older than the event: it is not cancelled, and fetched once more', async () => {
  let open = () => {}
  const { rerender } = await show(() => useData(api.macros.list, {}))
  gate = new Promise((done) => {
    open = done
  })
  listeners.get('macros')?.({ id: 'm' })
  await settle()
  for (const id of ['n', 'o', 'p']) listeners.get('macros')?.({ id })
  await settle()
  expect(reads).toEqual(['macros.list'])
  open()
  await settle()
  rerender()
  expect(reads).toEqual(['macros.list', 'macros.list'])
})

it('once the feed is back after a break, everything that may have changed is refetched', async () => {
  await show(() => {
    useData(api.macros.list, {})
    useData(api.collections.get, of('c1'))
    useData(api.staff.mySignIn, {})
  })
  for (const next of ['broken', 'live']) {
    state = next
    onState()
  }
  await settle()
  expect(reads.sort()).toEqual(['collections.get c1', 'macros.list'])
})

it('a role subscribes only to topics that it may read: one other topic would refuse the whole stream', async () => {
  role = 'finance'
  const page = await show(() => {})
  expect([...listeners.keys()]).toContain('keywords')
  expect([...listeners.keys()]).not.toContain('macros')
  page.unmount()
  expect(listeners.size).toBe(0)
  role = 'admin'
  await show(() => {})
  expect([...listeners.keys()]).toContain('macros')
})

it('a refused stream makes the page read its role again, and subscribe to the topics of the new one', async () => {
  role = 'admin'
  await show(() => {})
  expect([...listeners.keys()]).toContain('macros')
  role = 'finance'
  state = 'refused'
  onState()
  await settle()
  expect([...listeners.keys()]).toContain('keywords')
  expect([...listeners.keys()]).not.toContain('macros')
})

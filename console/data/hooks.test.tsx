import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { api } from '@portreeve/contract'
import type { User } from '@portreeve/contract/people/users'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackendProvider } from './backend.tsx'
import { CallFailure } from './failure.ts'
import { createQueries } from './queries.ts'
import { useAction, usePending } from './use-action.ts'
import { useData } from './use-data.ts'

/** A call that waits for the test to answer it. */
interface Waiting {
  path: string
  input: { params?: { uid: string }; query?: { search_term?: string }; body?: Record<string, number> }
  options: { idempotencyKey?: string; ifMatch?: number }
  answer: (data: unknown) => Promise<void>
  fail: (failure: CallFailure) => Promise<void>
}
let waiting: Waiting[]
const next = async (path: string): Promise<Waiting> => {
  await waitFor(() => expect(waiting.some((call) => call.path === path)).toBe(true))
  const index = waiting.findIndex((call) => call.path === path)
  return waiting.splice(index, 1)[0] as Waiting
}
/** Runs `what`, and waits until the hooks have rendered its effect. */
const settled = (what: () => void) =>
  act(async () => {
    what()
    await new Promise((later) => setTimeout(later, 10))
  })
const call = (endpoint: { method: string; path: string }, input: never, options: never) =>
  new Promise((resolve, reject) => {
    waiting.push({
      path: `${endpoint.method} ${endpoint.path}`,
      input,
      options,
      answer: (data) => settled(() => resolve({ data, more: false, cursor: null, total: null })),
      fail: (failure) => settled(() => reject(failure)),
    })
  })

const show = (children: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      <Notifications withinPortal={false} />
      <BackendProvider backend={{ call } as never}>
        <QueryClientProvider client={createQueries()}>{children}</QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )

const GET = 'GET /v1/admin/users/{uid}'
const PATCH = 'PATCH /v1/admin/users/{uid}'
const params = { uid: 'a' }
const user = (flags: Partial<User> = {}) => ({ uid: 'a', store_behavior: 0, early_access: 0, ...flags })
const failed = new CallFailure(500, { status_code: 0, error_title: 'Broken' })

/** Two switches like those of the user page. */
function Switches() {
  const person = useData(api.users.get, { params })
  const update = useAction(api.users.update, { refetch: [api.users.get], inOrder: 'a' })
  const pending = usePending(api.users.update)
  return (['store_behavior', 'early_access'] as const).map((field) => {
    const value = pending.reduce((last, { body }) => body[field] ?? last, person.data?.[field])
    return (
      <button
        key={field}
        type="button"
        onClick={() => void update.run({ params, body: { [field]: value === 1 ? 0 : 1 } })}
      >
        {`${field} ${value}`}
      </button>
    )
  })
}
const press = (name: string) => settled(() => fireEvent.click(screen.getByText(name)))

beforeEach(() => {
  waiting = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  act(() => notifications.clean())
  vi.restoreAllMocks()
})

describe('a pending change lies over the data of the server', () => {
  const shown = async () => {
    show(<Switches />)
    await (await next(GET)).answer(user())
  }

  it('[UDT-42] shows before the server answers', async () => {
    await shown()
    await press('store_behavior 0')
    expect(screen.getByText('store_behavior 1')).toBeVisible()
    expect((await next(PATCH)).input.body).toEqual({ store_behavior: 1 })
  })

  it('[UDT-43] [UDT-44] is reverted when it fails, without a toast', async () => {
    await shown()
    await press('store_behavior 0')
    await (await next(PATCH)).fail(failed)
    expect(screen.getByText('store_behavior 0')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(console.error).toHaveBeenCalledWith(failed)
  })

  it('shows no old value between the answer and the refetched record', async () => {
    await shown()
    await press('store_behavior 0')
    await (await next(PATCH)).answer(null)
    expect(screen.getByText('store_behavior 1')).toBeVisible()
    await (await next(GET)).answer(user({ store_behavior: 1 }))
    expect(screen.getByText('store_behavior 1')).toBeVisible()
  })

  it('goes out after the earlier changes of its record, and all of them show', async () => {
    await shown()
    await press('store_behavior 0')
    await press('early_access 0')
    await press('store_behavior 1')
    expect(screen.getByText('store_behavior 0')).toBeVisible()
    expect(screen.getByText('early_access 1')).toBeVisible()
    const bodies = []
    for (const flags of [
      { store_behavior: 1 },
      { store_behavior: 1, early_access: 1 },
      { early_access: 1 },
    ]) {
      const change = await next(PATCH)
      bodies.push(change.input.body)
      expect(waiting).toEqual([])
      await change.answer(null)
      await (await next(GET)).answer(user(flags as Partial<User>))
      expect(screen.getByText('store_behavior 0')).toBeVisible()
      expect(screen.getByText('early_access 1')).toBeVisible()
    }
    expect(bodies).toEqual([{ store_behavior: 1 }, { early_access: 1 }, { store_behavior: 0 }])
  })

  it('reverts only itself when others follow', async () => {
    await shown()
    await press('store_behavior 0')
    await press('early_access 0')
    await (await next(PATCH)).fail(failed)
    expect(screen.getByText('store_behavior 0')).toBeVisible()
    expect(screen.getByText('early_access 1')).toBeVisible()
  })
})

describe('useData', () => {
  function Search() {
    const [term, setTerm] = useState('old')
    const found = useData(api.users.search, { query: { search_term: term } }, { failed: 'Search failed' })
    return (
      <>
        <button type="button" onClick={() => setTerm('new')}>
          search new
        </button>
        <p>{found.failure ? 'failed' : found.loading ? 'loading' : String(found.data)}</p>
      </>
    )
  }
  const SEARCH = 'GET /v1/admin/user_search'

  it('a slower, older answer never replaces a newer one', async () => {
    show(<Search />)
    const old = await next(SEARCH)
    await press('search new')
    const fresh = await next(SEARCH)
    await fresh.answer('new result')
    await old.answer('old result')
    expect(screen.getByText('new result')).toBeVisible()
  })

  it('an older failure shows no toast after a newer search', async () => {
    show(<Search />)
    const old = await next(SEARCH)
    await press('search new')
    const fresh = await next(SEARCH)
    await old.fail(failed)
    await fresh.answer('new result')
    expect(screen.queryByText('Search failed')).toBeNull()
  })

  it('a failed load shows one toast, and no empty result', async () => {
    show(<Search />)
    await (await next(SEARCH)).fail(failed)
    expect(screen.getByText('failed')).toBeVisible()
    expect(screen.getAllByText('Search failed')).toHaveLength(1)
  })
})

describe('useAction', () => {
  function Unblock() {
    const unban = useAction(api.users.unban, { done: 'Unblocked', failed: 'Not unblocked' })
    const [result, setResult] = useState('')
    return (
      <>
        <button
          type="button"
          onClick={() =>
            void unban.run({ params }).then((outcome) => setResult(outcome.done ? 'done' : 'not done'))
          }
        >
          unblock
        </button>
        <p>{result}</p>
      </>
    )
  }
  const UNBAN = 'PATCH /v1/admin/users/{uid}/unban'

  it('a success is a status, a failure an alert that says why', async () => {
    show(<Unblock />)
    await press('unblock')
    await (await next(UNBAN)).answer(null)
    expect(screen.getByRole('status')).toHaveTextContent('Unblocked')
    await press('unblock')
    await (await next(UNBAN)).fail(failed)
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not unblockedBroken$/)
  })

  it('a change refused because the session has ended fails without a toast', async () => {
    show(<Unblock />)
    await press('unblock')
    await (await next(UNBAN)).fail(new CallFailure(401, { code: 'signed_out' }))
    expect(screen.getByText('not done')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a change without an answer keeps its key in the next attempt, an answered one does not', async () => {
    show(<Unblock />)
    const keys: (string | undefined)[] = []
    for (const end of [
      (attempt: Waiting) => attempt.fail(new CallFailure(0, null)),
      (attempt: Waiting) => attempt.fail(failed),
      (attempt: Waiting) => attempt.answer(null),
    ]) {
      await press('unblock')
      const attempt = await next(UNBAN)
      keys.push(attempt.options.idempotencyKey)
      await end(attempt)
    }
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })

  it('each of two changes in flight keeps its own key: the end of one is not the end of the other', async () => {
    function Two() {
      const unban = useAction(api.users.unban, { failed: 'Not unblocked' })
      return ['a', 'b'].map((uid) => (
        <button key={uid} type="button" onClick={() => void unban.run({ params: { uid } })}>
          {`unblock ${uid}`}
        </button>
      ))
    }
    show(<Two />)
    await press('unblock a')
    const a = await next(UNBAN)
    await press('unblock b')
    const b = await next(UNBAN)
    await a.fail(new CallFailure(0, null))
    await b.answer(null)
    await press('unblock a')
    const again = await next(UNBAN)
    expect(again.options.idempotencyKey).toBe(a.options.idempotencyKey)
    await press('unblock b')
    expect((await next(UNBAN)).options.idempotencyKey).not.toBe(b.options.idempotencyKey)
  })
})

/** The switches, and a button that mounts and unmounts them. */
function Visit() {
  const [isMounted, setMounted] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setMounted(!isMounted)}>
        toggle
      </button>
      {isMounted && <Switches />}
    </>
  )
}

it('a fresh answer is not fetched again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  show(<Visit />)
  await (await next(GET)).answer(user())
  await press('toggle')
  await press('toggle')
  screen.getByText('early_access 0')
  expect(waiting).toEqual([])

  // Stale after ten seconds.
  await press('toggle')
  vi.setSystemTime(Date.now() + 10_001)
  await press('toggle')
  await (await next(GET)).answer(user())

  // A change refetches its record, which is then fresh.
  await press('early_access 0')
  await (await next(PATCH)).answer(user({ early_access: 1 }))
  await (await next(GET)).answer(user({ early_access: 1 }))
  await press('toggle')
  await press('toggle')
  screen.getByText('early_access 1')
  expect(waiting).toEqual([])
  vi.useRealTimers()
})

import { notifications } from '@mantine/notifications'
import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { CallFailure } from '../../data/failure.ts'
import { createQueries } from '../../data/queries.ts'
import { keyOfItem } from './items.ts'
import { useReview } from './useReview.ts'

/** A pending call of the page; the test decides when it is answered. */
interface PendingCall {
  endpoint: Endpoint
  id: string
  answer: () => void
}

/** A server with listings and requests. The test decides the order of its answers; some decisions are refused. */
function fakeServer(listings: number, requests: number, refuses: () => boolean) {
  const listing = (n: number) => ({ key: `l${n}`, title: `Listing ${n}`, version: 1 })
  const request = (n: number) => ({ id: `r${n}`, owner_uid: 'sam', post_title: `Request ${n}`, version: 1 })
  const state = {
    listings: Array.from({ length: listings }, (_, n) => listing(n)),
    requests: Array.from({ length: requests }, (_, n) => request(n)),
  }
  const order = [
    ...state.requests.map(({ id }) => `promotion ${id}`),
    ...state.listings.map(({ key }) => `listing ${key}`),
  ]
  const calls: PendingCall[] = []
  /** The cases that the server has decided. */
  const decided = new Set<string>()
  let first = true
  const call = (endpoint: Endpoint, input: { params?: { id: string } }) =>
    new Promise((resolve, reject) => {
      const answered = (data: unknown) => resolve({ data, more: false, cursor: null, total: null })
      // The answer is computed on arrival but delivered later, so it may be stale by then.
      const lists = () =>
        endpoint === api.posts.pending
          ? { wts: state.listings.filter(({ key }) => !decided.has(`listing ${key}`)) }
          : state.requests.filter(({ id }) => !decided.has(`promotion ${id}`))
      if (endpoint.method === 'GET') {
        const answer = lists()
        if (first) return answered(answer)
        calls.push({ endpoint, id: '', answer: () => answered(answer) })
        return
      }
      const id = `${endpoint.path.includes('/posts/') ? 'listing' : 'promotion'} ${input.params?.id}`
      const refused = refuses()
      if (!refused) decided.add(id)
      calls.push({
        endpoint,
        id,
        answer: () =>
          refused
            ? reject(new CallFailure(500, { status_code: 0, error_title: 'No' }))
            : answered({ version: 2 }),
      })
    })
  return {
    call,
    calls,
    decided,
    order,
    holdAnswers: () => {
      first = false
    },
  }
}

const flush = (what: () => void) =>
  act(async () => {
    what()
    await new Promise((later) => setTimeout(later))
  })

afterEach(() => {
  cleanup()
  notifications.clean()
  vi.restoreAllMocks()
})

it('[REV-11] [REV-12] in random runs with five decisions in flight and 30 % refused, no decided case reappears and the order is kept', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        listings: fc.integer({ min: 6, max: 12 }),
        requests: fc.integer({ min: 0, max: 4 }),
        refusals: fc.infiniteStream(fc.integer({ min: 1, max: 10 }).map((n) => n <= 3)),
        choices: fc.infiniteStream(fc.nat(1_000_000)),
        steps: fc.integer({ min: 10, max: 30 }),
      }),
      async ({ listings, requests, refusals, choices, steps }) => {
        const pick = (below: number) => choices.next().value % below
        const server = fakeServer(listings, requests, () => refusals.next().value)
        /** Cases in flight or decided: these must not be visible. */
        const hidden = new Set<string>()
        const violations: string[] = []
        const wrapper = ({ children }: { children: ReactNode }) => (
          <BackendProvider backend={{ call: server.call, live: { subscribe: () => () => {} } } as never}>
            <QueryClientProvider client={queries}>{children}</QueryClientProvider>
          </BackendProvider>
        )
        const queries = createQueries()
        const { result, unmount } = renderHook(
          () => {
            const review = useReview(() => {})
            const keys = review.rows.map(({ key }) => key)
            for (const key of keys) if (hidden.has(key)) violations.push(`${key} flashed back`)
            const positions = keys.map((key) => server.order.indexOf(key))
            if (positions.some((position, at) => at > 0 && position <= (positions[at - 1] ?? -1)))
              violations.push(`out of order: ${keys.join(', ')}`)
            return review
          },
          { wrapper },
        )
        while (result.current.rows.length === 0) await flush(() => {})
        server.holdAnswers()
        expect(result.current.rows.map(({ key }) => key)).toEqual(server.order)
        const inFlight = () => server.calls.filter(({ endpoint }) => endpoint.method !== 'GET')
        const answerOne = (calls: PendingCall[]) => {
          const one = calls[pick(calls.length)]
          if (!one) return
          server.calls.splice(server.calls.indexOf(one), 1)
          // A refused case may be visible again from now on.
          if (one.id && !server.decided.has(one.id)) hidden.delete(one.id)
          one.answer()
        }
        const decideOne = () => {
          const row = result.current.rows[pick(Math.max(1, result.current.rows.length))]
          if (!row) return
          result.current.decide(row.item, pick(2) === 0 ? 'approved' : 'denied', 'No.')
          // React rerenders in the same act.
          hidden.add(keyOfItem(row.item))
        }
        for (let step = 0; step < steps; step++)
          await flush(() => {
            if (inFlight().length < 5 && pick(4) > 0) decideOne()
            else if (pick(5) === 0) result.current.reload()
            else answerOne(server.calls)
          })
        while (server.calls.length > 0) await flush(() => answerOne(server.calls))
        expect(violations).toEqual([])
        // Finally the page and the server agree.
        expect(result.current.rows.map(({ key }) => key)).toEqual(
          server.order.filter((key) => !server.decided.has(key)),
        )
        unmount()
        queries.clear()
      },
    ),
    { numRuns: process.env.PORTREEVE_TEST_ALL ? 300 : 60 },
  )
}, 240_000)

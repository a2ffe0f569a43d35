import { MantineProvider } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ReportedListing } from '@portreeve/contract/listings/listing-reports'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendProvider } from './backend.tsx'
import { CallFailure } from './failure.ts'
import { createQueries } from './queries.ts'
import { useStanding } from './standing.ts'

/** The unanswered requests, oldest first. */
let requests: {
  answer: (...keys: string[]) => Promise<void>
  fail: () => Promise<void>
  signal: AbortSignal
}[]
const settled = (what: () => void) =>
  act(async () => {
    what()
    await vi.advanceTimersByTimeAsync(10)
  })
const call = (_endpoint: unknown, _input: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise((resolve, reject) => {
    requests.push({
      signal,
      answer: (...keys) =>
        settled(() => resolve({ data: keys.map((key) => ({ key })), more: false, cursor: null })),
      fail: () => settled(() => reject(new CallFailure(0, null))),
    })
  })
const request = () => requests.shift() as (typeof requests)[number]

const words = (rows: ReportedListing[] | undefined) => rows?.map(({ key }) => key).join(' ') ?? 'nothing'
function List() {
  const list = useStanding(api.listingReports.list, {})
  return (
    <>
      <p data-testid="shown">{words(list.data)}</p>
      <p data-testid="latest">{words(list.latest)}</p>
      <p data-testid="failed">{String(list.failure !== null)}</p>
      <button type="button" onClick={list.show}>
        show
      </button>
      <button type="button" onClick={list.reload}>
        reload
      </button>
      <button type="button" onClick={() => list.amend((rows) => rows.filter(({ key }) => key !== 'a'))}>
        without a
      </button>
    </>
  )
}
const shown = () => screen.getByTestId('shown').textContent
const latest = () => screen.getByTestId('latest').textContent
const failed = () => screen.getByTestId('failed').textContent
const press = (name: string) => settled(() => fireEvent.click(screen.getByText(name)))
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  requests = []
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ call } as never}>
        <QueryClientProvider client={createQueries()}>
          <List />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
  await wait(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('refetches every half minute, and keeps the rows on the screen', async () => {
  await request().answer('a', 'b')
  expect(shown()).toBe('a b')
  await wait(31)
  await request().answer('new', 'b')
  expect([shown(), latest()]).toEqual(['a b', 'new b'])
  await press('show')
  expect(shown()).toBe('new b')
})

it('refetches when the page becomes visible', async () => {
  await request().answer('a')
  await settled(() => window.dispatchEvent(new Event('visibilitychange')))
  await request().answer('b')
  expect([shown(), latest()]).toEqual(['a', 'b'])
})

it('shows the answer to a reload, also an unchanged one, and then keeps the rows again', async () => {
  await request().answer('a')
  await press('reload')
  await request().answer('a')
  await wait(31)
  await request().answer('b')
  expect(shown()).toBe('a')
  await press('reload')
  await request().answer('c')
  expect(shown()).toBe('c')
})

it('an answer in flight does not revert an amendment', async () => {
  await request().answer('a', 'b')
  await wait(31)
  const old = request()
  await press('without a')
  expect([shown(), latest()]).toEqual(['b', 'b'])
  expect(old.signal.aborted).toBe(true)
  await old.answer('a', 'b')
  expect([shown(), latest()]).toEqual(['b', 'b'])
  await request().answer('b', 'c')
  expect([shown(), latest()]).toEqual(['b', 'b c'])
})

it('an amendment sends no request', async () => {
  await request().answer('a', 'b')
  await press('without a')
  expect(shown()).toBe('b')
  expect(requests).toEqual([])
})

it('a failed first load waits for a reload; loaded rows stay when a refetch fails', async () => {
  await request().fail()
  expect([shown(), failed()]).toEqual(['nothing', 'true'])
  await wait(120)
  expect(requests).toEqual([])
  await press('reload')
  await request().answer('a')
  await wait(31)
  await request().fail()
  expect([shown(), failed()]).toEqual(['a', 'true'])
  await wait(31)
  await request().answer('b')
  expect([shown(), latest(), failed()]).toEqual(['a', 'b', 'false'])
})

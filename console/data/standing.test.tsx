import { MantineProvider } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ListingReport } from '@portreeve/contract/listing-reports'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendProvider } from './backend.tsx'
import { CallFailure } from './failure.ts'
import { createQueries } from './queries.ts'
import { useStanding } from './standing.ts'

/** The asks that nobody has answered yet, oldest first. */
let asks: { answer: (...keys: string[]) => Promise<void>; fail: () => Promise<void>; signal: AbortSignal }[]
const settled = (what: () => void) =>
  act(async () => {
    what()
    await vi.advanceTimersByTimeAsync(10)
  })
const call = (_endpoint: unknown, _input: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise((resolve, reject) => {
    asks.push({
      signal,
      answer: (...keys) =>
        settled(() => resolve({ data: keys.map((key) => ({ key })), more: false, cursor: null })),
      fail: () => settled(() => reject(new CallFailure(0, null))),
    })
  })
const ask = () => asks.shift() as (typeof asks)[number]

const words = (rows: ListingReport[] | undefined) => rows?.map(({ key }) => key).join(' ') ?? 'nothing'
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
  asks = []
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

it('asks again every half minute, and leaves what stands where it is', async () => {
  await ask().answer('a', 'b')
  expect(shown()).toBe('a b')
  await wait(31)
  await ask().answer('new', 'b')
  expect([shown(), latest()]).toEqual(['a b', 'new b'])
  await press('show')
  expect(shown()).toBe('new b')
})

it('asks again when the page comes to the front', async () => {
  await ask().answer('a')
  await settled(() => window.dispatchEvent(new Event('visibilitychange')))
  await ask().answer('b')
  expect([shown(), latest()]).toEqual(['a', 'b'])
})

it('shows the answer to a reload, also when nothing has changed since, and then stands still again', async () => {
  await ask().answer('a')
  await press('reload')
  await ask().answer('a')
  await wait(31)
  await ask().answer('b')
  expect(shown()).toBe('a')
  await press('reload')
  await ask().answer('c')
  expect(shown()).toBe('c')
})

it('an answer that was on its way brings nothing back', async () => {
  await ask().answer('a', 'b')
  await wait(31)
  const old = ask()
  await press('without a')
  expect([shown(), latest()]).toEqual(['b', 'b'])
  expect(old.signal.aborted).toBe(true)
  await old.answer('a', 'b')
  expect([shown(), latest()]).toEqual(['b', 'b'])
  await ask().answer('b', 'c')
  expect([shown(), latest()]).toEqual(['b', 'b c'])
})

it('what is taken over asks for nothing', async () => {
  await ask().answer('a', 'b')
  await press('without a')
  expect(shown()).toBe('b')
  expect(asks).toEqual([])
})

it('what never came waits for a reload; what came once stays when it cannot be refreshed', async () => {
  await ask().fail()
  expect([shown(), failed()]).toEqual(['nothing', 'true'])
  await wait(120)
  expect(asks).toEqual([])
  await press('reload')
  await ask().answer('a')
  await wait(31)
  await ask().fail()
  expect([shown(), failed()]).toEqual(['a', 'true'])
  await wait(31)
  await ask().answer('b')
  expect([shown(), latest(), failed()]).toEqual(['a', 'b', 'false'])
})

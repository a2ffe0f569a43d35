import { api } from '@portreeve/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { BackendProvider } from './backend.tsx'
import { usePages } from './pages.ts'
import { createQueries, keyOf } from './queries.ts'

/** A server with two pages; the test answers each call. */
function twoPages() {
  const waiting: (() => void)[] = []
  const call = (_endpoint: unknown, { query }: { query?: { cursor?: string } }) =>
    new Promise((resolve) => {
      const isNext = query?.cursor === 'next'
      const data = [{ id: isNext ? 'b' : 'a' }]
      waiting.push(() => resolve({ data, more: !isNext, cursor: isNext ? null : 'next', total: 2 }))
    })
  const queries = createQueries()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendProvider backend={{ call, live: { subscribe: () => () => {} } } as never}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </BackendProvider>
  )
  const { result } = renderHook(() => usePages(api.macros.list, { query: {} }), { wrapper })
  const answer = () =>
    act(async () => {
      for (const one of waiting.splice(0)) one()
      await new Promise((later) => setTimeout(later))
    })
  const refetch = () => act(async () => void queries.invalidateQueries({ queryKey: keyOf(api.macros.list) }))
  const loadMore = () => act(async () => result.current.loadMore?.())
  return { result, answer, refetch, loadMore }
}

for (const order of ['before', 'after'] as const)
  it(`a live event that refetches the list ${order} a click on Load more does not lose the click`, async () => {
    const { result, answer, refetch, loadMore } = twoPages()
    await answer()
    await waitFor(() => expect(result.current.rows).toHaveLength(1))
    if (order === 'before') await refetch()
    await loadMore()
    if (order === 'after') await refetch()
    await waitFor(async () => {
      await answer()
      expect(result.current.rows).toHaveLength(2)
    })
  })

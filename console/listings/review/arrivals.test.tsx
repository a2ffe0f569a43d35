import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { ReviewEvent } from '@portreeve/contract/listings/review'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { useReview } from './useReview.ts'

it('an event about a listed case renews its record; a new case waits until it is wanted, so that no row moves', async () => {
  let wts = [{ key: 'listed', title: 'As it was', version: 1 }]
  let receive = (_event: ReviewEvent) => {}
  const call = async (endpoint: Endpoint) => ({
    data: endpoint === api.posts.pending ? { wts } : [],
    ...{ more: false, cursor: null, total: null },
  })
  const live = {
    subscribe: (_topic: string, onEvent: typeof receive) => {
      receive = onEvent
      return () => {}
    },
  }
  const queries = createQueries()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendProvider backend={{ call, live } as never}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </BackendProvider>
  )
  const { result } = renderHook(() => useReview(() => {}, null), { wrapper })
  const rows = () => result.current.rows.map(({ item }) => ('title' in item.record ? item.record.title : ''))
  await waitFor(() => expect(rows()).toEqual(['As it was']))
  const events: ReviewEvent[] = [
    { what: 'arrived', case: { kind: 'listing', id: 'listed' } },
    { what: 'back', case: { kind: 'listing', id: 'listed' } },
    {
      ...{ what: 'returned', case: { kind: 'listing', id: 'listed' } },
      ...{ version: 9, uid: 'milo', name: 'Milo' },
    },
  ]
  for (const [at, event] of events.entries()) {
    const version = at + 2
    wts = [
      { key: `new-${at}`, title: 'New', version: 1 },
      ...wts.map((one) => (one.key === 'listed' ? { ...one, title: `Edited ${version}`, version } : one)),
    ]
    act(() => receive(event))
    await waitFor(() => expect(rows()).toEqual([`Edited ${version}`]))
    expect(result.current.fresh).toBe(at + 1)
  }
  act(() => result.current.show())
  expect(rows()).toEqual(['New', 'New', 'New', 'Edited 4'])
})

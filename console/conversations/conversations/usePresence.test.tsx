import { rightsOf } from '@portreeve/contract/base/rights'
import type { InboxEvent } from '@portreeve/contract/conversations/inbox'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { usePresence } from './usePresence.ts'

it('a colleague with two conversations in two tabs is seen in both', () => {
  let receive = (_event: InboxEvent) => {}
  const backend = {
    call: async () => ({ data: { uid: 'me', ...rightsOf('support') } }),
    live: {
      subscribe: (_topic: string, onEvent: typeof receive) => {
        receive = onEvent
        return () => {}
      },
    },
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendProvider backend={backend as never}>
      <QueryClientProvider client={createQueries()}>{children}</QueryClientProvider>
    </BackendProvider>
  )
  const { result } = renderHook(() => usePresence('me', 'first'), { wrapper })
  const arrive = (id: string, what: InboxEvent['what']) =>
    act(() => receive({ id, what, by: 'suki', name: 'Suki' }))
  arrive('first', 'typing')
  arrive('second', 'reading')
  expect(result.current).toMatchObject({ writing: ['Suki'], reading: [] })
  arrive('second', 'left')
  arrive('first', 'reading')
  expect(result.current).toMatchObject({ writing: [], reading: ['Suki'] })
  arrive('first', 'left')
  expect(result.current).toMatchObject({ writing: [], reading: [] })
})

import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { useReview } from './useReview.ts'

it('the queue has the case that the desk opened, also if more cases wait than it loads', async () => {
  const call = async (endpoint: Endpoint, { query }: { query?: { id?: string } }) => {
    const all = endpoint === api.posts.pending ? ['old'] : []
    const rows = query?.id === undefined ? all : [query.id]
    const data =
      endpoint === api.posts.pending ? { wts: rows.map((key) => ({ key })) } : rows.map((id) => ({ id }))
    return { data, more: query?.id === undefined, cursor: null, total: null }
  }
  const queries = createQueries()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendProvider backend={{ call, live: { subscribe: () => () => {} } } as never}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </BackendProvider>
  )
  const keys = () => result.current.rows.map(({ key }) => key)
  const { result, rerender } = renderHook(({ wanted }) => useReview(() => {}, wanted), {
    wrapper,
    initialProps: { wanted: { kind: 'listing' as 'listing' | 'promotion', id: 'new' } },
  })
  await waitFor(() => expect(keys()).toEqual(['listing new', 'listing old']))
  rerender({ wanted: { kind: 'listing', id: 'old' } })
  await waitFor(() => expect(keys()).toEqual(['listing old']))
  rerender({ wanted: { kind: 'promotion', id: 'ad' } })
  await waitFor(() => expect(keys()).toEqual(['promotion ad', 'listing old']))
})

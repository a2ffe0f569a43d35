import { MantineProvider } from '@mantine/core'
import { api } from '@portreeve/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { ListingSearch } from './ListingSearch.tsx'

const post = (key: string) => ({ key, title: `Title ${key}`, price: 1, creationDate: null })

it('[COL-46] [COL-48] omits null posts and those that are already in the collection', async () => {
  const found = { posts: [null, post('a'), null, post('b')] }
  const call = vi.fn(async (endpoint: object) => {
    if (endpoint !== api.listingSearch.search) throw new Error('a server of the spec alone')
    return { data: found, more: false, cursor: null, total: null }
  })
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ call, environment: { links: {} } } as never}>
        <QueryClientProvider client={createQueries()}>
          <ListingSearch
            term="x"
            onSearch={() => {}}
            current={new Set(['b'])}
            bulk={() => null}
            accessory={({ key }) => <button type="button">Add {key}</button>}
          />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByText('Title a')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add a' })).toBeVisible()
  expect(call).toHaveBeenCalledWith(
    api.listingSearch.search,
    { query: { searchTerm: 'x', postType: '0' } },
    expect.anything(),
  )
})

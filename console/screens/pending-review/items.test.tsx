import { MantineProvider } from '@mantine/core'
import type { Listing } from '@portreeve/contract/posts'
import type { PromotedPostRequest } from '@portreeve/contract/promoted-posts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { type Item, type Known, keyOfItem, neighbour, rowsOf, titleOf } from './items.ts'
import { PromoRequestCell } from './QueueRow.tsx'

const listing = (key: string, version?: number): Item => ({
  model: 'listing',
  record: { key, title: `L ${key}`, ...(version !== undefined && { version }) } as Listing,
})
const request: Extract<Item, { model: 'promoted_post_request' }> = {
  model: 'promoted_post_request',
  record: {
    id: 'a',
    owner_uid: 'sam',
    post_id: 'p',
    post_title: 'R a',
    price: 2500,
    version: 1,
  } as PromotedPostRequest,
}
const none = new Set<string>()
const known = (key: string, version: number | undefined, by: string | null = null) =>
  new Map<string, Known>([[key, { version, decision: 'approved', by }]])

it('[ENT-65] a mixed list tells the kinds apart by their model, also where their ids are the same', () => {
  expect(keyOfItem(request)).not.toBe(keyOfItem(listing('a')))
  expect([titleOf(request), titleOf(listing('a'))]).toEqual(['R a', 'L a'])
})

describe('what is known lies over what the server listed', () => {
  const keys = (items: Item[], about: Map<string, Known>, returning = none) =>
    rowsOf(items, about, none, returning).map(({ key }) => key)

  it('an older record stays away, a newer one waits again', () => {
    expect(keys([listing('a', 1), listing('b', 1)], known('listing a', 2))).toEqual(['listing b'])
    expect(keys([listing('a', 3)], known('listing a', 2))).toEqual(['listing a'])
    expect(keys([listing('a', 1)], known('listing a', 2), new Set(['listing a']))).toEqual(['listing a'])
  })

  it('where the server counts no versions, what was decided stays away', () => {
    expect(keys([listing('a')], known('listing a', undefined))).toEqual([])
  })

  it('a colleague’s decision stays in its row, and the keys skip it', () => {
    const rows = rowsOf(
      ['a', 'b', 'c'].map((key) => listing(key, 1)),
      known('listing b', 2, 'Milo'),
      none,
      none,
    )
    expect(rows.map(({ over }) => over?.by ?? null)).toEqual([null, 'Milo', null])
    expect(neighbour(rows, 'listing a', 1)?.key).toBe('listing c')
    expect(neighbour(rows, 'listing c', -1)?.key).toBe('listing a')
    expect(neighbour(rows, 'listing c', 1)).toBeUndefined()
  })
})

describe('the cell of a request', () => {
  const show = (admin?: boolean) =>
    render(
      <MantineProvider env="test">
        <BackendProvider backend={{ environment: { links: {} } } as never}>
          <QueryClientProvider client={createQueries()}>
            <PromoRequestCell item={request} {...(admin !== undefined && { admin })} />
          </QueryClientProvider>
        </BackendProvider>
      </MantineProvider>,
    )
  it('[REV-30] [REV-31] has the menu by default', () => {
    show()
    expect(screen.getByRole('button', { name: 'Actions for R a' })).toBeVisible()
    expect(screen.getByText('$25.00')).toBeVisible()
  })
  it('[REV-32] has no menu when admin is false', () => {
    show(false)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

import { MantineProvider } from '@mantine/core'
import type { Post } from '@portreeve/contract/listings/posts'
import type { PromotedPostRequest } from '@portreeve/contract/listings/promoted-posts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { type Item, type KnownOutcome, keyOfItem, neighbour, rowsOf, titleOf } from './items.ts'
import { PromoRequestCell } from './QueueRow.tsx'

const listing = (key: string, version?: number): Item => ({
  model: 'listing',
  record: { key, title: `L ${key}`, ...(version !== undefined && { version }) } as Post,
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
  new Map<string, KnownOutcome>([[key, { version, decision: 'approved', by }]])

it('[ENT-65] a mixed list distinguishes the kinds by `model`, also if their ids are equal', () => {
  expect(keyOfItem(request)).not.toBe(keyOfItem(listing('a')))
  expect([titleOf(request), titleOf(listing('a'))]).toEqual(['R a', 'L a'])
})

describe('the overlay of known outcomes on the list', () => {
  const keys = (items: Item[], about: Map<string, KnownOutcome>, undoing = none) =>
    rowsOf(items, about, none, undoing).map(({ key }) => key)

  it('hides an older record and shows a newer one', () => {
    expect(keys([listing('a', 1), listing('b', 1)], known('listing a', 2))).toEqual(['listing b'])
    expect(keys([listing('a', 3)], known('listing a', 2))).toEqual(['listing a'])
    expect(keys([listing('a', 1)], known('listing a', 2), new Set(['listing a']))).toEqual(['listing a'])
  })

  it('hides a decided case if the server has no versions', () => {
    expect(keys([listing('a')], known('listing a', undefined))).toEqual([])
  })

  it('a case decided by a colleague stays in its row, and the keys skip it', () => {
    const rows = rowsOf(
      ['a', 'b', 'c'].map((key) => listing(key, 1)),
      known('listing b', 2, 'Milo'),
      none,
      none,
    )
    expect(rows.map(({ outcome }) => outcome?.by ?? null)).toEqual([null, 'Milo', null])
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

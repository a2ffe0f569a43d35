import { api } from '@portreeve/contract'
import type { CollectionAddition } from '@portreeve/contract/listings/collections'
import { beforeAll } from 'vitest'
import { useServer } from './harness.ts'

export const { collections } = api
export const draft = {
  public_id: 'autumn-bikes',
  title: 'Autumn bikes',
  description: 'Chosen by hand.\nEvery week.',
  image_url: 'collections/autumn.svg',
}

/** A server with six listings of one seller, and helpers for tests of collections. */
export function useCollections() {
  const s = useServer()
  beforeAll(async () => {
    await s.addUser({ uid: 'seller' })
    await s.query(
      `insert into posts (key, creator_uid, title) select 'l' || i, 'seller', 'Listing ' || i from generate_series(1, 6) i`,
    )
  })
  return {
    s,
    make: async (body: Partial<typeof draft> = draft) =>
      (await s.call('moderator', collections.create, { body })).body.data,
    add: (body: CollectionAddition) => s.call('moderator', collections.addItem, { body }),
    keysOf: async (id: string) =>
      (await s.call('support', collections.items, { params: { id }, query: {} })).body.data.map(
        ({ key }) => key,
      ),
    audited: (id: string) =>
      s.query<{ action: string; before: unknown; after: unknown }>(
        "select action, before, after from audit where subject_kind = 'collection' and subject_id = $1 order by id",
        [id],
      ),
  }
}

import { Cursor, del, Flag, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { Post } from './posts.ts'

/** A set of listings, chosen by staff (spec: Collection). */
export const Collection = z.object({
  id: Id.describe('The collection.'),
  public_id: text(200).nullable().describe('The name in its public address.'),
  title: text(1000).nullable().describe('Its title.'),
  description: text(100_000).nullable().describe('What it is about.'),
  image_url: text(2000).nullable().describe('Its picture.'),
  visible: Flag.describe('1 visible to everybody, 0 not.'),
  created_at: Time.describe('When it was made.'),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type Collection = z.infer<typeof Collection>

/** A listing in a collection (spec: Collection item listing). */
export const CollectionItem = z.object({ key: Id, value: Post })
export type CollectionItem = z.infer<typeof CollectionItem>

/** The fields of a collection that staff write. */
export const CollectionDraft = z
  .strictObject(Collection.pick({ public_id: true, title: true, description: true, image_url: true }).shape)
  .partial()
export type CollectionDraft = z.infer<typeof CollectionDraft>

/** Changed fields, or only `visible`. */
export const CollectionChange = CollectionDraft.extend({ visible: Flag.optional() }).refine(
  (change) => Object.keys(change).length > 0,
  'Send at least one field',
)
export type CollectionChange = z.infer<typeof CollectionChange>

/**
 * The listing and the collection of an addition: `{data: item_id, collection}` as in the spec, both within `data`,
 * or plain `{item_id, collection}` (D-071).
 */
export const CollectionAddition = z
  .strictObject({
    data: z.union([Id, z.strictObject({ item_id: Id, collection: Id })], 'must name a listing').optional(),
    item_id: Id.optional(),
    collection: Id.optional(),
  })
  .refine((body) => additionOf(body) !== null, "Send {data: item_id, collection}, each a key's text")

export type CollectionAddition = z.infer<typeof CollectionAddition>

/** The two ids of an addition in any of its forms; null when one is missing or present twice. */
export function additionOf(body: {
  data?: string | { item_id: string; collection: string } | undefined
  item_id?: string | undefined
  collection?: string | undefined
}): { item: string; collection: string } | null {
  const { data, item_id, collection } = body
  if (typeof data === 'object')
    return item_id === undefined && collection === undefined
      ? { item: data.item_id, collection: data.collection }
      : null
  if (data !== undefined && item_id !== undefined) return null
  const item = data ?? item_id
  return item === undefined || collection === undefined ? null : { item, collection }
}

export const collections = {
  list: get('/v1/admin/collections', {
    may: 'collections.read',
    about: 'Collections, newest first, 200 at a time; x-total-count has the total.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Collection),
  }),
  create: post('/v1/admin/collections', {
    may: 'collections.write',
    deed: { subject: 'collection', event: 'collection.changed', topic: 'collections' },
    about: 'Creates a collection, empty and not visible. Missing fields are null.',
    body: CollectionDraft,
    data: Collection,
  }),
  get: get('/v1/admin/collections/{id}', {
    may: 'collections.read',
    about: 'One collection. Refuses with not_found when there is none.',
    data: Collection,
  }),
  update: patch('/v1/admin/collections/{id}', {
    may: 'collections.write',
    deed: { subject: 'collection', event: 'collection.changed', topic: 'collections' },
    about:
      'Changes the fields in the body. With If-Match, refuses with conflict when a colleague has changed the collection.',
    body: CollectionChange,
    data: Collection,
  }),
  remove: del('/v1/admin/collections/{id}', {
    may: 'collections.delete',
    deed: { subject: 'collection', event: 'collection.deleted', topic: 'collections' },
    about:
      'Deletes a collection; its listings stay. With If-Match, refuses with conflict when a colleague has changed it.',
    data: z.null(),
  }),
  items: get('/v1/admin/collections/{id}/items', {
    may: 'collections.read',
    about:
      "A collection's listings, the last added first, 200 at a time; x-total-count has the total. Deleted listings are left out.",
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(CollectionItem),
  }),
  addItem: post('/v1/admin/collections/items', {
    may: 'collections.write',
    deed: { subject: 'collection', event: 'collection.changed', topic: 'collections' },
    about: 'Adds a listing to a collection. Refuses with conflict when the collection already has it.',
    body: CollectionAddition,
    data: CollectionItem,
  }),
  removeItem: del('/v1/admin/collections/{cid}/items/{itemId}', {
    may: 'collections.write',
    deed: { subject: 'collection', event: 'collection.changed', topic: 'collections' },
    about:
      'Removes a listing from a collection. Refuses with not_found when the collection does not have it.',
    data: z.null(),
  }),
}

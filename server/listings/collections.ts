import { randomUUID } from 'node:crypto'
import type { Collection } from '@portreeve/contract/listings/collections'
import { additionOf, collections as contract } from '@portreeve/contract/listings/collections'
import type { Post } from '@portreeve/contract/listings/posts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../core/call/page.ts'
import { changeOf, refuseIfMoved } from '../core/call/versions.ts'
import { pick } from '../core/call/whole-record.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { collectionItems, posts, collections as table } from './listing-tables.ts'
import { postColumns } from './post-records.ts'

type Row = Collection & { version: number }

const order = newestFirst(sql`${table.created_at}`, sql`${table.id}`)
const itemOrder = newestFirst(sql`${collectionItems.added_at}`, sql`${collectionItems.post_key}`)

const noSuch = (): never =>
  refuse('not_found', 'No such collection', 'There is no such collection, or it was deleted.')

async function getCollection(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return (row as Row | undefined) ?? noSuch()
}

/** The same, locked until the call's transaction ends. */
async function lockCollection(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  return (row as Row | undefined) ?? noSuch()
}

const itemsOf = (id: string) => and(eq(collectionItems.collection_id, id), isNull(posts.deleted_at))

/** The collection itself stays: only its listings change. */
const unchanged = { before: {}, after: {} }

export const collections = implement('collections', contract, {
  list: async ({ query }, call) => {
    const [counted] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table)
    call.total(counted?.n ?? 0)
    const rows = await call.db
      .select()
      .from(table)
      .where(order.after(query.cursor))
      .orderBy(order.order)
      .limit(pageSize + 1)
    return page(call, rows as Row[], ({ created_at, id }) => ({ time: created_at, id }))
  },

  create: async ({ body }, call) => {
    const row = {
      public_id: null,
      title: null,
      description: null,
      image_url: null,
      ...body,
      id: `collection-${randomUUID()}`,
      visible: 0 as const,
      created_at: new Date().toISOString(),
      ...call.again,
    }
    await call.db.insert(table).values(row)
    call.did(row.id, { before: null, after: row })
    return getCollection(call.db, row.id)
  },

  get: ({ params }, { db }) => getCollection(db, params.id),

  update: async ({ params, body }, call) => {
    const collection = await lockCollection(call.db, params.id)
    refuseIfMoved(call, collection, 'this collection')
    const change = changeOf(collection, body)
    call.did(collection.id, { before: pick(collection, Object.keys(change)), after: change })
    // Nothing changed: the version stays, and other pages need no refetch.
    if (Object.keys(change).length === 0) return collection
    await call.db
      .update(table)
      .set({ ...change, version: sql`${table.version} + 1` })
      .where(eq(table.id, collection.id))
    return getCollection(call.db, collection.id)
  },

  remove: async ({ params }, call) => {
    const collection = await lockCollection(call.db, params.id)
    refuseIfMoved(call, collection, 'this collection')
    const items = await call.db
      .delete(collectionItems)
      .where(eq(collectionItems.collection_id, collection.id))
      .returning({ key: collectionItems.post_key })
    await call.db.delete(table).where(eq(table.id, collection.id))
    const before = { ...collection, items: items.map(({ key }) => key) }
    call.did(collection.id, { before, after: null })
    return null
  },

  items: async ({ params, query }, call) => {
    const { id } = await getCollection(call.db, params.id)
    const [counted] = await call.db
      .select({ n: sql<number>`count(*)::int` })
      .from(collectionItems)
      .innerJoin(posts, eq(posts.key, collectionItems.post_key))
      .where(itemsOf(id))
    call.total(counted?.n ?? 0)
    const rows = await call.db
      .select({ value: postColumns, added_at: collectionItems.added_at })
      .from(collectionItems)
      .innerJoin(posts, eq(posts.key, collectionItems.post_key))
      .where(and(itemsOf(id), itemOrder.after(query.cursor)))
      .orderBy(itemOrder.order)
      .limit(pageSize + 1)
    return page(call, rows, ({ added_at, value }) => ({ time: added_at, id: value.key })).map(
      ({ value }) => ({ key: value.key, value: value as Post }),
    )
  },

  addItem: async ({ body }, call) => {
    // The contract refuses a body without the two keys.
    const { item, collection: id } = additionOf(body) ?? noSuch()
    // The lock: a concurrent deletion of the collection waits, or has already happened.
    const collection = await lockCollection(call.db, id)
    const [post] = await call.db
      .select(postColumns)
      .from(posts)
      .where(and(eq(posts.key, item), isNull(posts.deleted_at)))
    if (!post) refuse('not_found', 'No such listing', 'There is no such listing, or it was deleted.')
    const added = await call.db
      .insert(collectionItems)
      .values({ collection_id: collection.id, post_key: item, added_at: new Date().toISOString() })
      .onConflictDoNothing()
      .returning({ key: collectionItems.post_key })
    if (added.length === 0)
      refuse('conflict', 'Already in this collection', 'This listing is in the collection already.')
    call.did(collection.id, { after: { added: item } }, { event: { ...unchanged, added: [item] } })
    return { key: item, value: post as Post }
  },

  removeItem: async ({ params }, call) => {
    const collection = await lockCollection(call.db, params.cid)
    const removed = await call.db
      .delete(collectionItems)
      .where(
        and(eq(collectionItems.collection_id, collection.id), eq(collectionItems.post_key, params.itemId)),
      )
      .returning({ key: collectionItems.post_key })
    if (removed.length === 0)
      refuse('not_found', 'Not in this collection', 'This listing is not in the collection any more.')
    const event = { ...unchanged, removed: [params.itemId] }
    call.did(collection.id, { before: { removed: params.itemId } }, { event })
    return null
  },
})

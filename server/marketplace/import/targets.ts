import { createHash } from 'node:crypto'
import { fieldsOf } from '@portreeve/contract/base/import-entity'
import type { ImportLine } from '@portreeve/contract/marketplace/import-lines'
import { type ImportName, imports } from '@portreeve/contract/marketplace/imports'
import type { AppealRow } from '@portreeve/contract/marketplace/ingest-entities'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { conversations, messages } from '../../conversations/conversation-tables.ts'
import { macros } from '../../conversations/macro-tables.ts'
import { emailTemplates } from '../../conversations/template-tables.ts'
import { staff } from '../../db/system-tables.ts'
import { appeals } from '../../desk/appeals/appeal-tables.ts'
import * as content from '../../listings/listing-tables.ts'
import { judgedFields } from '../../listings/post-records.ts'
import { decideBy } from '../../money/money-limits.ts'
import * as money from '../../money/money-tables.ts'
import { shipLabels } from '../../money/orders/shipping-tables.ts'
import { unfindable } from '../../people/deletion.ts'
import * as people from '../../people/people-tables.ts'
import {
  messageSearchColumns,
  postSearchColumns,
  searchColumns,
  transactionSearchColumns,
} from '../../search/search-text.ts'
import type { Stored } from '../../search/upsert.ts'
import { extensionFields } from '../extensions/extension-tables.ts'
import { trueTime } from './source-time.ts'

/** The table of one file, and how its lines are stored and read. */
export interface Target<Row> {
  table: PgTable
  /** The whole row to store. A field that is missing in the file becomes null or its default. */
  record(row: Row): Stored
  /** Fields of a line that are no column, as an export reads them. */
  read?: Readonly<Record<string, SQL>>
  /** The identity of a row, where it is not the fields of `entity.key`. */
  id?(row: Row): string
  /** Fields that staff judge: a row that changes one of them, and gives the decided fields their first values, is judged again. */
  judged?: readonly string[]
  /** The first values of decided fields. */
  initial?: Readonly<Record<string, unknown>>
}

/** A row's own fields, with null for each field of its entity that it lacks and that may be null. */
const filled = (name: ImportName, row: object): Stored => ({ ...nulls[name], ...row })

/** What an export reads of a conversation's members; null without any. */
const ofMembers = (value: SQL) =>
  sql`(select ${value} from conversation_members where conversation_id = conversations.id)`

/** One table per entity of the contract; an entity without one does not compile. */
export const targets: { [Name in ImportName]: Target<ImportLine<Name>> } & { appeals: Target<AppealRow> } = {
  appeals: {
    table: appeals,
    record: (row) => ({ ...row, attachments: row.attachments ?? [] }),
  },
  extension_fields: { table: extensionFields, record: (row) => ({ ...row }) },
  users: {
    table: people.users,
    record: (row) => {
      const user = {
        displayName: null,
        email: null,
        phone_number: null,
        oneSignalId: null,
        last_ip: null,
        ...row,
      }
      return {
        ...filled('users', user),
        isBanned: row.isBanned ?? false,
        listing_quantity_permission: row.listing_quantity_permission ?? 0,
        store_behavior: row.store_behavior ?? 0,
        early_access: row.early_access ?? 0,
        created_at_time: trueTime(row.created_at),
        deleted_at: row.deleted_at ?? null,
        ...(row.deleted_at ? unfindable : searchColumns(user)),
      }
    },
  },
  staff: {
    table: staff,
    record: (row) => ({
      ...filled('staff', row),
      disabled: row.disabled === true || row.shared === true,
      shared: row.shared ?? false,
    }),
  },
  ban_reasons: {
    table: people.banReasons,
    id: banReasonId,
    record: (row) => ({ ...filled('ban_reasons', row), id: banReasonId(row) }),
  },
  devices: {
    table: people.devices,
    id: (row) => row.id ?? row.device_id ?? '',
    record: (row) => ({
      ...filled('devices', row),
      id: row.id ?? row.device_id,
      verification_status: row.verification_status ?? 0,
      created_at_time: trueTime(row.created_at),
    }),
  },
  verification_codes: {
    table: people.verificationCodes,
    record: (row) => ({ ...row, created_at_time: trueTime(row.created_at) }),
  },
  gift_cards: {
    table: people.giftCards,
    record: (row) => filled('gift_cards', row),
  },
  listings: {
    table: content.posts,
    initial: { review_state: 'pending', review_message: null },
    // A listing that its seller changed after the decision is reviewed again.
    judged: judgedFields,
    record: (row) => ({
      ...filled('listings', row),
      photosURL: row.photosURL ?? [],
      postType: row.postType ?? 0,
      review_state: row.review_state ?? 'pending',
      creation_date_time: trueTime(row.creationDate),
      deleted_at: row.deleted_at ?? null,
      ...postSearchColumns({ title: null, description: null, ...row }),
    }),
  },
  content_reports: {
    table: content.listingReports,
    record: (row) => ({ ...filled('content_reports', row), status: row.status ?? 'open' }),
  },
  user_reports: {
    table: people.userReports,
    record: (row) => ({
      ...filled('user_reports', row),
      status: row.status ?? 'open',
    }),
  },
  orders: {
    table: money.orders,
    record: (row) => ({ provider: 'stripe', ...filled('orders', row) }),
  },
  transactions: {
    table: money.transactions,
    record: (row) => ({
      ...filled('transactions', row),
      ...transactionSearchColumns(row),
    }),
  },
  disputes: {
    table: money.disputes,
    record: (row) => ({
      ...filled('disputes', row),
      deadline_at: row.deadline_at ?? decideBy(row.created_at),
      buyer_files: row.buyer_files ?? [],
      seller_files: row.seller_files ?? [],
    }),
  },
  ship_labels: {
    table: shipLabels,
    record: (row) => filled('ship_labels', row),
  },
  conversations: {
    table: conversations,
    // write.ts stores the members in their own table.
    read: {
      participants: ofMembers(sql`json_agg(uid order by position, uid)`),
      members: ofMembers(sql`json_object_agg(uid, name order by position, uid)`),
      readByUsers: ofMembers(sql`json_object_agg(uid, read order by position, uid)`),
    },
    record: ({ id, conversationsMessagesID, product_id, lastMessage, date }) => ({
      id,
      conversationsMessagesID,
      product_id: product_id ?? null,
      lastMessage: lastMessage ?? null,
      date,
    }),
  },
  messages: {
    table: messages,
    record: (row) => ({
      ...filled('messages', row),
      type: row.type ?? 0,
      ...messageSearchColumns({ text: row.text ?? null }),
    }),
  },
  promoted_posts: {
    table: content.promotedPosts,
    read: {
      charge: sql`case when payment_id is not null then json_build_object('stripe_id', payment_id) end`,
    },
    record: ({ charge, ...row }) => ({
      ...filled('promoted_posts', row),
      stripe_id: charge?.stripe_id ?? null,
    }),
  },
  collections: {
    table: content.collections,
    record: (row) => ({ ...filled('collections', row), visible: row.visible ?? 0 }),
  },
  collection_items: { table: content.collectionItems, record: (row) => ({ ...row }) },
  questions: {
    table: content.questions,
    record: (row) => filled('questions', row),
  },
  similar_content_keywords: { table: content.keywords, record: (row) => ({ ...row }) },
  moderating_messages: { table: content.moderatingMessages, record: (row) => ({ ...row }) },
  macros: { table: macros, record: (row) => ({ ...row }) },
  email_templates: {
    table: emailTemplates,
    record: (row) => filled('email_templates', row),
  },
}

/** Null for every field of an entity that may be null. */
const nulls: Readonly<Record<string, Stored>> = Object.fromEntries(
  imports.map(({ name, row }) => {
    const columns = getTableColumns(targets[name].table)
    const fields = fieldsOf(row).filter((field) => columns[field]?.notNull === false)
    return [name, Object.fromEntries(fields.map((field) => [field, null]))]
  }),
)

/** A ban reason's id, derived from its content, so that a second import finds the same row. */
function banReasonId(row: { id?: string; uid: string; reason?: string | null; created_at: string }): string {
  if (row.id) return row.id
  const digest = createHash('sha256').update(JSON.stringify([row.uid, row.reason ?? null, row.created_at]))
  return `ban-${digest.digest('hex').slice(0, 24)}`
}

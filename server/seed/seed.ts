import { usual } from '@portreeve/contract/base/currency'
import { refundLines } from '@portreeve/contract/money/refund-rules'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { conversationMembers, conversations, messages } from '../conversations/conversation-tables.ts'
import { renewAnswers } from '../conversations/inbox/inbox-spans.ts'
import { macros } from '../conversations/macro-tables.ts'
import { emailTemplates, emailVariables } from '../conversations/template-tables.ts'
import { writeAudit } from '../core/audit/audit.ts'
import type { Database, Db, Transaction } from '../core/database/db.ts'
import { importProgress } from '../db/import-tables.ts'
import { operations } from '../db/system-tables.ts'
import { appeals } from '../desk/appeals/appeal-tables.ts'
import * as content from '../listings/listing-tables.ts'
import { enter, openLedger } from '../money/ledger/ledger.ts'
import { payoutHolds } from '../money/money-desk-tables.ts'
import { decideBy } from '../money/money-limits.ts'
import * as money from '../money/money-tables.ts'
import { shipLabels } from '../money/orders/shipping-tables.ts'
import { lockTransaction } from '../money/orders/transaction-records.ts'
import { chargebacks } from '../money/payment-tables.ts'
import { measures, policies } from '../people/measures/measure-tables.ts'
import * as people from '../people/people-tables.ts'
import { markWritten } from '../search/rebuild.ts'
import {
  memberSearchColumns,
  messageSearchColumns,
  postSearchColumns,
  searchColumns,
  transactionSearchColumns,
} from '../search/search-text.ts'
import { type Stored, upsert } from '../search/upsert.ts'
import { withAddresses } from './addresses.ts'
import { fixtureRows } from './fixtures/rows.ts'
import { beginPast, writePast } from './past.ts'
import type { Rows, StaffWork } from './rows.ts'
import { demoDecisions } from './stories/decisions.ts'
import { demoPolicies } from './stories/policies.ts'
import { storyRows } from './stories/rows.ts'

const day = 86_400_000

/**
 * Fills a database with the fixtures of the tests, the same for the same day. Returns false, changing nothing, when it was
 * seeded before.
 * @param options.day midnight UTC of the day that all times are relative to, milliseconds; default today
 */
export const seedFixtures = (options: { database: Database; day?: number }): Promise<boolean> =>
  seed(options.database, (tx) => write(tx, fixtureRows(options.day ?? Math.floor(Date.now() / day) * day)))

/**
 * Fills a database with the demo: a marketplace with its history, the stories of docs/demo.md, and what staff did about them.
 * Returns false, changing nothing, when it was seeded before.
 * @param options.now the time that all times are relative to, milliseconds; default the present minute
 */
export const seedDemo = (options: { database: Database; auditKey: string; now?: number }): Promise<boolean> =>
  seed(options.database, async (tx) => {
    const now = options.now ?? Math.floor(Date.now() / 60_000) * 60_000
    const rows = storyRows(now)
    await write(tx, rows)
    await tx.insert(policies).values(demoPolicies)
    const decisions = demoDecisions(rows, now)
    await tx.insert(measures).values(decisions.measures)
    await tx.insert(appeals).values(decisions.appeal)
    await writeWork(tx, rows, options.auditKey)
  })

/** The team inbox has the conversations of an account from its invitation on: of the demo's staff, since their first message. */
export const dateTeamInbox = ({ db }: Database) =>
  db.transaction((tx) => writePast(tx, ['conversation_states', 'desk_cases']))

/** Writes rows and a mark in one transaction, so that an interrupted seeding leaves nothing. Imported rows stay beside them. */
const seed = (database: Database, work: (tx: Transaction) => Promise<void>): Promise<boolean> =>
  database.patiently((db) =>
    db.transaction(async (tx) => {
      const marked = await tx
        .insert(importProgress)
        .values({ file: 'demo', fingerprint: 'seeded' })
        .onConflictDoNothing()
        .returning()
      if (marked.length === 0) return false
      const [known] = await tx.select({ uid: people.users.uid }).from(people.users).limit(1)
      // Rows beside imported ones: those may be of an earlier release.
      if (!known) await markWritten(tx)
      await beginPast(tx)
      await work(tx)
      await writePast(tx)
      return true
    }),
  )

/** Writes every table's rows, referenced tables first. */
async function write(db: Db, rows: Rows): Promise<void> {
  const tables: [PgTable, string[], object[]][] = [
    [people.users, ['uid'], rows.users.map((one) => ({ ...timed(one), ...searchColumns(one) }))],
    [people.banReasons, ['id'], rows.banReasons],
    [people.devices, ['id'], rows.devices.map(timed)],
    [people.verificationCodes, ['id'], rows.codes.map(timed)],
    [people.giftCards, ['code'], rows.giftCards],
    [
      content.posts,
      ['key'],
      rows.posts.map((one) => ({
        ...one,
        creation_date_time: timeOf(one.creationDate),
        ...postSearchColumns(one),
      })),
    ],
    [content.listingReports, ['id'], rows.listingReports],
    [people.userReports, ['id'], rows.userReports],
    [money.orders, ['id'], withAddresses(rows.orders, rows.users)],
    [
      money.transactions,
      ['id'],
      rows.transactions.map((one) => ({
        ...{ ...one, currency: one.currency ?? usual },
        ...transactionSearchColumns(one),
      })),
    ],
    [money.disputes, ['id'], rows.disputes.map((one) => ({ ...one, deadline_at: decideBy(one.created_at) }))],
    [shipLabels, ['id'], rows.shipLabels],
    [conversations, ['id'], rows.conversations],
    [
      conversationMembers,
      ['conversation_id', 'uid'],
      rows.members.map((one) => ({ ...one, ...memberSearchColumns(one) })),
    ],
    [messages, ['id'], rows.messages.map((one) => ({ ...one, ...messageSearchColumns(one) }))],
    [content.promotedPosts, ['id'], rows.promotedPosts],
    [content.collections, ['id'], rows.collections],
    [content.collectionItems, ['collection_id', 'post_key'], rows.collectionItems],
    [content.questions, ['id'], rows.questions],
    [content.keywords, ['id'], rows.keywords],
    [content.moderatingMessages, ['map', 'key'], rows.moderatingMessages],
    [macros, ['id'], rows.macros],
    [emailTemplates, ['TemplateName'], rows.emailTemplates],
    [emailVariables, ['name'], rows.emailVariables],
  ]
  for (const [table, key, some] of tables) await add(db, table, key, some)
  // The members, with whom a conversation comes into the team inbox, are written before the messages.
  await db.execute(
    sql`update conversation_states set waiting_since = portreeve_waiting_since(conversation_id)`,
  )
  await renewAnswers(
    db,
    rows.conversations.map(({ id }) => id),
  )
}

/** Writes the requests and decisions of staff, and the audit rows of their work, oldest first. */
async function writeWork(tx: Transaction, work: StaffWork, auditKey: string): Promise<void> {
  await tx.insert(money.approvals).values(work.approvals)
  await tx.insert(chargebacks).values(work.chargebacks)
  await tx.insert(payoutHolds).values(work.payoutHolds)
  await add(tx, operations, ['id'], work.operations)
  await bookParts(tx, work)
  await tx.insert(content.reviewDecisions).values(work.decisions)
  for (const { at, by, action, ...entry } of work.audit.toSorted((a, b) => a.at.localeCompare(b.at)))
    await writeAudit(tx, auditKey, { ...by, at }, action, entry)
}

/** Opens the ledger of payouts that are due, and books the partial refunds. What else has moved is in the balances that the states give. */
async function bookParts(tx: Transaction, work: StaffWork): Promise<void> {
  for (const { kind, state, subject_id, cents, reference } of work.operations)
    if (kind === 'refund' || (kind === 'payout' && state === 'pending')) {
      const balances = await openLedger(tx, await lockTransaction(tx, subject_id))
      if (kind === 'refund' && state === 'done' && cents && reference)
        await enter(tx, { kind, transaction: subject_id, reference, lines: refundLines(balances, cents) })
    }
}

const timed = <Row extends { created_at: string | null }>(row: Row) => ({
  ...row,
  created_at_time: timeOf(row.created_at),
})

/** The demo's times are ISO-8601 or words. */
const timeOf = (text: string | null): string | null => (text && /^\d{4}-/.test(text) ? text : null)

/** Adds rows in batches that stay well below the query time-out. */
async function add(db: Db, table: PgTable, key: string[], rows: object[]) {
  for (let from = 0; from < rows.length; from += 500)
    await upsert(db, { table, key }, rows.slice(from, from + 500) as Stored[])
}

import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Db } from '../core/db.ts'
import * as listings from '../db/listings.ts'
import * as messages from '../db/messages.ts'
import * as money from '../db/money.ts'
import * as people from '../db/people.ts'
import { importProgress } from '../db/system.ts'
import {
  listingSearchColumns,
  memberSearchColumns,
  messageSearchColumns,
  searchColumns,
} from '../store/search-text.ts'
import { type Stored, upsert } from '../store/upsert.ts'
import { makeAccount } from './account.ts'
import { makeContent } from './content.ts'
import { makeListings } from './listings.ts'
import { makeMessages } from './messages.ts'
import { makeMoney } from './money.ts'
import { makePeople } from './people.ts'
import { makeProofs } from './proofs.ts'
import { makeReported } from './reported.ts'
import { makeReports } from './reports.ts'
import { makeSentinelContent } from './sentinel-content.ts'
import { makeInbox } from './sentinel-inbox.ts'
import { makeSentinelMoney } from './sentinel-money.ts'
import { denials, makeTexts } from './texts.ts'

interface Options {
  database: Database
  /** Midnight UTC of the day that all times are relative to, milliseconds; default today. */
  day?: number
}

/**
 * Fills a database with a made-up marketplace of about 2,000 people, the same for the same day. Rows and a mark are written
 * in one transaction, so that an interrupted seeding leaves nothing. Returns false, changing nothing, when the mark
 * exists; people imported meanwhile stay beside the demo's.
 */
export async function seedDemo({ database, day = today() }: Options): Promise<boolean> {
  return database.patiently((db) =>
    db.transaction(async (tx) => {
      const marked = await tx
        .insert(importProgress)
        .values({ file: 'demo', fingerprint: 'seeded' })
        .onConflictDoNothing()
        .returning()
      if (marked.length === 0) return false
      for (const [table, key, rows] of demoRows(day)) await add(tx, table, key, rows)
      return true
    }),
  )
}

const today = () => Math.floor(Date.now() / 86_400_000) * 86_400_000

/** Every table's rows, referenced tables first. */
function demoRows(day: number): [PgTable, string[], object[]][] {
  const persons = makePeople(day)
  const posts = makeListings(persons, day, denials)
  const trade = makeMoney(persons, posts, day)
  const reports = makeReports(persons, posts, day)
  const proofs = makeProofs(persons, day)
  const content = makeContent(persons, posts, trade, day)
  const texts = makeTexts(day)
  const talks = makeMessages(persons, posts, trade, day)
  const known = makeReported(persons.sentinels, day)
  const own = makeAccount(persons.sentinels, day)
  const inbox = makeInbox(day)
  const traded = makeSentinelMoney(persons.sentinels, posts, day)
  const curated = makeSentinelContent(day)
  const everybody = [...persons.ordinary, ...persons.sentinels]
  return [
    [people.users, ['uid'], everybody.map((one) => ({ ...timed(one), ...searchColumns(one) }))],
    [people.banReasons, ['id'], persons.banReasons],
    [people.devices, ['id'], [...proofs.devices, ...own.devices].map(timed)],
    [people.verificationCodes, ['id'], [...proofs.codes, ...own.codes].map(timed)],
    [people.giftCards, ['code'], proofs.giftCards],
    [
      listings.listings,
      ['key'],
      [...posts, ...known.listings, ...own.listings, ...curated.listings].map((one) => ({
        ...one,
        creation_date_time: timeOf(one.creationDate),
        ...listingSearchColumns(one),
      })),
    ],
    [listings.contentReports, ['id'], [...reports.contentReports, ...known.contentReports]],
    [people.userReports, ['id'], [...reports.userReports, ...known.userReports]],
    [money.orders, ['id'], [...trade.orders, ...known.orders, ...own.orders, ...traded.orders]],
    [
      money.transactions,
      ['id'],
      [...trade.transactions, ...known.transactions, ...own.transactions, ...traded.transactions],
    ],
    [money.disputes, ['id'], [...trade.disputes, ...traded.disputes]],
    [money.shipLabels, ['id'], [...trade.shipLabels, ...traded.shipLabels]],
    [
      messages.conversations,
      ['id'],
      [...talks.conversations, ...own.conversations, ...traded.conversations, ...inbox.conversations],
    ],
    [
      messages.conversationMembers,
      ['conversation_id', 'uid'],
      [...talks.members, ...own.members, ...traded.members, ...inbox.members].map((one) => ({
        ...one,
        ...memberSearchColumns(one),
      })),
    ],
    [
      messages.messages,
      ['id'],
      [...talks.messages, ...own.messages, ...traded.messages, ...inbox.messages].map((one) => ({
        ...one,
        ...messageSearchColumns(one),
      })),
    ],
    [listings.promotedPosts, ['id'], [...content.promotedPosts, ...own.promotedPosts]],
    [listings.collections, ['id'], [...content.collections, ...curated.collections]],
    [
      listings.collectionItems,
      ['collection_id', 'post_key'],
      [...content.collectionItems, ...curated.collectionItems],
    ],
    [listings.questions, ['id'], [...content.questions, ...curated.questions]],
    [listings.similarContentKeywords, ['id'], [...texts.keywords, ...curated.keywords]],
    [listings.moderatingMessages, ['map', 'key'], texts.moderatingMessages],
    [messages.macros, ['id'], texts.macros],
    [messages.emailTemplates, ['TemplateName'], texts.emailTemplates],
    [messages.emailVariables, ['name'], texts.emailVariables],
  ]
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

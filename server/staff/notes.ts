import { notes as contract, noteAction } from '@portreeve/contract/staff/notes'
import { type TimelineKind, timelineKinds } from '@portreeve/contract/staff/timeline'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { conversations } from '../conversations/conversation-tables.ts'
import { implement } from '../core/call/implement.ts'
import { pageSize } from '../core/call/page.ts'
import { demand } from '../core/call/rights.ts'
import { refuse } from '../core/refuse.ts'
import { posts } from '../listings/listing-tables.ts'
import { transactions } from '../money/money-tables.ts'
import { users } from '../people/people-tables.ts'
import { olderThan } from './audit-rows.ts'
import { colleaguesWho } from './colleagues.ts'
import { ownFiles } from './files/stored-files.ts'
import { kindOf, listNotes, notesOf, notesOfMany } from './note-records.ts'
import { notify } from './notify.ts'

/** The table of each kind of record. */
export const places: Record<TimelineKind, { table: PgTable; is: (id: string) => SQL; words: string }> = {
  user: { table: users, is: (id) => eq(users.uid, id), words: 'person' },
  listing: { table: posts, is: (id) => eq(posts.key, id), words: 'listing' },
  transaction: { table: transactions, is: (id) => eq(transactions.id, id), words: 'transaction' },
  conversation: { table: conversations, is: (id) => eq(conversations.id, id), words: 'conversation' },
}

export const notes = implement('notes', contract, {
  of: ({ params }, { db, staff }) => {
    const kind = kindOf(params.kind)
    demand(staff, timelineKinds[kind])
    return notesOf(db, kind, params.id)
  },

  ofMany: ({ params, query }, { db, staff }) => {
    const kind = kindOf(params.kind)
    demand(staff, timelineKinds[kind])
    return notesOfMany(db, kind, [...new Set(query.ids.split(','))])
  },

  list: async ({ params, query }, call) => {
    const kind = kindOf(params.kind)
    demand(call.staff, timelineKinds[kind])
    const rows = await listNotes(call.db, kind, params.id, olderThan(query.cursor), pageSize + 1)
    const last = rows[pageSize - 1]
    if (rows.length > pageSize && last) call.more(String(last.id))
    return rows.slice(0, pageSize)
  },

  colleagues: ({ params }, { db, staff }) => {
    const kind = kindOf(params.kind)
    demand(staff, timelineKinds[kind])
    return colleaguesWho(db, timelineKinds[kind])
  },

  create: async ({ body }, call) => {
    demand(call.staff, timelineKinds[body.kind])
    const { table, is, words } = places[body.kind]
    const all = [...new Set([body.id, ...(body.also ?? [])])]
    const [, ...also] = all
    if (body.kind === 'user') {
      // Locked until the note is written: an erasure comes before it and leaves no person, or after it and finds it.
      const { rows } = await call.db.execute<{ uid: string }>(
        sql`select uid from users where uid = any(${sql.param(all)}::text[]) order by uid for share`,
      )
      const found = new Set(rows.map(({ uid }) => uid))
      if (also.some((uid) => !found.has(uid)))
        refuse(
          'not_found',
          'No such person',
          'A person whom the note is about does not exist, or was deleted.',
        )
    }
    // Not deleted until the note is written: its files go with it.
    const [record] = await call.db.select({ found: sql`1` }).from(table).where(is(body.id)).for('key share')
    if (!record) refuse('not_found', `No such ${words}`, `There is no such ${words}, or it was deleted.`)
    const mentioned = [...new Set(body.mentions ?? [])]
    const able = await colleaguesWho(call.db, timelineKinds[body.kind], mentioned)
    if (able.length < mentioned.length)
      refuse('refused', 'Cannot be mentioned', `The note mentions a colleague who may not see this ${words}.`)
    await notify(call.db, mentioned, 'mentioned', [body.kind, body.id], call.staff.uid)
    const files = await ownFiles(call.db, body.files ?? [], [body.kind, body.id], call.staff.uid)
    const after = (id: string) => ({
      ...(mentioned.length > 0 && { mentions: mentioned }),
      ...(also.length > 0 && { about: all.filter((one) => one !== id) }),
      ...(files.length > 0 && { files }),
    })
    const entry = (id: string) => ({
      subject: [body.kind, id] as const,
      reason: body.text,
      ...(mentioned.length + also.length + files.length > 0 && { after: after(id) }),
    })
    // The audit row is the note: append-only, and in the chain.
    const { subject, reason, ...values } = entry(body.id)
    call.did(subject, values, { reason, live: { kind: body.kind, id: body.id } })
    // A note of each: it is erased with its person.
    for (const uid of also) {
      call.recordAlso(noteAction, entry(uid))
      call.publish('notes', { kind: body.kind, id: uid })
    }
    return null
  },
})

import type { DryRun } from '@portreeve/contract/base/dry-run'
import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import type { Permission } from '@portreeve/contract/base/rights'
import type { ProposalState } from '@portreeve/contract/desk/proposals'
import { type SQL, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, time } from '../../db/columns.ts'
import { machineKeys } from '../../db/machine-tables.ts'
import { staff } from '../../db/system-tables.ts'

/** What programs propose: one call, the version of its record, and its effect when it was proposed. */
export const proposals = pgTable(
  'proposals',
  {
    id: text('id').primaryKey(),
    key_id: text('key_id')
      .notNull()
      .references(() => machineKeys.id),
    /** The name of the key, which its successors share. */
    program: text('program').notNull(),
    owner_uid: text('owner_uid')
      .notNull()
      .references(() => staff.uid),
    call: text('call').notNull(),
    /** The permission of the call. */
    permission: text('permission').$type<Permission>().notNull(),
    params: jsonb('params').$type<Record<string, string>>().notNull(),
    body: jsonb('body'),
    reason: text('reason').notNull(),
    subject_kind: text('subject_kind').$type<RecordKind>(),
    subject_id: text('subject_id'),
    /** The record's version; null where it has none. */
    version: integer('version'),
    /** The money that would leave. */
    cents: cents('cents'),
    effect: jsonb('effect').$type<DryRun>().notNull(),
    /** Of the effect, without ids and times that each run makes. */
    digest: text('digest').notNull(),
    state: text('state').$type<ProposalState>().notNull().default('waiting'),
    created_at: time('created_at').notNull().default(sql`now()`),
    decided_at: time('decided_at'),
    decided_by: text('decided_by'),
    /** Why it was declined, or what had changed. */
    note: text('note'),
  },
  (t) => [
    index('proposals_of').on(t.program, t.call),
    index('proposals_waiting').on(t.program).where(sql`state = 'waiting'`),
    index('proposals_about').on(t.subject_kind, t.subject_id),
  ],
)

/** Whether a case of the desk, `c`, may be shown to a staff member: a proposal is for those who may make its call. */
export const isProposedTo = (uid: string): SQL => sql`(c.kind <> 'proposal' or exists (
  select from proposals p join staff s on s.uid = ${uid} join roles r on r.name = s.role where p.id = c.id and p.permission = any(r.permissions)))`

import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { proofOf } from '../core/audit/audit-chain.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { audit } from '../db/system-tables.ts'
import { endFilesOf } from '../staff/files/stored-files.ts'
import { withoutDeciding } from './decides.ts'
import { reasonsAgainstDeletion } from './deletion.ts'
import { eraseEvents } from './erase-events.ts'
import { eraseMentions, type Identifiers, identifiersOf, mentioning, mentions } from './erase-mentions.ts'
import { unfinished } from './erase-unfinished.ts'
import { earlierIdentifiers, eraseVersions } from './erase-versions.ts'
import { type Erasing, noteErased } from './erased-ids.ts'
import { users } from './people-tables.ts'
import { type PersonRows, personRows } from './person-rows.ts'
import { subjects } from './tables-of-kinds.ts'
import { asUser, userColumns } from './user-records.ts'
import { eraseListed } from './value-lists/erase-listed.ts'

/** The text in place of the person's name. */
export const erasedName = 'Erased person'

/** Whether a uid is the pseudonym of an erased person. */
export const isErased = (uid: string): boolean =>
  /^erased-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uid)

/** Audit rows per batch. */
const batch = 20_000

export interface Erasure {
  /** The pseudonym in transactions, disputes and the ledger, which stay. */
  called: string
  /** What the audit says of the erasure: it makes the emptied rows provable. */
  after: { audit_rows: number; audit_proof: string }
}

/**
 * Erases a person. Deletes their content and the records that are about them alone. Money and records that another person
 * shares stay, under a pseudonym that cannot be traced back. The caller then writes the audit row and nothing
 * else. Refuses with not_found, and with conflict while anything of theirs is still in progress.
 */
export async function erasePerson(db: Db, uid: string, { currency, ...secrets }: Erasing): Promise<Erasure> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.uid, uid)).for('update')
  if (!row || isErased(uid)) refuse('not_found', 'No such person', 'There is no person with this uid.')
  const person = asUser(row)
  const reasons = [...(await reasonsAgainstDeletion(db, person, currency)), ...(await unfinished(db, uid))]
  if (reasons.length > 0)
    refuse('conflict', 'Cannot be erased yet', `This person still has ${reasons.join(', ')}.`)

  const rows = await personRows(db, uid, { lock: true })
  const known = identifiersOf(person, [...strings(rows, 'orders', 'payment_id'), ...earlierIdentifiers(rows)])
  const called = `erased-${randomUUID()}`
  await withoutDeciding(db)
  await db.execute(sql`select set_config('portreeve.erasing', 'on', true)`)
  await db
    .insert(users)
    .values({ uid: called, displayName: erasedName, deleted_at: new Date().toISOString() })
  // Records that name no person: their rows would bring back what is erased.
  await noteErased(db, secrets, {
    users: [uid],
    disputes: strings(rows, 'disputes', 'id'),
    ship_labels: strings(rows, 'ship_labels', 'id'),
  })
  await eraseDecisions(db, rows)
  await eraseListed(db, person)
  await eraseContent(db, uid)
  await keepMoney(db, uid, called)
  await eraseOperations(db, rows, uid, called)
  await eraseEvents(db, rows, uid, called)
  // Before the mentions: a rewritten version has another place.
  await eraseVersions(db, rows)
  await eraseMentions(db, known, rows)
  await db.execute(sql`delete from users where uid = ${uid}`)
  return { called, after: await eraseFromAudit(db, rows, { uid, called, known }) }
}

const strings = (rows: PersonRows, table: string, column: string): string[] =>
  (rows[table] ?? []).map((row) => row[column]).filter((value) => typeof value === 'string')

/** Deletes what was decided of the person's records, and the versions of their rows. */
async function eraseDecisions(db: Db, rows: PersonRows) {
  for (const table of ['decided_fields', 'ingest_versions'])
    await db.execute(sql`
      delete from ${sql.identifier(table)} t using json_to_recordset(${JSON.stringify(rows[table] ?? [])}::json) as own(entity text, key text)
      where t.entity = own.entity and t.key = own.key`)
}

/** Deletes what rules have met of the person, and what replays of them found. */
const metOf = (uid: string) => {
  const own = {
    user: sql`(${uid})`,
    listing: sql`(select key from posts where creator_uid = ${uid})`,
    transaction: sql`(select id from transactions where seller_uid = ${uid} or purchaser_uid = ${uid})`,
    message: sql`(select id from messages where sender_id = ${uid})`,
  }
  return Object.entries(own).flatMap(([kind, ids]) => [
    sql`delete from rule_replay_events where subject_kind = ${kind} and subject_id in ${ids}`,
    // A sale stays without its person, and so does what a rule still holds of it.
    ...(kind === 'transaction'
      ? []
      : [sql`delete from rule_matches where subject_kind = ${kind} and subject_id in ${ids}`]),
    sql`delete from rule_queue where subject_kind = ${kind} and subject_id in ${ids}`,
  ])
}

/** Deletes the person's own content, and what others wrote to them or about them. */
async function eraseContent(db: Db, uid: string) {
  for (const statement of [
    sql`delete from ban_reasons where uid = ${uid}`,
    sql`delete from money_plans where uid = ${uid}`,
    ...metOf(uid),
    sql`delete from devices where uid = ${uid}`,
    sql`delete from verification_codes where uid = ${uid}`,
    sql`delete from user_reports where reporting_uid = ${uid}`,
    sql`update user_reports set reporter_uid = null, input = null where reporter_uid = ${uid}`,
    sql`update listing_reports set reporter_uid = null where reporter_uid = ${uid}`,
    sql`delete from questions where creator_uid = ${uid}`,
    sql`update questions set purchaser_uid = nullif(purchaser_uid, ${uid}), seller_uid = nullif(seller_uid, ${uid}),
          tracking_number = null, version = version + 1 where ${uid} in (purchaser_uid, seller_uid)`,
    sql`delete from notifications where (subject_kind = 'user' and subject_id = ${uid})
          or (subject_kind = 'listing' and subject_id in (select key from posts where creator_uid = ${uid}))
          or (subject_kind = 'conversation' and subject_id in
            (select conversation_id from conversation_members where uid = ${uid}))`,
    // The other side of a conversation uses the person's name and address: delete all of it.
    sql`delete from conversations where id in (select conversation_id from conversation_members where uid = ${uid})`,
    sql`delete from messages where sender_id = ${uid}`,
  ])
    await db.execute(statement)
}

/** Keeps the records that the other side and the books need, under the pseudonym. */
async function keepMoney(db: Db, uid: string, called: string) {
  const own = sql`(select id from transactions where seller_uid = ${called} or purchaser_uid = ${called})`
  const posts = sql`(select key from posts where creator_uid = ${uid})`
  for (const statement of [
    sql`update transactions set seller_uid = ${called}, seller_display_name = ${erasedName}, product_id = null,
          product_title = null, search_title = '', product_thumbnail_path = null where seller_uid = ${uid}`,
    sql`update transactions set purchaser_uid = ${called}, purchaser_display_name = ${erasedName}
          where purchaser_uid = ${uid}`,
    sql`update transactions set tracking_number = null, tracking_url = null, dispute_buyer_comms_url = null,
          dispute_seller_comms_url = null, extra = null, version = version + 1 where id in ${own}`,
    sql`update ship_labels set key = null, label_image_url = null, tracking_number = null, ep_shipment_id = null,
          payment_id = null where transaction_id in ${own}`,
    sql`update approvals set reason = null, note = null where transaction_id in ${own}`,
    sql`update disputes set buyer_statement = null, seller_statement = null, buyer_files = '[]', seller_files = '[]',
          decision_reason = null where transaction_id in ${own}`,
    sql`update chargebacks set payment_id = '', draft = null, submitted = null where transaction_id in ${own}`,
    sql`update fraud_warnings set payment_id = '' where transaction_id in ${own}`,
    sql`update payout_holds set reason = '' where transaction_id in ${own}`,
    sql`update ledger_differences set about = id, reference = null, words = '', reason = null where transaction_id in ${own}`,
    sql`update orders set buyer_uid = ${called}, payment_id = null, ship_to_name = null, ship_to_line1 = null,
          ship_to_line2 = null, ship_to_city = null, ship_to_postal_code = null where buyer_uid = ${uid}`,
    sql`update disputes set creator_uid = ${called} where creator_uid = ${uid}`,
    sql`update gift_cards set redeemed_by = ${called} where redeemed_by = ${uid}`,
    sql`update ledger_entries set uid = ${called} where uid = ${uid}`,
    sql`update review_decisions set owner_uid = ${called}, message = null, snapshot = null, was = null where owner_uid = ${uid}`,
    sql`update second_looks set subject_id = '', review_message = null, message = null
          where (kind = 'listing' and subject_id in ${posts}) or (kind = 'promotion' and subject_id in (select id from promoted_posts where owner_uid = ${uid} or post_id in ${posts}))`,
    sql`update measures set uid = ${called}, subject_id = ${called}, reason = null,
          ended_at = coalesce(ended_at, now()), ended_how = coalesce(ended_how, 'lifted') where uid = ${uid}`,
    sql`delete from appeal_rounds where appeal_id in (select id from appeals where uid = ${uid})`,
    sql`update appeals set uid = ${called}, text = '', attachments = '[]', answer = null, files = '[]', conversation_id = null where uid = ${uid}`,
    sql`update promoted_posts set owner_uid = ${called}, key = null, post_id = null, post_title = null,
          post_thumbnail_image_path = null, payment_id = null, version = version + 1 where owner_uid = ${uid}`,
    sql`update promoted_posts set post_id = null, post_title = null, post_thumbnail_image_path = null,
          version = version + 1 where post_id in ${posts}`,
    sql`update conversations set product_id = null where product_id in ${posts}`,
    sql`delete from held_actions where (subject_kind = 'user' and subject_id = ${uid})
          or (subject_kind = 'listing' and subject_id in ${posts})`,
    sql`delete from bulk_rows where (subject_kind = 'user' and subject_id = ${uid})
          or (subject_kind = 'listing' and subject_id in ${posts})`,
    sql`delete from listing_reports where post_key in ${posts}`,
    sql`delete from collection_items where post_key in ${posts}`,
    sql`delete from posts where creator_uid = ${uid}`,
  ])
    await db.execute(statement)
}

/** Deletes what programs proposed about the person, and empties the person's operations. */
async function eraseOperations(db: Db, rows: PersonRows, uid: string, called: string) {
  await db.execute(sql`delete from proposals where id = any(${sql.param(strings(rows, 'proposals', 'id'))})`)
  await db.execute(sql`update operations set details = '{}', reference = null, failure = null,
    subject_id = case when subject_kind = 'user' and subject_id = ${uid} then ${called} else subject_id end
    where id = any(${sql.param(strings(rows, 'operations', 'id'))})`)
}

/**
 * An audit row keeps its action, actor and time, and loses its subject, reason and content. The chain still holds: a digest
 * replaces the lost text. This is the last step, because it blocks all other writers of the audit.
 */
async function eraseFromAudit(
  db: Db,
  rows: PersonRows,
  { uid, called, known }: { uid: string; called: string; known: Identifiers },
): Promise<Erasure['after']> {
  await db.execute(sql`select from audit_head for update`)
  const found = new Map<string, { id: string; subject_id: string | null }>()
  const note = ({ id, kind, subject }: Found) => {
    const kept = subject !== null && !mentions(known, subject) ? subject : null
    found.set(id, { id, subject_id: kind === 'user' && subject === uid ? called : kept })
  }
  for (const [kind, table] of subjects) {
    const ids = kind === 'user' ? [uid] : strings(rows, table, table === 'posts' ? 'key' : 'id')
    const ofKind = await db
      .select({ id: sql<string>`${audit.id}::text`, kind: audit.subject_kind, subject: audit.subject_id })
      .from(audit)
      .where(sql`subject_kind = ${kind} and subject_id = any(${sql.param(ids)}) and erased is null`)
    for (const row of ofKind) note(row)
    // With the notes that have them.
    await endFilesOf(db, kind, ids)
  }
  const text = sql`concat_ws(' ', subject_id, reason, before, after)`
  for (let after = 0; ; ) {
    const range = db
      .select({ id: audit.id })
      .from(audit)
      .where(sql`${audit.id} > ${after}`)
      .orderBy(asc(audit.id))
      .limit(batch)
      .as('range')
    const { rows: some } = await db.execute<{ last: number | null; found: Found[] | null }>(sql`
      select max(a.id)::float8 as last, json_agg(json_build_object('id', a.id::text, 'kind', subject_kind, 'subject', subject_id))
        filter (where erased is null and ${mentioning(text, known, known.values)}) as found
      from audit a join ${range} on range.id = a.id`)
    for (const row of some[0]?.found ?? []) note(row)
    if (some[0]?.last == null) break
    after = some[0].last
  }
  const emptied = [...found.values()]
  await db.execute(sql`select portreeve_erase_audit(${sql.param(emptied.map(({ id }) => id))}::bigint[],
    ${sql.param(emptied.map(({ subject_id }) => subject_id))}::text[], ${called})`)
  return { audit_rows: emptied.length, audit_proof: proofOf(emptied) }
}

interface Found {
  id: string
  kind: string | null
  subject: string | null
}

import { type EuCategory, type EuStatement, euCountries } from '@portreeve/contract/people/eu-statement'
import type { Grounds, MeasureSource, MeasureSubject } from '@portreeve/contract/people/measures'
import type { HarmClass, MeasureKind } from '@portreeve/contract/people/policies'
import { sourceWords } from '@portreeve/contract/people/statement-text'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'
import { withoutPersonal } from './without-personal.ts'

/** The measures that the EU's file has: a warning restricts nothing, and without a policy or before the person is told there is no statement. */
export const inEuFile = sql`(told_at is not null and kind <> 'warned' and grounds <> '[]')`

type Restricting = Exclude<MeasureKind, 'warned'>
type Decided = Partial<EuStatement>

/** What each measure restricts; `until` is the day on which it ends by itself. */
const decisions: Readonly<Record<Restricting, (until: string | undefined) => Decided>> = {
  listing_denied: () => ({ decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'] }),
  listing_deleted: () => ({ decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }),
  listings_deleted: () => ({ decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }),
  question_deleted: () => ({ decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }),
  questions_deleted: () => ({ decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }),
  conversations_deleted: () => ({ decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }),
  promotion_denied: () => ({
    decision_visibility: ['DECISION_VISIBILITY_OTHER'],
    decision_visibility_other: 'A listing is not promoted',
  }),
  payout_held: () => ({ decision_monetary: 'DECISION_MONETARY_SUSPENSION' }),
  blocked: (until) => ({
    decision_account: 'DECISION_ACCOUNT_SUSPENDED',
    ...(until && { end_date_account_restriction: until }),
  }),
  no_listing: (until) => partial(until),
  no_messages: (until) => partial(until),
  no_payouts: (until) => ({
    decision_monetary: 'DECISION_MONETARY_SUSPENSION',
    ...(until && { end_date_monetary_restriction: until }),
  }),
}

const partial = (until: string | undefined): Decided => ({
  decision_provision: 'DECISION_PROVISION_PARTIAL_SUSPENSION',
  ...(until && { end_date_service_restriction: until }),
})

/** The category of a class of harm, and its keyword where there is one. */
const categories: Readonly<Record<HarmClass, readonly [EuCategory, string?]>> = {
  danger: ['STATEMENT_CATEGORY_VIOLENCE'],
  minors: ['STATEMENT_CATEGORY_PROTECTION_OF_MINORS'],
  phishing: ['STATEMENT_CATEGORY_SCAMS_AND_FRAUD', 'KEYWORD_PHISHING'],
  fraud: ['STATEMENT_CATEGORY_SCAMS_AND_FRAUD'],
  prohibited: ['STATEMENT_CATEGORY_UNSAFE_AND_PROHIBITED_PRODUCTS', 'KEYWORD_PROHIBITED_PRODUCTS'],
  quality: ['STATEMENT_CATEGORY_CONSUMER_INFORMATION', 'KEYWORD_MISLEADING_INFO_GOODS_SERVICES'],
  spam: ['STATEMENT_CATEGORY_OTHER_VIOLATION_TC'],
  other: ['STATEMENT_CATEGORY_OTHER_VIOLATION_TC'],
}

/** What a measure is about that is no product. */
const contents: Readonly<Record<Exclude<MeasureSubject, 'listing'>, string>> = {
  user: 'Account',
  promotion: 'Promotion of a listing',
  transaction: 'Payout',
  question: 'Community post',
}

/** Removals of what a person wrote. */
const writings: readonly Restricting[] = ['question_deleted', 'questions_deleted', 'conversations_deleted']

interface Row extends Record<string, unknown> {
  id: string
  kind: Restricting
  subject_kind: MeasureSubject
  grounds: Grounds[]
  reason: string | null
  source: MeasureSource
  at: string
  until: string | null
  /** When the listing or the account was made; null where that is not known, or where there are several. */
  made_at: string | null
  harm: HarmClass | null
  /** The uid and the name of the person. */
  uid: string
  name: string | null
}

/** At most so many UTF-16 units, and no half character. */
const cut = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** The latest day that the database accepts. */
const dayOf = (time: string) => {
  const day = isoOf(time).slice(0, 10)
  return day > '2038-01-01' ? '2038-01-01' : day
}

/** A measure in the form of the EU's transparency database. It has no personal data: `known` are uids that staff may have typed. */
function euStatementOf(row: Row, known: readonly string[]): EuStatement {
  const isLaw = row.grounds.some(({ ground }) => ground === 'law')
  const rules = row.grounds.filter(({ ground }) => (ground === 'law') === isLaw)
  const ground = cut(
    rules.map(({ name, reference }) => (reference ? `${name}, ${reference}` : name)).join('; '),
    500,
  )
  const explanation = cut(rules.map(({ words }) => words).join(' '), 2000)
  const [category, keyword] = categories[row.harm ?? 'other']
  const decided = dayOf(row.at)
  const made = row.made_at === null ? decided : dayOf(row.made_at)
  const facts =
    row.reason && withoutPersonal(row.reason, [row.uid, ...(row.name ? [row.name] : []), ...known])
  return {
    puid: row.id,
    ...decisions[row.kind](row.until === null ? undefined : dayOf(row.until)),
    ...(isLaw
      ? {
          decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
          illegal_content_legal_ground: ground,
          illegal_content_explanation: explanation,
        }
      : {
          decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
          incompatible_content_ground: ground,
          incompatible_content_explanation: explanation,
          incompatible_content_illegal: 'No',
        }),
    category,
    ...(keyword && { category_specification: [keyword] }),
    ...(row.subject_kind === 'listing' || row.kind === 'listings_deleted'
      ? { content_type: ['CONTENT_TYPE_PRODUCT'] }
      : writings.includes(row.kind)
        ? { content_type: ['CONTENT_TYPE_TEXT'] }
        : { content_type: ['CONTENT_TYPE_OTHER'], content_type_other: contents[row.subject_kind] }),
    // The database accepts no earlier day, and content is not newer than the decision about it.
    content_date: made < '2000-01-01' || made > decided ? decided : made,
    // A measure holds wherever the marketplace is open.
    territorial_scope: euCountries,
    application_date: decided,
    decision_facts: cut([sourceWords[row.source], facts].filter(Boolean).join(' '), 5000),
    // A notice of article 16 is about what is illegal.
    source_type:
      row.source !== 'report'
        ? 'SOURCE_VOLUNTARY'
        : isLaw
          ? 'SOURCE_ARTICLE_16'
          : 'SOURCE_TYPE_OTHER_NOTIFICATION',
    automated_detection: row.source === 'program' ? 'Yes' : 'No',
    // A person decides each measure.
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
  }
}

/** What a uid may be among typed words. */
const uidLike = /[\w-]{6,}/g

/** The statements of the measures under a condition, each with its place in the order. */
export async function readEuStatements(db: Db, where: SQL, order: SQL, limit: number) {
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.kind, m.subject_kind, m.grounds, m.reason, m.source, m.at, m.until, m.uid, u.display_name as name,
      case when m.subject_kind = 'listing' then p.creation_date_time
        when m.subject_kind = 'user' and m.kind not in ('listings_deleted', 'questions_deleted', 'conversations_deleted')
          then u.created_at_time end as made_at,
      (select harm from policies where id = m.grounds -> 0 ->> 'policy') as harm
    from measures m left join users u on u.uid = m.uid left join posts p on m.subject_kind = 'listing' and p.key = m.subject_id
    where ${inEuFile} and ${where} order by ${order} limit ${limit}`)
  const typed = [...new Set(rows.flatMap(({ reason }) => reason?.match(uidLike) ?? []))]
  const { rows: people } = await db.execute<{ uid: string }>(
    sql`select uid from users where uid = any(${sql.param(typed)}::text[])`,
  )
  const known = people.map(({ uid }) => uid)
  return rows.map((row) => ({ id: row.id, at: isoOf(row.at), statement: euStatementOf(row, known) }))
}

import { type RuleEvent, ruleEvents } from '@portreeve/contract/desk/rule-fields'
import type { ReplayEvent } from '@portreeve/contract/desk/rule-replays'
import { type SQL, sql } from 'drizzle-orm'

interface RecordSql {
  kind: ReplayEvent['subject']['kind']
  id: SQL
  title: SQL
  from: SQL
}

/** The kind of record that an event names. */
export const subjectOf = (event: RuleEvent) =>
  event === 'message_sent' ? 'message' : ruleEvents[event].record

const account: RecordSql = {
  ...{ kind: 'user', id: sql`e.subject_id`, title: sql`r.display_name` },
  from: sql`left join users r on r.uid = e.subject_id`,
}

/** The record of an event `e`, as people know it. */
export const recordOf: Readonly<Record<RuleEvent, RecordSql>> = {
  listing_submitted: {
    ...{ kind: 'listing', id: sql`e.subject_id`, title: sql`r.title` },
    from: sql`left join posts r on r.key = e.subject_id`,
  },
  sale_paid: {
    ...{ kind: 'transaction', id: sql`e.subject_id`, title: sql`r.product_title` },
    from: sql`left join transactions r on r.id = e.subject_id`,
  },
  message_sent: {
    ...{
      kind: 'conversation',
      id: sql`coalesce(r.conversation_id, e.subject_id)`,
      title: sql`r.sender_display_name`,
    },
    from: sql`left join messages r on r.id = e.subject_id`,
  },
  account_made: account,
  account_changed: account,
}

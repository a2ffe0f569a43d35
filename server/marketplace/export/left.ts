import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'

/** Something that no file of an import has. */
interface Left {
  /** What it is, in the words of docs/export.md. */
  what: string
  /** Its tables, or one table with the columns that the files lack. */
  tables: readonly string[]
  columns?: readonly string[]
  /** Which rows count; without it all, or those in which one of the columns is not null. */
  where?: string
}

/** What an export leaves out because the import has no field for it. */
export const leftOut: readonly Left[] = [
  { what: 'rows of the audit log', tables: ['audit'] },
  {
    what: 'signed heads of the audit log, with their keys and time stamps',
    tables: ['audit_heads', 'audit_keys', 'audit_stamps'],
  },
  {
    what: 'passwords, second factors, passkeys and sessions of staff',
    tables: [
      'user',
      'account',
      'failures',
      'jwks',
      'passkey',
      'session',
      'provider_sessions',
      'two_factor',
      'used_codes',
      'verification',
    ].map((name) => `identity_${name}`),
  },
  {
    what: 'machine keys, with their use, and what programs proposed',
    tables: ['machine_keys', 'machine_key_usage', 'proposals'],
  },
  {
    what: 'webhook endpoints, with their deliveries',
    tables: ['webhook_endpoints', 'webhook_deliveries', 'provider_endpoints'],
  },
  { what: 'events for the marketplace', tables: ['events'] },
  {
    what: 'entries of the ledger, with the payment events, refunds and differences behind them',
    tables: [
      'ledger_entries',
      'ledger_lines',
      'ledger_checks',
      'ledger_differences',
      'ledger_difference_days',
      'payment_events',
      'provider_refunds',
    ],
  },
  { what: 'operations: refunds, payouts and mails, sent or waiting', tables: ['operations'] },
  { what: 'approvals of refunds', tables: ['approvals'] },
  { what: 'chargebacks and fraud warnings', tables: ['chargebacks', 'fraud_warnings'] },
  {
    what: 'holds of payouts, and plans for the money of blocked sellers',
    tables: ['payout_holds', 'money_plans'],
  },
  { what: 'decisions of the review, and second looks at them', tables: ['review_decisions', 'second_looks'] },
  { what: 'prints of photos, which are made of them again', tables: ['photo_prints'] },
  {
    what: 'actions that can still be undone, and deleted records that can still be restored',
    tables: ['held_actions', 'deleted_records'],
  },
  {
    what: 'fields that staff decided: the next row of the marketplace counts',
    tables: ['decided_fields', 'ingest_versions'],
  },
  { what: 'erased records, which the marketplace could send again', tables: ['erased_ids'] },
  {
    what: 'assignees, snoozes, closings, tags and priorities of the team inbox',
    tables: ['conversation_states'],
    where: "assignee is not null or state <> 'open' or tags <> '{}' or priority <> 'normal'",
  },
  {
    what: 'drafts of answers, and the times of answers and resolutions',
    tables: ['inbox_drafts', 'inbox_spans', 'inbox_days', 'inbox_changed_days'],
  },
  {
    what: 'assignees and snoozes of the desk',
    tables: ['desk_cases'],
    where: 'assignee is not null or snoozed_until is not null',
  },
  { what: 'figures of the desk', tables: ['desk_days', 'desk_moves'] },
  { what: 'bulk jobs', tables: ['bulk_jobs', 'bulk_rows'] },
  { what: 'plans that undo actions', tables: ['undo_plans', 'undo_plan_rows'] },
  {
    what: 'policies, the measures and statements of reasons under them, and the appeals against these',
    tables: ['policies', 'measures', 'appeals', 'appeal_rounds'],
  },
  { what: 'panels and actions of apps', tables: ['extensions'] },
  {
    what: 'removals of declared fields whose values are still being deleted',
    tables: ['extension_fields'],
    columns: ['removed_at'],
  },
  { what: 'lists of values', tables: ['value_lists', 'value_list_items'] },
  { what: 'rules, and what they have met', tables: ['rules', 'rule_queue', 'rule_matches'] },
  { what: 'replays of rules', tables: ['rule_replays', 'rule_replay_events'] },
  { what: 'incidents of the team inbox', tables: ['incidents'] },
  { what: 'saved views', tables: ['saved_views'] },
  { what: 'notifications', tables: ['notifications'] },
  { what: 'files of staff', tables: ['stored_files'] },
  {
    what: 'settings: targets, weights, limits, reasons, roles, those with a second factor, roles of groups',
    tables: [
      'inbox_settings',
      'desk_weights',
      'report_reasons',
      'money_settings',
      'refund_reasons',
      'roles',
      'second_factor_roles',
      'provider_roles',
    ],
  },
  {
    what: 'earlier versions and variables of email templates',
    tables: ['email_template_versions', 'email_variables'],
  },
  { what: 'grants of roles', tables: ['staff_grants'] },
  {
    what: 'records of running calls: stored answers, reveals, live events, progress of imports',
    tables: ['idempotency_keys', 'reveals', 'live_events', 'import_progress', 'search_rebuilds'],
  },
  { what: 'staff accounts of those who blocked', tables: ['ban_reasons'], columns: ['actor_uid'] },
  {
    what: 'colleagues who wrote messages in the name of another account',
    tables: ['messages'],
    columns: ['written_by'],
  },
  {
    what: 'decisions and assignees of disputes',
    tables: ['disputes'],
    columns: [
      'opened_by',
      'released_alone',
      'assignee',
      'outcome',
      'refunded_cents',
      'decided_by',
      'decision_reason',
    ],
  },
  {
    what: 'requested refunds of shipping labels',
    tables: ['ship_labels'],
    columns: ['refund_state', 'refund_operation', 'refund_due_at'],
  },
  {
    what: 'choices whether a cancellation shows in the reviews',
    tables: ['transactions'],
    columns: ['shown_in_reviews'],
  },
  {
    what: 'actions and uses of macros',
    tables: ['macros'],
    columns: ['actions', 'uses'],
    where: 'actions is not null or uses > 0',
  },
  {
    what: 'personal settings, absences and times of staff',
    tables: ['staff'],
    columns: [
      'settings',
      'created_at',
      'last_seen_at',
      'notices_mailed_until',
      'away_from',
      'away_until',
      'deputy',
    ],
    where: "settings <> '{}' or last_seen_at is not null",
  },
]

/** How many rows of each kind no file has; kinds without rows are missing. */
export async function countLeftOut(db: Db): Promise<{ what: string; rows: number }[]> {
  const counts: { what: string; rows: number }[] = []
  for (const { what, tables, columns, where } of leftOut) {
    const condition = where ?? (columns ?? []).map((column) => `${column} is not null`).join(' or ')
    const queries = tables.map(
      (table) => `select count(*) as n from ${table}${condition && ` where ${condition}`}`,
    )
    const { rows } = await db.execute<{ n: string }>(
      sql.raw(`select sum(n)::text as n from (${queries.join(' union all ')}) counts`),
    )
    counts.push({ what, rows: Number(rows[0]?.n) })
  }
  return counts.filter(({ rows }) => rows > 0)
}

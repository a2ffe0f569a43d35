import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

// What becomes of each column that may name a staff member when their role or state changes. A new column fails the first test.

const s = useServer()

/** Released in the transaction of the change, if the new standing may not do the work. */
const released = {
  'conversation_states.assignee': 'of those that are not closed; a closed one loses it when it opens again',
  'disputes.assignee': 'of open disputes; that of a resolved one is history',
  'desk_cases.assignee': 'claims and assignments',
  'macros.actions': 'a macro that assigns to them assigns to no one',
  'staff.deputy': 'a colleague whose deputy may not do the work any more has none',
}
/** Others can take it, change it or go on with it. */
const takeable = {
  'approvals.asked_by':
    'a colleague declines it; approving is refused, as its requester may not ask any more',
  'bulk_jobs.started_by': 'it stops by itself; an admin goes on with it or undoes it',
  'desk_cases.barred': 'a copy of approvals.asked_by: others decide it',
  'held_actions.by_uid': 'a colleague with the permission takes it back',
  'incidents.opened_by': 'everyone who may answer the team’s conversations ends it',
  'incidents.over_by': 'everyone who may answer the team’s conversations opens it again',
  'machine_keys.created_by': 'every admin revokes it',
  'machine_keys.owner_uid':
    'the program does what they may, and nothing without them; every admin revokes it',
  'proposals.owner_uid': 'what waits is not carried out without the right of its owner',
  'measures.by_uid': 'everyone who may block ends it',
  'measures.party_uids': 'others decide an appeal against it',
  'money_plans.by_uid':
    'everyone who may hold payouts chooses it again; its job stops without the right of its maker',
  'second_looks.by_uids': 'those who are not among them are shown the case',
  'payout_holds.held_by': 'everyone who may hold payouts releases it',
  'roles.waiting': 'every admin confirms, declines or changes it',
  'provider_roles.set_by': 'every admin changes or removes the row',
  'review_decisions.by_uid': 'an admin takes it back',
  'saved_views.owner': 'a shared one: an admin changes or deletes it; others see no private one',
  'undo_plans.approved_by': 'an approval stays; the plan is run by those who manage staff',
  'undo_plans.made_by': 'everyone who manages staff approves or runs it',
  'webhook_endpoints.created_by': 'every admin changes it; without its maker all are notified',
}
/** Their own, read with the rights of today, or gone by itself. */
const own = {
  'conversation_states.account': 'the account in whose name the team answers, whoever it is',
  'idempotency_keys.actor_uid': 'deleted after a week; a replay asks for the right first',
  'identity_account.user_id': 'their password: without effect while they are disabled',
  'identity_passkey.user_id': 'as their password',
  'identity_session.user_id': 'deleted when they are disabled',
  'identity_two_factor.user_id': 'as their password',
  'identity_used_codes.user_id': 'deleted after a day',
  'inbox_drafts.staff_uid': 'expires within half a minute',
  'inbox_drafts.actions': 'expires within half a minute; sending it asks for the rights of today',
  'notifications.staff_uid': 'only those that their role may see',
  'reveals.staff_uid': 'deleted after a day',
  'staff.uid': 'the staff member',
  'staff.settings': 'their own',
}
/** What they did: it stays under their name. */
const history = [
  ...['approvals.decided_by', 'audit.actor_uid', 'audit.actor_role', 'audit.before', 'audit.after'],
  ...[
    'ban_reasons.actor',
    'ban_reasons.actor_uid',
    'decided_fields.decided_by',
    'desk_days.by',
    'desk_moves.by',
  ],
  ...[
    'disputes.decided_by',
    'disputes.opened_by',
    'email_template_versions.saved_by',
    'events.actor',
    'events.data',
  ],
  ...[
    'held_actions.by_name',
    'inbox_days.by',
    'inbox_spans.by',
    'inbox_spans.account',
    'ledger_differences.settled_by',
  ],
  // Anyone who may answer can take a restored conversation (conversations/person-conversations.ts).
  ...['bulk_jobs.undone_by', 'deleted_records.rows'],
  ...['idempotency_keys.answer', 'live_events.payload', 'messages.written_by', 'notifications.by'],
  ...['messages.sender_id', 'messages.sender_display_name', 'conversation_members.uid', 'operations.details'],
  ...['operations.started_by', 'review_decisions.by_name', 'staff_grants.by_uid', 'staff_grants.staff_uid'],
  // The rows of a running job that assign to them are refused one by one.
  'bulk_jobs.input',
  'measures.ended_by',
  // One without an owner is removed after a day.
  'stored_files.uploaded_by',
  'appeals.decided_by',
  'proposals.decided_by',
  // What names them is tried again before it is carried out.
  ...['proposals.params', 'proposals.body', 'proposals.effect'],
  'appeal_rounds.by_uid',
  // Whose work was undone.
  'undo_plans.whose',
  // Who added or made it, by name.
  'value_list_items.by',
  'value_lists.created_by',
  'extensions.changed_by',
  'extension_fields.created_by',
  'rule_replays.made_by',
  // A rule whose owner leaves stops itself.
  ...['rules.name', 'rules.actions'],
  'rules.owner_uid',
  'rules.on_by',
  'rule_matches.case_by',
  // A filter by a colleague who left shows no row.
  'saved_views.search',
]
/** People and records of the marketplace, never staff. */
const others = [
  ...[
    'ban_reasons.uid',
    'bulk_rows.seen',
    'chargebacks.draft',
    'chargebacks.submitted',
    'conversation_members.name',
  ],
  ...['conversation_members.search_name', 'decided_fields.ours', 'decided_fields.theirs', 'desk_cases.uid'],
  ...['devices.uid', 'disputes.buyer_files', 'disputes.creator_uid', 'disputes.seller_files'],
  ...['email_template_versions.template_name', 'email_templates.template_name', 'email_variables.name'],
  ...['gift_cards.redeemed_by', 'held_actions.items', 'identity_account.account_id', 'identity_passkey.name'],
  ...['identity_session.user_agent', 'identity_user.name', 'ledger_entries.uid', 'ledger_lines.account'],
  ...['listing_reports.reporter_uid', 'machine_keys.name', 'machine_keys.networks', 'machine_keys.scopes'],
  ...[
    'orders.buyer_uid',
    'orders.ship_to_name',
    'posts.creator_name',
    'posts.creator_uid',
    'posts.extra',
    'posts.location',
    'posts.photos_url',
  ],
  ...['posts.user_subscription_state', 'promoted_posts.owner_uid', 'questions.creator_uid'],
  ...[
    'appeals.attachments',
    'appeals.files',
    'appeals.uid',
    'stored_files.name',
    'stored_files.parts',
    'appeal_rounds.attachments',
    'measures.grounds',
    'measures.uid',
    'policies.canned',
    'policies.name',
    'policies.strikes',
    'money_plans.uid',
    'questions.purchaser_uid',
    'questions.seller_uid',
    'review_decisions.owner_uid',
    'review_decisions.snapshot',
    'review_decisions.was',
    'search_rebuilds.table_name',
  ],
  ...[
    'incidents.name',
    'roles.name',
    'saved_views.name',
    'staff.display_name',
    'extension_fields.choices',
    'extension_fields.name',
    'transactions.extra',
    'transactions.purchaser_display_name',
    'transactions.purchaser_uid',
  ],
  ...['transactions.seller_display_name', 'transactions.seller_uid', 'user_reports.reporter_uid'],
  ...[
    'user_reports.reporting_uid',
    'users.display_name',
    'users.extra',
    'users.search_name',
    'users.search_uid',
    'users.uid',
  ],
  ...[
    'extensions.declared',
    'extensions.name',
    'value_lists.name',
    'provider_endpoints.problems',
    'verification_codes.uid',
    'webhook_endpoints.types',
  ],
]

const known = [released, takeable, own].flatMap((list) => Object.keys(list)).concat(history, others)

test('each column that may name a staff member is released, takeable, their own or history', async () => {
  const rows = await s.query<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    -- Who has changed a row is history in every table.
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name <> 'history_by' and (
      c.data_type in ('json', 'jsonb')
      or c.column_name ~ '(^|_)(uid|uids|by|assignee|owner|actor|account|account_id|holder|barred|author|sender|staff|user|user_id|person|creator|reporter|name|sender_id)(_|$)'
        and c.data_type in ('text', 'ARRAY'))
    union
    select r.relname || '.' || a.attname from pg_constraint f
    join pg_class r on r.oid = f.conrelid join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
    where f.contype = 'f' and f.confrelid = 'staff'::regclass`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...new Set(known)].toSorted())
  expect(known).toHaveLength(new Set(known).size)
})

import { type SQL, sql } from 'drizzle-orm'

// States that other records keep, so that no row of the marketplace changes them and no admin gives them back to it.

/** The fields of such states by entity. */
export const ownStates: Readonly<Record<string, readonly string[]>> = {
  gift_cards: ['redeemed_by', 'redeemed_at'],
  transactions: ['dispute_id', 'dispute_status', 'currency'],
  disputes: ['status', 'resolved_at'],
}

/** Queries for (key, field, ours) of the records of some keys. */
export const ownStateQueries: Readonly<Record<string, (keys: SQL) => SQL>> = {
  // A redeemed gift card stays redeemed.
  gift_cards: (keys) => sql`
    select code as key, field, ours from gift_cards,
      lateral (values ('redeemed_by', to_jsonb(redeemed_by)), ('redeemed_at', to_jsonb(redeemed_at))) as own(field, ours)
    where redeemed_by is not null and code = any(${keys})`,
  // The row of the dispute has the state; its transaction has a copy. Its currency stays once money has moved or was asked for.
  transactions: (keys) => sql`
    select t.id as key, field, ours from transactions t join disputes d on d.id = t.dispute_id and d.transaction_id = t.id,
      lateral (values ('dispute_id', to_jsonb(d.id)), ('dispute_status', to_jsonb(d.status))) as own(field, ours)
    where t.id = any(${keys})
    union all
    select id, 'currency', to_jsonb(currency) from transactions t where id = any(${keys}) and (
      exists (select from ledger_entries where transaction_id = t.id)
      or exists (select from operations where subject_kind = 'transaction' and subject_id = t.id and kind <> 'extensions.act')
      or exists (select from approvals where transaction_id = t.id))`,
  // Staff decided the dispute; or they decided for the buyer, whose refund is requested or on its way.
  disputes: (keys) => sql`
    select id as key, field, ours from disputes d,
      lateral (values ('status', to_jsonb(status)), ('resolved_at', to_jsonb(resolved_at))) as own(field, ours)
    where id = any(${keys}) and (decided_by is not null
      or exists (select from approvals where dispute_id = d.id and state = 'asked' and expires_at > now())
      or exists (select from operations where kind = 'dispute_refund' and state = 'pending'
        and subject_kind = 'transaction' and subject_id = d.transaction_id))`,
}

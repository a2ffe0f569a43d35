/** Tables without people of the marketplace: the server's own records, and staff. */
export const withoutPeople = [
  'audit_head',
  ...[
    'staff',
    'staff_grants',
    'reveals',
    'payment_events',
    'provider_refunds',
    'import_progress',
    'collections',
    'similar_content_keywords',
  ],
  ...['moderating_messages', 'macros', 'email_templates', 'email_template_versions', 'email_variables'],
]

/** A row in every other table, each with a mark of its own, and beside each a row of another person. */
export const plant = (who: string, mark: string) => [
  `insert into users (uid, display_name, search_uid) values ('${who}', '${mark}users', '${who}')`,
  `insert into ban_reasons (id, uid, reason, created_at) values ('${mark}b', '${who}', '${mark}ban_reasons', now())`,
  `insert into devices (id, uid, code) values ('${mark}d', '${who}', '${mark}devices')`,
  `insert into verification_codes (id, uid, code, created_at) values ('${mark}v', '${who}', '${mark}verification_codes', '2026')`,
  `insert into gift_cards (code, cents, created_at, redeemed_by) values ('${mark}gift_cards', 1, now(), '${who}')`,
  `insert into user_reports (id, reporting_uid, reporter_uid, input, created_at) values ('${mark}r', 'third', '${who}', '${mark}user_reports', now())`,
  `insert into orders (id, stripe_payment_intent_id, buyer_uid, status, created_at) values ('${mark}o', '${mark}orders', '${who}', 1, now())`,
  `insert into transactions (id, product_title, seller_uid, purchaser_uid, order_id, price, purchase_date) values ('${mark}t', '${mark}transactions', 'third', '${who}', '${mark}o', 1, now())`,
  `insert into disputes (id, transaction_id, creator_uid, dispute_type, status, created_at) values ('${mark}disputes', '${mark}t', '${who}', 1, 2, now())`,
  `insert into ship_labels (id, transaction_id, created_at, status, key) values ('${mark}l', '${mark}t', now(), 1, '${mark}ship_labels')`,
  `insert into approvals (id, kind, transaction_id, cents, left_seen, asked_by, expires_at, reason) values ('${mark}a', 'refund', '${mark}t', 1, 1, 'staff', now(), '${mark}approvals')`,
  `insert into operations (id, kind, subject_kind, subject_id, reference) values ('${mark}op', 'refund', 'transaction', '${mark}t', '${mark}operations')`,
  `with entry as (insert into ledger_entries (id, kind, transaction_id, reference) values ('${mark}le', 'refund', '${mark}t', '${mark}ledger_entries') returning id)
   insert into ledger_lines (entry_id, account, cents) select id, account, 0 from entry, unnest(array['${mark}ledger_lines']) account`,
  `insert into listings (key, title, creator_uid, "post_type") values ('${mark}p', '${mark}listings', '${who}', 0)`,
  `insert into content_reports (id, post_key, report_reason_id, created_at) values ('${mark}c', '${mark}p', '${mark}content_reports', now())`,
  `insert into promoted_posts (id, owner_uid, post_title, created_at) values ('${mark}pp', '${who}', '${mark}promoted_posts', now())`,
  `insert into collections (id, title, created_at) values ('${mark}col', 'none', now()) on conflict do nothing`,
  `insert into collection_items (collection_id, post_key, added_at) values ('${mark}col', '${mark}p', now())`,
  `insert into questions (id, title, creator_uid, created_at) values ('${mark}q', '${mark}questions', '${who}', now())`,
  `insert into conversations (id, conversations_messages_id, last_message, date) values ('${mark}conv', 'm', '${mark}conversations', now())`,
  `insert into conversation_members (conversation_id, uid, name, position) values ('${mark}conv', '${who}', '${mark}conversation_members', 0)`,
  `insert into messages (id, conversation_id, sender_id, text, date) values ('${mark}m', '${mark}conv', 'third', '${mark}messages', now())`,
  `insert into held_actions (id, action, subject_kind, subject_id, title, items, by_uid, by_name, at, operation_id) values ('${mark}ha', 'posts.remove', 'listing', '${mark}p', '${mark}held_actions', '[]', 'staff', 'Staff', now(), '${mark}ha')`,
  `insert into review_decisions (id, kind, subject_id, owner_uid, decision, message, by_uid, by_name, at, version, operation_id) values ('${mark}rd', 'listing', '${mark}p', '${who}', 'denied', '${mark}review_decisions', 'staff', 'Staff', now(), 1, 'op')`,
  `insert into live_events (topic, payload) values ('x', '{"uid": "${who}", "text": "${mark}live_events"}')`,
  `insert into idempotency_keys (actor_uid, key, request, answer) values ('staff', '${mark}k', 'r', '{"data": {"uid": "${who}", "text": "${mark}idempotency_keys"}}')`,
]

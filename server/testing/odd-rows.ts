import { maxLine } from '../marketplace/import/lines.ts'
import { at, market, user } from './import-harness.ts'

// Files of the import's tests whose rows are odd. The ingest's test writes the same rows.

export type Files = Record<string, (object | string | Buffer)[]>

/** Lines that are rejected, each for another reason, among good ones. */
export const badRows: Files = {
  users: [
    user('good-1'),
    '{"uid": "cut',
    '[1]',
    user('bad-1', { phone: '1', fax: '2' }),
    user('bad-2', { isBanned: 'no' }),
    user('bad-3', { displayName: 'a\u0000b' }),
    '{"uid": "bad-4", "displayName": "half \\ud83d"}',
    { displayName: 'Nobody' },
    user('bad-5', { store_behavior: 2 }),
    user('bad-6', { available_balance: 1.5 }),
    '',
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    '{"uid": "bad-7", "__proto__": {"a": 1}}',
    `{"uid": "bad-8", "displayName": "${'x'.repeat(2 * maxLine)}"}`,
    '{"uid": "bad-9", "displayName": "A", "displayName": "B"}',
    user('good-2'),
  ],
  orders: [
    { id: 'o1', buyer_uid: 'good-1', status: 1, created_at: at },
    { id: 'o2', buyer_uid: 'nobody', status: 1, created_at: at },
    { id: 'o3', buyer_uid: 'good-1', status: 1, created_at: 'last week' },
    { id: 'o4', buyer_uid: 'good-1', status: 1, created_at: '0000-01-01T00:00:00Z' },
    { id: 'o5', buyer_uid: 'good-2', status: 1, created_at: at },
  ],
  staff: [
    { uid: 's1', email: 'one@example.com', role: 'admin' },
    { uid: 's2', email: 'one@example.com', role: 'admin' },
    { uid: 's3', email: 'three@example.com', role: 'boss' },
  ],
}

/** Texts that are no dates. */
export const oddDates: Files = {
  users: [
    user('w1', { created_at: 'not a date', lastActive: at }),
    user('w2', { created_at: at, lastActive: '2026-02-31' }),
  ],
  listings: [{ key: 'w', creatorUID: 'w1', creationDate: 'spring' }],
  email_templates: [{ TemplateName: 'w', CreatedTimestamp: 'then' }],
}

/** Rows of `market` with other values. */
export const changedRows: Files = {
  users: [user('u1'), user('u2')],
  conversations: [
    { ...market.conversations[0], readByUsers: {} },
    { ...market.conversations[1], members: { u1: 'One' } },
  ],
}

/** A person three times, the last time with a bad line; between them more people than a batch has. */
export const repeatedKeys: Files = {
  users: [
    user('twice', { email: 'first@example.com' }),
    ...Array.from({ length: 2500 }, (_, n) => user(`many-${n}`)),
    user('twice', { email: 'last@example.com' }),
    user('twice', { email: 7 }),
  ],
}

const listing = (key: string, title: string) => ({ key, creatorUID: 'u1', title, review_state: 'pending' })

/** Two listings that staff deny; then the seller of one edits it. */
export const edited = {
  before: { users: [user('u1')], listings: [listing('same', 'A'), listing('moved', 'A')] },
  denial: "update posts set review_state = 'denied', review_message = 'No.', version = version + 1",
  after: { users: [user('u1')], listings: [listing('same', 'A'), listing('moved', 'B')] },
} satisfies { before: Files; denial: string; after: Files }

const decidedRows = (isBanned: boolean, review_state: string) => ({
  users: [user('u1', { isBanned: false }), user('u2', { isBanned })],
  listings: [
    { key: 'l1', creatorUID: 'u1', review_state: 'pending' },
    { key: 'l2', creatorUID: 'u1', review_state },
  ],
  content_reports: [{ id: 'c1', post_key: 'l1', status: 'open', created_at: at }],
  user_reports: [{ id: 'r1', reporting_uid: 'u1', status: 'open', created_at: at }],
})

/** Decisions of staff that later rows contradict; the marketplace's own values change. */
export const decided = {
  before: decidedRows(true, 'pending'),
  decisions: [
    "update users set is_banned = true where uid = 'u1'",
    "update posts set review_state = 'denied' where key = 'l1'",
    "update listing_reports set status = 'ignored'",
    "update user_reports set status = 'resolved'",
  ],
  after: decidedRows(false, 'approved'),
} satisfies { before: Files; decisions: string[]; after: Files }

/** Rows of `market` that staff deleted, or whose gift card they redeemed. */
export const deletions = [
  `update users set deleted_at = '${at}', display_name = null where uid = 'u3'`,
  `update posts set deleted_at = '${at}' where key = 'l2'`,
  `update gift_cards set redeemed_by = 'u1', redeemed_at = '${at}' where code = 'G1'`,
  'update staff set disabled = true',
]

const heldRows = (title: string) => ({
  users: [user('u1')],
  listings: [{ key: 'held', creatorUID: 'u1', title, review_state: 'approved' }],
})

/** A listing whose deletion can still be undone. */
export const held = {
  before: heldRows('Before'),
  decisions: [
    `update posts set deleted_at = '${at}' where key = 'held'`,
    `insert into held_actions (id, action, subject_kind, subject_id, items, by_uid, by_name, at, operation_id)
     values ('h', 'posts.remove', 'listing', 'held', '["held"]', 'staff', 'Staff', now(), 'o')`,
  ],
  after: heldRows('After'),
} satisfies { before: Files; decisions: string[]; after: Files }

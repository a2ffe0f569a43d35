import { readFileSync } from 'node:fs'
import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { signatureOf } from '../sandbox/stripe-webhooks.ts'
import { checkAudit } from './core/audit/audit-check.ts'
import { openLedger } from './money/ledger/ledger.ts'
import { checkLedger } from './money/ledger/ledger-check.ts'
import { lockTransaction } from './money/orders/transaction-records.ts'
import { takePaymentEvent } from './money/payment-events.ts'
import { drawImage } from './seed/images.ts'
import { registerAll } from './seed/known.ts'
import type { Rows, StaffWork } from './seed/rows.ts'
import { seedDemo } from './seed/seed.ts'
import { stories, storyRows } from './seed/stories/rows.ts'
import { Stage } from './seed/stories/stage.ts'
import { auditKey, useServer } from './testing/harness.ts'
import { settleAll } from './testing/settling.ts'
import { useVendors, webhookSecret } from './testing/vendors.ts'

const now = Date.UTC(2026, 10, 20, 9, 41)
const rows: Rows & StaffWork = storyRows(now)
const iso = (hoursAgo: number) => new Date(now - hoursAgo * 3_600_000).toISOString()
const nothing = (words: string, found: unknown[]) => expect([words, found]).toEqual([words, []])
const byUid = new Map(rows.users.map((one) => [one.uid, one]))
const byKey = new Map(rows.posts.map((one) => [one.key, one]))
const byTxn = new Map(rows.transactions.map((one) => [one.id, one]))

describe('the rows', () => {
  test('are the same for the same time, and move with it', () => {
    expect(storyRows(now)).toEqual(rows)
    const day = 86_400_000
    const next = storyRows(now + day)
    expect(next.transactions.map(({ id }) => id)).toEqual(rows.transactions.map(({ id }) => id))
    expect(next.transactions.map((one) => Date.parse(one.purchase_date) - day)).toEqual(
      rows.transactions.map((one) => Date.parse(one.purchase_date)),
    )
  })

  test('have no fixture, no unfinished text, and no missing value where a list shows one', () => {
    const texts = Object.entries(rows).flatMap(([table, list]) =>
      // Templates and macros have placeholders on purpose; an id may hold any letters.
      (list as object[]).flatMap((row) =>
        Object.entries(row)
          .filter(([field]) => !/id$|^key$|uid$|URL$|image|thumbnail|by$/i.test(field))
          .filter(([, value]) => typeof value === 'string')
          .map(([field, value]) => [table, field, value as string] as const),
      ),
    )
    nothing(
      'unfinished',
      texts.filter(([, , text]) =>
        /Sentinel|undefined|\bnull\b|\bNaN\b|\bNA\b|not a date|[Ll]orem/.test(text),
      ),
    )
    nothing(
      'placeholders',
      texts.filter(([table, , text]) => !/macros|email/.test(table) && /\{\w*\}| \| /.test(text)),
    )
    const shown = {
      users: rows.users.flatMap((one) => Object.entries(one)),
      posts: rows.posts.flatMap(({ location, variation, review_message, shipping_origin_zip_code, ...one }) =>
        Object.entries(one),
      ),
      transactions: rows.transactions.flatMap(
        ({
          public_id,
          product_title,
          product_thumbnail_path,
          seller_display_name,
          purchaser_display_name,
          order_id,
        }) =>
          Object.entries({
            public_id,
            product_title,
            product_thumbnail_path,
            seller_display_name,
            purchaser_display_name,
            order_id,
          }),
      ),
      promotedPosts: rows.promotedPosts.flatMap((one) => Object.entries(one)),
      collections: rows.collections.flatMap((one) => Object.entries(one)),
      reports: [...rows.userReports, ...rows.listingReports].flatMap((one) => Object.entries(one)),
      orders: rows.orders.flatMap((one) => Object.entries(one)),
      labels: rows.shipLabels.flatMap((one) => Object.entries(one)),
      templates: rows.emailTemplates.flatMap((one) => Object.entries(one)),
    }
    for (const [table, fields] of Object.entries(shown))
      nothing(
        table,
        fields.filter(([, value]) => value === null || value === ''),
      )
  })

  test('show a photo of every listing, and a face of nearly everybody', () => {
    const paths = rows.posts.flatMap((one) => [one.thumbnailImageURL ?? '', ...one.photosURL])
    nothing(
      'listings',
      [...new Set(paths)].filter((path) => drawImage(path) === undefined),
    )
    nothing(
      'messages',
      rows.messages.filter((one) => one.type === 1 && drawImage(one.mediaURL ?? '') === undefined),
    )
    const faces = rows.users.filter((one) => drawImage(`ProfileImages/${one.uid}`) !== undefined)
    expect(faces.length / rows.users.length).toBeGreaterThan(0.93)
  })

  test('lie in the past, in a possible order', () => {
    const times = Object.entries(rows).flatMap(([table, list]) =>
      (list as object[]).flatMap((row) =>
        Object.entries(row)
          .filter(
            ([field, value]) =>
              !/^promo_|^expires|due_at$/.test(field) && /^\d{4}-\d\d-\d\dT/.test(String(value)),
          )
          .map(([field, value]) => [table, field, String(value)]),
      ),
    )
    nothing(
      'in the future',
      times.filter(([, , time]) => (time ?? '') > iso(0)),
    )
    nothing(
      'bought before it was listed, or by or from a person who had not joined',
      rows.transactions.filter(
        (one) =>
          one.purchase_date < (byKey.get(one.product_id ?? '')?.creationDate ?? '9') ||
          [one.seller_uid, one.purchaser_uid].some(
            (uid) => (byUid.get(uid)?.created_at ?? '9') > one.purchase_date,
          ),
      ),
    )
    nothing(
      'labels before the purchase, or parcels that arrive before they leave',
      rows.shipLabels.filter((one) => {
        const txn = byTxn.get(one.transaction_id)
        return one.created_at < (txn?.purchase_date ?? '9') || one.created_at > (txn?.delivered_at ?? '9')
      }),
    )
    nothing(
      'disputes before the purchase',
      rows.disputes.filter((one) => one.created_at < (byTxn.get(one.transaction_id)?.purchase_date ?? '9')),
    )
  })
})

describe('the stories', () => {
  test('are at least twenty, and docs/demo.md names every one', () => {
    const guide = readFileSync(new URL('../docs/demo.md', import.meta.url), 'utf8')
    expect(Object.keys(stories).length).toBeGreaterThanOrEqual(20)
    for (const [name, tell] of Object.entries(stories)) {
      const own = Object.fromEntries(Object.keys(rows).map((table) => [table, []])) as unknown as Rows &
        StaffWork
      tell(new Stage(name, own, now))
      expect([name, own.users.some((one) => guide.includes(`**${one.displayName}**`))]).toEqual([name, true])
    }
    // The bold names and the addresses of the guide exist.
    for (const [, id = ''] of guide.matchAll(/\/dashboard\/txns\/(txn-\w+)/g))
      expect([id, byTxn.has(id)]).toEqual([id, true])
    for (const [, uid = ''] of guide.matchAll(/\/user-detail\/(\w{28})/g))
      expect([uid, byUid.has(uid)]).toEqual([uid, true])
    const names = new Set(rows.users.map((one) => one.displayName))
    for (const [, name = ''] of guide.matchAll(/\*\*([^*]+)\*\*/g))
      expect([name, names.has(name)]).toEqual([name, true])
  })

  test('a message names only the tracking numbers and orders of its two sides', () => {
    const membersOf = Map.prototype.get.bind(
      rows.members.reduce(
        (map, one) => map.set(one.conversation_id, [...(map.get(one.conversation_id) ?? []), one.uid]),
        new Map<string, string[]>(),
      ),
    ) as (id: string) => string[] | undefined
    const numbers = new Map(
      rows.shipLabels.map((one) => [one.tracking_number, byTxn.get(one.transaction_id)]),
    )
    const orders = new Map(rows.transactions.map((one) => [one.public_id, one]))
    let named = 0
    for (const { conversation_id, text } of rows.messages)
      for (const word of text?.match(/\b[0-9A-Z]{8,24}\b/g) ?? []) {
        const txn = numbers.get(word) ?? orders.get(word)
        // A number that the story made up, such as the return of a buyer.
        if (!txn) continue
        named += 1
        const sides = membersOf(conversation_id) ?? []
        expect([
          word,
          sides.filter((uid) => uid === txn.seller_uid || uid === txn.purchaser_uid).length,
        ]).toEqual([word, sides.some((uid) => uid === 'support' || uid.startsWith('staff-')) ? 1 : 2])
      }
    expect(named).toBeGreaterThan(300)
  })

  test('records fit each other', () => {
    const labels = new Map(
      rows.shipLabels.filter((one) => one.status === 1).map((one) => [one.transaction_id, one]),
    )
    nothing(
      'shipped without a label of that number',
      rows.transactions.filter(
        (one) =>
          one.tracking_number &&
          !rows.shipLabels.some(
            (label) => label.transaction_id === one.id && label.tracking_number === one.tracking_number,
          ),
      ),
    )
    nothing(
      'labels of parcels not shipped',
      [...labels.keys()].filter((id) => byTxn.get(id)?.shipping_status === 3),
    )
    nothing(
      'names, titles and prices that differ from the person or the listing',
      rows.transactions.filter(
        (one) =>
          one.seller_uid === one.purchaser_uid ||
          byUid.get(one.seller_uid)?.displayName !== one.seller_display_name ||
          byUid.get(one.purchaser_uid)?.displayName !== one.purchaser_display_name ||
          byKey.get(one.product_id ?? '')?.creatorUID !== one.seller_uid,
      ),
    )
    nothing(
      'orders without a purchase',
      rows.orders.filter((one) => !rows.transactions.some((txn) => txn.order_id === one.id)),
    )
    nothing(
      'talks about the listing of a third person',
      rows.conversations.filter((one) => {
        const sides = rows.members.filter((side) => side.conversation_id === one.id).map(({ uid }) => uid)
        const post = byKey.get(one.product_id ?? '')
        const bought = rows.transactions.some(
          (txn) => txn.product_id === one.product_id && sides.includes(txn.purchaser_uid),
        )
        const toStaff = sides.some((uid) => uid.startsWith('staff-'))
        return sides.length !== 2 || (post && !toStaff && !sides.includes(post.creatorUID) && !bought)
      }),
    )
    nothing(
      'disputes that their transaction does not name',
      rows.disputes.filter((one) => {
        const txn = byTxn.get(one.transaction_id)
        return (
          txn?.dispute_id !== one.id ||
          txn.dispute_status !== one.status ||
          one.creator_uid !== txn.purchaser_uid
        )
      }),
    )
  })

  test('queues are as long as a working team has them, and have ages', () => {
    const within = (name: string, times: string[], least: number, most: number) => {
      expect([name, times.length >= least && times.length <= most, times.length]).toEqual([
        name,
        true,
        times.length,
      ])
      expect([
        name,
        times.filter((time) => time > iso(1)).length > 0,
        times.filter((time) => time < iso(24)).length > 0,
      ]).toEqual([name, true, true])
    }
    within(
      'reviews',
      [
        ...rows.posts.filter((one) => one.review_state === 'pending').map((one) => one.creationDate ?? ''),
        ...rows.promotedPosts.filter((one) => one.approval_status === 1).map((one) => one.created_at),
      ],
      20,
      60,
    )
    const open = [...rows.userReports, ...rows.listingReports].filter((one) => one.status === 'open')
    within(
      'reports',
      open.map((one) => one.created_at),
      15,
      40,
    )
    expect(rows.disputes.filter((one) => one.status === 2).length).toBeGreaterThanOrEqual(6)
    expect(rows.disputes.filter((one) => one.status === 2).length).toBeLessThanOrEqual(14)
    expect(rows.approvals.filter(({ state }) => state === 'asked')).toHaveLength(2)
    const unread = rows.members.filter((one) => one.uid === 'staff-support' && !one.read)
    expect(unread.length).toBeGreaterThan(3)
    expect(unread.length).toBeLessThan(20)
  })
})

// A check of the ledger reads 1,500 payments at the provider: on a busy machine that takes longer than a test may.
describe('in a database', { timeout: 120_000 }, () => {
  // The provider closes a chargeback after its deadline, so these rows are of today.
  const now = Date.now()
  const rows: Rows & StaffWork = storyRows(now)
  const vendors = useVendors(5000)
  const s = useServer({ payments: vendors.payments, shipping: vendors.shipping })

  beforeAll(async () => {
    expect(await seedDemo({ database: s.ctx.database, auditKey, now })).toBe(true)
    expect(await seedDemo({ database: s.ctx.database, auditKey, now })).toBe(false)
    await registerAll(s.ctx, vendors.address())
  })

  test('the audit chain verifies, and its rows have the times of the stories', async () => {
    const faults: string[] = []
    expect(await checkAudit(s.ctx.database.db, auditKey, (fault) => faults.push(fault))).toMatchObject({
      faults: 0,
    })
    expect(faults).toEqual([])
    const [first] = await s.query<{ at: Date }>('select at from audit order by id limit 1')
    expect(first?.at.toISOString()).toBe(rows.audit.map(({ at }) => at).sort()[0])
  })

  test('refunds and payouts have a history, which the provider knows under the same numbers', async () => {
    const totals = async (endpoint: typeof api.refunds.totals | typeof api.payouts.totals) =>
      new Map(
        (await s.call('finance', endpoint, {})).body.data.by_state.map(({ state, count }) => [state, count]),
      )
    const [refunds, payouts] = [await totals(api.refunds.totals), await totals(api.payouts.totals)]
    expect(refunds.get('done')).toBeGreaterThan(80)
    expect(refunds.get('failed')).toBe(1)
    for (const [state, least] of [
      ['due', 40],
      ['held', 4],
      ['sent', 1500],
      ['failed', 1],
    ] as const)
      expect([state, (payouts.get(state) ?? 0) >= least]).toEqual([state, true])
    const due = (await s.call('finance', api.payouts.list, { query: { state: 'due' } })).body.data
    expect(due.filter(({ amount }) => !amount)).toEqual([])
    const done = rows.operations.filter(({ kind, state }) => kind !== 'payout' && state === 'done')
    for (const { details, reference, cents } of done.slice(0, 20))
      expect((await vendors.payments.payment(String(details?.payment))).refunds).toContainEqual(
        expect.objectContaining({ reference, cents, state: 'done' }),
      )
    // Of the marketplace too, not only what staff have touched.
    const { db } = s.ctx.database
    for (const { subject_id } of rows.operations.filter(({ state }) => state === 'done').slice(0, 40))
      await openLedger(db, await lockTransaction(db, subject_id))
    const { checked, faults } = await checkLedger(db, s.ctx.payments)
    // The bank has taken the money of one payment, of which no event has come yet: the next test delivers it.
    const [story] = rows.chargebacks
    expect([checked >= 1500, faults.length]).toEqual([true, 1])
    expect(faults[0]).toMatch(`Payment ${story?.payment_id}: the provider took `)
  })

  test('a story’s chargeback is booked by the webhook of the provider, which has taken the money', async () => {
    const [story] = rows.chargebacks
    const url = `${vendors.address()}/stripe/state.json?payment_intent=${story?.payment_id}`
    const { disputes } = (await (await fetch(url)).json()) as { disputes: { id: string }[] }
    expect(disputes).toMatchObject([{ id: story?.id, status: 'needs_response' }])
    const body = JSON.stringify({
      ...{ id: 'evt_story', object: 'event', api_version: '2026-10-28.endive' },
      ...{ type: 'charge.dispute.created', data: { object: disputes[0] } },
    })
    const signature = signatureOf(body, webhookSecret, Math.floor(Date.now() / 1000))
    await takePaymentEvent(s.ctx, 'stripe', { headers: { 'stripe-signature': signature }, body })
    const { data } = (await s.call('finance', api.chargebacks.get, { params: { id: story?.id ?? '' } })).body
    expect(data.chargeback).toMatchObject({
      ...{ state: 'needs_response', withdrawn: 68_400, fee: 1500, created_at: story?.created_at },
      title: 'Tonewell electric guitar, sunburst',
    })
  })

  test('a story’s refund and its label go through the sandbox, and the ledger agrees with it and with the chargeback', async () => {
    const { db } = s.ctx.database
    await s.query(
      "insert into staff (uid, email, display_name, role) values ('staff-finance', 'of-the-stories@example.com', 'Finn Finance', 'finance') on conflict do nothing",
    )
    const [request] = rows.approvals.filter((one) => one.asked_by === 'staff-finance')
    expect(
      (await s.call('admin', api.approvals.approve, { params: { id: request?.id ?? '' } })).body,
    ).toMatchObject({ status_code: 1 })
    const twice = rows.transactions.find((one) => one.product_title?.startsWith('Harbour Press atlas, 1962'))
    const spare = rows.shipLabels.find((one) => one.tracking_number === '9400136106193820557814')
    expect(spare?.transaction_id).toBe(twice?.id)
    expect(
      (await s.call('support', api.shipping.cancelLabel, { params: { id: spare?.id ?? '' } })).body,
    ).toMatchObject({ status_code: 1 })
    await settleAll(s)
    for (const { id } of rows.transactions.filter((one) => one.dispute_id))
      await openLedger(db, await lockTransaction(db, id))
    const checked = await checkLedger(db, s.ctx.payments)
    expect(checked.faults).toEqual([])
    expect(checked.checked).toBeGreaterThan(20)
    const order = rows.orders.find((one) => one.id === byTxn.get(request?.transaction_id ?? '')?.order_id)
    expect((await vendors.payments.payment(order?.stripe_payment_intent_id ?? '')).refunded).toBe(126_499)
  })
})

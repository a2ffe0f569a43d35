import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'

// The evidence of a chargeback is what the listing and the seller were at the purchase.

const s = useServer()
const { chargebacks } = api

/** A moment between two changes. */
async function moment(): Promise<string> {
  const [row] = await s.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pg_sleep(0.003)`,
  )
  await s.query('select pg_sleep(0.003)')
  return row?.at ?? ''
}
const read = async (id: string, headers = {}) =>
  (await s.call('support', chargebacks.get, { params: { id: `du_${id}` } }, headers)).body.data
const words = async (id: string) => (await read(id)).composed.product_description?.split('\n') ?? []

let sales = 0
/** A chargeback of a listing that was sold at a moment, by default now. @returns its id */
async function sold(purchase?: string): Promise<string> {
  const id = `sale-${++sales}`
  await s.addUser({ uid: `seller-${id}`, displayName: 'Sam', created_at: '2024-01-05T15:04:00.000Z' })
  await s.make.listing({
    ...{ key: id, creatorUID: `seller-${id}`, title: 'Road bike', condition: 'used', description: 'Steel' },
    ...{ price_as_smallest_currency_unit: 2000, photosURL: ['bike/1.jpg', 'bike/2.jpg'] },
  })
  await s.make.sale(id, {
    ...{ seller_uid: `seller-${id}`, product_id: id, product_title: 'Road bike' },
    purchase_date: purchase ?? (await moment()),
  })
  await s.make.chargeback({ id: `du_${id}`, payment_id: `pi_${id}`, transaction_id: id })
  return id
}
const inWords = /[A-Z][a-z]+ \d+, \d{4} - \d+:\d\d[ap]m UTC/

beforeAll(() => s.addUser({ uid: 'buyer' }))

describe('the evidence', () => {
  test('has the listing and the seller as they were at the purchase, and says as of when', async () => {
    const id = await sold()
    const told = await words(id)
    expect(told.map((line) => line.replace(inWords, 'THEN'))).toEqual([
      'Road bike, $20.00 with shipping',
      'The seller at the purchase, THEN:',
      'account since January 5, 2024 UTC, not blocked, earlier sales: 0',
      'The listing as it was at the purchase, THEN:',
      'Title: Road bike',
      'Price: $20.00',
      'Condition: used',
      'Photos (2): bike/1.jpg, bike/2.jpg',
      'Steel',
    ])
    const { as_sold } = await read(id)
    const unchanged = { first_known: false, changed: [], gone_at: null, changed_unseen: null }
    expect(as_sold).toEqual({
      at: as_sold?.at,
      listing: { id, as_of: as_sold?.at, ...unchanged },
      seller: { id: `seller-${id}`, as_of: as_sold?.at, ...unchanged },
    })
  })

  test('stays when the listing is edited, its price changed and a photo removed; the page names each field', async () => {
    const id = await sold()
    const before = await words(id)
    await s.query("update posts set description = 'Gold', sold = true where key = $1", [id])
    await s.query('update posts set price_as_smallest_currency_unit = 9900 where key = $1', [id])
    await s.query(`update posts set photos_url = '["bike/1.jpg"]' where key = $1`, [id])
    expect(await words(id)).toEqual(before)
    const { as_sold } = await read(id)
    expect(as_sold?.listing?.changed).toEqual([
      { field: 'price_as_smallest_currency_unit', before: 2000, after: 9900 },
      { field: 'description', before: 'Steel', after: 'Gold' },
      { field: 'photosURL', before: ['bike/1.jpg', 'bike/2.jpg'], after: ['bike/1.jpg'] },
    ])
  })

  test('is the same as of a moment, without what changed after it', async () => {
    const id = await sold()
    const then = await moment()
    const before = await read(id)
    await s.query("update posts set description = 'Gold' where key = $1", [id])
    await s.query('delete from posts where key = $1', [id])
    const past = await read(id, { 'as-of': then })
    expect(past.as_sold).toEqual(before.as_sold)
    expect(past.composed.product_description).toBe(before.composed.product_description)
  })

  test('stays when the listing is deleted by staff, or with its row', async () => {
    const [byStaff, byRow] = [await sold(), await sold()]
    const before = [await words(byStaff), await words(byRow)]
    await s.call('admin', api.posts.remove, { params: { id: byStaff } })
    await s.query('delete from posts where key = $1', [byRow])
    expect([await words(byStaff), await words(byRow)]).toEqual(before)
    for (const id of [byStaff, byRow])
      expect((await read(id)).as_sold?.listing).toMatchObject({
        changed: [],
        gone_at: expect.stringMatching(/Z$/),
      })
  })

  test('has the seller who was not blocked then, and the page says that they are now', async () => {
    const id = await sold()
    const uid = `seller-${id}`
    await s.call('admin', api.users.ban, { params: { uid }, query: {}, body: { ban_reason: 'Spam' } })
    await s.make.sale(`${id}-later`, { seller_uid: uid })
    expect(await words(id)).toContain('account since January 5, 2024 UTC, not blocked, earlier sales: 0')
    expect((await read(id)).as_sold?.seller?.changed).toEqual([
      { field: 'isBanned', before: false, after: true },
    ])
  })

  test('of a seller who was blocked at the purchase says so', async () => {
    const id = await sold()
    await s.query('update users set is_banned = true where uid = $1', [`seller-${id}`])
    await s.query('update transactions set purchase_date = $2 where id = $1', [id, await moment()])
    await s.query('update users set is_banned = false where uid = $1', [`seller-${id}`])
    expect((await words(id))[2]).toMatch(/, blocked, /)
  })

  test('of an erased seller has nothing of the listing, nor of its past', async () => {
    const id = await sold()
    await s.query("update posts set description = 'Gold' where key = $1", [id])
    await s.query("update chargebacks set closed_at = now(), state = 'lost' where transaction_id = $1", [id])
    const erased = await s.call('admin', api.users.erase, {
      params: { uid: `seller-${id}` },
      body: { reason: 'Asked for it' },
    })
    expect(erased.body).toMatchObject({ status_code: 1 })
    expect(await words(id)).toEqual([
      'Untitled, $20.00 with shipping',
      'The seller was erased. What the listing said is not stored.',
    ])
    const { as_sold } = await read(id)
    expect(as_sold?.listing).toBeNull()
    expect(JSON.stringify(as_sold)).not.toMatch(/Sam|Steel|Gold/)
  })
})

describe('a purchase before the history', () => {
  test('has the first known state, and says since when it is known', async () => {
    const id = await sold('2026-10-29T16:31:00.000Z')
    await s.query('select pg_sleep(0.003)')
    await s.query("update posts set description = 'Gold' where key = $1", [id])
    const told = await words(id)
    expect(told[1]).toMatch(
      /^Portreeve remembers this seller from .* UTC on; this is its first known state:$/,
    )
    expect(told[3]).toMatch(
      /^Portreeve remembers this listing from .* UTC on; this is its first known state:$/,
    )
    expect(told.at(-1)).toBe('Steel')
    const { as_sold } = await read(id)
    expect(as_sold?.listing).toMatchObject({
      first_known: true,
      changed: [{ field: 'description', before: 'Steel', after: 'Gold' }],
    })
    // The link to its page leads to a moment that can be read.
    const at = as_sold?.listing?.as_of ?? ''
    expect(at > '2026-10-29T16:31:00.000Z').toBe(true)
    const page = await s.call('support', api.listings.get, { params: { id } }, { 'as-of': at })
    expect(page.body.data.listing.description).toBe('Steel')
  })

  test('has no words of a listing that was changed before it was known', async () => {
    const id = await sold('2026-10-29T16:31:00.000Z')
    await s.query("update posts set changed_at = '2026-11-03T10:00:00Z' where key = $1", [id])
    await s.asOwner(`delete from history.posts where key = '${id}'`)
    expect((await words(id)).slice(3)).toEqual([
      expect.stringMatching(
        /^The listing was changed after the sale, on November 3, 2026 - 10:00am UTC\. Its words at the sale are not stored: Portreeve remembers it from /,
      ),
    ])
    expect((await read(id)).as_sold?.listing?.changed_unseen).toBe('2026-11-03T10:00:00.000Z')
  })
})

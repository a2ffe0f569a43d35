import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { addListing, addRequest, plain } from '../testing/reviewing.ts'

const s = useServer()

const ofSam = (id: string) => ({ params: { id }, body: { data: 'sam' } })
const requests = async () =>
  (await s.call('admin', api.promotedPosts.list, { query: { approval_status: '1' } })).body.data

beforeAll(async () => {
  await s.addUser({ uid: 'ana' })
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller' })
  await addListing(s, 'deleted')
  await s.query("update posts set deleted_at = now() where key = 'deleted'")
})

describe('requests to promote', () => {
  test('[API-52] [ENT-64] [ENT-66] requests that need approval, with the listing’s fields on the card', async () => {
    await addListing(s, 'promoted', { review_state: 'approved', price_as_smallest_currency_unit: null })
    await addRequest(s, 'r1', { post_id: 'promoted' })
    await addRequest(s, 'r2', { created_at: '2026-01-07T10:00:00.000Z' })
    await addRequest(s, 'r3', { approval_status: 2 })
    await addRequest(s, 'r4', { post_id: 'deleted' })
    const found = await requests()
    expect(found.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(found[0]).toEqual({
      id: 'r1',
      key: 'key-r1',
      owner_uid: 'sam',
      post_id: 'promoted',
      post_title: 'Brown chair, promoted',
      post_thumbnail_image_path: 'listings/a-small.jpg',
      promo_start_date: '2026-02-01T00:00:00.000Z',
      promo_end_date: '2026-02-08T00:00:00.000Z',
      price: 999,
      created_at: '2026-01-06T10:00:00.000Z',
      charge: { stripe_id: 'ch_1' },
      approval_status: 1,
      version: 1,
      description: 'Four legs.',
      price_as_smallest_currency_unit: 2500,
      photosURL: plain.photosURL,
      creatorUID: 'sam',
      creatorName: 'Sam Seller',
      shipping_cost: 499,
      postType: 1,
      post_version: 1,
      variation: 'flat_fee_post',
      postCountryCode: 'SE',
    })
    expect(found[1]).not.toHaveProperty('photosURL')
    const all = await s.call('moderator', api.promotedPosts.list, {})
    expect(all.body.data.map(({ id }) => id)).toEqual(['r1', 'r3', 'r2'])
    const odd = await s.call('moderator', api.promotedPosts.list, {
      query: { approval_status: '9' as never },
    })
    expect(odd.status).toBe(400)
  })

  test('[API-53] [API-54] [REV-40] approved and denied with their owner’s uid', async () => {
    const wrong = await s.call('moderator', api.promotedPosts.approve, {
      params: { id: 'r1' },
      body: { data: 'somebody' },
    })
    expect([wrong.status, wrong.body.error_title]).toEqual([422, 'Another owner'])
    expect((await s.call('moderator', api.promotedPosts.approve, ofSam('r1'))).status).toBe(200)
    const denied = await s.call('moderator', api.promotedPosts.deny, {
      params: { id: 'r2' },
      body: { data: 'sam', message: 'Blurred.' },
    })
    expect(denied.body.data.decision).toBe('denied')
    expect(await requests()).toEqual([])
    expect(
      await s.query("select id, approval_status from promoted_posts where id in ('r1', 'r2') order by id"),
    ).toEqual([
      { id: 'r1', approval_status: 2 },
      { id: 'r2', approval_status: 3 },
    ])
    expect((await s.call('moderator', api.promotedPosts.approve, ofSam('r4'))).body.error_message).toBe(
      'The listing of this request was deleted.',
    )
    expect((await s.call('moderator', api.promotedPosts.approve, ofSam('none'))).status).toBe(404)
  })
})

test('[API-23] [ENT-23] [ENT-24] [ENT-25] [ENT-26] promotions of a person, with and without a charge', async () => {
  await s.query(`insert into promoted_posts (id, owner_uid, post_title, post_thumbnail_image_path, promo_start_date, promo_end_date, price, created_at, payment_id) values
    ('pr1', 'ana', 'Bike', 'listings/bike.svg', '2026-01-01', '2026-01-08', 2500, '2025-12-30', 'ch_1'), ('pr2', 'ana', null, null, null, null, null, '2025-12-29', null)`)
  const { data } = (await s.call('support', api.promotedPosts.ofUser, { params: { uid: 'ana' } })).body
  expect(data).toEqual([
    expect.objectContaining({
      id: 'pr1',
      post_title: 'Bike',
      price: 2500,
      promo_start_date: '2026-01-01T00:00:00.000Z',
      charge: { stripe_id: 'ch_1' },
    }),
    expect.objectContaining({ id: 'pr2', post_title: null, price: null, charge: null }),
  ])
  expect((await s.call(undefined, api.promotedPosts.ofUser, { params: { uid: 'ana' } })).status).toBe(401)
  expect((await s.call('support', api.promotedPosts.ofUser, { params: { uid: 'nobody' } })).status).toBe(404)
})

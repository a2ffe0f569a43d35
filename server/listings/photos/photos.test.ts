import { api } from '@portreeve/contract'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawImage } from '../../seed/images.ts'
import { useServer } from '../../testing/harness.ts'
import { keyFor, writer } from '../../testing/machine.ts'
import { readPhotos } from './read-photos.ts'

// Photos of listings that staff decide about are read, and find the same picture again.

/** What the store holds, and how often each was read. */
const store = new Map<string, Buffer | Error>()
let reads: string[] = []
const s = useServer({
  photos: {
    read: async (path) => {
      reads.push(path)
      const found = store.get(path)
      if (found instanceof Error) throw found
      return found && { type: 'image/jpeg', bytes: found }
    },
  },
})
const never = new AbortController().signal
const run = () => readPhotos.run(s.ctx, never)
const prints = () =>
  s.query<{ post_key: string; photo: string; print: string | null; due: boolean }>(
    'select post_key, photo, print, due_at is not null as due from photo_prints order by post_key, photo',
  )
const similar = async (id: string) =>
  (await s.call('support', api.listings.similar, { params: { id } })).body.data.map(({ key, alike }) => [
    key,
    ...alike,
  ])

/** A picture of the demo, as a camera or another shop would have it. */
const picture = (path: string, change: (image: Sharp) => Sharp = (image) => image) =>
  change(sharp(Buffer.from(drawImage(path) ?? '')).resize(600))
    .jpeg()
    .toBuffer()
const lamp = 'collections/collection-1.svg'

beforeAll(async () => {
  for (const uid of ['sam', 'sue']) await s.addUser({ uid, displayName: uid })
  store.set('a.jpg', await picture(lamp))
  store.set(
    'b.jpg',
    await sharp(await picture(lamp, (image) => image.resize(240)))
      .extract({ left: 2, top: 2, width: 234, height: 234 })
      .jpeg({ quality: 45 })
      .toBuffer(),
  )
  store.set('c.jpg', await picture('collections/collection-9.svg'))
  store.set(
    'plain.png',
    await sharp({ create: { width: 99, height: 99, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
  )
  store.set('text.jpg', Buffer.from('<html>no picture</html>'))
  store.set('program.svg', Buffer.from(drawImage(lamp) ?? ''))
})
beforeEach(async () => {
  for (const table of ['listing_reports', 'posts']) await s.query(`delete from ${table}`)
  reads = []
})
const listing = (key: string, photosURL: string[], more: object = {}) =>
  s.make.listing({ key, creatorUID: key === 'new' ? 'sam' : 'sue', title: key, photosURL, ...more })

test('the same picture in another size and quality is found, whatever the words; another picture is not', async () => {
  await listing('old', ['b.jpg'])
  await listing('other', ['c.jpg'])
  await run()
  await s.query("update posts set review_state = 'denied'")
  await listing('new', ['x.jpg', 'a.jpg'])
  await run()
  expect(await similar('new')).toEqual([['old', 'photo']])
  expect(await similar('other')).toEqual([])
})

test('a wave of pending listings with the same photo hides none that is decided; a decision that is taken back, and a deletion, follow', async () => {
  await listing('old', ['a.jpg'])
  await s.query("update posts set review_state = 'denied'")
  for (let n = 0; n < 60; n++) await listing(`wave${n}`, ['a.jpg'])
  await listing('new', ['a.jpg'])
  for (let n = 0; n < 4; n++) await run()
  expect(await similar('new')).toEqual([['old', 'photo']])
  await s.query("update posts set review_state = 'pending' where key = 'old'")
  expect(await similar('new')).toEqual([])
  await s.query("update posts set review_state = 'approved' where key = 'wave7'")
  expect(await similar('new')).toEqual([['wave7', 'photo']])
})

test('a report and a decision at once: the row that saw neither is right as soon as the photo is read', async () => {
  await listing('old', ['a.jpg'], { review_state: 'approved' })
  await s.query("insert into photo_prints (post_key, photo, decided) values ('old', 'a.jpg', false)")
  await listing('new', ['a.jpg'])
  await run()
  expect(await similar('new')).toEqual([['old', 'photo']])
})

test('read once each: pending and reported listings, four photos at most, the small picture where there is no other', async () => {
  await listing('many', ['a.jpg', 'b.jpg', 'a.jpg', 'c.jpg', 'd.jpg', 'e.jpg'])
  await listing('small', [], { thumbnailImageURL: 'a.jpg' })
  await listing('none', [])
  await listing('public', ['a.jpg'], { review_state: 'approved' })
  await listing('reported', ['c.jpg'], { review_state: 'approved' })
  await s.make.listingReport({ post_key: 'reported', reporter_uid: 'sam' })
  await run()
  await run()
  expect((await prints()).map(({ post_key, photo }) => `${post_key} ${photo}`)).toEqual([
    ...['many a.jpg', 'many b.jpg', 'many c.jpg', 'reported c.jpg', 'small a.jpg'],
  ])
  expect(reads.toSorted()).toEqual(['a.jpg', 'a.jpg', 'b.jpg', 'c.jpg', 'c.jpg'])
})

test('what is no picture, shows nothing or is a program has no print, and is not read again', async () => {
  await listing('new', ['plain.png', 'text.jpg', 'program.svg', 'gone.jpg'])
  await run()
  await run()
  expect((await prints()).map(({ print, due }) => ({ print, due }))).toEqual(
    Array(4).fill({ print: null, due: false }),
  )
  expect(reads).toHaveLength(4)
})

test('a store that fails is read again, each time after a longer wait, six times in all', async () => {
  store.set('busy.jpg', new Error('busy'))
  await listing('new', ['busy.jpg'])
  const waits: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    await run()
    const [row] = await s.query<{ s: number | null }>(
      'select extract(epoch from due_at - now())::float8 as s from photo_prints',
    )
    if (row?.s != null) waits.push(Math.round(row.s / 60))
    await run()
    expect(reads).toHaveLength(attempt)
    await s.query("update photo_prints set due_at = due_at - interval '1 day'")
  }
  expect(waits).toEqual([5, 10, 20, 40, 80])
  expect(await prints()).toMatchObject([{ print: null, due: false }])
})

test('two servers at once read each photo once', async () => {
  for (let n = 0; n < 12; n++) await listing(`l${n}`, ['a.jpg'])
  await Promise.all([run(), run(), run()])
  expect(reads).toHaveLength(12)
})

describe('what changes meanwhile', () => {
  test('another photo: the old print is gone, the new one is read; the last photo is taken away', async () => {
    await listing('new', ['a.jpg'])
    await run()
    const shop = writer(s, await keyFor(s, ['ingest.listings']))
    await shop.rows('listings', [{ key: 'new', creatorUID: 'sam', title: 'new', photosURL: ['c.jpg'] }])
    expect(await prints()).toMatchObject([{ photo: 'c.jpg', print: null, due: true }])
    await run()
    expect(await prints()).toMatchObject([{ photo: 'c.jpg', due: false }])
    await shop.rows('listings', [{ key: 'new', creatorUID: 'sam', title: 'new', photosURL: [] }])
    expect(await prints()).toEqual([])
  })

  test('the listing is decided, or its photo changes, while the photo is read', async () => {
    await listing('new', ['a.jpg'])
    await s.query("update posts set review_state = 'denied'")
    await run()
    expect((await prints())[0]?.print).toMatch(/^[0-9a-f]{16}$/)
    await listing('two', ['b.jpg'])
    store.set('slow.jpg', await picture(lamp))
    await s.query("update posts set photos_url = '[]' where key = 'two'")
    await run()
    expect((await prints()).map(({ post_key }) => post_key)).toEqual(['new'])
  })

  test('its seller is erased', async () => {
    await s.addUser({ uid: 'eve', displayName: 'Eve' })
    await listing('hers', ['a.jpg'])
    await s.query("update posts set creator_uid = 'eve'")
    await run()
    await s.call('admin', api.users.erase, { params: { uid: 'eve' }, body: { reason: 'They asked for it' } })
    expect(await prints()).toEqual([])
  })
})

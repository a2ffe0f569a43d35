import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@portreeve/contract'
import { maxFileBytes, maxLooseFiles, partsPath } from '@portreeve/contract/staff/files'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderStore } from '../../adapters/file-store-folder.ts'
import { useServer } from '../../testing/harness.ts'
import { headersOf, look, sendPart, smallPicture, upload, uploaded } from '../../testing/uploading.ts'
import { forgetFiles } from './forget-files.ts'

const folder = join(tmpdir(), `portreeve-files-test-${process.pid}-${Date.now()}`)
const store = folderStore(folder)
/** What happens before the bytes of a part are stored. */
let before: () => Promise<unknown> = async () => {}
const s = useServer({
  files: {
    ...store,
    put: async (key, bytes) => {
      await before()
      return store.put(key, bytes)
    },
  },
})
const never = new AbortController().signal
const clean = () => forgetFiles.run(s.ctx, never)
const start = (size: number, name = 'a.png') => s.call('support', api.files.start, { body: { name, size } })
const listed = (place: string) => readdir(join(folder, place)).catch(() => [])
/** What is stored of a file: what was sent, and what is kept. */
const stored = async (id: string) => [
  ...(await listed(id)),
  ...(await listed(`${id}-content`)).map(() => 'content'),
]
const note = (id: string, files: string[], as: 'support' | 'finance' = 'support') =>
  s.call(as, api.notes.create, { body: { kind: 'user', id, text: 'See the file.', files } })

beforeEach(async () => {
  before = async () => {}
  await s.query('delete from stored_files')
})

describe('an upload', () => {
  test('of one part: the picture is stored without its metadata, upright, under a clean name', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'SECRET' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { status, data } = await upload(s, 'support', bytes, 'C:\\home\\..\\photo.html')
    expect([status, data?.file]).toMatchObject([
      200,
      { name: 'photo.jpg', kind: 'jpeg', width: 20, height: 40 },
    ])
    const seen = await look(s, 'support', data?.id ?? '')
    expect((await sharp(seen.rawPayload).metadata()).exif).toBeUndefined()
    expect(seen.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename=photo.jpg',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    // What was sent is gone: its metadata is in it.
    expect(await stored(data?.id ?? '')).toEqual(['content'])
  })

  test('goes on after a break, and answers where it is', async () => {
    const bytes = await smallPicture()
    const { id } = (await start(bytes.length)).body.data
    expect((await sendPart(s, 'support', id, 0, bytes.subarray(0, 50))).data).toMatchObject({
      offset: 50,
      file: null,
    })
    // The connection breaks in the middle of a part.
    const port = await s.server.listen({ port: 0 }).then((address) => new URL(address).port)
    const headers = {
      ...(await headersOf(s, 'support')),
      'content-type': 'application/octet-stream',
      'content-length': 60,
    }
    await new Promise((done) => {
      const broken = request({ port, method: 'PATCH', path: partsPath(id, 50), headers })
      broken.on('error', done)
      broken.write(bytes.subarray(50, 70), () => setImmediate(() => broken.destroy(new Error('broken'))))
    })
    await expect.poll(() => stored(id)).toHaveLength(1)
    const state = await s.call('support', api.files.upload, { params: { id } })
    expect(state.body.data).toMatchObject({ offset: 50, size: bytes.length, file: null })
    const rest = await sendPart(s, 'support', id, 50, bytes.subarray(50))
    expect(rest.data?.file).toMatchObject({ kind: 'png', width: 8, height: 6 })
    // The answer was lost, and the last part is sent again.
    expect(await sendPart(s, 'support', id, 50, bytes.subarray(50))).toEqual(rest)
  })

  test('at another offset is refused with the right one; of two parts at once one is kept', async () => {
    const bytes = await smallPicture()
    const { id } = (await start(bytes.length)).body.data
    const wrong = await sendPart(s, 'support', id, 7, bytes)
    expect([wrong.status, wrong.error_message]).toEqual([409, 'The upload is at byte 0. Go on from there.'])
    let waiting = 0
    let go = () => {}
    const both = new Promise<void>((done) => {
      go = done
    })
    before = async () => {
      waiting += 1
      if (waiting === 2) go()
      await both
    }
    const part = () => sendPart(s, 'support', id, 0, bytes.subarray(0, 60))
    const answers = await Promise.all([part(), part()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await stored(id)).toHaveLength(1)
    before = async () => {}
    expect((await sendPart(s, 'support', id, 60, bytes.subarray(60))).data?.file?.kind).toBe('png')
  })

  test('two last parts after a kill: the file is checked twice, and one result is kept', async () => {
    const bytes = await smallPicture()
    const { id } = (await start(bytes.length)).body.data
    before = async () => {
      throw new Error('killed')
    }
    expect((await sendPart(s, 'support', id, 0, bytes)).status).toBe(500)
    let puts = 0
    before = async () => {
      puts += 1
      if (puts === 2) throw new Error('killed between the part and the check')
    }
    expect((await sendPart(s, 'support', id, 0, bytes)).status).toBe(500)
    before = async () => {}
    const end = () => sendPart(s, 'support', id, bytes.length, Buffer.alloc(0))
    const [one, other] = await Promise.all([end(), end()])
    expect([one.status, other.data]).toEqual([200, one.data])
    expect(await stored(id)).toEqual(['content'])
  })

  test('is refused when empty, larger than 25 MB, larger than announced, and of too many files', async () => {
    expect((await start(0)).status).toBe(400)
    expect((await start(maxFileBytes + 1)).body.error_message).toContain('is larger than 25 MB')
    const { id } = (await start(10)).body.data
    expect((await sendPart(s, 'support', id, 0, Buffer.alloc(11))).status).toBe(413)
    expect((await sendPart(s, 'support', id, 0, Buffer.alloc(0))).status).toBe(400)
    for (let n = 1; n < maxLooseFiles; n++) await start(1)
    expect((await start(1)).status).toBe(429)
    expect((await s.call('support', api.files.remove, { params: { id } })).status).toBe(200)
    expect((await start(1)).status).toBe(200)
  })

  test('of 25 MB arrives whole', async () => {
    const bytes = Buffer.alloc(maxFileBytes, ' ')
    bytes.write('%PDF-1.7\n')
    const { data } = await upload(s, 'support', bytes, 'large.pdf')
    expect(data?.file).toMatchObject({ kind: 'pdf', size: maxFileBytes, width: null })
    const seen = await look(s, 'support', data?.id ?? '')
    expect([seen.rawPayload.equals(bytes), seen.headers['content-disposition']]).toEqual([
      true,
      'attachment; filename=large.pdf',
    ])
  })

  test('belongs to its uploader alone, and needs a sign-in', async () => {
    const bytes = await smallPicture()
    const { id } = (await start(bytes.length)).body.data
    expect((await sendPart(s, 'admin', id, 0, bytes)).status).toBe(404)
    const url = partsPath(id, 0)
    expect((await s.server.inject({ method: 'PATCH', url, payload: bytes })).statusCode).toBe(401)
    await sendPart(s, 'support', id, 0, bytes)
    for (const call of [api.files.upload, api.files.remove])
      expect((await s.call('admin', call, { params: { id } })).status).toBe(404)
    expect((await look(s, 'admin', id)).statusCode).toBe(404)
    expect((await look(s, 'support', id)).statusCode).toBe(200)
  })
})

describe('a file of a note', () => {
  test('is shown with it, to those who may see the record; each look is audited', async () => {
    await s.addUser({ uid: 'noted' })
    const id = await uploaded(s, 'support')
    expect((await note('noted', [id])).status).toBe(200)
    const of = { params: { kind: 'user', id: 'noted' } }
    const file = { id, name: 'picture.png', kind: 'png', width: 8, height: 6, size: expect.any(Number) }
    expect((await s.call('finance', api.notes.of, of)).body.data.newest?.files).toEqual([file])
    const texts = await s.call('finance', api.notes.list, { ...of, query: {} })
    expect(texts.body.data[0]?.files).toEqual([file])
    expect((await look(s, 'finance', id)).statusCode).toBe(200)
    const shown = await s.call('admin', api.timeline.of, { ...of, query: { reads: 'shown' } })
    expect(shown.body.data.map(({ action, by, after }) => [action, by.uid, after])).toEqual([
      ['files.bytes', 'staff-finance', { file: id }],
      ['notes.create', 'staff-support', { files: [file] }],
    ])
    const plain = await s.call('admin', api.timeline.of, { ...of, query: {} })
    expect(plain.body.data.map(({ action }) => action)).toEqual(['notes.create'])
    // Finance may not see conversations.
    await s.query(`update stored_files set subject_kind = 'conversation'`)
    expect((await look(s, 'finance', id)).statusCode).toBe(403)
  })

  test('belongs to one note: not to two at once, not to another person’s, not to several people', async () => {
    for (const uid of ['one', 'two']) await s.addUser({ uid })
    const id = await uploaded(s, 'support')
    expect((await note('one', [id], 'finance')).status).toBe(422)
    const answers = await Promise.all([note('one', [id]), note('two', [id])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await s.call('support', api.files.remove, { params: { id } })).status).toBe(404)
    const more = { kind: 'user' as const, id: 'one', text: 'x', also: ['two'], files: ['x'] }
    expect((await s.call('support', api.notes.create, { body: more })).status).toBe(400)
    // A note that is refused takes nothing.
    const next = await uploaded(s, 'support')
    expect((await note('one', [next, 'missing'])).status).toBe(422)
    expect((await note('two', [next])).status).toBe(200)
  })

  test('is erased with its person: no one can read it, and its bytes are removed', async () => {
    for (const uid of ['erased', 'other']) await s.addUser({ uid })
    await s.make.listing({ key: 'theirs', title: 'Theirs', creatorUID: 'erased' })
    const [id, other] = [await uploaded(s, 'support'), await uploaded(s, 'support')]
    const ofListing = await uploaded(s, 'support')
    const about = { kind: 'listing' as const, id: 'theirs', text: 'See this.', files: [ofListing] }
    expect((await s.call('support', api.notes.create, { body: about })).status).toBe(200)
    await note('erased', [id])
    await note('other', [other])
    const body = { reason: 'They have asked for it' }
    expect((await s.call('admin', api.users.erase, { params: { uid: 'erased' }, body })).status).toBe(200)
    for (const one of [id, ofListing]) expect((await look(s, 'admin', one)).statusCode).toBe(404)
    await clean()
    expect([await stored(id), await stored(ofListing), await stored(other)]).toEqual([[], [], ['content']])
    expect((await look(s, 'admin', other)).statusCode).toBe(200)
    const [left] = await s.query(
      'select name, subject_id, checksum, stored from stored_files where id = $1',
      [id],
    )
    expect(left).toEqual({ name: '', subject_id: null, checksum: null, stored: null })
  })
})

describe('clean-up', () => {
  test('a file without an owner is removed after a day, its row an hour after its bytes; one of a note stays', async () => {
    await s.addUser({ uid: 'kept' })
    const [loose, kept, fresh] = [
      await uploaded(s, 'support'),
      await uploaded(s, 'support'),
      await uploaded(s, 'support'),
    ]
    await note('kept', [kept])
    await s.query(`update stored_files set created_at = now() - interval '25 hours' where id <> $1`, [fresh])
    await Promise.all([clean(), clean()])
    expect([(await stored(loose)).length, (await stored(kept)).length, (await stored(fresh)).length]).toEqual(
      [0, 1, 1],
    )
    // A part that was arriving meanwhile.
    await store.put(
      `${loose}/part-0-late`,
      (async function* () {
        yield Buffer.from('late')
      })(),
    )
    await s.query(`update stored_files set due_at = due_at - interval '1 hour' where state = 'gone'`)
    await clean()
    expect(await stored(loose)).toEqual([])
    expect((await s.query('select id from stored_files')).length).toBe(2)
  })

  test('after a kill before the parts were removed, and before the bytes were, both are removed later', async () => {
    const id = await uploaded(s, 'support')
    await store.put(
      `${id}/part-0-x`,
      (async function* () {
        yield Buffer.from('with its position')
      })(),
    )
    await s.query(`update stored_files set due_at = now() - interval '1 second', parts = $1`, [
      JSON.stringify([{ key: `${id}/part-0-x`, bytes: 17 }]),
    ])
    await clean()
    expect(await stored(id)).toEqual(['content'])
    expect(await s.query('select state, due_at, parts from stored_files')).toEqual([
      { state: 'ready', due_at: null, parts: [] },
    ])
    await s.call('support', api.files.remove, { params: { id } })
    const failing = {
      ...s.ctx,
      files: { ...store, removeAll: async () => Promise.reject(new Error('killed')) },
    }
    await expect(forgetFiles.run(failing, never)).rejects.toThrow('killed')
    await s.query(`update stored_files set due_at = due_at - interval '1 hour'`)
    await clean()
    expect(await stored(id)).toEqual([])
  })
})

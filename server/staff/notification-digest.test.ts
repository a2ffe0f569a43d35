import { api } from '@portreeve/contract'
import type { PersonalSettings } from '@portreeve/contract/staff/personal-settings'
import { beforeEach, expect, test } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'
import { beginDigests } from './notification-digest.ts'

// Unread notifications by mail: when one is due, what it has, and that none is mailed twice.

const mails: { to: string; subject: string; text: string; key: string }[] = []
const s = useServer({ mail: { send: async (mail) => `<${mails.push(mail)}>` } })
const uid = 'staff-moderator'

beforeEach(async () => {
  await s.token('moderator')
  await s.token('support')
  mails.length = 0
  await s.query('delete from notifications')
  await s.query("delete from operations where kind = 'notifications.digest'")
  await s.query('update staff set notices_mailed_until = null')
})

const choose = (digest: PersonalSettings['digest']) =>
  s.call('moderator', api.staff.saveMySettings, { body: { digest } })
/** Notifies the moderator of a record, so many minutes ago. */
const notified = (record: string, minutes: number) =>
  s.query(
    `insert into notifications (staff_uid, what, subject_kind, subject_id, by, at)
     values ($1, 'mentioned', 'user', $2, 'staff-support', now() - make_interval(mins => $3))`,
    [uid, record, minutes],
  )
/** Two servers begin what is due at the same moment, and settle it. */
async function mailed() {
  await Promise.all([beginDigests.run(s.ctx), beginDigests.run(s.ctx)])
  const stops = [startWorker(s.ctx, 10), startWorker(s.ctx, 10)]
  const looks = () =>
    s.query("select 1 from operations where kind = 'notifications.digest' and state = 'pending'")
  await expect.poll(looks).toEqual([])
  await Promise.all(stops.map((stop) => stop()))
}

test('one mail has all unread ones once the oldest has waited for an hour; none is mailed twice', async () => {
  await choose('hourly')
  await notified('ann', 30)
  await mailed()
  expect(mails).toEqual([])
  await notified('bob', 61)
  await mailed()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: 'moderator@portreeve.test', subject: '2 unread notifications' })
  expect(mails[0]?.text.split('\n\n')).toEqual([
    '\u2068The support\u2069 mentioned you in a note on a person.\nhttp://localhost:4400/user-detail/bob?timeline=user:bob',
    '\u2068The support\u2069 mentioned you in a note on a person.\nhttp://localhost:4400/user-detail/ann?timeline=user:ann',
    'You can change or end these mails in your settings: http://localhost:4400/dashboard/your-sign-in',
  ])
  await s.query("update notifications set at = at - interval '1 day' where subject_id = 'ann'")
  await mailed()
  expect(mails).toHaveLength(1)
})

test('a day is longer than an hour; off, disabled and read ones are not mailed', async () => {
  await choose('daily')
  await notified('ann', 61)
  await mailed()
  expect(mails).toEqual([])
  await notified('bob', 1441)
  await choose('off')
  await mailed()
  expect(mails).toEqual([])
  await choose('daily')
  await s.query('update staff set disabled = true where uid = $1', [uid])
  await mailed()
  await s.query('update staff set disabled = false where uid = $1', [uid])
  expect(mails).toEqual([])
  await s.query('update notifications set read_at = now()')
  await mailed()
  expect(mails).toEqual([])
})

test('what the role may not see any more is left out', async () => {
  await choose('hourly')
  await notified('ann', 61)
  await s.query(`insert into notifications (staff_uid, what, subject_kind, subject_id, at)
    values ('${uid}', 'assigned', 'conversation', 'secret', now() - interval '61 minutes')`)
  await s.query("update staff set role = 'finance' where uid = $1", [uid])
  await mailed()
  await s.query("update staff set role = 'moderator' where uid = $1", [uid])
  expect(mails.map(({ subject }) => subject)).toEqual(['1 unread notification'])
  expect(mails[0]?.text).not.toContain('secret')
})

test('what is read before the mail is sent is left out', async () => {
  await choose('hourly')
  await notified('ann', 61)
  const { mail } = s.ctx
  let tried = 0
  s.ctx.mail = {
    send: async (one) => {
      if (tried++ === 0) throw new Error('no connection')
      return mail.send(one)
    },
  }
  await beginDigests.run(s.ctx)
  const stop = startWorker(s.ctx, 10)
  await expect.poll(() => tried).toBe(1)
  await s.query('update notifications set read_at = now()')
  await s.query(
    "update operations set due_at = now() - interval '1 second' where kind = 'notifications.digest'",
  )
  await expect
    .poll(() =>
      s.query("select reference from operations where kind = 'notifications.digest' and state = 'done'"),
    )
    .toEqual([{ reference: 'all were read' }])
  await stop()
  s.ctx.mail = mail
  expect(mails).toEqual([])
})

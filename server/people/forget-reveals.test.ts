import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { forgetReveals } from './forget-reveals.ts'

const s = useServer()

test('a counted reveal is deleted after a day', async () => {
  await s.query(`insert into reveals (staff_uid, at) values
    ('old', now() - interval '25 hours'), ('new', now() - interval '23 hours')`)
  await forgetReveals.run(s.ctx)
  expect(await s.query('select staff_uid from reveals')).toEqual([{ staff_uid: 'new' }])
})

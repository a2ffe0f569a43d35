import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { forgetAnswers } from './forget-answers.ts'

const s = useServer()

test('a stored answer is deleted after a week', async () => {
  await s.query(`insert into idempotency_keys (actor_uid, key, request, created_at) values
    ('a', 'old', '', now() - interval '7 days'), ('a', 'new', '', now() - interval '167 hours')`)
  await forgetAnswers.run(s.ctx)
  expect(await s.query('select key from idempotency_keys')).toEqual([{ key: 'new' }])
})

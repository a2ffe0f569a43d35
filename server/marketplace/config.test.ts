import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()

test('[API-34] [ENT-67] the config has both maps of canned messages, for every role and only for staff', async () => {
  await s.query(
    "insert into moderating_messages (map, key, text) values ('admin_messages', 'blurry', 'The photos are blurry.'), ('promoted_post_review_messages', 'late', 'Too late.')",
  )
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const)
    expect((await s.call(role, api.config.get, {})).body.data.messaging_config).toEqual({
      admin_messages: { blurry: 'The photos are blurry.' },
      promoted_post_review_messages: { late: 'Too late.' },
    })
  expect((await s.call(undefined, api.config.get, {})).status).toBe(401)
})

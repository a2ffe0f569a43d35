import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { forgetLiveEvents } from './forget-live-events.ts'

const s = useServer()

test('a live event is deleted ten minutes after it has expired; one that does not expire stays', async () => {
  await s.query(`insert into live_events (topic, payload, until) values
    ('old', '{}', now() - interval '11 minutes'), ('new', '{}', now() - interval '9 minutes'), ('stays', '{}', null)`)
  await forgetLiveEvents.run(s.ctx)
  expect(await s.query('select topic from live_events order by 1')).toEqual([
    { topic: 'new' },
    { topic: 'stays' },
  ])
})

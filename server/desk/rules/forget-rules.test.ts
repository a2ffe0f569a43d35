import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { forgetMatches, forgetReplays } from './forget-rules.ts'

const s = useServer()

test('a replay is deleted after 90 days, with its events; one that runs is not', async () => {
  await s.query(`insert into rule_replays (id, event, queries, "from", "to", state, made_by, made_at)
    select id, 'sale_paid', '{store:yes}', now(), now(), state, 'ada', now() - age from (values
      ('old', 'done', interval '91 days'), ('new', 'done', interval '89 days'), ('runs', 'running', interval '91 days')) one (id, state, age)`)
  await s.query(`insert into rule_replay_events (replay_id, n, subject_kind, subject_id, at)
    select id, 1, 'transaction', 't', now() from rule_replays`)
  await forgetReplays.run(s.ctx)
  const left = [{ id: 'new' }, { id: 'runs' }]
  expect(await s.query('select id from rule_replays order by id')).toEqual(left)
  expect(await s.query('select replay_id as id from rule_replay_events order by id')).toEqual(left)
})

test('what a rule met is deleted after a year, unless something still depends on it', async () => {
  await s.token('admin')
  await s.query(`insert into rules (id, name, event, query, actions, per_hour, owner_uid)
    select 'r', 'r', 'sale_paid', 'store:yes', '{}', 1, uid from staff limit 1`)
  await s.query(`insert into rule_matches (id, rule_id, written, state, subject_kind, subject_id, at, met_at, case_state, second_person, hold_id, holds_until)
    select id, 'r', 1, 'on', 'transaction', id, now(), now() - days * interval '1 day', case_state, second, hold, case when hold is not null then now() end
    from (values ('old', 366, 'right', false, null), ('new', 364, 'right', false, null), ('open', 366, 'open', false, null),
      ('second', 366, null, true, null), ('held', 366, null, false, 'h')) one (id, days, case_state, second, hold)`)
  await forgetMatches.run(s.ctx)
  expect(await s.query('select id from rule_matches order by id')).toEqual(
    ['held', 'new', 'open', 'second'].map((id) => ({ id })),
  )
})

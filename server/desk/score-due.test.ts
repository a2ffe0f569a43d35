import { expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { scoreDue } from './score-due.ts'

const s = useServer()
const { world, open } = deskCases(s)

test('points that are due grow with time; others wait for theirs', async () => {
  await world()
  const [due, later] = [await open('dispute'), await open('dispute')]
  await s.query(`update desk_cases set opened_at = now() - interval '4 days', waiting_points = 0,
    points_until = now() + case id when '${due.id}' then interval '-1 second' else interval '1 hour' end`)
  await scoreDue.run(s.ctx)
  const points = await s.query('select id, waiting_points > 0 as grown from desk_cases')
  expect(points).toHaveLength(2)
  expect(points).toContainEqual({ id: due.id, grown: true })
  expect(points).toContainEqual({ id: later.id, grown: false })
})

import { expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { foldMoves } from './fold-moves.ts'

const s = useServer()
const { world, open } = deskCases(s)

test('cases that left the desk are counted by day', async () => {
  await world()
  await open('listing')
  await s.query('delete from posts')
  expect(await s.query('select kind from desk_moves')).toEqual([{ kind: 'listing' }])
  const before = await s.query('select kind, n from desk_days')
  await foldMoves.run(s.ctx)
  expect(await s.query('select 1 from desk_moves')).toEqual([])
  expect((await s.query('select kind, n from desk_days')).length).toBeGreaterThan(before.length)
})

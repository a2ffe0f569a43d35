import { api } from '@portreeve/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { keyFor, writer } from '../../testing/machine.ts'
import { passing } from '../../testing/passing.ts'

// Random sequences of measures on an account, and of appeals against them: PORTREEVE_SEQUENCES sets how many. What holds is what was
// decided last and is not over, by staff or by a row of the marketplace that counts (docs/ingest.md); each measure that stands was told
// once, and one that was undone in time is gone. No appeal is decided by a person who took part.

const s = useServer()
const { told, pass } = passing(s)
const { users, measures, held, appeals } = api
let marketplace: ReturnType<typeof writer>
beforeAll(async () => {
  await Promise.all([s.token('moderator'), s.token('admin')])
  marketplace = writer(s, await keyFor(s, ['ingest.users']))
})

type Kind = 'blocked' | 'no_listing' | 'no_messages'
type Colleague = 'moderator' | 'admin'
/** The hours that are left, null: without an end; and who took part. */
interface Holding {
  left: number | null
  parties: Set<Colleague>
}
/** What holds. */
type Model = Map<Kind, Holding>

const kind = fc.constantFrom<Kind>('blocked', 'no_listing', 'no_messages')
const by = fc.constantFrom<Colleague>('moderator', 'admin')
const hours = fc.option(fc.integer({ min: 1, max: 40 }))
const command = fc.oneof(
  fc.record({ is: fc.constant('take' as const), kind, hours }),
  fc.record({ is: fc.constant('end' as const), kind }),
  fc.record({ is: fc.constant('move' as const), kind, hours, by }),
  fc.record({ is: fc.constant('appeal' as const), kind }),
  fc.record({
    is: fc.constant('decide' as const),
    kind,
    by,
    outcome: fc.constantFrom('upheld' as const, 'reversed' as const),
  }),
  fc.record({ is: fc.constant('undo' as const) }),
  fc.record({ is: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ is: fc.constant('tell' as const) }),
  fc.record({ is: fc.constant('market' as const), says: fc.boolean() }),
)

/** Who decides whether a person is blocked: staff, once they changed it, until a row of the marketplace says the same. */
function ownership() {
  let isBlocked = false
  let ours: { theirs: boolean | null } | null = null
  return {
    get isBlocked() {
      return isBlocked
    },
    staff(value: boolean) {
      if (value === isBlocked) return
      isBlocked = value
      ours = ours?.theirs === value ? null : { theirs: ours?.theirs ?? null }
    },
    /** @returns whether the row counts */
    row(value: boolean): boolean {
      if (ours === null) isBlocked = value
      else if (value === isBlocked) ours = null
      else {
        ours.theirs = value
        return false
      }
      return true
    },
  }
}

let people = 0
test('what was decided last and is not over holds, and each measure has one statement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 16 }), async (commands) => {
      const uid = `random-${++people}`
      const params = { uid }
      await s.addUser({ uid })
      const model: Model = new Map()
      /** The blocks that unblockings ended, each while it can be undone. */
      const lifted: (Holding | null)[] = []
      const account = ownership()
      let version = 0
      let appealed = 0
      const openAppeal = async (of: Kind) =>
        (
          await s.query<{ id: string }>(
            "select a.id from appeals a join measures m on m.id = a.about where a.uid = $1 and m.kind = $2 and a.state = 'open'",
            [uid, of],
          )
        )[0]?.id
      const inForce = () =>
        s.query<{ id: string; kind: Kind; hours: number | null; told: boolean }>(
          "select id, kind, told_at is not null as told, extract(epoch from until - now()) / 3600 as hours from measures where uid = $1 and ended_at is null and kind <> 'warned'",
          [uid],
        )
      const until = (left: number | null) =>
        left === null ? null : new Date(Date.now() + left * 3_600_000 + 60_000).toISOString()
      const take = (of: Kind, left: number | null) => {
        const end = until(left)
        return of === 'blocked'
          ? s.call('moderator', users.ban, {
              params,
              query: {},
              body: { ban_reason: 'x', ...(end && { until: end }) },
            })
          : s.call('moderator', measures.restrict, {
              params,
              body: { kind: of, policies: [], reason: 'x', until: end },
            })
      }
      for (const one of commands) {
        const was = model.has('blocked')
        if (one.is === 'take') {
          const answer = await take(one.kind, one.hours)
          const isRefused = one.kind === 'blocked' && account.isBlocked
          expect(answer.status).toBe(isRefused ? 409 : 200)
          if (!isRefused) model.set(one.kind, { left: one.hours, parties: new Set(['moderator']) })
        } else if (one.is === 'end') {
          const [found] = (await inForce()).filter((row) => row.kind === one.kind)
          expect(found !== undefined).toBe(model.has(one.kind))
          if (one.kind === 'blocked') {
            const answer = await s.call('moderator', users.unban, { params })
            expect(answer.status).toBe(account.isBlocked ? 200 : 409)
            // A block by the marketplace has no measure.
            if (account.isBlocked) lifted.push(model.get('blocked') ?? null)
            account.staff(false)
          } else if (found)
            await s.call('moderator', measures.end, { params: { id: found.id }, body: { reason: 'x' } })
          model.delete(one.kind)
        } else if (one.is === 'move') {
          const [found] = (await inForce()).filter((row) => row.kind === one.kind)
          if (!found) continue
          const body = { until: until(one.hours) }
          expect((await s.call(one.by, measures.change, { params: { id: found.id }, body })).status).toBe(200)
          const parties = new Set(model.get(one.kind)?.parties).add(one.by)
          model.set(one.kind, { left: one.hours, parties })
        } else if (one.is === 'appeal') {
          const [found] = (await inForce()).filter((row) => row.kind === one.kind && row.told)
          if (!found || (await openAppeal(one.kind))) continue
          await s.query(
            "insert into appeals (id, uid, about, text, created_at) values ($1, $2, $3, 'No.', now())",
            [`${uid}-${++appealed}`, uid, found.id],
          )
        } else if (one.is === 'decide') {
          const id = await openAppeal(one.kind)
          if (!id) continue
          const body = { outcome: one.outcome, reason: 'x' }
          const { status } = await s.call(one.by, appeals.decide, { params: { id }, body })
          const tookPart = model.get(one.kind)?.parties.has(one.by)
          expect(status).toBe(tookPart ? 422 : 200)
          if (status === 200 && one.outcome === 'reversed') model.delete(one.kind)
        } else if (one.is === 'undo') {
          const [last] = (await s.call('moderator', held.mine, {})).body.data.filter(
            ({ action, subject_id }) => action === 'users.unban' && subject_id === uid,
          )
          if (!last) continue
          const { status } = await s.call('moderator', held.undo, { params: { id: last.id } })
          const block = lifted.at(-1)
          const isOver = block?.left != null && block.left < 0
          expect(status).toBe(account.isBlocked || isOver ? 409 : 200)
          if (status !== 200) continue
          lifted.pop()
          account.staff(true)
          if (block) model.set('blocked', block)
        } else if (one.is === 'tell') await told()
        else if (one.is === 'market') {
          const row = { uid, isBanned: one.says, source_version: ++version }
          expect((await marketplace.rows('users', [row])).status).toBe(200)
          if (account.row(one.says) && !one.says) model.delete('blocked')
        } else {
          await pass(one.hours)
          for (const [of, { left, parties }] of model) {
            const rest = left === null ? null : left - one.hours
            // With no hour left a minute is left.
            if (rest !== null && rest < 0) model.delete(of)
            else model.set(of, { left: rest, parties })
          }
          for (const block of lifted) if (block && block.left !== null) block.left -= one.hours
        }
        if (one.is !== 'market' && one.is !== 'undo' && (model.has('blocked') || was))
          account.staff(model.has('blocked'))
        const rows = await inForce()
        expect(rows.map((row) => row.kind).toSorted()).toEqual([...model.keys()].toSorted())
        expect(rows.every((row) => row.hours === null || row.hours > 0)).toBe(true)
        const { isBanned } = (await s.call('moderator', users.get, { params })).body.data
        expect(isBanned).toBe(account.isBlocked)
      }
      expect(
        await s.query(
          `select a.id from appeals a join measures m on m.id = a.about where a.uid = $1 and (a.decided_by = any(m.party_uids || m.by_uid)
            or (a.state = 'open') is distinct from (m.ended_at is null and a.decided_at is null))`,
          [uid],
        ),
      ).toEqual([])
      await told()
      const events = await s.query<{ id: string }>(
        "select data ->> 'measure_id' as id from events where type = 'decision.noticed' and subject_id = $1",
        [uid],
      )
      const rows = await s.query<{ id: string; told: boolean }>(
        'select id, told_at is not null as told from measures where uid = $1',
        [uid],
      )
      const noticed = new Set(events.map(({ id }) => id))
      // Each that was told stands in the records, and each that holds was told.
      expect([...noticed].filter((id) => !rows.some((row) => row.id === id && row.told))).toEqual([])
      expect(rows.filter(({ told, id }) => told !== noticed.has(id))).toEqual([])
      const holding = (await inForce()).map(({ id }) => id)
      expect(holding.filter((id) => !noticed.has(id))).toEqual([])
    }),
    { numRuns: Number(process.env.PORTREEVE_SEQUENCES ?? 10) },
  )
})

import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from './harness.ts'
import { hirerOf } from './hiring.ts'
import { teamInbox } from './team-inbox.ts'

const people = 20
const talks = 4
/** Steps that run at the same time. */
const together = 10

const doings = ['assign', 'snooze', 'close', 'reopen', 'mark', 'answer', 'write', 'reconnect'] as const
const step = fc.record({
  who: fc.nat(people - 1),
  talk: fc.nat(talks - 1),
  doing: fc.constantFrom(...doings),
  to: fc.nat(people),
})
type Step = { who: number; talk: number; doing: (typeof doings)[number]; to: number }

/** What one staff member has on the screen: the version and the newest message of each conversation. */
type Page = Map<string, { version: number; seen: string | null }>

/** Registers a test in which staff act at random, each on what their page showed when it last read the conversation. */
export function testInbox(steps: number, milliseconds: number) {
  const s = useServer()
  const { inbox, conversations } = api
  const { talk, write } = teamInbox(s)
  const staff: { uid: string; token: string }[] = []
  beforeAll(async () => {
    await s.addUser({ uid: 'ana', displayName: 'Ana' })
    const hire = hirerOf(s)
    for (let at = 0; at < people; at++) staff.push(await hire('support'))
  }, 120_000)

  test(
    `${people} staff, ${steps} steps: each refusal is a conflict, no message is lost or doubled, and all pages agree`,
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async (all) => {
          await s.query('delete from conversations')
          const ids = await Promise.all(Array.from({ length: talks }, () => talk('support', [])))
          const pages: Page[] = staff.map(() => new Map())
          /** Messages that were answered with success, by conversation, and changes of each version. */
          const sent = new Map(ids.map((id) => [id, [] as string[]]))
          const changes = new Map(ids.map((id) => [id, 0]))
          /** Who acted on which version and answered which message: no one else can have. */
          const won = new Map<string, number>()
          const as = (who: number) => ({ token: staff[who]?.token ?? '' })
          const count = (id: string) => changes.set(id, (changes.get(id) ?? 0) + 1)

          const read = async (who: number, id: string) => {
            const item = await s.call(as(who), inbox.get, { params: { id } })
            const list = await s.call(as(who), conversations.messages, {
              params: { id, messagesId: `m-${id}` },
            })
            pages[who]?.set(id, {
              version: item.body.data.version,
              seen: list.body.data.at(-1)?.id ?? null,
            })
          }
          const act = async ({ who, talk: at, doing, to }: Step) => {
            const id = ids[at] ?? ''
            const params = { id }
            if (doing === 'write') return void sent.get(id)?.push(await write(id, `From Ana ${who}`))
            if (doing === 'reconnect' || !pages[who]?.has(id)) return read(who, id)
            const { version, seen } = pages[who]?.get(id) ?? { version: 0, seen: null }
            const headers = { 'if-match': `"${version}"` }
            const until = new Date(Date.now() + 3_600_000).toISOString()
            const calls = {
              assign: () =>
                s.call(as(who), inbox.assign, { params, body: { uid: staff[to]?.uid ?? null } }, headers),
              snooze: () => s.call(as(who), inbox.snooze, { params, body: { until, seen } }, headers),
              close: () => s.call(as(who), inbox.close, { params, body: { seen } }, headers),
              reopen: () => s.call(as(who), inbox.reopen, { params }, headers),
              mark: () => s.call(as(who), inbox.mark, { params, body: { tags: [`t${to}`] } }, headers),
              answer: () => s.call(as(who), inbox.answer, { params, body: { text: `${who}`, seen } }),
            }
            const { status, body } = await calls[doing]()
            expect([200, 409], `${doing}: ${body.error_message}`).toContain(status)
            if (status === 409) return read(who, id)
            const base = doing === 'answer' ? `${id} answer ${seen}` : `${id} ${version}`
            expect([base, won.get(base) ?? who]).toEqual([base, who])
            won.set(base, who)
            if (doing === 'answer') sent.get(id)?.push((body.data as { id: string }).id)
            else {
              count(id)
              pages[who]?.set(id, { version: (body.data as InboxConversation).version, seen })
            }
          }
          for (let from = 0; from < all.length; from += together)
            await Promise.all(all.slice(from, from + together).map(act))

          for (const id of ids) {
            const stored = await s.query<{ id: string }>(
              'select id from messages where conversation_id = $1',
              [id],
            )
            expect(stored.map((one) => one.id).toSorted()).toEqual(sent.get(id)?.toSorted())
            // Nothing rests over a message that came in since.
            const missed = await s.query(
              `select from conversation_states s join messages m using (conversation_id) where conversation_id = $1
                 and state <> 'open' and sender_id = 'ana' and m.date > reopen_after`,
              [id],
            )
            expect(missed).toEqual([])
            const [taken] = await s.query<{ n: number }>(
              `select count(*)::int as n from audit where subject_id = $1 and action = 'inbox.answer' and after ? 'assignee'`,
              [id],
            )
            const item = await s.call(as(0), inbox.get, { params: { id } })
            expect(item.body.data.version).toBe(1 + (changes.get(id) ?? 0) + (taken?.n ?? 0))
          }
          const view = async (who: number, name: 'mine' | 'unassigned' | 'snoozed' | 'closed' | 'all') =>
            (await s.call(as(who), inbox.list, { query: { view: name } })).body.data
          const whole = await view(0, 'all')
          expect(whole).toHaveLength(talks)
          const mine = (await Promise.all(staff.map((_, who) => view(who, 'mine')))).flat()
          const others = await Promise.all(
            (['unassigned', 'snoozed', 'closed'] as const).map((name) => view(1, name)),
          )
          const keys = [...mine, ...others.flat()].map(({ conversation }) => conversation.key)
          expect(keys.toSorted()).toEqual(ids.toSorted())
          for (let who = 1; who < people; who++) expect(await view(who, 'all')).toEqual(whole)
        }),
        { numRuns: 1, endOnFailure: true },
      ),
    milliseconds,
  )
}

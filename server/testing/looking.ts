import { api } from '@portreeve/contract'
import type { Post } from '@portreeve/contract/listings/posts'
import { expect } from 'vitest'
import { dueLooks } from '../listings/second-looks/due-looks.ts'
import type { Answer, Harness } from './harness.ts'
import type { Signed } from './hiring.ts'
import { addListing } from './reviewing.ts'

export const of = (id: string) => ({ params: { id } })
export const denial = (id: string, message = 'Not here.') => ({ params: { id }, body: { message } })

/** Second looks with a time that a test moves. */
export function looking(s: Harness) {
  /** A listing of an hour ago. */
  const listing = (key: string, change: Partial<Post> = {}) =>
    addListing(s, key, { creationDate: new Date(Date.now() - 3_600_000).toISOString(), ...change })
  const share = (percent: number) => s.query('update desk_weights set second_look_percent = $1', [percent])
  const move = () => dueLooks.run(s.ctx)
  /** The hours until those that wait come back are over. */
  async function due() {
    await s.query("update second_looks set due_at = now() - interval '1 second' where state = 'waits'")
    await move()
  }
  /** The time to undo what was given is over. */
  async function settled() {
    await s.query("update second_looks set given_at = given_at - interval '2 minutes' where state = 'given'")
    await move()
  }
  const row = async (id: string) =>
    (
      await s.query<{ state: string; by_uids: string[]; outcomes: string[] }>(
        'select state, by_uids, outcomes from second_looks where subject_id = $1 order by id',
        [id],
      )
    )[0]
  /** What a colleague reads of a case: on the desk, in the queue, alone, and its background. */
  async function read(as: Signed, kind: 'listing' | 'promotion', id: string) {
    const query = { approval_status: '1' as const, id }
    const answers: Record<string, Answer> = {
      case: await s.call(as, api.desk.get, { params: { kind, id } }),
      background: await s.call(as, api.review.background, { params: { kind, id } }),
      record:
        kind === 'listing'
          ? await s.call(as, api.posts.pending, { query: { id } })
          : await s.call(as, api.promotedPosts.list, { query }),
    }
    return answers
  }
  const onDesk = async (as: Signed) =>
    (await s.call(as, api.desk.list, { query: {} })).body.data.map(({ id }) => id)
  const inQueue = async (as: Signed) =>
    (await s.call(as, api.posts.pending, {})).body.data.wts.map(({ key }) => key)
  /** A denial by one colleague that has returned to the desk. */
  async function returned(by: Signed, id: string) {
    await listing(id)
    expect((await s.call(by, api.posts.deny, denial(id))).status).toBe(200)
    await due()
    expect((await row(id))?.state).toBe('open')
  }
  return { listing, share, move, due, settled, row, read, onDesk, inQueue, returned }
}

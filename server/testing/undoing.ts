import { api } from '@portreeve/contract'
import type { UndoOf, UndoRow } from '@portreeve/contract/desk/undo-plans'
import { expect } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import type { Harness } from './harness.ts'

const { undoPlans, bulk } = api

/** Plans of the admin, and their jobs. */
export function undoing(s: Harness) {
  type As = Parameters<Harness['call']>[0]
  const make = (of: UndoOf, more: { from?: string; to?: string } = {}, as: As = 'admin') =>
    s.call(as, undoPlans.make, { body: { of, reason: 'They have left', ...more } })
  const rows = async (id: string, standing?: UndoRow['standing']) =>
    (await s.call('admin', undoPlans.rows, { params: { id }, query: standing ? { standing } : {} })).body.data
  const run = (id: string, as: As = 'admin') => s.call(as, undoPlans.run, { params: { id } })
  /** Runs a worker until the job of a plan has ended. */
  async function finish(job: string) {
    const stop = startWorker(s.ctx)
    const get = async () => (await s.call('admin', bulk.get, { params: { id: job } })).body.data
    try {
      await expect.poll(async () => (await get()).state, { timeout: 120_000, interval: 20 }).toBe('done')
    } finally {
      await stop()
    }
    return get()
  }
  /** What was undone alone until now no longer counts. */
  const nextDay = () => s.query("update bulk_jobs set created_at = created_at - interval '1 day'")
  /** Makes a plan and runs it; returns its actions with their results. */
  async function undo(of: UndoOf, more: { from?: string; to?: string } = {}) {
    await nextDay()
    const { id } = (await make(of, more)).body.data
    const { job_id } = (await run(id)).body.data
    await finish(job_id ?? '')
    return rows(id)
  }
  return { make, rows, run, finish, undo, nextDay }
}

/** Tables that staff change, with the columns that only count or that say when. */
const compared: Readonly<Record<string, string>> = {
  users: '',
  posts: 'reviewed_at',
  user_reports: '',
  listing_reports: '',
  questions: '',
  collections: '',
  collection_items: 'added_at',
  keywords: '',
  macros: 'uses created_at',
  conversations: '',
  // When it was closed last, and what a snooze has left.
  conversation_states: 'settled_until reopen_after wake_operation',
  transactions: '',
  orders: '',
  disputes: '',
  '(select * from payout_holds where released_at is null)': '',
  moderating_messages: '',
  email_templates: 'created_timestamp',
  email_variables: '',
  inbox_settings: '',
  money_settings: '',
  refund_reasons: '',
  desk_weights: '',
  machine_keys: 'revoked_at',
  webhook_endpoints: 'failing_since',
  second_factor_roles: '',
  provider_roles: 'set_by',
}
const counting = 'version changed_at history_since history_by'

/** What the records are, without what counts their changes. */
export async function worldOf(query: Harness['query'], tables = Object.keys(compared)) {
  const world: Record<string, unknown[]> = {}
  for (const table of tables) {
    const left = `${counting} ${compared[table] ?? ''}`.trim().split(' ')
    const rows = await query<{ row: unknown }>(
      `select to_jsonb(t) - $1::text[] as row from ${table} t order by (to_jsonb(t) - $1::text[])::text`,
      [left],
    )
    world[table] = rows.map(({ row }) => row)
  }
  return world
}

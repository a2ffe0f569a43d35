import { api } from '@portreeve/contract'
import type { BulkJob } from '@portreeve/contract/desk/bulk'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useBulkEnded } from '../../data/bulk.ts'
import { useLiveQueries } from '../../data/live-queries.ts'
import { showPart } from '../lists/desk-harness.tsx'
import { BulkBar } from './BulkBar.tsx'
import { BulkConfirm } from './BulkConfirm.tsx'
import { Job } from './Job.tsx'
import { PickBox } from './PickBox.tsx'
import { useSelection } from './useSelection.ts'
import { progressWords } from './words.ts'

const job: BulkJob = {
  id: 'job',
  action: 'userReports.resolve',
  state: 'running',
  words: null,
  total: 4,
  done: 1,
  refused: 1,
  undone: 0,
  pending: 2,
  by: { uid: 'me', name: 'Milo' },
  created_at: '2026-01-05T12:00:00.000Z',
  ended_at: null,
  undo_left_ms: 10_000,
}
const rows = [
  { at: 1, kind: 'user', id: 'u1', name: 'Anna', state: 'refused', words: 'Gone', transaction_id: null },
]

const people = ['a', 'b', 'c', 'd']
function List() {
  const selection = useSelection(people)
  return (
    <>
      <button type="button" onClick={selection.start}>
        Select
      </button>
      {selection.on && (
        <BulkBar
          selection={selection}
          inSight={people.length}
          words={['person', 'people']}
          parts={[{ filter: {}, choose: (keys) => keys.map((id) => ({ id })) }]}
          buttons={[
            {
              label: 'Resolve',
              actions: ['userReports.resolve'],
              Dialog: ({ start, ...dialog }) => (
                <BulkConfirm
                  {...dialog}
                  title={`Resolve ${dialog.amount}`}
                  confirmText="Go"
                  onConfirm={() => start({})}
                />
              ),
            },
          ]}
        />
      )}
      {people.map((one) => (
        <PickBox
          key={one}
          of={one}
          checked={selection.has(one)}
          onPick={(range) => selection.pick(one, range)}
        />
      ))}
    </>
  )
}

const show = (total: number) =>
  showPart(
    <List />,
    [
      [api.bulk.matches, { total }],
      [api.bulk.start, job],
    ],
    'admin',
  )

it('chooses rows one by one, in a range with Shift, and starts a job for them', async () => {
  const { user, sent } = show(4)
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('checkbox', { name: 'Choose d' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Choose b' }))
  await user.keyboard('{/Shift}')
  await user.click(screen.getByRole('checkbox', { name: 'Choose c' }))
  expect(await screen.findByRole('status')).toHaveTextContent('2 chosen')
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Resolve' }))
  expect(await screen.findByRole('dialog', { name: 'Resolve 2 people' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen people' })).toBeNull())
  expect(sent.find((one) => one.endpoint === api.bulk.start)).toMatchObject({
    body: { action: 'userReports.resolve', input: {}, rows: { ids: [{ id: 'b' }, { id: 'd' }] } },
  })
})

it('all that match are started by the filter, with the total that was seen', async () => {
  const { user, sent } = show(12_430)
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 12,430 that match' }))
  expect(screen.getByRole('status')).toHaveTextContent('All 12,430 chosen')
  await user.click(screen.getByRole('button', { name: 'Resolve' }))
  expect(await screen.findByRole('dialog', { name: 'Resolve 12,430 people' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go' }))
  await waitFor(() =>
    expect(sent.find((one) => one.endpoint === api.bulk.start)).toMatchObject({
      body: { rows: { all: {}, total: 12_430 } },
    }),
  )
})

function Ended({ onEnd }: { onEnd: (action: string) => void }) {
  useBulkEnded(onEnd)
  return <Job id="job" />
}

it('a running job is stopped, continued and undone; its end is announced and its refused rows are linked', async () => {
  const ended: string[] = []
  let now: Partial<BulkJob> = {}
  const { user, sent } = showPart(
    <Ended onEnd={(action) => ended.push(action)} />,
    [
      [api.bulk.get, () => ({ data: { ...job, ...now } })],
      [api.bulk.rows, rows],
      [api.bulk.stop, {}],
      [api.bulk.resume, {}],
      [api.bulk.undo, {}],
    ],
    'admin',
  )
  const status = () => screen.findByRole('status')
  await waitFor(async () => expect(await status()).toHaveTextContent('Running: 1 of 4 done, 1 refused'))
  expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '50')
  now = { state: 'stopped', words: 'Its starter left.' }
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(async () =>
    expect(await status()).toHaveTextContent('Stopped: 1 of 4 done, 1 refused, 2 not done'),
  )
  expect(screen.getByText(/Its starter left\./)).toBeVisible()
  expect(ended).toEqual(['userReports.resolve'])
  expect(await screen.findByRole('link', { name: 'Anna' })).toHaveAttribute('href', '/user-detail/u1')
  expect(screen.getByText('Gone')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  now = { state: 'done', done: 3, pending: 0, undo_left_ms: 9200 }
  const undo = await screen.findByRole('button', { name: 'Undo (10 s)' })
  now = { state: 'undone', done: 0, undone: 3, pending: 0, undo_left_ms: null }
  await user.click(undo)
  await waitFor(async () =>
    expect(await status()).toHaveTextContent('Undone: 0 of 4 done, 1 refused, 3 undone'),
  )
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  expect(sent.map((one) => one.endpoint)).toEqual(
    expect.arrayContaining([api.bulk.stop, api.bulk.resume, api.bulk.undo]),
  )
})

function Followed() {
  useLiveQueries()
  return <Job id="job" />
}

afterEach(() => void vi.useRealTimers())

it('a running job is read at each of its events, every five seconds without the feed, and not by the clock', async () => {
  vi.useFakeTimers()
  let now: Partial<BulkJob> = {}
  const answers = [
    [api.bulk.get, () => ({ data: { ...job, ...now } })],
    [api.bulk.rows, rows],
  ] as const
  const { sent, publish, feed } = showPart(<Followed />, answers, 'admin')
  const reads = () => sent.filter((one) => one.endpoint === api.bulk.get).length
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await pass(1)
  expect(screen.getByRole('status')).toHaveTextContent('Running: 1 of 4 done, 1 refused')
  await pass(60_000)
  expect(reads()).toBe(1)
  now = { done: 2 }
  act(() => publish('bulk', { id: 'another', kind: job.action }))
  await pass(1)
  expect(reads()).toBe(1)
  act(() => publish('bulk', { id: 'job', kind: job.action }))
  await pass(1)
  expect(screen.getByRole('status')).toHaveTextContent('Running: 2 of 4 done, 1 refused')
  act(() => feed.set('broken'))
  now = { state: 'done', done: 3, pending: 0, undo_left_ms: 2000 }
  await pass(5000)
  await pass(1)
  expect(reads()).toBe(3)
  expect(screen.getByRole('button', { name: 'Undo (2 s)' })).toBeVisible()
  await pass(1000)
  expect(screen.getByRole('button', { name: 'Undo (1 s)' })).toBeVisible()
  await pass(1000)
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  await pass(60_000)
  expect(reads()).toBe(3)
})

it('writes large numbers in groups', () =>
  expect(progressWords({ ...job, total: 12_430, done: 12_000, pending: 429 })).toBe(
    'Running: 12,000 of 12,430 done, 1 refused',
  ))

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { api } from '@portreeve/contract'
import type { Held } from '@portreeve/contract/held'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { CallFailure } from '../../data/failure.ts'
import { useUndone } from '../../data/held.ts'
import { createQueries } from '../../data/queries.ts'
import { HeldActions } from './HeldActions.tsx'
import { LeftPlace } from './LeftPlace.tsx'

let counted = 0
const heldOf = (change: Partial<Held> = {}): Held => ({
  id: `ha_${++counted}`,
  action: 'posts.remove',
  subject_kind: 'listing',
  subject_id: 'chair',
  title: 'Brown chair',
  reason: null,
  at: '2026-01-05T12:00:00.000Z',
  left_ms: 10_000,
  ...change,
})

let held: Held[]
let calls: { path: string; id: string | undefined; body: unknown }[]
let undone: string[]
let knows = true
let asked = 0
const call = async (
  endpoint: { method: string; path: string },
  { params, body }: { params?: { id: string }; body?: unknown },
) => {
  asked += 1
  if (!knows) throw new CallFailure(404, null)
  if (endpoint.path === api.held.mine.path) return { data: held, more: false, cursor: null, total: null }
  calls.push({ path: endpoint.path, id: params?.id, body })
  if (endpoint.path === api.held.undo.path) held = held.filter(({ id }) => id !== params?.id)
  return { data: null, more: false, cursor: null, total: null }
}
function Undone() {
  useUndone(({ subject_id }) => undone.push(subject_id))
  return null
}
const show = () =>
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ call, environment: { links: {} } } as never}>
        <QueryClientProvider client={createQueries()}>
          <Notifications />
          <Undone />
          <ul>
            <LeftPlace height={100} words="Deleted." of={(one) => one.subject_id === 'chair'} />
          </ul>
          <HeldActions />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
const list = () => screen.findByRole('region', { name: 'Just done' })

/** Long enough after something appeared that a click is meant for it. */
const later = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 800)

beforeEach(() => {
  // jsdom has no layout: every element is at 0, 0, so the pointer rests on each new one.
  fireEvent(window, new MouseEvent('pointermove', { clientX: 0, clientY: 0 }))
  held = [heldOf()]
  calls = []
  undone = []
  knows = true
  asked = 0
  // This tab has done something a moment ago.
  sessionStorage.setItem('portreeve-held-until', String(Date.now() + 10_000))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('shows what can be undone also after a reload, and undoes it', async () => {
  show()
  expect(await list()).toHaveTextContent(/^DeletedBrown chairUndo \d+ s/)
  // The second half of a double click on what stood there before.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(calls).toEqual([])
  later()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone).toEqual(['chair']))
  expect(calls.map(({ path }) => path)).toEqual(['/v1/admin/held/{id}/undo'])
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

it('counts down by the server’s own remaining time, and is gone when it is final', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  held = [heldOf({ left_ms: 2500 })]
  show()
  expect(await list()).toHaveTextContent('Undo 3 s')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(await list()).toHaveTextContent('Undo 2 s')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.queryByRole('region')).toBeNull()
})

it('a reason is no step of the way: it can be added, and stays open when the action is final', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  show()
  await list()
  await act(() => vi.advanceTimersByTimeAsync(800))
  await user.click(screen.getByRole('button', { name: 'Add reason' }))
  await user.type(screen.getByRole('textbox', { name: 'Reason: Brown chair' }), ' Sold elsewhere ')
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({ path: '/v1/admin/held/{id}/reason', body: { reason: 'Sold elsewhere' } })
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

it('Ctrl+Z undoes the newest, but not from a field, which has an undo of its own', async () => {
  held = [heldOf({ title: 'Newest' }), heldOf({ subject_id: 'table', left_ms: 5000 })]
  show()
  await list()
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  field.remove()
  expect(calls).toEqual([])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(undone).toEqual(['chair']))
})

it('the empty place of a row offers Undo to the pointer alone, and not to the second half of a double click', async () => {
  const { container } = show()
  await list()
  const place = container.querySelector<HTMLElement>('li[aria-hidden]')
  expect(place).toHaveTextContent('Deleted.')
  expect(place?.style.minHeight).toBe('100px')
  const button = place?.querySelector('button')
  if (!button) throw new Error('There is no Undo')
  expect(button.tabIndex).toBe(-1)
  fireEvent.click(button)
  expect(calls).toEqual([])
  later()
  fireEvent.click(button)
  await waitFor(() => expect(undone).toEqual(['chair']))
})

it('nothing where the server holds nothing', async () => {
  knows = false
  show()
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.queryByRole('region')).toBeNull()
})

it('a page that has done nothing lately asks for nothing', async () => {
  sessionStorage.setItem('portreeve-held-until', String(Date.now() - 1))
  show()
  await act(async () => {})
  expect(asked).toBe(0)
  sessionStorage.clear()
  show()
  await act(async () => {})
  expect(asked).toBe(0)
})

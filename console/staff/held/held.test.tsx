import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { api } from '@portreeve/contract'
import type { Held } from '@portreeve/contract/staff/held'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { CallFailure } from '../../data/failure.ts'
import { useUndone } from '../../data/held.ts'
import { createQueries } from '../../data/queries.ts'
import { useAction } from '../../data/use-action.ts'
import { HeldActions } from './HeldActions.tsx'
import { LeftPlace } from './LeftPlace.tsx'

let lastId = 0
const heldOf = (change: Partial<Held> = {}): Held => ({
  id: `ha_${++lastId}`,
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
let supported = true
let listCalls = 0
const call = async (
  endpoint: { method: string; path: string },
  { params, body }: { params?: { id: string }; body?: unknown },
) => {
  listCalls += 1
  if (!supported) throw new CallFailure(404, null)
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

/** Advances the clock beyond the time in which a click on a new element is ignored. */
const later = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 800)

beforeEach(() => {
  // jsdom has no layout: every element is at 0, 0, so the pointer rests on each new one.
  fireEvent(window, new MouseEvent('pointermove', { clientX: 0, clientY: 0 }))
  held = [heldOf()]
  calls = []
  undone = []
  supported = true
  listCalls = 0
  // This tab has just performed an action.
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
  // The second half of a double click on the previous element at that position.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(calls).toEqual([])
  later()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone).toEqual(['chair']))
  expect(calls.map(({ path }) => path)).toEqual(['/v1/admin/held/{id}/undo'])
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

it('counts down from the remaining time that the server sent, and disappears when the action is final', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  held = [heldOf({ left_ms: 2500 })]
  show()
  expect(await list()).toHaveTextContent('Undo 3 s')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(await list()).toHaveTextContent('Undo 2 s')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.queryByRole('region')).toBeNull()
})

it('a reason is optional, and its form stays open when the action is final', async () => {
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

it('Ctrl+Z undoes the newest, but not in an input, which has its own undo', async () => {
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

it('the placeholder of a removed row offers Undo to the pointer only, and ignores the second half of a double click', async () => {
  const { container } = show()
  await list()
  const placeholder = container.querySelector<HTMLElement>('li[aria-hidden]')
  expect(placeholder).toHaveTextContent('Deleted.')
  expect(placeholder?.style.minHeight).toBe('100px')
  const button = placeholder?.querySelector('button')
  if (!button) throw new Error('No Undo button')
  expect(button.tabIndex).toBe(-1)
  fireEvent.click(button)
  expect(calls).toEqual([])
  later()
  fireEvent.click(button)
  await waitFor(() => expect(undone).toEqual(['chair']))
})

it('renders nothing if the server does not know held actions', async () => {
  supported = false
  show()
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.queryByRole('region')).toBeNull()
})

it('a page that is reloaded before the answer to an action fetches what can be undone', async () => {
  sessionStorage.clear()
  const unanswered = { call: () => new Promise(() => {}), environment: { links: {} } }
  function Delete() {
    const remove = useAction(api.posts.remove, {})
    return (
      <button type="button" onClick={() => void remove.run({ params: { id: 'chair' } })}>
        Delete
      </button>
    )
  }
  render(
    <MantineProvider env="test">
      <BackendProvider backend={unanswered as never}>
        <QueryClientProvider client={createQueries()}>
          <Delete />
          <HeldActions />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(Number(sessionStorage.getItem('portreeve-held-until'))).toBeGreaterThan(Date.now()),
  )
  cleanup()
  show()
  expect(await list()).toHaveTextContent('Brown chair')
})

it('a page without recent actions sends no request', async () => {
  sessionStorage.setItem('portreeve-held-until', String(Date.now() - 1))
  show()
  await act(async () => {})
  expect(listCalls).toBe(0)
  sessionStorage.clear()
  show()
  await act(async () => {})
  expect(listCalls).toBe(0)
})

import { MantineProvider } from '@mantine/core'
import { api } from '@portreeve/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { BackendProvider } from '../data/backend.tsx'
import { CallFailure } from '../data/failure.ts'
import { createQueries } from '../data/queries.ts'
import { ActionDialog } from './ActionDialog.tsx'

type Props = ComponentProps<typeof ActionDialog<typeof api.disputes.resolve>>

let waiting: { answer: (data: unknown) => void; fail: (failure: CallFailure) => void }[]
const call = () =>
  new Promise((resolve, reject) => {
    const answer = (data: unknown) => resolve({ data, more: false, cursor: null, total: null })
    waiting.push({ answer, fail: reject })
  })
const onClose = vi.fn()
const onDone = vi.fn()

beforeEach(() => {
  waiting = []
  onClose.mockClear()
  onDone.mockClear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const show = (props: Partial<Props> = {}) =>
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ call, environment: { name: 'production' } } as never}>
        <QueryClientProvider client={createQueries()}>
          <ActionDialog
            call={api.disputes.resolve}
            input={() => ({ params: { id: 'a', disputeId: 'b' } })}
            title="Resolve Dispute"
            onClose={onClose}
            onDone={onDone}
            {...props}
          />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
const confirmButton = () => screen.getByRole('button', { name: 'Confirm' })
const press = () => act(async () => void fireEvent.click(confirmButton()))
const settle = (how: (waiter: (typeof waiting)[number]) => void) =>
  act(async () => {
    const waiter = waiting.shift()
    if (waiter) how(waiter)
  })
const fail = (failure: CallFailure) => settle((waiter) => waiter.fail(failure))

it('is busy while the call runs, and closes after a success', async () => {
  show()
  expect(screen.getByText('This happens in production.')).toBeVisible()
  await press()
  await waitFor(() => expect(confirmButton()).toBeDisabled())
  expect(onClose).not.toHaveBeenCalled()
  await settle((waiter) => waiter.answer({ state: 'done' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onDone).toHaveBeenCalledWith({ state: 'done' })
})

it('two presses before the button is disabled make one call', async () => {
  show()
  await act(async () => {
    fireEvent.click(confirmButton())
    fireEvent.click(confirmButton())
  })
  expect(waiting).toHaveLength(1)
})

it('says what is missing, and sends nothing', async () => {
  show({ input: () => 'Say why first.' })
  await press()
  expect(screen.getByRole('alert')).toHaveTextContent('Say why first.')
  expect(waiting).toHaveLength(0)
})

it('stays open after a failure, and shows it', async () => {
  show({ problem: () => 'It did not work.', repeatWords: 'It is safe.' })
  await press()
  await fail(new CallFailure(409, { code: 'conflict' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('It did not work.')
  expect(screen.queryByText('No answer came. It is safe.')).toBeNull()
  await press()
  await fail(new CallFailure(0, null))
  expect(await screen.findByText('No answer came. It is safe.')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

it('closes when the change is stored as a request, which is no success', async () => {
  show()
  await press()
  await fail(new CallFailure(409, { code: 'second_person' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onDone).not.toHaveBeenCalled()
})

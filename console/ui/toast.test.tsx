import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toastDone, toastFailed, type Words } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MantineProvider env="test">
      <Notifications position="bottom-right" withinPortal={false} />
    </MantineProvider>,
  )
})
afterEach(() => {
  act(() => notifications.clean())
  vi.useRealTimers()
})
const done = (words: Words) => act(() => toastDone(words))
const failed = (words: Words) => act(() => toastFailed(words))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('[ERR-02] a toast hides after 3000 ms', async () => {
  done('Saved')
  await pass(2900)
  expect(screen.getByText('Saved')).toBeVisible()
  await pass(500)
  expect(screen.queryByText('Saved')).toBeNull()
})

it('[ERR-02] unless stated otherwise', async () => {
  failed({ message: 'Not resolved', stays: 5000 })
  await pass(4900)
  expect(screen.getByText('Not resolved')).toBeVisible()
  await pass(500)
  expect(screen.queryByText('Not resolved')).toBeNull()
})

it('a success is a status, a failure an alert; a title is optional; they stack (D-112)', () => {
  done('Saved')
  failed({ title: 'Request Status', message: 'Not found' })
  expect(screen.getByRole('status')).toHaveTextContent('Saved')
  expect(screen.getByRole('alert')).toHaveTextContent('Request StatusNot found')
})

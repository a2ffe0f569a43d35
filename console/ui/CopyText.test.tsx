import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CopyText } from './CopyText.tsx'

const writeText = vi.fn(async () => {})

beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  render(
    <MantineProvider env="test">
      <CopyText text="uid-1" />
    </MantineProvider>,
  )
})
afterEach(() => {
  vi.useRealTimers()
  writeText.mockClear()
})

const button = () => screen.getByRole('button', { name: 'uid-1' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hover = async () => {
  fireEvent.mouseEnter(button())
  await pass(500)
}
const press = async () => {
  fireEvent.click(button())
  await pass(0)
}

it("[UDT-08] the tooltip is 'Copy'", async () => {
  await hover()
  expect(screen.getByRole('tooltip')).toHaveTextContent(/^Copy$/)
})

it("[UDT-07] [UDT-09] a press copies; the tooltip is 'Copied!' for 3000 ms and then 'Copy' again", async () => {
  await hover()
  await press()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('uid-1')
  expect(screen.getByRole('tooltip')).toHaveTextContent('Copied!')
  await pass(2999)
  expect(screen.getByRole('tooltip')).toHaveTextContent('Copied!')
  await pass(1)
  expect(screen.getByRole('tooltip')).toHaveTextContent(/^Copy$/)
})

it('[UDT-09] a second press restarts the 3000 ms', async () => {
  await hover()
  await press()
  await pass(2000)
  await press()
  await pass(2000)
  expect(screen.getByRole('tooltip')).toHaveTextContent('Copied!')
  await pass(1000)
  expect(screen.getByRole('tooltip')).toHaveTextContent(/^Copy$/)
})

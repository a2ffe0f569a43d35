import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOneAtATime } from './one-at-a-time.ts'

it('five presses in one moment are one; afterwards the next one counts', async () => {
  const { result } = renderHook(useOneAtATime)
  let finish = () => {}
  const doIt = vi.fn(() => new Promise<void>((done) => (finish = done)))
  for (let at = 0; at < 5; at++) result.current(doIt)
  expect(doIt).toHaveBeenCalledOnce()
  await act(async () => finish())
  result.current(doIt)
  expect(doIt).toHaveBeenCalledTimes(2)
})

import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOneAtATime } from './one-at-a-time.ts'

it('five presses at once run the action once; a later press runs it again', async () => {
  const { result } = renderHook(useOneAtATime)
  let finish = () => {}
  const action = vi.fn(() => new Promise<void>((done) => (finish = done)))
  for (let at = 0; at < 5; at++) result.current(action)
  expect(action).toHaveBeenCalledOnce()
  await act(async () => finish())
  result.current(action)
  expect(action).toHaveBeenCalledTimes(2)
})

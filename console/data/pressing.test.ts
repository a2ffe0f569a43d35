import { notifyManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { holdWhilePressed } from './pressing.ts'

afterEach(() => {
  vi.useRealTimers()
  notifyManager.setScheduler((deliver) => setTimeout(deliver, 0))
})

test('an answer that comes while a pointer is pressed is shown after its click, and at the latest after two seconds', () => {
  vi.useFakeTimers()
  const target = new EventTarget()
  holdWhilePressed(target)
  const shown: string[] = []
  const answer = (name: string) => notifyManager.schedule(() => shown.push(name))
  answer('before')
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['before'])
  target.dispatchEvent(new Event('pointerdown'))
  answer('during')
  vi.advanceTimersByTime(100)
  expect(shown).toEqual(['before'])
  target.dispatchEvent(new Event('pointerup'))
  expect(shown).toEqual(['before'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['before', 'during'])
  target.dispatchEvent(new Event('pointerdown'))
  answer('lost release')
  vi.advanceTimersByTime(2000)
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['before', 'during', 'lost release'])
})

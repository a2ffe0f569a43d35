import { afterEach, expect, it } from 'vitest'
import { noteServerTime, serverNow } from './now.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toUTCString()
const ahead = () => Math.round((serverNow().getTime() - Date.now()) / 60_000)
afterEach(() => noteServerTime(inHours(0), Date.now()))

it('a clock that is hours wrong is corrected by the time of each answer', () => {
  noteServerTime(inHours(-3), Date.now())
  expect(ahead()).toBe(-180)
  noteServerTime(inHours(3), Date.now())
  expect(ahead()).toBe(180)
  noteServerTime(null, Date.now())
  noteServerTime('yesterday', Date.now())
  expect(ahead()).toBe(180)
  noteServerTime(inHours(0), Date.now())
  expect(serverNow().getTime() - Date.now()).toBeLessThan(5)
})

it('the way of an answer is no wrong clock', () => {
  noteServerTime(inHours(0), Date.now() - 9000)
  expect(ahead()).toBe(0)
})

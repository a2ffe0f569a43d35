import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { expect, it } from 'vitest'
import { type Field, fields, problemOf, settingOf, textOf } from './typed.ts'

const settings: InboxSettings = {
  ...{ first_answer_minutes: 240, resolution_minutes: null, weekdays: [1, 5] },
  ...{ opens_at: '09:00', closes_at: '17:00', time_zone: 'Europe/Berlin' },
}
const texts = Object.fromEntries(fields.map((field) => [field, textOf[field](settings)])) as Record<
  Field,
  string
>
const problem = (field: Field, text: string, more: Partial<Record<Field, string>> = {}) =>
  problemOf(field, { ...texts, ...more, [field]: text })

it('texts and values are the same settings', () => {
  expect(Object.fromEntries(fields.map((field) => [field, settingOf(field, texts[field])]))).toEqual(settings)
  expect(fields.map((field) => problemOf(field, texts))).toEqual(fields.map(() => null))
})

it('each bad input has its sentence', () => {
  for (const text of ['0', '-1', '1.5', 'x', '43201'])
    expect(problem('first_answer_minutes', text)).toMatch(/^From 1 to/)
  expect(problem('resolution_minutes', ' 43200 ')).toBeNull()
  expect(problem('weekdays', '')).toBe('Choose at least one day.')
  for (const text of ['', '9:00', '25:00', '09:60'])
    expect(problem('opens_at', text)).toMatch(/such as 09:00/)
  expect(problem('closes_at', '24:00')).toBeNull()
  expect(problem('closes_at', '09:00')).toMatch(/ends later/)
  expect(problem('closes_at', 'x')).toMatch(/24:00/)
  for (const text of ['', 'Mars/Olympus', '+01:00'])
    expect(problem('time_zone', text)).toMatch(/Europe\/Berlin/)
})

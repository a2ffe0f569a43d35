import { namesOf } from '@portreeve/contract/base/own'
import { type InboxSettings, maxTargetMinutes } from '@portreeve/contract/conversations/inbox-settings'

/** The fields as texts, in the order of the page. */
export const textOf: Readonly<Record<keyof InboxSettings, (settings: InboxSettings) => string>> = {
  first_answer_minutes: ({ first_answer_minutes }) => first_answer_minutes?.toString() ?? '',
  resolution_minutes: ({ resolution_minutes }) => resolution_minutes?.toString() ?? '',
  weekdays: ({ weekdays }) => weekdays.join(','),
  opens_at: ({ opens_at }) => opens_at,
  closes_at: ({ closes_at }) => closes_at,
  time_zone: ({ time_zone }) => time_zone,
}
export type Field = keyof typeof textOf
export const fields = namesOf(textOf)

const isClock = (text: string) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)

const isZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]/i.test(name)
  } catch {
    return false
  }
}

/** Why a text is no value of its field; null for a valid one. @param texts all texts, as the hours depend on each other */
export function problemOf(field: Field, texts: Readonly<Record<Field, string>>): string | null {
  const text = texts[field].trim()
  switch (field) {
    case 'first_answer_minutes':
    case 'resolution_minutes':
      return text === '' || (/^[1-9]\d*$/.test(text) && Number(text) <= maxTargetMinutes)
        ? null
        : `From 1 to ${maxTargetMinutes} minutes (30 days), or empty for no target.`
    case 'weekdays':
      return text === '' ? 'Choose at least one day.' : null
    case 'opens_at':
      return isClock(text) ? null : 'A time such as 09:00.'
    case 'closes_at':
      if (!isClock(text)) return 'A time such as 17:00; 24:00 is the end of the day.'
      return isClock(texts.opens_at.trim()) && text <= texts.opens_at.trim()
        ? 'Work ends later than it begins, on the same day.'
        : null
    default:
      return isZone(text) ? null : 'A time zone such as Europe/Berlin.'
  }
}

/** The value of a valid text. */
export function settingOf(field: Field, text: string): InboxSettings[Field] {
  const trimmed = text.trim()
  if (field === 'weekdays') return trimmed.split(',').map(Number)
  if (field === 'first_answer_minutes' || field === 'resolution_minutes')
    return trimmed === '' ? null : Number(trimmed)
  return trimmed
}

import { daySpan } from './day-span.ts'
import type { Permission } from './rights.ts'

// Extension fields: fields of people, listings and orders that a marketplace declares for itself.

/** The kinds of record that have extension fields. `entity`: their rows in ingest; `may`: who sees them. */
export const extraKinds = {
  user: { words: 'People', entity: 'users', may: 'users.read' },
  listing: { words: 'Listings', entity: 'listings', may: 'posts.read' },
  transaction: { words: 'Orders', entity: 'transactions', may: 'transactions.read' },
} as const satisfies Record<string, { words: string; entity: string; may: Permission }>
export type ExtraKind = keyof typeof extraKinds

/** The types of a field's values, in words. */
export const extraTypes = {
  text: 'Text',
  number: 'Whole number',
  yes_no: 'Yes or no',
  date: 'Date',
  choice: 'One of some values',
} as const
export type ExtraType = keyof typeof extraTypes

export type ExtraValue = string | number | boolean

/** What is declared of a field. */
export interface ExtraField {
  readonly name: string
  readonly type: ExtraType
  readonly words: string
  readonly choices: readonly string[]
}

/** Characters of a text at most, and the largest whole number. */
export const maxExtraText = 500
export const maxExtraNumber = 999_999_999_999

const isDate = (value: ExtraValue) =>
  typeof value === 'string' && /^(19|20)\d{2}-\d{2}-\d{2}$/.test(value) && daySpan(value) !== null

/** Why a field does not take a value, in words that follow its name; null where it does. */
export function extraProblem({ type, choices }: ExtraField, value: ExtraValue): string | null {
  switch (type) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? null : 'must be text that is not empty'
    case 'number':
      return typeof value === 'number' ? null : 'must be a whole number'
    case 'yes_no':
      return typeof value === 'boolean' ? null : 'must be true or false'
    case 'date':
      return isDate(value) ? null : 'must be a date, as 2026-01-31'
    case 'choice':
      return typeof value === 'string' && choices.includes(value)
        ? null
        : `must be one of ${choices.map((one) => JSON.stringify(one)).join(', ')}`
  }
}

/** A text as filters compare it: without capitals. SQL does the same (`portreeve_extra`). */
export const foldExtra = (value: string) => value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

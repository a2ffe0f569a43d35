import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { lineOf } from '@portreeve/contract/marketplace/import-lines'
import type { z } from 'zod'
import { repeatedKey } from '../../core/http/repeated-key.ts'

type Issue = z.core.$ZodIssue

/** A line's checked row, or the reason for its rejection. */
export type Checked = { row: Record<string, unknown> } | { reason: string }

/** Reads and checks one line of a file against its entity's schema. The reason names the field, never its content. */
export function checkLine(entity: ImportEntity, text: string): Checked {
  const read = readObject(text)
  return 'reason' in read ? read : checkRow(lineOf(entity), read.value)
}

/** Reads one line as a JSON object. */
export function readObject(text: string): { value: Record<string, unknown> } | { reason: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { reason: 'is not JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: 'is not a JSON object' }
  const key = repeatedKey(text)
  if (key !== undefined) return { reason: `has the key ${JSON.stringify(key.slice(0, 100))} more than once` }
  return { value: value as Record<string, unknown> }
}

/** Checks an object against the schema of its row or line. */
export function checkRow(schema: z.ZodType, value: Record<string, unknown>): Checked {
  const checked = schema.safeParse(value)
  if (checked.success) return { row: checked.data as Record<string, unknown> }
  return { reason: checked.error.issues.slice(0, 5).map(inWords).join('; ') }
}

function inWords(issue: Issue): string {
  const field = issue.path.join('.')
  const problem = words(issue)
  return field ? `${field} ${problem}` : problem
}

function words(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has an unknown field: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_type':
      return /received undefined/.test(issue.message) || issue.expected === 'nonoptional'
        ? 'is missing'
        : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'invalid_union':
      return 'has a value that is not allowed'
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'must be an ISO-8601 time with an offset, as 2026-01-31T12:00:00Z'
        : issue.message
    case 'too_small':
    case 'too_big':
      return issue.origin === 'string' || issue.message.startsWith('is ') ? issue.message : 'is out of range'
    case 'invalid_key':
      return `has a bad name in it: ${issue.issues.map(inWords).join('; ')}`
    default:
      return issue.message
  }
}

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

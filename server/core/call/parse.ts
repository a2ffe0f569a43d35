import { type Endpoint, text } from '@portreeve/contract/base/endpoint'
import { masksIn } from '@portreeve/contract/base/personal'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '../refuse.ts'
import { isDryRun } from './dry-run.ts'
import type { Input } from './parts.ts'
import { momentOf, roleOf } from './past.ts'

const Params = z.record(z.string(), text(500).min(1, 'is empty'))
/** The specification allows nothing, null or an empty object as the body of a call without payload. */
const NoBody = z.union([z.undefined(), z.null(), z.strictObject({})])

/** Step 3: parses parameters, query, body, If-Match, As-Of, As-Role and Dry-Run by the contract. Unknown fields are refused and values are not coerced. */
export function parseInput(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>,
): Input {
  const body = parse(endpoint.body ?? NoBody, request.body, 'body')
  // A whole record is sent back with its masks. Its handler compares them with the record (core/call/whole-record.ts).
  if (endpoint.body && !endpoint.wholeRecord) refuseMasks(endpoint.body, body)
  const moment = momentOf(endpoint, request.headers['as-of'])
  return {
    params: parse(Params, request.params, 'path'),
    query: parse(endpoint.query, request.query, 'query'),
    body,
    expected: expectedVersion(request.headers['if-match']),
    moment,
    role: roleOf(request.headers['as-role'], moment),
    isDry: isDryRun(endpoint, request.headers['dry-run']),
  }
}

/** Reads `If-Match: "3"`. Refuses any other value: ignoring it would skip the optimistic lock. */
function expectedVersion(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const version = /^"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined)
    refuse('malformed', 'Malformed request', 'If-Match must be a version number in quotes.')
  return Number(version)
}

/** Refuses a body with a mask in a personal field: it would overwrite the real value. */
export function refuseMasks(schema: z.ZodType, body: unknown): void {
  if (masksIn(schema, body) > 0)
    refuse(
      'refused',
      'Hidden value',
      'A value that is hidden from you cannot be written back. Type it in full.',
    )
}

function parse<S extends z.ZodType>(schema: S, value: unknown, where: string): z.infer<S> {
  // The parsed query has no prototype, so zod does not accept it as a plain object.
  const result = schema.safeParse(where === 'query' ? { ...(value as object) } : value)
  if (result.success) return result.data
  const problems = [...new Set(result.error.issues.flatMap((issue) => say(issue, where)))]
  refuse('malformed', 'Malformed request', `${problems.slice(0, 10).join('; ')}.`)
}

function say(issue: z.core.$ZodIssue, where: string): string[] {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `The ${where} has an unknown field '${[...issue.path, key].join('.')}'`)
  if (issue.code === 'invalid_union' && !field)
    return where === 'body' ? ['This call takes no body'] : [`The ${where} is not as it should be`]
  if (issue.code === 'invalid_key')
    return issue.issues.map(
      ({ message }) => `The ${where}'s '${issue.path.slice(0, -1).join('.')}' has a key that ${message}`,
    )
  const words = issue.message.replace(/^Invalid input: /, '')
  return [field ? `The ${where}'s '${field}': ${words}` : `The ${where}: ${words}`]
}

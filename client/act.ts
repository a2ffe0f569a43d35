import { type Attempt, ending, type Options, patiently } from './call.ts'

/** A changing call of Portreeve's API. */
export interface Action {
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Such as `/v1/admin/users/ana/ban`. */
  path: string
  body?: unknown
  /** Answers what would happen, and changes nothing. */
  dryRun?: boolean
  /** The version of the record that the program has read, where it has one. */
  version?: number
  /** The same key is the same action, done once. Default: a new one, for the attempts of this call. */
  key?: string
}

/** What a program proposes to staff. */
export interface Proposal {
  /** The name of the call, such as `users.ban`. */
  call: string
  /** The names in braces of its path. */
  params?: Record<string, string>
  body?: unknown
  version?: number
  /** Plain text for the staff member who decides, at most 1000 characters. */
  reason: string
  key?: string
}

/** Makes a changing call. Each attempt has the same idempotency key. */
export async function act(attempt: Attempt, options: Options, action: Action): Promise<unknown> {
  const { method, path, body, dryRun, version, key = crypto.randomUUID() } = action
  const headers = {
    'idempotency-key': key,
    ...(dryRun && { 'dry-run': 'true' }),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }
  return patiently(options, undefined, async () => ending(await attempt(path, { method, headers, ...sent })))
}

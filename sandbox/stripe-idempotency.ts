import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Fields } from './form.ts'
import type { Answer } from './switches.ts'

/** The idempotency key of a call, if it has one. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : undefined
}

/** The fingerprint of a request: equal for the same path and parameters in any order. */
export function fingerprintOf(request: FastifyRequest, fields: Fields): string {
  const sorted = (value: string | Fields): unknown =>
    typeof value === 'string'
      ? value
      : Object.keys(value)
          .sort()
          .map((name) => [name, sorted(value[name] ?? '')])
  return createHash('sha256')
    .update(JSON.stringify([request.url, sorted(fields)]))
    .digest('hex')
}

const refusal = (status: number, error: Record<string, string>): Answer => ({ status, body: { error } })

/** Refuses a key whose first call is not answered yet. */
export const keyInUse = (key: string) =>
  refusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })

/** Refuses a key that was used with other parameters. */
export const otherParameters = (key: string) =>
  refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

/** Refuses a call without the right secret key. */
export function unauthorized({ headers }: FastifyRequest, key: string): Answer | undefined {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (given === key) return undefined
  const message = given
    ? `Invalid API Key provided: ${'*'.repeat(8)}${given.slice(-4)}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  return refusal(401, { type: 'invalid_request_error', message })
}

import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { noteServerTime } from '../format/now.ts'
import type { Environment } from './environment.ts'
import { CallFailure, type RefusedBody } from './failure.ts'
import type { FreshPassword } from './fresh-password.ts'
import { type Session, SignedOut } from './session.ts'

/** The data of a successful call, with the paging values of its headers. */
export interface Answer<D> {
  readonly data: D
  /** Header `x-more`: more rows exist. */
  readonly more: boolean
  /** Header `x-next-cursor`: where the next page begins; null without one. */
  readonly cursor: string | null
  /** Header `x-total-count`: the number of rows in all; null where the server does not send it. */
  readonly total: number | null
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The version of the record that the change is based on. */
  readonly ifMatch?: number | undefined
  /** A repeated call with the same key has no second effect. A new key by default. */
  readonly idempotencyKey?: string
  /** ERR-04: some calls succeed by HTTP 200, not by the wrapper's status_code. */
  readonly judgedBy?: 'wrapper' | 'http200'
  /** Answers as of this moment, ISO-8601 UTC, instead of now. */
  readonly asOf?: string
  /** With `asOf`: what this role saw then, with its masks. */
  readonly asRole?: string | undefined
  /** The request continues while the page closes. */
  readonly keepalive?: boolean
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Answer<Data<E>>>

interface AnyInput {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

/** Milliseconds. */
const timeout = 30_000

/** A random UUID. crypto.randomUUID is missing where the page is not a secure context. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, i) =>
    (i === 6 ? (byte & 15) | 64 : i === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'),
  )
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The address of a call. */
export function addressOf(base: string, endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  // An empty value is sent, an absent one is not (D-010: exclude_uid is sent empty).
  const defined = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
  return base + path + (search && `?${search}`)
}

/** Creates the function through which the console calls every endpoint. */
export function createCall(environment: Environment, session: Session, freshPassword?: FreshPassword): Call {
  const send = async (endpoint: Endpoint, input: AnyInput, options: CallOptions) => {
    const token = await session.token()
    const headers = new Headers({
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'x-api-key': environment.apiKey,
    })
    if (input.body !== undefined) headers.set('Content-Type', 'application/json')
    if (endpoint.method !== 'GET') headers.set('Idempotency-Key', options.idempotencyKey ?? newKey())
    if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`)
    if (options.asOf !== undefined) headers.set('As-Of', options.asOf)
    if (options.asRole !== undefined) headers.set('As-Role', options.asRole)
    const timer = AbortSignal.timeout(timeout)
    const sent = Date.now()
    const answer = await fetch(addressOf(environment.api, endpoint, input), {
      method: endpoint.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      ...(options.keepalive && { keepalive: true }),
      signal: options.signal ? AbortSignal.any([options.signal, timer]) : timer,
    })
    noteServerTime(answer.headers.get('date'), sent)
    const body = parse(await answer.text())
    const failure = new CallFailure(answer.status, body)
    if (failure.shutOut || failure.factorNeeded) session.refuse(token, failure)
    else if (failure.signedOut) await session.expire(token)
    return { answer, body }
  }

  return async (endpoint, input, options = {}) => {
    try {
      const { answer, body } = await send(endpoint, input as AnyInput, options)
      // ERR-03, ERR-04
      const succeeded = options.judgedBy === 'http200' ? answer.status === 200 : body?.status_code === 1
      if (!succeeded || !answer.ok) throw new CallFailure(answer.status, body as RefusedBody | null)
      return {
        data: body?.data as never,
        more: answer.headers.get('x-more') === 'true',
        cursor: answer.headers.get('x-next-cursor'),
        total: countOf(answer.headers.get('x-total-count')),
      }
    } catch (error) {
      if (options.signal?.aborted) throw error
      const failure = asFailure(error)
      // The server changed nothing: repeat the same call once the password is confirmed.
      if (failure.passwordNeeded && freshPassword && (await freshPassword.ask()))
        return createCall(environment, session)(endpoint, input, options)
      if (!failure.signedOut) throw failure
      // The refused token is an old one, and a new session exists: the server changed nothing, so the call is repeated.
      const isBack = session.state().is === 'signed_in'
      if (endpoint.method !== 'GET' && !isBack) throw failure
      // A GET waits until the same person signs in again, and is repeated. A change is not: the person submits it again.
      await session.returned().catch(() => Promise.reject(failure))
      return createCall(environment, session, freshPassword)(endpoint, input, options)
    }
  }
}

const countOf = (header: string | null) => (/^\d+$/.test(header ?? '') ? Number(header) : null)

function parse(text: string): (RefusedBody & { data?: unknown }) | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' ? body : null
  } catch {
    return null
  }
}

function asFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error
  if (error instanceof SignedOut) return new CallFailure(401, { code: 'signed_out' }, { cause: error })
  // ERR-05: log and reject.
  console.error(error)
  return new CallFailure(0, null, { cause: error })
}

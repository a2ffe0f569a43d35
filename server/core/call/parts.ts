import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { AnyHandler } from './implement.ts'

// The values that pass from step to step of a call. No step imports another: `answer.ts` calls them in order.

/** One call: its endpoint, its handler and the request. */
export interface CallParts {
  ctx: Context
  /** The endpoint's name: 'macros.update'. */
  name: string
  endpoint: Endpoint
  handler: AnyHandler
  request: FastifyRequest
  reply: FastifyReply
}

/** What the handler and its audit row need of a call. A row of a bulk job has no address, and the job's id instead of a request's. */
export interface HandlerParts extends Pick<CallParts, 'ctx' | 'name' | 'endpoint' | 'handler'> {
  request: { ip?: string; id: string }
  job?: string
  /** The deleted record that the call makes again. */
  again?: { id: string; created_at?: string } | undefined
  /** The reason of the audit row, where the call itself has none. */
  reason?: string | undefined
}

/** The parsed request. */
export interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
  /** The version of the If-Match header, if one was sent. */
  expected: number | undefined
  /** The moment of the As-Of header, ISO-8601 UTC, if one was sent. */
  moment?: string | undefined
  /** The role of the As-Role header, if one was sent: a look into the past with its masks. */
  role?: string | undefined
  /** The header Dry-Run: what the call would do is answered, and nothing is done. */
  isDry?: boolean
}

/** A handler's result (data, a `Later` or a `KeptRefusal`), and headers for paging and replays. */
export interface Outcome {
  result: unknown
  /** The schema of the result, where it is not the endpoint's. */
  shape?: z.ZodType
  headers: Record<string, string>
}

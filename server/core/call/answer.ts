import type { Endpoint } from '@portreeve/contract/endpoint'
import type { CallerCheck } from '../http-rate.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { parseInput } from './parse.ts'
import type { Caller, CallParts } from './parts.ts'
import { respond } from './respond.ts'
import { replayOrTransact } from './transact.ts'

/** Answers a call in five steps: authenticate → authorize → parse → replay or transact → respond. */
export async function answerCall(parts: CallParts, check: CallerCheck) {
  const subject = await authenticate(parts, check)
  const caller = await authorize(parts.ctx, subject, parts.endpoint.may)
  const input = parseInput(parts.endpoint, parts.request)
  const outcome = await replayOrTransact(parts, caller, input)
  return respond(parts, caller, outcome)
}

/** Runs only the first two steps, for a request that is not an endpoint of the contract. */
export async function admit(
  parts: Pick<CallParts, 'ctx' | 'request' | 'reply'>,
  check: CallerCheck,
  permission: Endpoint['may'],
): Promise<Caller> {
  return authorize(parts.ctx, await authenticate(parts, check), permission)
}

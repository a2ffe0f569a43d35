import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { ReadingScope } from '@portreeve/contract/base/rights'
import { inTime } from '../deadline.ts'
import type { CallerCheck } from '../http/rate.ts'
import { countUse, isOfMachine, keyTimeout, type MachineCheck, readMachine } from '../identity/machine-key.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import type { MachineCaller, StaffCaller } from './caller.ts'
import { parseInput } from './parse.ts'
import type { CallParts } from './parts.ts'
import { inRole } from './past.ts'
import { respond } from './respond.ts'
import { replayOrTransact, runReading } from './transact.ts'

/** Answers a call of a staff member in time, or a reading call of a program, which may wait. */
export function answer(parts: CallParts, check: CallerCheck, checkMachine: MachineCheck) {
  const { scope } = parts.endpoint
  return scope !== undefined && isOfMachine(parts.request)
    ? answerMachine(parts, scope, checkMachine)
    : inTime(() => answerCall(parts, check))
}

/** Answers a call in five steps: authenticate → authorize → parse → replay or transact → respond. */
async function answerCall(parts: CallParts, check: CallerCheck) {
  const subject = await authenticate(parts, check)
  const { may } = parts.endpoint
  const own = await authorize(parts.ctx, subject, may)
  const input = parseInput(parts.endpoint, parts.request)
  const caller = await inRole(parts.ctx.database.db, own, input.role, may)
  const outcome = await replayOrTransact(parts, caller, input)
  return respond(parts, caller, outcome)
}

/** Answers a reading call of a program. It may take any time, and its use is counted instead of audited. */
async function answerMachine(parts: CallParts, scope: ReadingScope, check: MachineCheck) {
  const { ctx, endpoint, request, reply } = parts
  const caller: MachineCaller = { machine: await check(request, reply, scope), scope }
  const input = parseInput(endpoint, request)
  const began = performance.now()
  const outcome = await runReading(parts, caller, input)
  if (performance.now() - began > keyTimeout) await readMachine(ctx, request, scope)
  await countUse(ctx, caller.machine.id, scope)
  return respond(parts, caller, outcome)
}

/** Runs only the first two steps, for a request that is not an endpoint of the contract. */
export async function admit(
  parts: Pick<CallParts, 'ctx' | 'request' | 'reply'>,
  check: CallerCheck,
  permission: Endpoint['may'],
): Promise<StaffCaller> {
  return authorize(parts.ctx, await authenticate(parts, check), permission)
}

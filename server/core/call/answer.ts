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
import { admitProgram } from './program-caller.ts'
import { respond } from './respond.ts'
import { replayOrTransact, runReading } from './transact.ts'

/** Answers a call of a staff member, or of a program that acts, in time; or a reading call of a program, which may wait. */
export function answer(parts: CallParts, check: CallerCheck, checkMachine: MachineCheck) {
  const { scope } = parts.endpoint
  if (!isOfMachine(parts.request))
    return inTime(() => answerCall(parts, () => admit(parts, check, parts.endpoint.may)))
  return scope === undefined
    ? inTime(() => answerCall(parts, () => admitProgram(parts, checkMachine)))
    : answerMachine(parts, scope, checkMachine)
}

/** Answers a call in five steps: authenticate → authorize → parse → replay or transact → respond. @param admitted the first two */
async function answerCall(parts: CallParts, admitted: () => Promise<StaffCaller>) {
  const own = await admitted()
  const { endpoint, ctx } = parts
  const input = parseInput(endpoint, parts.request)
  const caller = await inRole(ctx.database.db, own, input.role, endpoint.may)
  const outcome = await replayOrTransact(parts, caller, input)
  const { program } = caller
  // The limits count its changes (program-limits.ts).
  if (program && endpoint.method === 'GET') await countUse(ctx, program.id, program.scope)
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

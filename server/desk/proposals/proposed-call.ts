import type { DryRun } from '@portreeve/contract/base/dry-run'
import { whyClosed } from '@portreeve/contract/base/programs'
import type { Permission } from '@portreeve/contract/base/rights'
import type { Context } from '../../core/call/context.ts'
import { hook } from '../../core/call/hook.ts'
import type { Group } from '../../core/call/implement.ts'
import { parseInput } from '../../core/call/parse.ts'
import type { HandlerParts, Input } from '../../core/call/parts.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { present } from '../undo-plans/undo-reading.ts'

/** The call of any group with a name, such as 'users.ban'. */
export const callNamed = hook<(name: string) => Group[number] | undefined>('the calls by name')

interface Proposed {
  permission: Permission
  input: Input
  parts: HandlerParts
}

/**
 * A call that a program proposes, parsed as the call itself would be. Refuses with malformed an unknown call and what it does not
 * take, and with refused a call that no program may make.
 * @param id of the proposal, under which the audit has what was done
 */
export function proposedCall(
  ctx: Context,
  id: string,
  { call: name, params, body }: { call: string; params: Record<string, string>; body: unknown },
): Proposed {
  const found = callNamed(name)
  if (!found) return refuse('malformed', 'No such call', 'There is no call of this name.')
  const { endpoint, handler } = found
  const isChange = endpoint.method !== 'GET' && endpoint.deed !== null
  const why = isChange ? whyClosed(name, endpoint) : 'It changes nothing.'
  if (why !== undefined || endpoint.may === 'staff')
    return refuse('refused', 'Not for programs', `No program proposes ${name}. ${why}`)
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one).toSorted()
  if (Object.keys(params).toSorted().join() !== names.join())
    refuse('malformed', 'Malformed request', `The params of ${name} are: ${names.join(', ') || 'none'}.`)
  const input = parseInput(endpoint, { params, query: {}, body: body ?? undefined, headers: {} })
  return {
    permission: endpoint.may,
    input,
    parts: { ctx, name, endpoint, handler, request: { id } },
  }
}

/** The record that an effect is about. */
export const subjectOf = ({ deeds: [deed] }: DryRun) => deed?.subject ?? null

/** The version of a record, which is locked until the transaction ends; null for none, or one that has no version. */
export async function lockVersion(
  db: Db,
  { kind, id }: { kind: string | null; id: string | null },
): Promise<number | null> {
  const target = `${kind}:${id}`
  const version = kind === null ? null : (await present(db, [target], true)).get(target)?.version
  return typeof version === 'number' ? version : null
}

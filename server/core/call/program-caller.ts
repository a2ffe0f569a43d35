import { permissionIn, whyClosed } from '@portreeve/contract/base/programs'
import { may as holds, permissions } from '@portreeve/contract/base/rights'
import { eq } from 'drizzle-orm'
import { callerOfRow } from '../../db/staff-rights.ts'
import { staff } from '../../db/system-tables.ts'
import { countUse, type MachineCheck } from '../identity/machine-key.ts'
import { refuse } from '../refuse.ts'
import type { StaffCaller } from './caller.ts'
import type { CallParts } from './parts.ts'

/**
 * Steps 1 and 2 of a call of a program under the rights of its key's owner: it has the permissions of its scopes which the owner has
 * now, and no others. All handlers see the owner as the caller: what the program does is in one hand with theirs. Refuses with
 * signed_out a key that does not act, and with forbidden what the key, its owner or no program may do.
 */
export async function admitProgram(
  { ctx, name, endpoint, request, reply }: CallParts,
  check: MachineCheck,
): Promise<StaffCaller> {
  const machine = await check(request, reply)
  const acts = permissionsIn(machine.scopes, 'act')
  const proposes = permissionsIn(machine.scopes, 'propose')
  if (acts.length + proposes.length === 0)
    refuse('signed_out', 'Not a key for this', `The machine key ${machine.name} has no scope that acts.`)
  const no = async (title: string, words: string): Promise<never> => {
    await countUse(ctx, machine.id, 'refused')
    return refuse('forbidden', title, words)
  }
  const closed = endpoint.byProgram ? undefined : whyClosed(name, endpoint)
  if (closed !== undefined) return no('Not for programs', `No machine key opens this call. ${closed}`)
  const [owner] = await ctx.database.db
    .select(callerOfRow)
    .from(staff)
    .where(eq(staff.uid, machine.owner ?? ''))
  if (!owner || owner.disabled)
    return no(
      'Its owner has left',
      `The machine key ${machine.name} does nothing: its owner is not on the staff any more.`,
    )
  const { disabled: _, ...member } = owner
  const { may } = endpoint
  const granted = endpoint.byProgram ? [...new Set([...acts, ...proposes])] : acts
  if (may !== 'staff') {
    if (!acts.includes(may))
      return no('Not allowed', `The machine key ${machine.name} has no scope act.${may}.`)
    if (!holds(owner, may))
      return no(
        'Not allowed',
        `The owner of the machine key ${machine.name}, ${owner.displayName ?? owner.email}, may not ${permissions[may].words}.`,
      )
  }
  return {
    staff: { ...member, permissions: granted.filter((one) => holds(owner, one)) },
    session: undefined,
    program: { id: machine.id, name: machine.name, scope: may === 'staff' ? 'propose' : `act.${may}` },
  }
}

const permissionsIn = (scopes: readonly string[], way: 'act' | 'propose') =>
  scopes.filter((scope) => scope.startsWith(`${way}.`)).flatMap((scope) => permissionIn(scope) ?? [])

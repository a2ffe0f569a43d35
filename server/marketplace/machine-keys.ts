import { randomUUID } from 'node:crypto'
import { type ActingScope, isActing, permissionIn } from '@portreeve/contract/base/programs'
import { may, permissions } from '@portreeve/contract/base/rights'
import {
  machineKeys as contract,
  keysPerName,
  type MachineKey,
  type MachineScope,
  usualLimits,
} from '@portreeve/contract/marketplace/machine-keys'
import type { Me } from '@portreeve/contract/staff/staff'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { demand } from '../core/call/rights.ts'
import type { Db } from '../core/database/db.ts'
import { newMachineKey } from '../core/identity/machine-key.ts'
import { refuse } from '../core/refuse.ts'
import { isoOf } from '../db/columns.ts'
import { machineKeys as table } from '../db/machine-tables.ts'
import { permissionsOf } from '../db/staff-rights.ts'
import { staff } from '../db/system-tables.ts'

/** Keys that a list shows. */
const listed = 200

const isValid = sql`(${table.revoked_at} is null and (${table.expires_at} is null or ${table.expires_at} > now()))`

async function keys(db: Db, which?: SQL): Promise<MachineKey[]> {
  const used = (column: 'calls' | 'rows') =>
    sql<number>`(select coalesce(sum(u.${sql.identifier(column)}), 0)::float8 from machine_key_usage u
      where u.key_id = ${table.id} and u.hour > now() - interval '30 days')`
  const rows = await db
    .select({
      id: table.id,
      name: table.name,
      begins: table.begins,
      scopes: table.scopes,
      networks: table.networks,
      created_at: table.created_at,
      created_by: sql<string>`(select coalesce(display_name, email) from staff where uid = ${table.created_by})`,
      expires_at: table.expires_at,
      last_used_at: table.last_used_at,
      revoked_at: table.revoked_at,
      calls: used('calls'),
      rows: used('rows'),
      owner: {
        uid: staff.uid,
        name: sql<string>`coalesce(${staff.displayName}, ${staff.email})`,
        permissions: permissionsOf,
        disabled: staff.disabled,
      },
      limits: { per_hour: table.per_hour, cents_per_day: table.cents_per_day },
      proposals: sql<MachineKey['proposals']>`coalesce((
        select json_agg(r order by r.call) from (
          select p.call, count(*) filter (where p.state = 'accepted')::int as accepted,
            count(*) filter (where p.state = 'declined')::int as declined, count(*) filter (where p.state = 'stale')::int as stale,
            count(*) filter (where p.state = 'waiting')::int as waiting
          from proposals p where p.program = ${table.name} group by p.call) r), '[]')`,
    })
    .from(table)
    .leftJoin(staff, eq(staff.uid, table.owner_uid))
    .where(which)
    .orderBy(sql`${isValid} desc, ${table.created_at} desc, ${table.id}`)
    .limit(listed)
  return rows.map(({ owner, limits, ...row }) => ({
    ...(row as Omit<MachineKey, 'owner' | 'limits' | 'idle_scopes'>),
    owner: owner && { uid: owner.uid, name: owner.name },
    limits: owner && { per_hour: limits.per_hour ?? 0, cents_per_day: limits.cents_per_day ?? 0 },
    idle_scopes: (row.scopes as MachineScope[]).filter(
      (scope) => isActing(scope) && !(owner && !owner.disabled && isHeld(owner, scope)),
    ),
  }))
}

/** Whether a staff member has the permission of an acting scope. */
function isHeld(holder: Pick<Me, 'permissions'>, scope: string): boolean {
  const permission = permissionIn(scope)
  return permission !== undefined && may(holder, permission)
}

/**
 * The owner of a new key that acts. Nobody gives what they do not hold. Refuses with malformed a key without an owner, with
 * not_found an owner who is not on the staff, and with forbidden what the caller or the owner may not do.
 */
async function ownerOf(call: Call, uid: string | undefined, acting: readonly ActingScope[]): Promise<string> {
  if (uid === undefined)
    return refuse('malformed', 'No owner', 'A key that acts needs an owner on the staff who answers for it.')
  const [owner] = await call.db
    .select({
      name: sql<string>`coalesce(${staff.displayName}, ${staff.email})`,
      permissions: permissionsOf,
    })
    .from(staff)
    .where(and(eq(staff.uid, uid), eq(staff.disabled, false)))
    .for('share', { of: staff })
  if (!owner) return refuse('not_found', 'No such owner', 'The owner is not on the staff.')
  for (const scope of acting) {
    const permission = permissionIn(scope)
    if (permission) demand(call.staff, permission)
    if (permission && !may(owner, permission))
      refuse(
        'forbidden',
        'Its owner may not',
        `${owner.name} may not ${permissions[permission].words}, and a program never may more than its owner.`,
      )
  }
  return uid
}

export const machineKeys = implement('machineKeys', contract, {
  list: (_input, call) => keys(call.db),

  own: async (_input, { db, program }) => {
    const [key] = program ? await keys(db, eq(table.id, program.id)) : []
    if (!key) return refuse('forbidden', 'Programs ask', 'A program asks this about its own machine key.')
    return { name: key.name, scopes: key.scopes.filter((scope) => !key.idle_scopes.includes(scope)) }
  },

  create: async ({ body }, call) => {
    const { name, scopes, networks = [], expires_at = null } = body
    const acting = scopes.filter(isActing)
    const owner = acting.length > 0 ? await ownerOf(call, body.owner, acting) : null
    const limits = owner === null ? null : (body.limits ?? usualLimits)
    if (expires_at !== null && Date.parse(expires_at) <= Date.now())
      refuse('refused', 'Expired already', 'The key would expire in the past.')
    // Two admins may make a key of the same name at once: the second waits for the first.
    await call.db.execute(sql`lock table machine_keys in share row exclusive mode`)
    const valid = await call.db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.name, name), isValid))
    if (valid.length >= keysPerName)
      refuse(
        'conflict',
        'Two keys have this name',
        `${name} has ${keysPerName} valid keys. End one of them before you make another.`,
      )
    const { token, begins, digest } = newMachineKey()
    const id = `mk_${randomUUID()}`
    await call.db.insert(table).values({
      id,
      name,
      begins,
      digest,
      scopes: [...new Set(scopes)],
      networks,
      created_by: call.staff.uid,
      expires_at: expires_at === null ? null : isoOf(expires_at),
      owner_uid: owner,
      ...limits,
    })
    const [key] = await keys(call.db, eq(table.id, id))
    if (!key) throw new Error('The new key is gone')
    call.did(id, { after: { name, scopes, networks, expires_at, ...(owner !== null && { owner, limits }) } })
    return { key, token }
  },

  revoke: async ({ params }, call) => {
    const [ended] = await call.db
      .update(table)
      .set({ revoked_at: sql`now()` })
      .where(and(eq(table.id, params.id), isNull(table.revoked_at)))
      .returning({ name: table.name, scopes: table.scopes })
    if (!ended) refuse('not_found', 'No such key', 'There is no such machine key, or it has ended already.')
    const [key] = await keys(call.db, eq(table.id, params.id))
    if (!key) throw new Error('The ended key is gone')
    call.did(params.id, { before: ended })
    return key
  },
})

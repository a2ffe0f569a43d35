import { randomUUID } from 'node:crypto'
import {
  machineKeys as contract,
  keysPerName,
  type MachineKey,
} from '@portreeve/contract/marketplace/machine-keys'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import type { Db } from '../core/database/db.ts'
import { newMachineKey } from '../core/identity/machine-key.ts'
import { refuse } from '../core/refuse.ts'
import { isoOf } from '../db/columns.ts'
import { machineKeys as table } from '../db/machine-tables.ts'

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
    })
    .from(table)
    .where(which)
    .orderBy(sql`${isValid} desc, ${table.created_at} desc, ${table.id}`)
    .limit(listed)
  return rows as MachineKey[]
}

export const machineKeys = implement('machineKeys', contract, {
  list: (_input, call) => keys(call.db),

  create: async ({ body }, call) => {
    const { name, scopes, networks = [], expires_at = null } = body
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
    })
    const [key] = await keys(call.db, eq(table.id, id))
    if (!key) throw new Error('The new key is gone')
    call.did(id, { after: { name, scopes, networks, expires_at } })
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

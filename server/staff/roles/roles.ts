import type { Sight } from '@portreeve/contract/base/case-kinds'
import { roles as builtIn, may } from '@portreeve/contract/base/rights'
import {
  roles as contract,
  maxRoles,
  type RoleRights,
  type StaffRole,
  type WaitingRole,
  withoutSecond,
} from '@portreeve/contract/staff/roles'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { refuseIfMoved } from '../../core/call/versions.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { roles as table } from '../../db/role-tables.ts'
import { providerRoles } from '../../db/system-tables.ts'
import { refuseSameHand } from '../staff-grants.ts'
import { lockAdmins } from '../staff-locks.ts'
import { nameOf } from '../staff-name.ts'
import { countWork } from '../staff-work.ts'
import { type Changing, holdersOf, lockWorkOf, maxHolders, writeRights } from './role-people.ts'
import { lackedOf, nobody, refuseGiving, standingOf } from './role-rights.ts'

type Row = typeof table.$inferSelect

const read = (db: Db, where?: SQL): Promise<StaffRole[]> =>
  db
    .select({
      name: table.name,
      built_in: table.built_in,
      permissions: table.permissions,
      kinds: table.kinds,
      classes: table.classes,
      refund_alone: table.refund_alone,
      refund_alone_day: table.refund_alone_day,
      people: sql<number>`(select count(*)::int from staff where role = ${table.name} and not shared)`,
      version: table.version,
      waiting: table.waiting,
    })
    .from(table)
    .where(where)
    .orderBy(
      sql`coalesce(array_position(array[${sql.raw(builtIn.map((one) => `'${one}'`).join())}], ${table.name}), 99)`,
      asc(sql`lower(${table.name})`),
    )

const readOne = async (db: Db, name: string): Promise<StaffRole> =>
  (await read(db, eq(table.name, name))).at(0) ?? noSuchRole()
const noSuchRole = (): never => refuse('not_found', 'No such role', 'There is no role of this name any more.')

/** The rights in a record that has them. Kinds and classes that are missing are no limit. */
const rightsIn = ({
  permissions,
  kinds = [],
  classes = [],
  refund_alone,
  refund_alone_day,
}: Omit<RoleRights, keyof Sight> & { [Limit in keyof Sight]?: Sight[Limit] | undefined }): RoleRights => ({
  ...{ permissions, kinds, classes, refund_alone, refund_alone_day },
})

/** Locks a role that the marketplace has made. Refuses a built-in one, and the caller's own. */
async function lockRole(call: Pick<Changing, 'db' | 'staff' | 'expected'>, name: string): Promise<Row> {
  await lockAdmins(call.db, call.staff.uid)
  const [row] = await call.db.select().from(table).where(eq(table.name, name)).for('update')
  if (!row) return noSuchRole()
  if (row.built_in)
    refuse('refused', 'A built-in role', 'Built-in roles stay as they are. Copy it, and change the copy.')
  if (row.name === call.staff.role)
    refuse(
      'forbidden',
      'Your own role',
      'Nobody changes what they may do themselves: a colleague with another role does it.',
    )
  return row
}

async function refuseTaken(db: Db, name: string, except?: string) {
  const [found] = await db
    .select({ name: table.name })
    .from(table)
    .where(sql`lower(${table.name}) = lower(${name})`)
  if (found && found.name !== except)
    refuse('conflict', 'The name is taken', `There is a role ${found.name} already.`)
}

/** Refuses with conflict what waits in the name of a colleague who has left, or who may not give it any more. */
async function refuseLapsed(db: Db, { by, ...wanted }: WaitingRole) {
  const asker = await standingOf(db, by.uid)
  const held = asker?.disabled === false ? asker : nobody
  if (may(held, 'staff.manage') && lackedOf(held, rightsIn(wanted)) === null) return
  refuse(
    'conflict',
    'Not now',
    `${by.name}, who asked for it, may not give this any more. Decline it, and ask for it yourself.`,
  )
}

const authorOf = ({ staff }: Pick<Changing, 'staff'>) => ({ uid: staff.uid, name: nameOf(staff) })

/** What a role gets at once, and what waits for a second person; nothing waits where both are equal. */
function halves(call: Pick<Changing, 'staff'>, before: RoleRights, wanted: RoleRights) {
  const set = withoutSecond(before, wanted)
  const by = authorOf(call)
  const rest = wanted.permissions.length > set.permissions.length
  const higher = set.refund_alone !== wanted.refund_alone || set.refund_alone_day !== wanted.refund_alone_day
  return {
    ...set,
    waiting: rest || higher ? { ...rightsIn(wanted), by, at: new Date().toISOString() } : null,
  }
}

export const roles = implement('roles', contract, {
  list: (_input, { db }) => read(db),

  create: async ({ body }, call) => {
    await lockAdmins(call.db, call.staff.uid)
    await refuseGiving(call.db, call.staff.uid, rightsIn(body))
    await refuseTaken(call.db, body.name)
    const [counted] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table)
    if ((counted?.n ?? 0) >= maxRoles)
      refuse('conflict', 'Too many roles', `There are ${maxRoles} roles. Remove one first.`)
    const none = rightsIn({ permissions: [], refund_alone: null, refund_alone_day: null })
    await call.db.insert(table).values({ name: body.name, ...halves(call, none, rightsIn(body)) })
    call.did(null, { after: { name: body.name, ...rightsIn(body) } })
    return readOne(call.db, body.name)
  },

  effect: async ({ params, body }, call) => {
    await readOne(call.db, params.name)
    const people = (await holdersOf(call.db, params.name)).slice(0, maxHolders)
    return Promise.all(
      people.map(async ({ uid, name, disabled }) => {
        const { takers: _, ...work } = await countWork(call.db, {
          ...{ uid, disabled, permissions: body.permissions },
          ...{ kinds: body.kinds ?? [], classes: body.classes ?? [] },
        })
        return { uid, name, disabled, work }
      }),
    )
  },

  change: async ({ params, body }, call) => {
    await lockWorkOf(call.db, params.name)
    const row = await lockRole(call, params.name)
    refuseIfMoved(call, row, 'this role')
    const before = rightsIn(row)
    const wanted: RoleRights = { ...before, ...rightsGiven(body) }
    await refuseGiving(call.db, call.staff.uid, wanted, before)
    const isNew = Object.keys(rightsGiven(body)).length > 0
    const name = body.name ?? row.name
    if (name !== row.name) await refuseTaken(call.db, name, row.name)
    const set = isNew ? halves(call, before, wanted) : { ...before, waiting: row.waiting }
    await writeRights(call, row, set, authorOf(call))
    if (name !== row.name) await call.db.update(table).set({ name }).where(eq(table.name, row.name))
    call.did(null, { before: { name: row.name, ...before }, after: { name, ...wanted } })
    return readOne(call.db, name)
  },

  remove: async ({ params }, call) => {
    const row = await lockRole(call, params.name)
    refuseIfMoved(call, row, 'this role')
    const { people } = await readOne(call.db, row.name)
    if (people > 0)
      refuse(
        'refused',
        'People have this role',
        `${people === 1 ? 'One person has' : `${people} people have`} it. Give them another role first.`,
      )
    const groups = await call.db.select().from(providerRoles).where(eq(providerRoles.role, row.name))
    if (groups.length > 0)
      refuse(
        'refused',
        'Groups give this role',
        `The group ${groups[0]?.value} of your provider gives it. Change that first.`,
      )
    await call.db.delete(table).where(eq(table.name, row.name))
    call.did(null, { before: { name: row.name, ...rightsIn(row) } })
    return null
  },

  confirm: async ({ params }, call) => {
    await lockWorkOf(call.db, params.name)
    const row = await lockRole(call, params.name)
    const { waiting } = row
    if (!waiting)
      refuse('conflict', 'Nothing waits', 'A colleague has confirmed, changed or declined it meanwhile.')
    refuseIfMoved(call, row, 'this role')
    if (waiting.by.uid === call.staff.uid)
      refuse('forbidden', 'A second person decides', 'You asked for it. A colleague confirms it.')
    await refuseSameHand(call.db, call.staff.uid, waiting.by)
    await refuseLapsed(call.db, waiting)
    await refuseGiving(call.db, call.staff.uid, rightsIn(waiting))
    await writeRights(call, row, { ...rightsIn(waiting), waiting: null }, authorOf(call))
    call.did(null, {
      before: { name: row.name, ...rightsIn(row) },
      after: { name: row.name, ...rightsIn(waiting) },
    })
    return readOne(call.db, row.name)
  },

  decline: async ({ params }, call) => {
    const row = await lockRole(call, params.name)
    if (!row.waiting)
      refuse('conflict', 'Nothing waits', 'A colleague has confirmed, changed or declined it meanwhile.')
    refuseIfMoved(call, row, 'this role')
    await call.db
      .update(table)
      .set({ waiting: null, version: sql`${table.version} + 1` })
      .where(eq(table.name, row.name))
    call.did(null, { before: { name: row.name, waiting: rightsIn(row.waiting) } })
    return readOne(call.db, row.name)
  },
})

/** The rights that a change names. */
const rightsGiven = ({ name: _, ...rights }: Partial<RoleRights> & { name?: string | undefined }) =>
  Object.fromEntries(Object.entries(rights).filter(([, value]) => value !== undefined)) as Partial<RoleRights>

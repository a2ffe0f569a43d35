import type { SignInSettings } from '@portreeve/contract/staff/sign-in-settings'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { refuse } from '../core/refuse.ts'
import { providerRoles, secondFactorRoles } from '../db/system-tables.ts'
import { refuseBeyond } from './roles/role-rights.ts'
import { lockAdmins } from './staff-locks.ts'

type Asked = Pick<Call, 'db' | 'ctx'>

/** The rows of providers that are set up; those of others stay, without effect. */
const ofProviders = ({ ctx }: Asked) =>
  inArray(
    providerRoles.provider,
    ctx.providers.map(({ settings }) => settings.id),
  )

export async function signInSettings(call: Asked): Promise<SignInSettings> {
  const rows = await call.db.select().from(secondFactorRoles)
  const { provider, value, role } = providerRoles
  return {
    second_factor_roles: rows.map(({ role }) => role).toSorted(),
    providers: call.ctx.providers.map(({ settings: { id, name, groups_claim } }) => ({
      id,
      name,
      groups_claim,
    })),
    provider_roles: await call.db
      .select({ provider, value, role })
      .from(providerRoles)
      .where(ofProviders(call))
      .orderBy(asc(provider), asc(value)),
  }
}

/** Saves what is given, and returns what was there before. */
export async function saveSignInSettings(
  call: Asked & Pick<Call, 'staff'>,
  wanted: Partial<Pick<SignInSettings, 'second_factor_roles' | 'provider_roles'>>,
): Promise<SignInSettings> {
  const { db } = call
  // Before the tables, as the removal of a role does.
  await lockAdmins(db, call.staff.uid)
  await db.execute(sql`lock table ${secondFactorRoles}, ${providerRoles} in share row exclusive mode`)
  const before = await signInSettings(call)
  if (wanted.second_factor_roles) {
    const required = [...new Set(wanted.second_factor_roles)]
    const dropped = before.second_factor_roles.filter((role) => !required.includes(role))
    await refuseBeyond(db, null, required)
    await refuseBeyond(db, call.staff.uid, dropped)
    await db.delete(secondFactorRoles)
    if (required.length > 0) await db.insert(secondFactorRoles).values(required.map((role) => ({ role })))
  }
  if (wanted.provider_roles) await saveRoles(call, before.provider_roles, wanted.provider_roles)
  return before
}

const keyOf = (row: SignInSettings['provider_roles'][number]) =>
  JSON.stringify([row.provider, row.value, row.role])

/** Writes only the rows that differ: each keeps the admin who set it. */
async function saveRoles(
  call: Asked & Pick<Call, 'staff'>,
  before: SignInSettings['provider_roles'],
  wanted: SignInSettings['provider_roles'],
) {
  const known = new Set(call.ctx.providers.map(({ settings }) => settings.id))
  const unknown = wanted.find(({ provider }) => !known.has(provider))
  if (unknown) refuse('refused', 'No such provider', `The provider ${unknown.provider} is not set up here.`)
  const values = wanted.map(({ provider, value }) => JSON.stringify([provider, value]))
  const twice = wanted.find((_row, at) => values.indexOf(values[at] ?? '') !== at)
  if (twice) refuse('conflict', 'A group twice', `The group ${twice.value} is there twice. Give it one role.`)
  const [had, want] = [before, wanted].map((rows) => new Set(rows.map(keyOf)))
  const removed = before.filter((one) => !want?.has(keyOf(one)))
  const added = wanted
    .filter((one) => !had?.has(keyOf(one)))
    .map((row) => ({ ...row, set_by: call.staff.uid }))
  await refuseBeyond(
    call.db,
    call.staff.uid,
    [...removed, ...added].map(({ role }) => role),
  )
  for (const row of removed)
    await call.db
      .delete(providerRoles)
      .where(and(eq(providerRoles.provider, row.provider), eq(providerRoles.value, row.value)))
  if (added.length > 0) await call.db.insert(providerRoles).values(added)
}

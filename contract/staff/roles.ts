// Group: what the roles may do. Admins read "Roles".

import { Sight } from '../base/case-kinds.ts'
import { Cents, del, get, patch, post, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { roles as builtIn, type Permission, permissionNames, permissions } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { Colleague } from './away.ts'
import { StaffWork } from './staff-work.ts'

/** Roles that a marketplace makes, at most. */
export const maxRoles = 200

// Names that the audit uses of those who are no staff members.
const taken = [...builtIn, 'operator', 'machine', 'server', 'none']

/** The name of a role: of a built-in one, or of one that the marketplace has made. */
export const RoleName = text(40).min(1, 'is empty')
/** A name for a role that the marketplace makes. */
export const NewRoleName = RoleName.trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u,
    'may have letters, digits, spaces, - and _ only, and begins with a letter or digit',
  )
  .refine((name) => !taken.includes(name.toLowerCase()), 'is taken')

const permissionSet = z.array(z.enum(permissionNames)).max(permissionNames.length)
const Limit = Cents.min(0).nullable()

/** What a role's people may do and see of the desk, and how much they may refund alone, cents of the environment's currency. */
export const RoleRights = z.object({
  permissions: permissionSet,
  ...Sight.shape,
  /** Of one order; null: as much as the environment allows (`PORTREEVE_REFUND_ALONE_CENTS`). It never allows more. */
  refund_alone: Limit,
  /** In a day (UTC); null: as much as the environment allows. */
  refund_alone_day: Limit,
})
export type RoleRights = z.infer<typeof RoleRights>

/** The rights that a role gets when a second person confirms them. */
export const WaitingRole = RoleRights.extend({ by: Colleague, at: Time })
export type WaitingRole = z.infer<typeof WaitingRole>

/** A role. */
export const StaffRole = RoleRights.extend({
  name: RoleName,
  /** It cannot be changed or removed. */
  built_in: z.boolean(),
  /** How many staff members have it. */
  people: z.int(),
  version: z.int(),
  waiting: WaitingRole.nullable(),
})
export type StaffRole = z.infer<typeof StaffRole>

/** Whether a role gets a permission by two persons only. */
export const isMoney = (permission: Permission): boolean => 'money' in permissions[permission]

type Limits = Pick<RoleRights, 'refund_alone' | 'refund_alone_day'>
const lower = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

/** The part of new rights that needs no second person: no money permission that the role lacks, and no higher limit. */
export function withoutSecond(before: RoleRights, wanted: RoleRights): RoleRights {
  const gets = (one: Permission) => !isMoney(one) || before.permissions.includes(one)
  const limit = (name: keyof Limits) =>
    before.permissions.some(isMoney) ? lower(before[name], wanted[name]) : wanted[name]
  return {
    permissions: wanted.permissions.filter(gets),
    ...{ kinds: wanted.kinds, classes: wanted.classes },
    refund_alone: limit('refund_alone'),
    refund_alone_day: limit('refund_alone_day'),
  }
}

const Draft = z.strictObject({ name: NewRoleName, ...RoleRights.shape, ...Sight.partial().shape })
const second =
  'What gives money permissions or raises a limit waits for a second person; the rest holds at once. `kinds` and `classes` limit what its people see of the desk; empty or missing, they see all that its permissions allow. Refuses with forbidden a permission that the caller lacks, and kinds and classes that they do not see: nobody gives what they do not hold.'
const ofPeople = ['staff/{uid}', 'inbox', 'desk', 'transactions', 'macros'] as const

export const roles = withoutPast('staff', {
  list: get('/v1/admin/roles', {
    may: 'staff.read',
    about: 'All roles: the built-in ones first, the others by name. Not part of the spec.',
    data: z.array(StaffRole),
  }),
  create: post('/v1/admin/roles', {
    may: 'staff.manage',
    deed: {},
    about: `Makes a role. ${second} Refuses with conflict a name that is taken, and more than ${maxRoles} roles. Not part of the spec.`,
    body: Draft,
    data: StaffRole,
  }),
  effect: post('/v1/admin/roles/{name}/effect', {
    may: 'staff.read',
    deed: null,
    about:
      'Who has a role, and how much work each of them would lose if it had these permissions and limits alone; at most 500 people. Changes nothing, so it is not audited. Not part of the spec.',
    body: z.strictObject({ permissions: permissionSet, ...Sight.partial().shape }),
    data: z.array(Colleague.extend({ disabled: z.boolean(), work: StaffWork })),
  }),
  change: patch('/v1/admin/roles/{name}', {
    may: 'staff.manage',
    deed: {},
    tells: ofPeople,
    about: `Changes the name, permissions or limits of a role; they hold from the next call of its people. What they may not do any more leaves them in the same transaction, and is free for others. ${second} A change takes the place of one that waits. If-Match has the version that the caller saw. Refuses with refused a built-in role; with forbidden the caller's own role. Not part of the spec.`,
    body: Draft.partial(),
    data: StaffRole,
  }),
  remove: del('/v1/admin/roles/{name}', {
    may: 'staff.manage',
    deed: {},
    about:
      'Removes a role. Refuses with refused a built-in one, and one that people, or groups of a provider, have. Not part of the spec.',
    data: z.null(),
  }),
  confirm: post('/v1/admin/roles/{name}/waiting', {
    may: 'staff.manage',
    deed: {},
    tells: ofPeople,
    about:
      'Gives a role what waits for a second person. Refuses with forbidden the colleague who asked for it, the own role of the caller, and a permission that the caller lacks; with conflict when it waits no longer, and when the colleague who asked has left or may not give it any more. Not part of the spec.',
    data: StaffRole,
  }),
  decline: del('/v1/admin/roles/{name}/waiting', {
    may: 'staff.manage',
    deed: {},
    about:
      'Drops what waits for a second person. The colleague who asked for it may, too. Not part of the spec.',
    data: StaffRole,
  }),
})

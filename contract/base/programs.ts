import type { Endpoint } from './endpoint.ts'
import { own } from './own.ts'
import { type Permission, permissionNames } from './rights.ts'

const admins = 'It manages staff, roles, keys or what leaves the system by itself.'
const second = 'It is the decision of a second person, and a program is never one.'
const personal = 'It shows or exports personal data.'
const person = 'A person decides it.'
const unbounded = 'It changes balances without a movement of money, so no limit of amounts would hold.'

/** The permissions that no machine key has, each with the reason. Every permission that needs a fresh password is one of them. */
export const closedToPrograms = {
  'staff.read': admins,
  'staff.manage': admins,
  'signIn.change': admins,
  'webhooks.manage': admins,
  'webhooks.secrets': admins,
  'machineKeys.read': admins,
  'machineKeys.manage': admins,
  'work.lead': admins,
  'decisions.check': second,
  'money.approve': second,
  'money.correct': second,
  'appeals.decide': second,
  'proposals.decide': person,
  'policies.write': person,
  'personal.read': personal,
  'personal.reveal': personal,
  'users.export': personal,
  'users.erase': 'It cannot be undone.',
  'verification.read': personal,
  'money.export': personal,
  'lists.export': personal,
  'audit.read': personal,
  'audit.export': personal,
  'money.settings': person,
  'transactions.override': unbounded,
  'gift_cards.redeem': unbounded,
} as const satisfies Partial<Record<Permission, string>>

/** The calls that no machine key makes although it may have their permission. */
const closedCalls: Readonly<Record<string, string>> = {
  'moneyPlans.save': 'It starts work that has the rights of its maker, beyond the limits of a key.',
  ...Object.fromEntries(
    ['create', 'update', 'remove', 'rotate'].map((name) => [
      `extensions.${name}`,
      'It lets the page of an app into the console, or makes a secret.',
    ]),
  ),
}

export type ProgramPermission = Exclude<Permission, keyof typeof closedToPrograms>
type Changing = Exclude<ProgramPermission, `${string}.read`>

/** A scope with which a program makes the calls of a permission itself, or proposes them to staff. */
export type ActingScope = `act.${ProgramPermission}` | `propose.${Changing}`

const isOpen = (permission: Permission): permission is ProgramPermission =>
  !Object.hasOwn(closedToPrograms, permission)
const isChanging = (permission: ProgramPermission): permission is Changing => !permission.endsWith('.read')

/** What a machine key may be given, in the words of the permissions. */
export const actingScopes: readonly ActingScope[] = [
  ...permissionNames.filter(isOpen).map((one): ActingScope => `act.${one}`),
  ...permissionNames
    .filter(isOpen)
    .filter(isChanging)
    .map((one): ActingScope => `propose.${one}`),
]

/** Whether a scope is one of a program that acts or proposes. */
export const isActing = (scope: string): scope is ActingScope => /^(act|propose)\./.test(scope)

/** The permission in an acting scope; undefined for another scope, or one that is closed by now. */
export function permissionIn(scope: string): Permission | undefined {
  const name = isActing(scope) ? scope.slice(scope.indexOf('.') + 1) : ''
  return permissionNames.filter(isOpen).find((one) => one === name)
}

/** Why no program makes a call; undefined for a call that a scope opens. A scope that reads changes nothing. */
export function whyClosed(name: string, { may, method }: Endpoint): string | undefined {
  if (may === 'staff') return 'It belongs to the staff member who makes it.'
  const why = own(closedToPrograms as Readonly<Record<string, string>>, may) ?? own(closedCalls, name)
  return why ?? (method !== 'GET' && may.endsWith('.read') ? person : undefined)
}

const rolePrefix = 'program: '
/** The role in the audit of what a program did. The actor is its owner. No role of staff has such a name. */
export const programRole = (name: string) => `${rolePrefix}${name}`
/** The program in such a role; undefined in that of a staff member. */
export const programIn = (role: string): string | undefined =>
  role.startsWith(rolePrefix) ? role.slice(rolePrefix.length) : undefined

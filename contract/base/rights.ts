import { namesOf } from './own.ts'

/** The built-in roles (D-114). A marketplace adds roles of its own by naming permissions (contract/staff/roles.ts). */
export const roles = ['admin', 'moderator', 'support', 'finance'] as const
export type Role = (typeof roles)[number]

/**
 * Every permission, with the roles that have it and its words in a refusal. An admin has all permissions. `fresh`: the
 * caller must type their password again, so a stolen or forged session is not enough. `money`: a role gets it by two persons.
 */
export const permissions = {
  'users.read': { to: ['moderator', 'support', 'finance'], words: 'look people up' },
  'users.write': { to: ['moderator', 'support'], words: 'edit an account' },
  'users.block': { to: ['moderator', 'support'], words: 'block or unblock an account' },
  'policies.read': { to: ['moderator', 'support', 'finance'], words: 'see the policies' },
  'policies.write': { to: [], words: 'change the policies' },
  'valueLists.read': { to: ['moderator', 'support', 'finance'], words: 'see the lists of values' },
  'valueLists.write': { to: ['moderator', 'finance'], words: 'change the lists of values' },
  'appeals.decide': { to: ['moderator'], words: 'decide appeals' },
  'users.delete': { to: [], words: 'delete an account' },
  'users.export': { to: [], words: "export a person's data" },
  'users.erase': { to: [], words: 'erase a person' },
  'users.delete_content': { to: ['moderator'], words: "delete a person's content" },
  'personal.read': { to: ['support'], words: 'see personal data in full' },
  'personal.reveal': { to: ['moderator', 'finance'], words: 'reveal personal data' },
  'posts.read': { to: ['moderator', 'support', 'finance'], words: 'see listings' },
  'review.decide': { to: ['moderator'], words: 'approve or deny listings' },
  'posts.delete': { to: ['moderator'], words: 'delete a listing' },
  'reports.read': { to: ['moderator', 'support', 'finance'], words: 'see reports' },
  'reports.handle': { to: ['moderator', 'support'], words: 'resolve or ignore reports' },
  'transactions.read': { to: ['moderator', 'support', 'finance'], words: 'see transactions' },
  'transactions.write': { to: ['support', 'finance'], words: 'change a transaction' },
  'transactions.override': { to: ['finance'], words: 'set the states of a transaction by hand', money: true },
  'money.refund': { to: ['finance'], words: 'refund a buyer', money: true },
  'money.cancel': { to: ['finance'], words: 'cancel a transaction', money: true },
  'money.approve': { to: ['finance'], words: "approve a colleague's refund", money: true },
  'money.request': { to: ['support', 'finance'], words: 'request a refund' },
  'money.hold': { to: ['finance'], words: 'hold or release a payout', money: true },
  'money.export': { to: ['finance'], words: 'export refunds and payouts' },
  'money.correct': { to: ['finance'], words: 'correct the ledger', money: true },
  'money.settings': { to: [], words: 'change deadlines and reasons of the money desk', money: true },
  'disputes.write': { to: ['support', 'finance'], words: 'open or resolve a dispute', money: true },
  'shipping.cancel': { to: ['support', 'finance'], words: 'cancel a shipping label' },
  'devices.verify': { to: ['moderator', 'support'], words: 'verify a device' },
  'verification.read': { to: ['moderator', 'support'], words: 'see verification codes' },
  'verification.delete': { to: ['moderator', 'support'], words: 'delete a verification code' },
  'verification.send': { to: ['moderator', 'support'], words: 'send a verification code' },
  'gift_cards.redeem': { to: ['support', 'finance'], words: 'redeem a gift card', money: true },
  'collections.read': { to: ['moderator', 'support', 'finance'], words: 'see collections' },
  'collections.write': { to: ['moderator'], words: 'change collections' },
  'collections.delete': { to: ['moderator'], words: 'delete a collection' },
  'questions.read': { to: ['moderator', 'support', 'finance'], words: 'see community posts' },
  'questions.write': { to: ['moderator'], words: 'change community posts' },
  'questions.delete': { to: ['moderator'], words: 'delete a community post' },
  'keywords.read': { to: ['moderator', 'support', 'finance'], words: 'see content keywords' },
  'keywords.write': { to: ['moderator'], words: 'change content keywords' },
  'keywords.delete': { to: ['moderator'], words: 'delete a content keyword' },
  'moderatingMessages.read': { to: ['moderator', 'support', 'finance'], words: 'see the standard messages' },
  // D-114: the moderating page is for admins.
  'moderatingMessages.write': { to: [], words: 'change the standard messages' },
  'emailTemplates.read': { to: ['moderator', 'support', 'finance'], words: 'see email templates' },
  'emailTemplates.write': { to: ['support'], words: 'change email templates' },
  'emailTemplates.delete': { to: ['support'], words: 'delete an email template' },
  'macros.read': { to: ['moderator', 'support'], words: 'use macros' },
  'macros.write': { to: ['moderator', 'support'], words: 'change macros' },
  'macros.delete': { to: ['moderator', 'support'], words: 'delete a macro' },
  'conversations.read': { to: ['moderator', 'support'], words: 'read private messages' },
  'conversations.write': { to: ['moderator', 'support'], words: 'write messages' },
  'inbox.read': { to: ['moderator', 'support'], words: "read the team's conversations" },
  'inbox.write': { to: ['moderator', 'support'], words: "answer the team's conversations" },
  'inbox.settings': { to: [], words: 'change targets and working hours of the team inbox' },
  'lists.export': { to: ['moderator', 'finance'], words: 'export a list' },
  'rules.read': { to: ['moderator', 'finance'], words: 'see the rules' },
  'rules.write': { to: [], words: 'write and try rules' },
  'desk.weights': { to: [], words: 'change the weights of the desk' },
  'staff.read': { to: [], words: 'see who works here' },
  'staff.manage': { to: [], words: 'manage who works here', fresh: true },
  'signIn.change': {
    to: ['moderator', 'support', 'finance'],
    words: 'change your own sign-in',
    fresh: true,
  },
  'notes.write': { to: ['moderator', 'support', 'finance'], words: 'write staff notes' },
  'webhooks.manage': { to: [], words: 'see and manage webhooks and events' },
  'webhooks.secrets': { to: [], words: 'make, rotate or remove a webhook', fresh: true },
  'audit.read': { to: [], words: 'see the audit log' },
  'audit.export': { to: [], words: 'export the audit log' },
  // Takes over a case, undoes an action, goes on with a job or changes a view of a colleague.
  'work.lead': { to: [], words: "act on colleagues' work" },
  'proposals.decide': { to: ['moderator', 'support', 'finance'], words: 'decide what programs propose' },
  'decisions.check': { to: [], words: "check colleagues' decisions" },
  'ingest.read': { to: ['moderator', 'support', 'finance'], words: 'see where the marketplace differs' },
  'ingest.settle': { to: [], words: 'settle differences with the marketplace' },
  'machineKeys.read': { to: [], words: 'see machine keys' },
  'machineKeys.manage': { to: [], words: 'make and end machine keys', fresh: true },
  'extensions.manage': { to: [], words: 'change fields, panels and actions' },
} as const satisfies Record<string, { to: readonly Role[]; words: string; fresh?: true; money?: true }>
export type Permission = keyof typeof permissions
export const permissionNames = namesOf(permissions)

/**
 * The scopes with which a machine key makes a reading call, and the permissions that each gives its answers. Events carry what the
 * marketplace already has about its own people, so their personal data is not masked.
 */
export const readingScopes = {
  'events.read': ['personal.read'],
} as const satisfies Record<string, readonly Permission[]>
export type ReadingScope = keyof typeof readingScopes

/** Minutes for which a typed password counts as fresh. */
export const freshMinutes = 10

/** Whether a permission requires a password typed within the last `freshMinutes`. */
export const needsFreshPassword = (permission: Permission | 'staff'): boolean =>
  permission !== 'staff' && 'fresh' in permissions[permission]

/** What someone may do: their role's name, and its permissions. */
export interface Rights {
  readonly role: string
  readonly permissions: readonly Permission[]
}

/** The rights of a built-in role, which sees of the desk what its permissions allow. */
export const rightsOf = (role: Role): Rights & { kinds: never[]; classes: never[] } => ({
  ...{ role, kinds: [], classes: [] },
  permissions: namesOf(permissions).filter(
    (one) => role === 'admin' || (permissions[one].to as readonly Role[]).includes(role),
  ),
})

/** Whether someone has a permission. The console disables controls by it, and the server refuses by it. */
export const may = (holder: Pick<Rights, 'permissions'>, permission: Permission | 'staff'): boolean =>
  permission === 'staff' || holder.permissions.includes(permission)

/** Whether someone has one of these permissions. */
export const mayAny = (holder: Pick<Rights, 'permissions'>, some: readonly Permission[]): boolean =>
  some.some((permission) => may(holder, permission))

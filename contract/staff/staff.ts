import { Sight } from '../base/case-kinds.ts'
import { Cursor, del, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { permissionNames } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { Absence, Colleague } from './away.ts'
import { Passkey, PasskeyName } from './passkeys.ts'
import { PersonalSettings } from './personal-settings.ts'
import { RoleName } from './roles.ts'
import { SignInChange, SignInSettings } from './sign-in-settings.ts'
import { StaffWork, Takers } from './staff-work.ts'

/** A staff member. */
export const Staff = z.object({
  uid: Id,
  email: z.email(),
  displayName: text(1000).nullable(),
  role: RoleName,
})
export type Staff = z.infer<typeof Staff>

/** The signed-in staff member, with the permissions of their role and what of the desk it sees. */
export const Me = Staff.extend({ permissions: z.array(z.enum(permissionNames)), ...Sight.shape })
export type Me = z.infer<typeof Me>

/** A staff member as admins see them. */
export const StaffMember = Staff.extend({
  disabled: z.boolean(),
  version: z.int(),
  created_at: Time,
  /** Precise to the minute; null: they have never called. */
  last_seen_at: Time.nullable(),
  /** They use the built-in sign-in with a password; others sign in with a company's or an outside provider. */
  signs_in_here: z.boolean(),
  /** The state of the mail with their link until they choose a password; then null. */
  invitation: z.enum(['sending', 'sent', 'expired', 'failed']).nullable(),
  /** The built-in sign-in requires a code from them. */
  second_factor: z.boolean(),
  /** How many passkeys they have for the built-in sign-in. */
  passkeys: z.int(),
  /** Active sessions of the built-in sign-in. */
  sessions: z.int(),
  /** Their absence, until it has ended. */
  away: Absence.nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** A device on which a staff member is signed in with the built-in provider. */
export const StaffSession = z.object({
  id: Id,
  started_at: Time,
  /** Precise to ten minutes. */
  last_used_at: Time,
  address: z.string().nullable(),
  /** The browser's User-Agent header. */
  user_agent: z.string().nullable(),
  /** The session of this call. */
  current: z.boolean(),
})
export type StaffSession = z.infer<typeof StaffSession>

/** Length limits of a password for the built-in sign-in, characters. */
export const passwordLength = { min: 10, max: 200 } as const

const { min, max } = passwordLength
/** A new password for the built-in sign-in. */
export const NewPassword = text(max).min(min, `has fewer than ${min} characters`)

/** Hours for which a mailed link to choose a password works, once. */
export const passwordLinkHours = 24

/**
 * An invitation. Without a uid, the person receives a link to choose their own password, so that no colleague knows it. With
 * their uid at an outside provider they sign in there.
 */
export const Invitation = z.strictObject({
  email: z.email('is no email address').max(320),
  displayName: text(1000).trim().min(1, 'is empty'),
  role: RoleName,
  uid: Id.optional(),
})
export type Invitation = z.infer<typeof Invitation>

const releases =
  'What they may not do any more leaves them in the same transaction: their conversations, disputes and cases of the desk, and macros that assign to them. `to` names the colleague who gets each kind, with one notification; what it does not name has no assignee. Refuses with refused a colleague who may not do that work.'
const releasing = ['staff/{uid}', 'inbox', 'desk', 'transactions', 'macros'] as const
const lastAdmin =
  "Refuses to remove the last admin, a change of the caller's own record, a role or a colleague that may do more than the caller, and a caller who may not manage staff any more. If-Match has the version that the caller saw."

export const staff = withoutPast('staff', {
  me: get('/v1/staff/me', {
    may: 'staff',
    about:
      'The signed-in staff member with their permissions. Not part of the spec: a console works without it.',
    data: Me,
  }),
  mySignIn: get('/v1/staff/me/sign_in', {
    may: 'staff',
    about:
      'How the caller signs in: whether with the built-in sign-in, whether with a second factor, with which passkeys, and on which devices.',
    data: z.object({
      signs_in_here: z.boolean(),
      second_factor: z.boolean(),
      /** The company's provider that opened the session of this call. */
      provider: z.object({ id: Id, name: z.string() }).nullable(),
      passkeys: z.array(Passkey),
      sessions: z.array(StaffSession),
    }),
  }),
  renameMyPasskey: patch('/v1/staff/me/passkeys/{id}', {
    may: 'staff',
    deed: { subject: 'staff' },
    about: "Renames one of the caller's passkeys.",
    body: z.strictObject({ name: PasskeyName }),
    data: z.null(),
  }),
  removeMyPasskey: del('/v1/staff/me/passkeys/{id}', {
    may: 'signIn.change',
    deed: { subject: 'staff' },
    about: "Removes one of the caller's passkeys and ends the sessions that it opened, this one included.",
    data: z.null(),
  }),
  endMySession: del('/v1/staff/me/sessions/{id}', {
    may: 'staff',
    deed: { subject: 'staff' },
    about: "Ends one of the caller's sessions at once.",
    data: z.null(),
  }),
  endMyOtherSessions: del('/v1/staff/me/sessions', {
    may: 'staff',
    deed: { subject: 'staff' },
    about: "Ends all of the caller's sessions except the one of this call.",
    data: z.null(),
  }),
  mySettings: get('/v1/staff/me/settings', {
    may: 'staff',
    about: "The caller's own settings of the console. Not part of the spec.",
    data: PersonalSettings,
  }),
  saveMySettings: patch('/v1/staff/me/settings', {
    may: 'staff',
    deed: { subject: 'staff' },
    about: "Changes the caller's own settings of the console. Not part of the spec.",
    body: z.strictObject({ ...PersonalSettings.partial().shape }),
    wholeRecord: true,
    data: PersonalSettings,
  }),
  list: get('/v1/admin/staff', {
    may: 'staff.read',
    about: 'All staff members, by email address, page by page.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(StaffMember),
  }),
  invite: post('/v1/admin/staff', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    about:
      'Creates a staff member and mails them a link to choose a password, unless they sign in at an outside provider. Refuses an email address or uid that is taken.',
    body: Invitation,
    data: StaffMember,
  }),
  sendPasswordLink: post('/v1/admin/staff/{uid}/password_link', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    about: `Mails a staff member a link to choose a new password. It works once, within ${passwordLinkHours} hours; the old password works until then. Refuses the caller, a disabled staff member, and one who signs in at an outside provider.`,
    data: StaffMember,
  }),
  revokeInvitation: del('/v1/admin/staff/{uid}/invitation', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    tells: releasing,
    about:
      'Takes an invitation back: its links no longer work, and the staff record is gone. Refuses for a person who has chosen a password.',
    data: z.null(),
  }),
  signInSettings: get('/v1/admin/staff_sign_in', {
    may: 'staff.read',
    about: "Which roles require a second factor, and which roles the groups of the company's providers give.",
    data: SignInSettings,
  }),
  saveSignInSettings: patch('/v1/admin/staff_sign_in', {
    may: 'staff.manage',
    deed: {},
    about:
      "Sets which roles require a second factor, or the roles of the providers' groups. From then on, a person of such a role without one can do nothing but set one up. A person of a provider gets the role of their groups at the next sign-in, or within half an hour. Refuses a provider that is not set up, and a value twice.",
    body: SignInChange,
    data: SignInSettings,
  }),
  changeRole: patch('/v1/admin/staff/{uid}/role', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    tells: releasing,
    about: `Gives a staff member another role; it applies from their next call. ${releases} ${lastAdmin}`,
    body: z.strictObject({ role: RoleName, to: Takers.optional() }),
    data: StaffMember,
  }),
  disable: patch('/v1/admin/staff/{uid}/disable', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    tells: releasing,
    about: `Disables a staff member: their sessions end, their next call is refused. ${releases} ${lastAdmin}`,
    body: z.strictObject({ to: Takers.optional() }).optional(),
    data: StaffMember,
  }),
  enable: patch('/v1/admin/staff/{uid}/enable', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    tells: releasing,
    about: 'Enables a disabled staff member again. They do not get back what was released.',
    data: StaffMember,
  }),
  work: get('/v1/admin/staff/{uid}/work', {
    may: 'staff.read',
    about:
      'How much work a staff member would lose if they were disabled or, with `role`, got that role, and the colleagues who may do each kind of it. Not part of the spec.',
    query: z.strictObject({ role: RoleName.optional() }),
    data: StaffWork.extend({
      takers: z.object({
        conversations: z.array(Colleague),
        disputes: z.array(Colleague),
        cases: z.array(Colleague),
        macros: z.array(Colleague),
      }),
    }),
  }),
  resetSecondFactor: del('/v1/admin/staff/{uid}/second_factor', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    about:
      'Removes the second factor and the passkeys of a staff member who has lost them, and ends their sessions.',
    data: StaffMember,
  }),
  sessions: get('/v1/admin/staff/{uid}/sessions', {
    may: 'staff.read',
    about: 'The devices on which a staff member is signed in, the last used first; at most 100.',
    data: z.array(StaffSession),
  }),
  endSession: del('/v1/admin/staff/{uid}/sessions/{id}', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    about: 'Ends one session of a staff member at once.',
    data: z.null(),
  }),
  endSessions: del('/v1/admin/staff/{uid}/sessions', {
    may: 'staff.manage',
    deed: { subject: 'staff' },
    about: 'Ends all sessions of a staff member at once.',
    data: z.null(),
  }),
})

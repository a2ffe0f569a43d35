import { Cursor, del, get, Id, patch, post, Time, text } from './endpoint.ts'
import { roles } from './rights.ts'
import { z } from './zod.ts'

/** Somebody who works in the console. */
export const Staff = z.object({
  uid: Id,
  email: z.email(),
  displayName: text(1000).nullable(),
  role: z.enum(roles),
})
export type Staff = z.infer<typeof Staff>

/** The same, as those see them who manage the staff. */
export const StaffMember = Staff.extend({
  disabled: z.boolean(),
  version: z.int(),
  created_at: Time,
  /** To the minute; null: they have never called. */
  last_seen_at: Time.nullable(),
  /** They sign in with a password here; the others sign in at an outside provider. */
  signs_in_here: z.boolean(),
  /** What became of the mail with their link, as long as they have not chosen a password; null once they have. */
  invitation: z.enum(['sending', 'sent', 'expired', 'failed']).nullable(),
  /** They are asked for a code when they sign in here. */
  second_factor: z.boolean(),
  /** Sessions here that have not ended. */
  sessions: z.int(),
})
export type StaffMember = z.infer<typeof StaffMember>

/** A device on which somebody is signed in with the built-in provider. */
export const StaffSession = z.object({
  id: Id,
  started_at: Time,
  /** To ten minutes. */
  last_used_at: Time,
  address: z.string().nullable(),
  /** What the browser says of itself. */
  user_agent: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
})
export type StaffSession = z.infer<typeof StaffSession>

/** Characters of a password for the built-in sign-in. */
export const passwordLength = { least: 10, most: 200 } as const

/** A new password for the built-in sign-in. */
export const NewPassword = text(passwordLength.most).min(
  passwordLength.least,
  `has fewer than ${passwordLength.least} characters`,
)

/** Hours for which a mailed link to choose a password works, once. */
export const passwordLinkHours = 24

/**
 * Who is invited. Without a uid they are mailed a link to choose their own password, so that no colleague ever knows it; with
 * their uid at an outside provider they sign in there.
 */
export const Invitation = z.strictObject({
  email: z.email('is no e-mail address').max(320),
  displayName: text(1000).trim().min(1, 'is empty'),
  role: z.enum(roles),
  uid: Id.optional(),
})
export type Invitation = z.infer<typeof Invitation>

const lastAdmin =
  'Refuses to leave the house without an admin, to change whoever calls, and a caller who is no admin any more. If-Match holds the version that was seen.'

export const staff = {
  me: get('/v1/staff/me', {
    may: 'staff',
    about: 'Who is signed in, with their role. Not part of the spec: a console must do without it.',
    data: Staff,
  }),
  mySignIn: get('/v1/staff/me/sign_in', {
    may: 'staff',
    about: 'How the caller signs in: whether here, whether with a second factor, and on which devices.',
    data: z.object({
      signs_in_here: z.boolean(),
      second_factor: z.boolean(),
      sessions: z.array(StaffSession),
    }),
  }),
  endMySession: del('/v1/staff/me/sessions/{id}', {
    may: 'staff',
    about: "Ends one of the caller's sessions at once.",
    data: z.null(),
  }),
  endMyOtherSessions: del('/v1/staff/me/sessions', {
    may: 'staff',
    about: "Ends all of the caller's sessions but the one that calls.",
    data: z.null(),
  }),
  list: get('/v1/admin/staff', {
    may: 'staff.read',
    about: 'Everybody who works here, by e-mail address, page by page.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(StaffMember),
  }),
  invite: post('/v1/admin/staff', {
    may: 'staff.manage',
    about:
      'Makes a staff member and mails them a link to choose a password, unless they sign in at an outside provider. Refuses an e-mail address or uid that is taken.',
    body: Invitation,
    data: StaffMember,
  }),
  sendPasswordLink: post('/v1/admin/staff/{uid}/password_link', {
    may: 'staff.manage',
    about: `Mails a staff member a link to choose a new password. It works once, within ${passwordLinkHours} hours; the password so far works until then. Refuses the caller, a disabled person, and one who signs in at an outside provider.`,
    data: StaffMember,
  }),
  changeRole: patch('/v1/admin/staff/{uid}/role', {
    may: 'staff.manage',
    tells: ['staff/{uid}'],
    about: `Gives somebody another role; it holds from their next call. ${lastAdmin}`,
    body: z.strictObject({ role: z.enum(roles) }),
    data: StaffMember,
  }),
  disable: patch('/v1/admin/staff/{uid}/disable', {
    may: 'staff.manage',
    tells: ['staff/{uid}'],
    about: `Shuts somebody out: their sessions end, their next call is refused. ${lastAdmin}`,
    data: StaffMember,
  }),
  enable: patch('/v1/admin/staff/{uid}/enable', {
    may: 'staff.manage',
    tells: ['staff/{uid}'],
    about: 'Lets somebody in again who was disabled.',
    data: StaffMember,
  }),
  resetSecondFactor: del('/v1/admin/staff/{uid}/second_factor', {
    may: 'staff.manage',
    about: 'Takes the second factor away from somebody who has lost it, and ends their sessions.',
    data: StaffMember,
  }),
  sessions: get('/v1/admin/staff/{uid}/sessions', {
    may: 'staff.read',
    about: 'The devices on which somebody is signed in, the last used first; at most a hundred.',
    data: z.array(StaffSession),
  }),
  endSession: del('/v1/admin/staff/{uid}/sessions/{id}', {
    may: 'staff.manage',
    about: "Ends one of somebody's sessions at once.",
    data: z.null(),
  }),
  endSessions: del('/v1/admin/staff/{uid}/sessions', {
    may: 'staff.manage',
    about: "Ends all of somebody's sessions at once.",
    data: z.null(),
  }),
}

import { Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import { may, type Permission, type Rights } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { timelineKinds } from './timeline.ts'

/** What a notification is about. */
export const notificationWhats = [
  'mentioned',
  'assigned',
  'taken',
  'message',
  'reopened',
  'approval',
  'decided',
  'awake',
  'deadline',
  'paused',
  'stopped',
  'label_rejected',
  'stands_in',
  'handed',
  'checked',
] as const
export type NotificationWhat = (typeof notificationWhats)[number]

/** The records that a notification links to, each with the permission to see it. */
export const notificationRights = {
  ...timelineKinds,
  chargeback: 'transactions.read',
  webhook_endpoint: 'webhooks.manage',
  undo_plan: 'staff.manage',
  rule: 'rules.read',
  // A colleague, about whose cases it is: every role has this permission.
  colleague: 'users.read',
} as const satisfies Record<string, Permission>
export type NotificationKind = keyof typeof notificationRights
export const notificationKinds = namesOf(notificationRights)

/** The kinds of records and the reasons of which a role has notifications: those of its rights today. */
export const noticesOf = (reader: Pick<Rights, 'permissions'>) => ({
  kinds: notificationKinds.filter((kind) => may(reader, notificationRights[kind])),
  whats: notificationWhats.filter((what) => what !== 'approval' || may(reader, 'money.approve')),
})

/** Hours before a deadline at which the assignee of a case is notified. */
export const deadlineHours = 24

/** Notifications that one call may mark as read. */
export const maxRead = 200

/** A notification of a staff member: why, about which record, and whether it is read. */
export const Notification = z.object({
  id: z.int(),
  /** mentioned: a note mentions the reader; assigned: a case or conversation is theirs; taken: it is theirs no more; message: the person of their conversation has written; reopened: a colleague opened their conversation again; approval: a request or an undo plan waits for a second person; decided: their own request is decided; awake: a snoozed conversation is open again; deadline: a case of theirs ends within a day; paused: a webhook endpoint of theirs fails; stopped: a rule has stopped itself; label_rejected: a carrier gives no refund of a label that they cancelled; stands_in: the reader stands in for a colleague who is away; handed: several cases of a colleague are theirs; checked: a colleague has commented on a decision of theirs. */
  what: z.enum(notificationWhats),
  kind: z.enum(notificationKinds),
  /** The record's id. */
  record: Id,
  /** The name of the person or colleague, or the title of the listing or order; null for a record without one. */
  title: text(2000).nullable(),
  /** The colleague who caused it; null for the server. */
  by: z.object({ uid: Id, name: text(1000).nullable() }).nullable(),
  at: Time,
  read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** An event of the live topic 'notifications/{uid}': a new notification, or 'read' when some became read. */
export type NotificationEvent =
  | { what: 'read' }
  | {
      what: NotificationWhat
      kind: NotificationKind
      /** The record's id. */
      id: string
      by: string | null
      name: string | null
    }

const Unread = z.int().min(0)

export const notifications = {
  list: get('/v1/admin/notifications', {
    noPast: noPast.staff,
    may: 'staff',
    about:
      "The caller's own notifications, newest first, 50 at a time, with the number of unread ones. Not part of the spec.",
    query: z.strictObject({ cursor: Cursor }),
    data: z.object({ unread: Unread, rows: z.array(Notification) }),
  }),
  read: post('/v1/admin/notifications/read', {
    may: 'staff',
    deed: null,
    about: `Marks the caller's own notifications as read, on all their devices: those with the given ids, at most ${maxRead}; without ids, all up to the time of the newest one that the page shows. Changes no record, so it is not audited. Not part of the spec.`,
    body: z
      .strictObject({
        ids: z.array(z.int()).max(maxRead, `has more than ${maxRead} ids`).optional(),
        until: Time.optional(),
      })
      .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), "needs 'ids' or 'until'"),
    data: z.object({ unread: Unread }),
  }),
}

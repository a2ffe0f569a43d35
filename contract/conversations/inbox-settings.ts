import { get, patch, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { isTimeZone } from '../staff/personal-settings.ts'

/** Minutes of the longest target: 30 days. */
export const maxTargetMinutes = 43_200

const Target = z.int().min(1, 'is below 1').max(maxTargetMinutes, `is above ${maxTargetMinutes}`).nullable()

/** A time of the day, '09:00'; '24:00' is the end of the day. */
const ClockTime = text(5).regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'is no time from 00:00 to 24:00')

/** The targets of the team inbox, and the working hours in which waiting counts. */
export const InboxSettings = z.object({
  /** Minutes of working time within which staff answer a person; null for no target. */
  first_answer_minutes: Target,
  /** Minutes of working time within which staff close a conversation; null for no target. */
  resolution_minutes: Target,
  /** The days on which staff work: 1 is Monday, 7 is Sunday. */
  weekdays: z
    .array(z.int().min(1, 'is no day').max(7, 'is no day'))
    .min(1, 'has no day')
    .max(7, 'has a day twice')
    .refine((days) => new Set(days).size === days.length, 'has a day twice'),
  /** When work begins, in the time zone. */
  opens_at: ClockTime,
  /** When work ends on the same day. */
  closes_at: ClockTime,
  /** The IANA name of the time zone of the working hours. */
  time_zone: text(100).refine(
    // PostgreSQL reads the sign of an offset the other way round.
    (name) => /^[A-Z]/i.test(name) && isTimeZone(name),
    'is no time zone',
  ),
})
export type InboxSettings = z.infer<typeof InboxSettings>

export const inboxSettings = {
  get: get('/v1/admin/inbox_settings', {
    may: 'inbox.read',
    about: 'The targets and working hours of the team inbox. Not part of the spec.',
    data: InboxSettings,
  }),
  save: patch('/v1/admin/inbox_settings', {
    may: 'inbox.settings',
    deed: {},
    about:
      'Changes targets and working hours of the team inbox. What was answered before keeps its working time. Refuses with refused hours that end before they begin, and a time zone that the database does not know. Not part of the spec.',
    body: z.strictObject({ ...InboxSettings.partial().shape }),
    wholeRecord: true,
    data: InboxSettings,
  }),
}

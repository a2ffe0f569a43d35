import { Id, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** The pages with which the console may begin, by their path. */
export const startPages = [
  '/dashboard/users',
  '/dashboard/pending_review',
  '/dashboard/txns/overview',
  '/dashboard/disputes',
  '/dashboard/refunds',
  '/dashboard/messages',
  '/dashboard/desk',
] as const

export type StartPage = (typeof startPages)[number]

/** Whether a name is a time zone of this computer. */
export const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A column of a list: whether it is shown, and its width in pixels; null for the usual one. */
const ColumnChoice = z.strictObject({
  name: text(100),
  shown: z.boolean(),
  width: z.int().min(40, 'is below 40').max(1200, 'is above 1200').nullable(),
})
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** How the console looks for one staff member. */
export const PersonalSettings = z.object({
  /** The time zone of local times, by its IANA name; null: the browser's. */
  time_zone: text(100).refine(isTimeZone, 'is no time zone').nullable(),
  /** The height of rows. */
  density: z.enum(['normal', 'compact']),
  /** The navigation of a wide window: with its labels, or collapsed to icons. */
  navigation: z.enum(['wide', 'icons']),
  /** How often unread notifications are mailed. */
  digest: z.enum(['off', 'hourly', 'daily']),
  start_page: z.enum(startPages),
  /** Id of the saved view shown at the start. If it was deleted, the start page is shown. */
  start_view: Id.nullable(),
  /** The columns of each changed list, by the list's name, in their order. */
  columns: z
    .record(text(60), z.array(ColumnChoice).max(40, 'has more than 40 columns'))
    .refine((lists) => Object.keys(lists).length <= 60, 'has more than 60 lists'),
})
export type PersonalSettings = z.infer<typeof PersonalSettings>

/** The settings of a person who has changed none. NAV-01 */
export const usualSettings: PersonalSettings = {
  time_zone: null,
  density: 'normal',
  navigation: 'wide',
  digest: 'off',
  start_page: '/dashboard/users',
  start_view: null,
  columns: {},
}

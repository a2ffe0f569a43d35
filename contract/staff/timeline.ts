import { Cursor, get } from '../base/endpoint.ts'
import type { Permission } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { TimelineEntry } from './audit.ts'

/** The records that have a timeline, and the permission to read it. */
export const timelineKinds = {
  user: 'users.read',
  listing: 'posts.read',
  transaction: 'transactions.read',
  conversation: 'conversations.read',
} as const satisfies Record<string, Permission>
export type TimelineKind = keyof typeof timelineKinds

/** Groups of actions whose reason, before and after are private, and the permission to see them. */
export const privateGroups = {
  conversations: 'conversations.read',
  inbox: 'inbox.read',
  verification: 'verification.read',
} as const satisfies Record<string, Permission>

export const timeline = {
  of: get('/v1/admin/timeline/{kind}/{id}', {
    // The permission depends on the kind: `timelineKinds`.
    may: 'staff',
    about:
      'The audit rows and staff notes of a person (user), listing, transaction or conversation, newest first, 50 at a time; with reads=shown also the reads of private records. Needs the permission to see the record. Not part of the spec.',
    query: z.strictObject({ cursor: Cursor, reads: z.literal('shown').optional() }),
    data: z.array(TimelineEntry),
  }),
}

import type { InboxView } from '@portreeve/contract/conversations/inbox'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { worksFor } from '../../staff/absences.ts'
import { mentionsOf } from './inbox-states.ts'
import { conversationStates as states } from './inbox-tables.ts'

/** The condition of each view for a staff member. */
export const inboxViewOf: Record<InboxView, (uid: string) => SQL | undefined> = {
  mine: (uid) => and(eq(states.state, 'open'), sql`${states.assignee} = any(${worksFor(uid)})`),
  unassigned: () => and(eq(states.state, 'open'), isNull(states.assignee)),
  mentioned: (uid) => sql`${states.conversation_id} in ${mentionsOf(uid)}`,
  snoozed: () => eq(states.state, 'snoozed'),
  closed: () => eq(states.state, 'closed'),
  all: () => undefined,
}

interface Filter {
  view?: InboxView | undefined
  tag?: string | undefined
  account?: string | undefined
  assignee?: string | undefined
}

/** The condition of the filters of the inbox for a staff member. */
export const inboxFilter = (uid: string, { view = 'all', tag, account, assignee }: Filter) =>
  and(
    inboxViewOf[view](uid),
    tag === undefined ? undefined : sql`${states.tags} @> array[${tag}]::text[]`,
    account === undefined ? undefined : eq(states.account, account),
    assignee === undefined ? undefined : eq(states.assignee, assignee),
  )

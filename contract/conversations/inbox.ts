// Group: the inbox that a team shares: the conversations of all staff accounts and of Support. Staff read "Team inbox".

import { Cursor, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { maxNoteLength } from '../staff/notes.ts'
import { Conversation, Message, maxMessageLength, newMessage } from './conversations.ts'

/** The views of the inbox. All but 'closed' and 'all' leave closed conversations out; 'mentioned' has the conversations with a note that mentions the caller. */
export const inboxViews = ['mine', 'unassigned', 'mentioned', 'snoozed', 'closed', 'all'] as const
export type InboxView = (typeof inboxViews)[number]

/** The priorities, the lowest first. */
export const priorities = ['normal', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

/** Limits of the tags of one conversation. */
export const maxTags = 10
export const maxTagLength = 30
/** Days for which a conversation can be snoozed at most. */
export const maxSnoozeDays = 365
/** Counts of the views stop here. */
export const maxInboxCount = 1000
/** Seconds after which "is reading", "is writing" and a draft expire unless they are sent again. */
export const readingSeconds = 30

const Named = z.object({ uid: Id, name: text(1000).nullable() })

/** A conversation in the team inbox. */
export const InboxConversation = z.object({
  /** As the account sees it. */
  conversation: Conversation,
  /** The staff account in whose name staff answer. `shared`: no one signs in with it. */
  account: Named.extend({ shared: z.boolean() }),
  assignee: Named.nullable(),
  state: z.enum(['open', 'snoozed', 'closed']),
  /** When a snoozed conversation opens again. */
  snoozed_until: Time.nullable(),
  priority: z.enum(priorities),
  tags: z.array(text(maxTagLength)),
  /** The time of the person's oldest message without an answer; null when answered. */
  waiting_since: Time.nullable(),
  /** Whether a note mentions the caller that they have not seen yet. */
  mentions_me: z.boolean(),
  /** Counts the changes of assignee, state, priority and tags. */
  version: z.int(),
})
export type InboxConversation = z.infer<typeof InboxConversation>

/** The number of conversations per view, counted up to `maxInboxCount`. Of 'mentioned', those with an unseen mention. */
export const InboxCounts = z.object(
  Object.fromEntries(inboxViews.map((view) => [view, z.int()])) as Record<InboxView, z.ZodInt>,
)
export type InboxCounts = z.infer<typeof InboxCounts>

/** An event of the live topic 'inbox'. */
export interface InboxEvent {
  /** The conversation; for an import, one of the changed conversations. */
  id: string
  /** 'left': the staff member reads or writes no longer. 'imported' may concern more conversations. */
  what: 'message' | 'changed' | 'reading' | 'typing' | 'left' | 'imported'
  /** The uid of the actor; 'import' for an import, 'snooze' for the end of a snooze. */
  by: string
  name: string | null
}

/** A tag: lower-case words without a comma. */
export const Tag = text(maxTagLength)
  .transform((tag) => tag.trim().replaceAll(/\s+/g, ' ').toLowerCase())
  .refine((tag) => tag !== '' && !tag.includes(','), 'is empty or has a comma')

const actionFields = {
  /** Tags that the conversation gets beside its own. */
  add_tags: z.array(Tag).min(1, 'names no tag').max(maxTags, `has more than ${maxTags} tags`).optional(),
  priority: z.enum(priorities).optional(),
  /** The new assignee: the caller, no one, or a colleague. */
  assign: z.union([z.enum(['me', 'no_one']), z.strictObject({ uid: Id })]).optional(),
  snooze_hours: z
    .int()
    .min(1, 'is less than an hour')
    .max(maxSnoozeDays * 24, `is over ${maxSnoozeDays} days`)
    .optional(),
  close: z.literal(true).optional(),
}
const snoozesOrCloses = ({
  snooze_hours,
  close,
}: {
  snooze_hours?: number | undefined
  close?: true | undefined
}) => snooze_hours === undefined || close === undefined
const bothEnds = 'snoozes and closes: one of them'

/** Changes of a conversation that run together, with an answer or alone. */
export const InboxActions = z
  .strictObject(actionFields)
  .refine(snoozesOrCloses, bothEnds)
  .refine((actions) => Object.keys(actions).length > 0, 'changes nothing')
export type InboxActions = z.infer<typeof InboxActions>

/** What a macro does beside its text, where it is chosen in the team inbox. */
export const MacroActions = z
  .strictObject({
    ...actionFields,
    /** Opens the request for a refund of the chosen order. A person fills in the amount and sends it. */
    request_refund: z.literal(true).optional(),
  })
  .refine(snoozesOrCloses, bothEnds)
export type MacroActions = z.infer<typeof MacroActions>

/** The newest message on the caller's screen, null for none; if missing, newer messages are not checked. */
const seen = Id.nullable().optional()
const versioned =
  'Refuses with conflict, naming who changed it and when, when it no longer has the version of If-Match.'
const overUnseen = 'Refuses with conflict, naming author and time, when there is a newer message than `seen`.'

export const inbox = {
  list: get('/v1/admin/inbox', {
    may: 'inbox.read',
    deed: {},
    about:
      "The conversations of all staff accounts in one view, newest first, 50 at a time, by tag, account, assignee, or a person's name, uid or words. A text with more than 2,000 hits is searched for in the newest 5,000 conversations of the view. Words such as state:open, assignee:none, tag:parcel, person:anna or -waiting:>2d filter conversations (docs/decisions/023-queries.md); a wrong value is refused with malformed. Each read is audited. Not part of the spec.",
    query: z.strictObject({
      /** 'all' when missing. */
      view: z.enum(inboxViews).optional(),
      tag: text(maxTagLength).optional(),
      account: Id.optional(),
      assignee: Id.optional(),
      /** A part of a member's name, a uid, or words of one message, with filters. */
      q: text(500).optional(),
      cursor: Cursor,
    }),
    data: z.array(InboxConversation),
  }),
  counts: get('/v1/admin/inbox_counts', {
    may: 'inbox.read',
    about: `The number of conversations in each view, counted up to ${maxInboxCount}. Not part of the spec.`,
    data: InboxCounts,
  }),
  accounts: get('/v1/admin/inbox_accounts', {
    noPast: noPast.staff,
    may: 'inbox.read',
    about:
      'The staff accounts that have conversations in the team inbox, and the staff members who may be assigned, by name. Not part of the spec.',
    data: z.array(
      z.object({
        uid: Id,
        name: text(1000),
        /** Whether people write to it. */
        is_account: z.boolean(),
        /** Whether conversations can be assigned to it. */
        is_assignee: z.boolean(),
      }),
    ),
  }),
  tags: get('/v1/admin/inbox_tags', {
    may: 'inbox.read',
    about: 'The tags of the newest 1,000 tagged conversations, by name. Not part of the spec.',
    data: z.array(text(maxTagLength)),
  }),
  get: get('/v1/admin/inbox/{id}', {
    may: 'inbox.read',
    deed: { subject: 'conversation' },
    about: 'One conversation of the team inbox. Each read is audited. Not part of the spec.',
    data: InboxConversation,
  }),
  assign: patch('/v1/admin/inbox/{id}/assign', {
    may: 'inbox.write',
    deed: { subject: 'conversation', topic: 'inbox' },
    tells: ['notes'],
    about: `Assigns a conversation to a staff member who may answer it, or to no one; a note goes with it. ${versioned} Not part of the spec.`,
    body: z.strictObject({ uid: Id.nullable(), note: text(maxNoteLength).optional() }),
    data: InboxConversation,
  }),
  snooze: patch('/v1/admin/inbox/{id}/snooze', {
    may: 'inbox.write',
    deed: { subject: 'conversation', topic: 'inbox' },
    about: `Takes a conversation out of the open views until a time; it then opens by itself, or earlier by a new message of the person. Refuses with refused a time that is past or over ${maxSnoozeDays} days away. ${overUnseen} ${versioned} Not part of the spec.`,
    body: z.strictObject({ until: Time, seen }),
    data: InboxConversation,
  }),
  close: patch('/v1/admin/inbox/{id}/close', {
    may: 'inbox.write',
    deed: { subject: 'conversation', topic: 'inbox' },
    about: `Closes a conversation; a new message of the person opens it again. Refuses with conflict a closed conversation. ${overUnseen} ${versioned} Not part of the spec.`,
    body: z.strictObject({ seen }),
    data: InboxConversation,
  }),
  reopen: patch('/v1/admin/inbox/{id}/reopen', {
    may: 'inbox.write',
    deed: { subject: 'conversation', topic: 'inbox' },
    about: `Opens a closed or snoozed conversation. Refuses with conflict an open one. ${versioned} Not part of the spec.`,
    data: InboxConversation,
  }),
  mark: patch('/v1/admin/inbox/{id}', {
    may: 'inbox.write',
    deed: { subject: 'conversation', topic: 'inbox' },
    about: `Sets the tags or the priority of a conversation. ${versioned} Not part of the spec.`,
    body: z
      .strictObject({
        tags: z.array(Tag).max(maxTags, `has more than ${maxTags} tags`).optional(),
        priority: z.enum(priorities).optional(),
      })
      .refine(({ tags, priority }) => tags !== undefined || priority !== undefined, 'changes nothing'),
    data: InboxConversation,
  }),
  answer: post('/v1/admin/inbox/{id}/messages', {
    may: 'inbox.write',
    deed: { subject: 'conversation', event: 'message.sent', topic: 'inbox' },
    tells: ['conversationUpdates/{uid}'],
    about: `Sends a message in the name of the conversation's staff account, with the actions of a macro; either all of it happens or nothing. The audit has the author. An unassigned conversation is assigned to the author. Its files are the caller's own, and belong to the conversation from then on. Refuses blank text and a file of another record with refused. ${overUnseen} With actions: ${versioned} Not part of the spec.`,
    body: z.strictObject({ ...newMessage, seen, actions: InboxActions.optional() }),
    data: Message,
  }),
  act: patch('/v1/admin/inbox/{id}/actions', {
    may: 'inbox.write',
    deed: { subject: 'conversation', topic: 'inbox' },
    about: `Runs the actions of a macro without a message; either all of them happen or none. Refuses as assign, snooze and close do. Refuses with refused more than ${maxTags} tags. ${overUnseen} ${versioned} Not part of the spec.`,
    body: z.strictObject({ actions: InboxActions, seen }),
    data: InboxConversation,
  }),
  drafts: get('/v1/admin/inbox/{id}/drafts', {
    noPast: noPast.now,
    may: 'inbox.read',
    about: `The answers that colleagues are writing in a conversation at this moment, by name, with the actions of the chosen macro. A draft is deleted when it is sent or left, and expires after ${readingSeconds} seconds. Not part of the spec.`,
    data: z.array(
      z.object({
        uid: Id,
        name: text(1000).nullable(),
        /** Blank where the macro only acts. */
        text: text(maxMessageLength),
        /** What the server and the page do when the answer is sent. */
        actions: MacroActions.nullable(),
      }),
    ),
  }),
  look: post('/v1/admin/inbox/{id}/look', {
    may: 'inbox.read',
    deed: null,
    tells: ['inbox'],
    about: `Shows colleagues that the caller reads or writes in a conversation, with the draft of the answer; expires after ${readingSeconds} seconds. 'reading' and 'left' delete the draft. Marks the caller's notifications about it as read. Changes no record, so it is not audited. Not part of the spec.`,
    body: z.strictObject({
      what: z.enum(['reading', 'typing', 'left']),
      /** With 'typing': the answer so far, and the actions of the chosen macro. */
      draft: text(maxMessageLength).optional(),
      actions: MacroActions.optional(),
    }),
    data: z.null(),
  }),
}

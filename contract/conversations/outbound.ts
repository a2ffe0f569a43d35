// Group: messages that the team writes first, to one person or to many conversations.

import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { Message, maxMessageLength } from './conversations.ts'
import { InboxConversation, inboxViews, maxTagLength } from './inbox.ts'

/** Conversations of which `values` answers at most. */
export const maxValues = 1000
/** Conversations that a caller can name one by one. */
const maxNamed = 10_000

/** Where a message of the team to a person goes. */
export const Destination = z.object({
  person: z.object({ uid: Id, name: text(1000).nullable(), blocked: z.boolean() }),
  /** The shared account in whose name it is sent. */
  account: InboxConversation.shape.account,
  /** The conversation that it continues; null: it starts one. */
  conversation: z
    .object({
      id: Id,
      state: InboxConversation.shape.state,
      assignee: InboxConversation.shape.assignee,
      date: Time,
      /** Its newest message, for the check of the sending. */
      seen: Id.nullable(),
    })
    .nullable(),
})
export type Destination = z.infer<typeof Destination>

/** The values that a conversation gives to the variables of a message. */
export const ConversationValues = z.object({
  id: Id,
  name: text(1000).nullable(),
  order: text(1000).nullable(),
  tracking: text(1000).nullable(),
  item: text(1000).nullable(),
  /** Dollars, as a message says them. */
  amount: text(50).nullable(),
})
export type ConversationValues = z.infer<typeof ConversationValues>

const noOne = 'Refuses with not_found a person who is deleted or unknown, and with refused a staff account.'

export const outbound = {
  destination: get('/v1/admin/users/{uid}/team_conversation', {
    noPast: noPast.now,
    may: 'inbox.write',
    about: `Where a message of the team to a person goes: the newest conversation of Support with this person alone, or a new one. Has no text of a message. ${noOne} Not part of the spec.`,
    data: Destination,
  }),
  send: post('/v1/admin/users/{uid}/messages', {
    may: 'inbox.write',
    deed: { subject: 'conversation', event: 'message.sent', topic: 'inbox' },
    tells: ['conversationUpdates/{uid}'],
    about: `Sends a message of the team to a person, who need not have written before. It continues the conversation of \`destination\`, which keeps its state, and its assignee if there is one who may answer; else it belongs to the author. Refuses blank text with refused. Refuses with conflict, naming author and time, when there is a newer message than \`seen\`. ${noOne} Not part of the spec.`,
    body: z.strictObject({
      text: text(maxMessageLength),
      /** The newest message that the caller knows of, null for none; if missing, newer messages are not checked. */
      seen: Id.nullable().optional(),
    }),
    data: z.object({ conversation: Id, message: Message }),
  }),
  values: post('/v1/admin/inbox_values', {
    may: 'inbox.write',
    deed: null,
    about: `The values that conversations of the team inbox give to the variables of a message, of the first ${maxValues} of those named, or of those that match the filters, newest first. The order is the one of the conversation's listing, or the person's only one. Changes nothing. Not part of the spec.`,
    body: z.union([
      z.strictObject({ ids: z.array(Id).min(1, 'is empty').max(maxNamed, `has more than ${maxNamed}`) }),
      z.strictObject({
        all: z.strictObject({
          view: z.enum(inboxViews).optional(),
          tag: text(maxTagLength).optional(),
          account: Id.optional(),
          assignee: Id.optional(),
        }),
      }),
    ]),
    data: z.array(ConversationValues),
  }),
}

// Group: conversations, each with its messages. The console's address is `messages`; staff read "Messages" and "Inbox".

import { Cursor, del, Flag, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { FileIds, StoredFile } from '../staff/files.ts'

/** `type` of a message (ENT-81). */
export const messageType = { text: 0, image: 1, postPreview: 2 } as const

/** A conversation between two people, or between a person and staff (spec: Conversation). */
export const Conversation = z.object({
  key: Id,
  conversationsMessagesID: Id.describe('The list of its messages at the source.'),
  lastMessage: text(100_000).nullable().describe('The newest text.'),
  date: Time.describe('When the newest message was sent.'),
  /** For the person whose list this is: 1 read, 0 unread (D-091). */
  read_status: Flag,
  participants: z.array(Id).describe('The uids of those who take part, in order.'),
  members: z.record(Id, text(1000).nullable()).describe('uid to name.'),
  readByUsers: z.record(Id, z.boolean()).describe('uid to whether they have read it.'),
  product_id: text(200)
    .nullable()
    .optional()
    .describe('The listing it is about. Not checked: it may be long gone.'),
})
export type Conversation = z.infer<typeof Conversation>

/** One message of a conversation (spec: Message). */
export const Message = z.object({
  id: Id.optional().describe('The message.'),
  senderID: Id.describe('Who sent it: a person or a staff member.'),
  senderDisplayName: text(1000).nullable().describe("The sender's name."),
  /** The sender's uid, by which messages are grouped (MSG-34). */
  author: Id,
  type: z
    .union([z.literal(0), z.literal(1), z.literal(2)])
    .describe('0 text, 1 image, 2 post preview. Missing means 0.'),
  text: text(100_000).nullable().describe('What it says.'),
  mediaURL: text(2000).nullable().optional().describe('The image of a message of type 1.'),
  postThumbnailImagePath: text(2000).nullable().optional().describe("The listing's picture, of type 2."),
  postTitle: text(1000).nullable().optional().describe("The listing's title, of type 2."),
  date: Time.describe('When it was sent.'),
  /** The same in milliseconds since 1970 (D-130). */
  timestamp: z.int(),
  /** The staff member who wrote it in the name of the sender; other servers leave it out. */
  writtenBy: z
    .object({ uid: Id, name: text(1000) })
    .nullable()
    .optional(),
  /** The files that staff sent with it; missing without any. */
  files: z.array(StoredFile).optional(),
})
export type Message = z.infer<typeof Message>

/** Maximum characters of a new message. */
export const maxMessageLength = 10_000

/** What staff write, with the files that go with it. */
export const newMessage = { text: text(maxMessageLength), files: FileIds }

const Sending = z.strictObject({
  /** The spec has no files. */
  message_data: z.strictObject({
    ...newMessage,
    type: z.literal(messageType.text),
    /** The caller's own uid. */
    senderID: Id,
    senderDisplayName: text(1000).nullable(),
    /** The sender's time; the server stores its own time instead. */
    date: Time,
  }),
  conversation_id: Id,
  recipient_uid: Id,
  /** The newest message on the caller's screen, null for none. Not in the spec; if missing, newer messages are not checked. */
  seen: Id.nullable().optional(),
})
export type Sending = z.infer<typeof Sending>

/** An event of the live topic 'conversationUpdates/{uid}'. */
export const ConversationUpdate = z.object({
  /** The live entry, by which it is removed. */
  entry: Id,
  /** The conversation; for an import, one of the changed conversations. */
  key: Id,
  what: z.enum(['message', 'read', 'deleted', 'typing', 'imported']),
  /** The uid of the actor; 'import' for an import. */
  by: Id,
  /** The actor's name. */
  name: text(1000).nullable(),
})
export type ConversationUpdate = z.infer<typeof ConversationUpdate>

/** Seconds after which "is typing" expires unless it is sent again. */
export const typingSeconds = 6

/** A message found by a search, with its conversation. */
export const MessageHit = z.object({ conversation: Conversation, message: Message })
export type MessageHit = z.infer<typeof MessageHit>

export const conversations = {
  ofUser: get('/v1/admin/users/{uid}/conversations', {
    may: 'conversations.read',
    deed: { subject: 'user' },
    about:
      "A person's conversations, newest first, 200 at a time; with sort=unread, the unread before the read; with name, only those with a member whose name contains it. Each read is audited.",
    query: z.strictObject({
      cursor: Cursor,
      /** Not in the spec, like `name`. */
      sort: z.literal('unread').optional(),
      name: text(200).optional(),
    }),
    data: z.array(Conversation),
  }),
  between: get('/v1/admin/conversations', {
    may: 'conversations.read',
    deed: {},
    about:
      'With from and to, the messages between two people, oldest first: the newest 1,000, none if they never wrote. With neither, all conversations, newest first, 200 at a time (D-066). Each read is audited.',
    query: z
      .strictObject({ from: Id.optional(), to: Id.optional(), cursor: Cursor })
      .refine(
        ({ from, to }) => (from === undefined) === (to === undefined),
        "needs 'from' and 'to', or neither",
      ),
    data: z.union([z.array(Message), z.array(Conversation)]),
  }),
  ofListing: get('/v1/admin/listings/{id}/conversations', {
    may: 'conversations.read',
    deed: { subject: 'listing' },
    about:
      'The conversations about a listing, newest first, 200 at a time. Each read is audited. Not part of the spec.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Conversation),
  }),
  messages: get('/v1/admin/conversations/{id}/messages/{messagesId}', {
    may: 'conversations.read',
    deed: { subject: 'conversation' },
    about:
      'The messages of a conversation, oldest first: the newest 1,000; with `before`, the 1,000 before that message; with `around`, that message and those near it. Each read is audited.',
    query: z.strictObject({
      /** A message's id. Not in the spec, like `around`. */
      before: Id.optional(),
      around: Id.optional(),
    }),
    data: z.array(Message),
  }),
  search: get('/v1/admin/users/{uid}/messages', {
    may: 'conversations.read',
    deed: { subject: 'user' },
    about:
      "Messages of a person's conversations with all words of a term in them, newest first, 50 at a time. Each read is audited. Not part of the spec.",
    query: z.strictObject({ q: text(200).min(1, 'is empty'), cursor: Cursor }),
    data: z.array(MessageHit),
  }),
  get: get('/v1/conversations/{id}', {
    may: 'conversations.read',
    deed: { subject: 'conversation' },
    about:
      'One conversation as the caller sees it, or as its first member does if the caller takes no part. Each read is audited.',
    data: Conversation,
  }),
  unread: get('/v1/staff/me/unread_conversations', {
    may: 'conversations.write',
    about: "How many of the caller's own conversations are unread, counted up to 100. Not part of the spec.",
    data: z.object({ unread: z.int() }),
  }),
  setRead: patch('/v2/conversations/{id}', {
    may: 'conversations.write',
    deed: { subject: 'conversation' },
    tells: ['conversationUpdates/{uid}'],
    about: 'Marks one of the caller’s own conversations as read (1) or unread (0), for the caller alone.',
    body: z.strictObject({ read_status: Flag }),
    data: z.object({ read_status: Flag }),
  }),
  send: post('/v2/messages', {
    may: 'conversations.write',
    deed: { subject: 'conversation', event: 'message.sent', topic: 'inbox' },
    tells: ['conversationUpdates/{uid}'],
    about:
      'Sends a message in one of the caller’s own conversations and marks it as read for the caller. Its files are of the caller, and belong to the conversation from then on. Refuses blank text, another sender and a file of another record with refused; refuses with conflict, naming author and time, when there is a newer message than `seen`.',
    // D-071: the spec nests the body in `data`; the plain form is accepted too.
    body: z
      .strictObject({ data: Sending.optional(), ...Sending.partial().shape })
      .refine(
        (body) => sendingOf(body) !== null,
        'Send {data: {message_data, conversation_id, recipient_uid}}',
      ),
    data: Message,
  }),
  typing: post('/v1/conversations/{id}/typing', {
    may: 'conversations.write',
    deed: null,
    tells: ['conversationUpdates/{uid}'],
    about: `Shows the other members of one of the caller's own conversations that the caller is typing. Expires after ${typingSeconds} seconds. Changes no record, so it is not audited. Not part of the spec.`,
    data: z.null(),
  }),
  handled: del('/v1/realtime/conversationUpdates/{uid}/{key}', {
    may: 'conversations.write',
    deed: null,
    about:
      'Removes an entry from the caller’s own backlog of updates; open pages have received it. Changes no record, so it is not audited.',
    data: z.null(),
  }),
}

/** The message to send, in either form of the body; null when the body has both forms or neither. */
export function sendingOf({ data, ...plain }: { data?: unknown }): Sending | null {
  const given = Object.values(plain).some((value) => value !== undefined)
  if (data !== undefined) return given ? null : (data as Sending)
  const { success, data: sending } = Sending.safeParse(plain)
  return success ? sending : null
}

/** The messages in an answer of `between` for two people. */
export const messagesBetween = (data: (Message | Conversation)[]): Message[] =>
  data.filter((one): one is Message => 'senderID' in one)

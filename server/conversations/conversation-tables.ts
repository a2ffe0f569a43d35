import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    conversationsMessagesID: text('conversations_messages_id').notNull(),
    product_id: text('product_id'),
    lastMessage: text('last_message'),
    date: time('date').notNull(),
  },
  (t) => [
    index('conversations_newest').on(t.date, t.id),
    index('conversations_about').on(t.product_id, t.date),
  ],
)

/** The participants of conversations: people of the marketplace or staff. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversation_id: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    uid: text('uid').notNull(),
    name: text('name'),
    read: boolean('read').notNull().default(false),
    position: smallint('position').notNull().default(0),
    /** A copy of the conversation's date, which sorts a long inbox. A trigger maintains it. */
    date: time('date').notNull().default(sql`now()`),
    /** The searchable name. Only search/search-text.ts writes it. */
    search_name: text('search_name').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.conversation_id, t.uid] }),
    index('conversation_members_newest').on(t.uid, t.date, t.conversation_id),
    index('conversation_members_unread').on(t.uid, t.read.desc().nullsFirst(), t.date, t.conversation_id),
    index('conversation_members_name').using('gin', t.search_name.op('gin_trgm_ops')),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: text('id').primaryKey(),
    conversation_id: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    senderID: text('sender_id').notNull(),
    senderDisplayName: text('sender_display_name'),
    /** The staff member who wrote it in the name of the sender. */
    written_by: text('written_by'),
    /** 0 text, 1 image, 2 post preview. */
    type: smallint('type').notNull().default(0),
    text: text('text'),
    mediaURL: text('media_url'),
    postThumbnailImagePath: text('post_thumbnail_image_path'),
    postTitle: text('post_title'),
    date: time('date').notNull(),
    /** The searchable words of the text. Only search/search-text.ts writes them. */
    search: text('search').notNull().default(''),
  },
  (t) => [
    index('messages_of').on(t.conversation_id, t.date, t.id),
    index('messages_newest').on(t.date, t.id),
    index('messages_search').using('gin', t.search.op('gin_trgm_ops')).with({ gin_pending_list_limit: 256 }),
  ],
)

import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { sourceTime, time } from './columns.ts'

export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    conversationsMessagesID: text('conversations_messages_id').notNull(),
    product_id: text('product_id'),
    lastMessage: text('last_message'),
    date: time('date').notNull(),
  },
  (t) => [index('conversations_newest').on(t.date, t.id)],
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
    /** The searchable name. Only store/search-text.ts writes it. */
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
    /** 0 text, 1 image, 2 post preview. */
    type: smallint('type').notNull().default(0),
    text: text('text'),
    mediaURL: text('media_url'),
    postThumbnailImagePath: text('post_thumbnail_image_path'),
    postTitle: text('post_title'),
    date: time('date').notNull(),
    /** The searchable words of the text. Only store/search-text.ts writes them. */
    search: text('search').notNull().default(''),
  },
  (t) => [
    index('messages_of').on(t.conversation_id, t.date, t.id),
    index('messages_newest').on(t.date, t.id),
    index('messages_search').using('gin', t.search.op('gin_trgm_ops')).with({ gin_pending_list_limit: 256 }),
  ],
)

export const macros = pgTable('macros', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  created_at: time('created_at').notNull(),
  /** The number of messages that it was inserted into. */
  uses: integer('uses').notNull().default(0),
  version: integer('version').notNull().default(1),
})

/** E-mail templates that are stored here and not at a mail provider. */
export const emailTemplates = pgTable('email_templates', {
  TemplateName: text('template_name').primaryKey(),
  SubjectPart: text('subject_part'),
  TextPart: text('text_part'),
  HtmlPart: text('html_part'),
  CreatedTimestamp: sourceTime('created_timestamp').notNull(),
  version: integer('version').notNull().default(1),
})

/** Every saved version of a template, wherever it is stored. Kept when the template is deleted, so that no number is reused. */
export const emailTemplateVersions = pgTable(
  'email_template_versions',
  {
    TemplateName: text('template_name').notNull(),
    version: integer('version').notNull(),
    SubjectPart: text('subject_part'),
    TextPart: text('text_part'),
    HtmlPart: text('html_part'),
    saved_at: time('saved_at').notNull().default(sql`now()`),
    /** Null for a version that was imported or changed at the mail provider. */
    saved_by: text('saved_by'),
  },
  (t) => [primaryKey({ columns: [t.TemplateName, t.version] })],
)

/** The variables of mails, each with an example value. */
export const emailVariables = pgTable('email_variables', {
  name: text('name').primaryKey(),
  sample: text('sample').notNull(),
  version: integer('version').notNull().default(1),
})

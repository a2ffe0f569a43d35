import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { maxMessageLength } from '../conversations/conversations.ts'
import { Tag } from '../conversations/inbox.ts'
import { BulkJob } from './bulk.ts'

const Named = z.object({ uid: Id, name: text(1000).nullable() })

/** One cause of many conversations of the team inbox, such as an outage. Its tag gathers them. */
export const Incident = z.object({
  id: Id,
  name: text(100),
  tag: z.string(),
  opened_at: Time,
  opened_by: Named,
  /** Null while it is open. */
  over_at: Time.nullable(),
  over_by: Named.nullable(),
  /** The bulk job that answered them; null for none. */
  job: Id.nullable(),
  /** The conversations with its tag. */
  conversations: z.int(),
  /** Those of them whose person waits for an answer, and since when the first of them does. */
  waiting: z.int(),
  waiting_since: Time.nullable(),
})
export type Incident = z.infer<typeof Incident>

/** Incidents of one answer of `list`. */
export const maxIncidents = 100

export const incidents = {
  list: get('/v1/admin/incidents', {
    may: 'inbox.read',
    about: `The incidents, those that are open first, newest first: at most ${maxIncidents}. Not part of the spec.`,
    data: z.array(Incident),
  }),
  open: post('/v1/admin/incidents', {
    may: 'inbox.write',
    deed: {},
    about:
      'Opens an incident. Conversations belong to it by its tag. Refuses with conflict a tag of another open incident, and with refused a blank name. Not part of the spec.',
    body: z.strictObject({ name: text(100), tag: Tag }),
    data: Incident,
  }),
  end: post('/v1/admin/incidents/{id}/end', {
    may: 'inbox.write',
    deed: {},
    about:
      'Ends an incident; with a text, a bulk job answers all its conversations with it and closes them. An undone job opens it again. Refuses as the start of a job does, and with conflict one that is over, naming who ended it. Not part of the spec.',
    body: z.strictObject({
      message: z
        .strictObject({
          /** With variables of each conversation. */
          text: text(maxMessageLength),
          /** The conversations that the caller saw. */
          total: z.int().min(1),
        })
        .optional(),
    }),
    data: z.object({ job: BulkJob.nullable() }),
  }),
  reopen: post('/v1/admin/incidents/{id}/reopen', {
    may: 'inbox.write',
    deed: {},
    about:
      'Opens an incident again that is over. Refuses with conflict an open one, and one whose tag another open incident has. Not part of the spec.',
    data: Incident,
  }),
}

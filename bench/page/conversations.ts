import { memberSearchColumns, messageSearchColumns } from '../../server/search/search-text.ts'
import { type ServerUnderTest, vacuum } from '../stack/server-under-test.ts'

const uid = 'staff-admin'
const first = ['Ana', 'Ben', 'Chloé', 'Dmitri', 'Eun-ji', 'Fatima', 'Gökhan', 'Hanna', 'Ines', 'João']
export const last = [
  'Abbott',
  'Berg',
  'Costa',
  'Demir',
  'Eriksen',
  'Fischer',
  'García',
  'Huang',
  'Ito',
  'Jensen',
  'Kowal',
]
const phrases = [
  'Is it still available?',
  'Where is my parcel? The tracking has not moved for a week.',
  'I was charged twice for one order.',
  'Could you please look at my account?',
  'Thank you, that was quick!',
]

/** Adds conversations of one message each for the admin, newest first: the n-th is with '… n' and about '(n)'. */
export async function makeConversations(server: ServerUnderTest, wanted: number): Promise<void> {
  await server.withDatabase(async ({ pool }) => {
    for (let from = 0; from < wanted; from += 1000) {
      const rows = Array.from({ length: Math.min(1000, wanted - from) }, (_, at) => {
        const n = from + at
        const name = `${first[n % first.length]} ${last[(n * 7) % last.length]} ${n}`
        const text = `${phrases[n % phrases.length]} (${n})`
        return {
          id: `c${n}`,
          name,
          text,
          date: new Date(Date.UTC(2026, 10, 1) - n * 60_000).toISOString(),
          read: n % 3 !== 0,
          ...memberSearchColumns({ name }),
          ...messageSearchColumns({ text }),
        }
      })
      const given = [JSON.stringify(rows)]
      const as = `json_to_recordset($1::json) as r(id text, name text, text text, date timestamptz, read boolean, search_name text, search text)`
      await pool.query(
        `insert into conversations (id, conversations_messages_id, last_message, date) select id, 'm-' || id, text, date from ${as}`,
        given,
      )
      await pool.query(
        `insert into conversation_members (conversation_id, uid, name, read, position, date, search_name)
       select id, 'person-' || id, name, true, 0, date, search_name from ${as}
       union all select id, '${uid}', 'Ada Admin', read, 1, date, '' from ${as}`,
        given,
      )
      await pool.query(
        `insert into messages (id, conversation_id, sender_id, sender_display_name, text, date, search)
       select 'm-' || id, id, 'person-' || id, name, text, date, search from ${as}`,
        given,
      )
      if (from % 20_000 === 0) console.error(`${from} conversations made`)
    }
  })
  if ('url' in server.where) await vacuum(server.where.url)
}

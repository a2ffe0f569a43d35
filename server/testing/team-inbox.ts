import { randomUUID } from 'node:crypto'
import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { messagesArrived } from '../conversations/inbox/inbox-arrival.ts'
import type { Harness } from './harness.ts'

const { inbox } = api

/** Conversations of the team inbox, and calls about them. */
export function teamInbox(s: Harness) {
  let count = 0
  /** A conversation of a person with a staff account, its last message some minutes old. */
  async function talk(account = 'support', texts = ['Where is my parcel?'], id = `c${++count}`) {
    const date = new Date(Date.now() - 300_000).toISOString()
    await s.make.conversation({ id, conversationsMessagesID: `m-${id}`, lastMessage: 'x', date })
    await s.make.member(
      { conversation_id: id, uid: 'ana', name: 'Ana', position: 0 },
      { conversation_id: id, uid: account, name: 'The team', position: 1 },
    )
    for (const text of texts) await write(id, text)
    return id
  }

  /** A message that comes from outside, as by an import. */
  async function write(id: string, text: string, at = new Date().toISOString()) {
    const message = randomUUID()
    await s.make.message({ id: message, conversation_id: id, senderID: 'ana', text, date: at })
    await s.query('update conversations set date = greatest(date, $2) where id = $1', [id, at])
    await s.ctx.database.db.transaction((tx) => messagesArrived(tx, [id], [message]))
    return message
  }

  const get = async (id: string, role: Role = 'support') =>
    (await s.call(role, inbox.get, { params: { id } })).body.data
  const list = async (query: object, role: Role = 'support') =>
    (await s.call(role, inbox.list, { query })).body.data.map(({ conversation }) => conversation.key)
  const counts = async (role: Role = 'support') => (await s.call(role, inbox.counts, {})).body.data
  const assign = (role: Role, id: string, uid: string | null, version?: number, note?: string) =>
    s.call(
      role,
      inbox.assign,
      { params: { id }, body: { uid, ...(note && { note }) } },
      version === undefined ? {} : { 'if-match': `"${version}"` },
    )
  const close = (role: Role, id: string, seen?: string | null) =>
    s.call(role, inbox.close, { params: { id }, body: seen === undefined ? {} : { seen } })
  const answer = (role: Role, id: string, text: string, seen?: string | null) =>
    s.call(role, inbox.answer, { params: { id }, body: { text, ...(seen === undefined ? {} : { seen }) } })
  return { talk, write, get, list, counts, assign, close, answer }
}

/** The status of a refusal, its title and its message. */
export const refusalOf = ({
  status,
  body,
}: {
  status: number
  body: { error_title?: string; error_message?: string }
}) => [status, body.error_title, body.error_message]

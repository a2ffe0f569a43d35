import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { refusalOf, teamInbox } from '../../testing/team-inbox.ts'

const s = useServer()
const { list } = teamInbox(s)

/** A conversation of a person with a staff account and one message. */
async function talk(id: string, name: string, text: string, account = 'support') {
  await s.make.conversation({ id })
  await s.make.member(
    { conversation_id: id, uid: `uid-${id}`, name, position: 0 },
    { conversation_id: id, uid: account, name: 'Team', position: 1 },
  )
  await s.make.message({ id, conversation_id: id, senderID: `uid-${id}`, text })
}
const found = async (query: object) => (await list(query)).toSorted()

beforeAll(async () => {
  await s.token('support')
  await s.token('moderator')
  await talk('a', 'Ána Müller', 'Where is my blue parcel?')
  await talk('b', 'Bo Parcelsen', 'The lamp is broken')
  await talk('c', 'Cleo', 'A parcel, blue or green', 'staff-moderator')
  await s.make.conversation({ id: 'foreign' })
  await s.make.message({ conversation_id: 'foreign', senderID: 'x', text: 'parcel' })
})

test('a name, a uid and words find conversations of the team in any case and with or without accents', async () => {
  expect(await found({ q: 'ANA mul' })).toEqual(['a'])
  expect(await found({ q: 'uid-b' })).toEqual(['b'])
  expect(await found({ q: 'parcel blue' })).toEqual(['a', 'c'])
  expect(await found({ q: 'parcel' })).toEqual(['a', 'b', 'c'])
  expect(await found({ q: 'nothing like it' })).toEqual([])
  // Not the account's own name
  expect(await found({ q: 'Team' })).toEqual([])
})

test('filters hold for what is found, and a search without words is none', async () => {
  expect(await found({ q: 'parcel', account: 'staff-moderator' })).toEqual(['c'])
  expect(await found({ q: 'parcel', view: 'closed' })).toEqual([])
  expect(await found({ q: ' ', account: 'support' })).toEqual(['a', 'b'])
})

test('a long text is malformed; the audit has the text that was searched for', async () => {
  const long = await s.call('support', api.inbox.list, { query: { q: 'x'.repeat(501) } })
  expect(refusalOf(long)[0]).toBe(400)
  await list({ q: 'lamp' })
  const [row] = await s.query('select after from audit order by id desc limit 1')
  expect(row).toEqual({ after: { view: 'all', q: 'lamp' } })
})

test('the accounts are those with conversations, the assignees those who may answer', async () => {
  const { data } = (await s.call('support', api.inbox.accounts, {})).body
  expect(
    data
      .filter(({ is_account }) => is_account)
      .map(({ uid }) => uid)
      .toSorted(),
  ).toEqual([...['staff-moderator', 'support']])
  expect(data.filter(({ is_assignee }) => is_assignee).map(({ uid }) => uid)).not.toContain('support')
})

import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { inDays } from '../../testing/make.ts'

const s = useServer()
const search = (q: string, as: Role = 'support', more: object = {}) =>
  s.call(as, api.inbox.list, { query: { q, ...more } })
const ids = async (...given: Parameters<typeof search>) =>
  (await search(...given)).body.data.map(({ conversation }) => conversation.key)

interface Given {
  name: string
  text: string
  /** Hours since the last message. */
  age: number
  /** Hours for which the person waits; null when answered. */
  waits?: number | null
  state?: 'open' | 'snoozed' | 'closed'
  assignee?: string | null
  account?: string
  priority?: 'normal' | 'high' | 'urgent'
  tags?: string[]
}

async function add(id: string, given: Given) {
  const { name, text, age, waits = null, account = 'support', tags = [] } = given
  const { state = 'open', assignee = null, priority = 'normal' } = given
  const date = inDays(-age / 24)
  await s.make.conversation({ id, date })
  await s.make.member(
    { conversation_id: id, uid: `uid-${id}`, name, position: 0 },
    { conversation_id: id, uid: account, name: 'Team', position: 1 },
  )
  await s.make.message({ id, conversation_id: id, senderID: `uid-${id}`, text, date })
  await s.query(
    `update conversation_states set state = $2, assignee = $3, priority = $4, tags = $5,
       waiting_since = now() - make_interval(hours => $6) where conversation_id = $1`,
    [id, state, assignee, priority, tags, waits],
  )
}

beforeAll(async () => {
  await s.token('support')
  await s.token('moderator')
  await s.query("update staff set display_name = 'Suki Ångström' where uid = 'staff-support'")
  await add('new', { name: 'Ána Müller', text: 'Where is my blue parcel?', age: 1, waits: 1 })
  const suki = { assignee: 'staff-support' }
  await add('old', {
    ...suki,
    name: 'Bo Berg',
    text: 'My parcel, blue',
    age: 50,
    waits: 50,
    tags: ['parcel'],
  })
  await add('done', { ...suki, name: 'Ana Berg', text: 'Thank you', age: 900, state: 'closed', waits: 900 })
  await add('later', { name: 'Cleo', text: 'A lamp', age: 60, state: 'snoozed', priority: 'urgent' })
  await add('milo', {
    ...{ name: 'Dora', text: 'blue lamp', age: 70, account: 'staff-moderator', priority: 'high' },
    ...{ assignee: 'staff-moderator', tags: ['parcel', 'to call'] },
  })
})

const all = ['new', 'old', 'later', 'milo', 'done']
const but = (...left: string[]) => all.filter((id) => !left.includes(id))

test.each([
  ['state:open', ['new', 'old', 'milo']],
  ['-state:open', ['later', 'done']],
  ['state:snoozed', ['later']],
  ['assignee:me', ['old', 'done']],
  ['-assignee:me', but('old', 'done')],
  ['assignee:none', ['new', 'later']],
  ['-assignee:none', but('new', 'later')],
  ['assignee:angstrom', ['old', 'done']],
  ['assignee:"suki ång"', ['old', 'done']],
  ['assignee:moderator@portreeve.test', ['milo']],
  ['assignee:staff-moderator', ['milo']],
  ['assignee:nobody', []],
  ['-assignee:nobody', all],
  ['account:me', []],
  ['account:staff-moderator', ['milo']],
  ['-account:staff-moderator', but('milo')],
  ['tag:parcel', ['old', 'milo']],
  ['tag:"To call"', ['milo']],
  ['-tag:parcel', but('old', 'milo')],
  ['priority:urgent', ['later']],
  ['-priority:normal', ['later', 'milo']],
  ['person:berg', ['old', 'done']],
  ['-person:berg', but('old', 'done')],
  ['person:"ana mul"', ['new']],
  ['person:uid-old', ['old']],
  ['-person:uid-old', but('old')],
  ['person:team', []],
  ['-person:team', all],
  ['person:ana -person:berg', ['new']],
  ['waiting:>2d', ['old']],
  ['waiting:<2d', ['new']],
  ['-waiting:>2d', but('old')],
  ['active:<2d', ['new']],
  ['active:>30d', ['done']],
  ['-active:<2d', but('new')],
  ['active:>2020-01-01 state:closed', ['done']],
  ['blue', ['new', 'old', 'milo']],
  ['blue state:open assignee:none', ['new']],
  ['blue parcel state:open', ['new', 'old']],
  ['"blue parcel" state:open', ['new']],
  ['"ana berg" state:closed', ['done']],
  ['lamp person:cleo', ['later']],
  ['uid-old state:open', ['old']],
  ['uid-old state:closed', []],
])('%s', async (query, expected) => expect(await ids(query)).toEqual(expected))

test('filters of the query hold within the view and the filters of the URL', async () => {
  expect(await ids('tag:parcel', 'support', { view: 'mine' })).toEqual(['old'])
  expect(await ids('state:open', 'support', { tag: 'to call' })).toEqual(['milo'])
  expect(await ids('assignee:me', 'moderator')).toEqual(['milo'])
})

test('a word with a colon that is no filter, and quotes without a filter, are text as before', async () => {
  expect(await ids('parcel:blue')).toEqual(['new', 'old'])
  expect(await ids('"blue parcel"')).toEqual(['new', 'old'])
  expect(await ids('https://blue.example')).toEqual([])
})

test.each([
  ['stat:open', "There is no field 'stat'. Did you mean 'state'?"],
  ['blue state:opne', "There is no value 'opne'. Did you mean 'state:open'?"],
  ['waiting:long', "'long' is no time. Write it as in waiting:>1d, waiting:<4h or waiting:<2026-01-01."],
])('%s is refused with its sentence', async (query, sentence) => {
  const { status, body } = await search(query)
  expect([status, body.code, body.error_message]).toEqual([400, 'malformed', sentence])
})

test('a common name is compared with the newest conversations that the other filters mean', async () => {
  await s.query(
    `insert into conversations (id, conversations_messages_id, date)
     select 'many' || i, 'm', now() - interval '100 days' - make_interval(mins => i) from generate_series(1, 2100) i`,
  )
  await s.query(
    `insert into conversation_members (conversation_id, uid, name, position, search_name)
     select 'many' || i, 'many', 'Zoe', 0, 'zoe' from generate_series(1, 2100) i
     union all select 'many' || i, 'support', 'Team', 1, 'team' from generate_series(1, 2100) i`,
  )
  await s.query(
    "update conversation_states set tags = '{last}' where conversation_id in ('many2099', 'many2100')",
  )
  expect(await ids('person:zoe tag:last')).toEqual(['many2099', 'many2100'])
  expect(await ids('-person:zoe')).toEqual(all)
  const first = await search('person:zoe -tag:last')
  expect(first.body.data).toHaveLength(50)
  const cursor = first.headers['x-next-cursor'] as string
  expect((await ids('person:zoe -tag:last', 'support', { cursor }))[0]).toBe('many51')
})

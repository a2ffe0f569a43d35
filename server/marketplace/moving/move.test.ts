import { api } from '@portreeve/contract'
import type { Declaration } from '@portreeve/contract/marketplace/extensions'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { exportSettings, importSettings } from './move.ts'
import { sections } from './sections.ts'

const s = useServer()
const other = useServer({ settings: { environment: 'production' } })

const exported = (of = s) => exportSettings(of.ctx.database.db, sections)
const into = (text: string, more: { isDry?: boolean; deletes?: boolean } = {}, of = other) =>
  importSettings({
    ...{ database: of.ctx.database, settings: of.ctx.settings, webhooks: of.ctx.webhooks, sections, text },
    ...{ isDry: false, deletes: false, ...more },
  })

const action = {
  ...{
    type: 'action',
    name: 'ask',
    title: 'Ask',
    on: ['user', 'listing'],
    url: 'https://apps.example.com/ask',
  },
  ...{ may: 'users.read', inputs: [], confirm: 'Ask?' },
} satisfies Declaration

test('all settings move to another environment, which then exports the same text; secrets stay where they are', async () => {
  const { data } = (await s.call('admin', api.extensions.create, { body: action })).body
  await s.call('admin', api.extensions.create, {
    body: {
      ...{ type: 'panel', name: 'risk', title: 'Risk', on: ['user'], url: 'https://apps.example.com/risk' },
      ...{ may: 'users.read', tells_caller: true },
    },
  })
  const rights = { permissions: ['users.read'], refund_alone: null, refund_alone_day: null } as const
  await s.call('admin', api.roles.create, {
    body: { name: 'Watcher', ...rights, permissions: ['users.read'] },
  })
  await s.query("insert into second_factor_roles (role) values ('Watcher'), ('finance')")
  await s.call('admin', api.valueLists.create, { body: { name: 'bad', kind: 'ip', about: 'Rings' } })
  await s.call('admin', api.macros.create, { body: { title: 'Hello', text: 'Hello there' } })
  await s.call('admin', api.policies.create, {
    body: {
      ...{ name: 'No fakes', words: 'No fakes.', ground: 'terms', reference: null, harm: null },
      ...{ canned: [], mails: false },
    },
  })
  const field = { kind: 'user', name: 'tier', type: 'choice', words: 'Tier', choices: ['gold'] } as const
  await s.call('admin', api.extensionFields.create, {
    body: { ...field, choices: ['gold'], personal: true, shown: true, filterable: true },
  })
  await s.call('admin', api.moneySettings.save, { body: { days_to_ship: 5 } })
  const text = await exported()
  expect(text).not.toContain('whsec_')

  const dry = await into(text, { isDry: true })
  expect(dry.lines).toContain('+ actions ask')
  expect(dry.lines).toContain('~ money_settings all: days_to_ship 3 → 5')
  expect(dry.said).toEqual([])
  expect(await other.query('select 1 from extensions')).toEqual([])

  const done = await into(text)
  expect(done.lines).toEqual(dry.lines)
  expect(done.said).toEqual([
    expect.stringMatching(/^The secret of the action ask is shown this once: whsec_/),
  ])
  expect(done.said.join()).not.toContain(data.secret)
  expect(await exported(other)).toBe(text)
  expect((await into(text)).lines).toEqual([])
  const [row] = await other.query(`select actor_uid, after from audit where action = 'settings.import'`)
  expect(row).toEqual({ actor_uid: 'operator', after: { changes: done.lines } })
  const [secret] = await other.query('select secret from extensions where type = $1', ['action'])
  await into(text.replace('"Ask?"', '"Really?"'))
  expect((await other.query('select secret from extensions where type = $1', ['action']))[0]).toEqual(secret)
})

test('nothing is taken out without --delete; with it, what is in use is refused, and nothing at all is done', async () => {
  const text = JSON.stringify({ portreeve_settings: 1, sections: { roles: {}, panels: {}, policies: {} } })
  expect((await into(text)).lines).toEqual([])
  await other.query(`insert into staff (uid, email, role) values ('w', 'w@example.com', 'Watcher')`)
  await expect(into(text, { deletes: true })).rejects.toThrow('roles Watcher: people')
  expect(await other.query(`select name from extensions where type = 'panel'`)).toEqual([{ name: 'risk' }])
  await other.query(`delete from staff where uid = 'w'`)
  const lines = ['- roles Watcher', '- panels risk', '- policies No fakes']
  expect((await into(text, { deletes: true })).lines).toEqual(lines)
  // A policy is retired: decisions under it keep it.
  expect((await into(text, { deletes: true })).lines).toEqual([])
})

test('a field keeps its type and its mask, and its name is free', async () => {
  const field = { type: 'text', words: 'Note', choices: [], personal: true, shown: true, filterable: false }
  const file = (name: string, more: object) =>
    JSON.stringify({ portreeve_settings: 1, sections: { fields: { [name]: { ...field, ...more } } } })
  await into(file('user/memo', {}))
  expect((await into(file('user/memo', { words: 'Memo' }))).lines).toEqual([
    '~ fields user/memo: words "Note" → "Memo"',
  ])
  await expect(into(file('user/memo', { personal: false }))).rejects.toThrow('what was masked stays masked')
  await expect(into(file('user/memo', { type: 'number' }))).rejects.toThrow('the type and the values')
  await expect(into(file('user/email', {}))).rejects.toThrow('is no kind of record and free name')
  await expect(into(file('user/other', { type: 'choice' }))).rejects.toThrow('A choice needs values')
  await other.query("update extension_fields set removed_at = now() where name = 'memo'")
  await expect(into(file('user/memo', {}))).rejects.toThrow('are being deleted')
})

test('what a role loses leaves its people, as when an admin changes it', async () => {
  const role = { kinds: [], classes: [], refund_alone: null, refund_alone_day: null }
  const file = (permissions: string[]) =>
    JSON.stringify({ portreeve_settings: 1, sections: { roles: { Clerk: { ...role, permissions } } } })
  await into(file(['inbox.read', 'inbox.write']))
  await other.query(`insert into staff (uid, email, role) values ('c', 'c@example.com', 'Clerk')`)
  await other.make.conversation({ id: 'c-1', conversationsMessagesID: 'c-1' })
  await other.query(
    `insert into conversation_states (conversation_id, account, assignee, date) values ('c-1', 'c', 'c', now())`,
  )
  await into(file(['users.read']))
  const rows = await other.query(`select assignee from conversation_states where conversation_id = 'c-1'`)
  expect(rows).toEqual([{ assignee: null }])
})

test.each([
  ['{', 'no JSON'],
  ['{"portreeve_settings": 2, "sections": {}}', 'does not read the file'],
  ['{"portreeve_settings": 1, "sections": {"spells": {}}}', "no settings of the kind 'spells'"],
  [
    '{"portreeve_settings": 1, "sections": {"value_lists": {"x": {"kind": "mood", "about": ""}}}}',
    'value_lists x: kind',
  ],
  [
    '{"portreeve_settings": 1, "sections": {"money_settings": {"all": {"days_to_ship": 1}}}}',
    'money_settings all',
  ],
  [
    '{"portreeve_settings": 1, "sections": {"second_factor_roles": {"Nobody": {}}}}',
    'second_factor_roles Nobody: there is no such role',
  ],
  [
    '{"portreeve_settings": 1, "sections": {"roles": {"admin": {"permissions": [], "kinds": [], "classes": [], "refund_alone": null, "refund_alone_day": null}}}}',
    'roles admin: the name is taken',
  ],
  [
    JSON.stringify({
      portreeve_settings: 1,
      sections: {
        panels: {
          x: {
            title: 'X',
            on: ['user'],
            url: 'https://169.254.169.254/',
            may: 'users.read',
            tells_caller: false,
          },
        },
      },
    }),
    'not an address of the public internet',
  ],
])('a file with %s is refused in words', async (text, words) => {
  const before = await exported(other)
  await expect(into(text)).rejects.toThrow(words)
  await expect(into(text, { isDry: true })).rejects.toThrow(words)
  expect(await exported(other)).toBe(before)
})

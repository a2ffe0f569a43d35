import { api } from '@portreeve/contract'
import { beforeEach, expect, test } from 'vitest'
import type { Mail } from '../adapters/mail.ts'
import { useServer } from '../testing/harness.ts'

const mails: Parameters<Mail['send']>[0][] = []
const s = useServer({
  mail: {
    send: async (mail) => {
      mails.push(mail)
      return `<${mail.key}>`
    },
  },
})
const { emailTemplates: templates } = api
const draft = (TemplateName: string, more: object = {}) => ({
  TemplateName,
  SubjectPart: 'Subject',
  TextPart: 'Text',
  HtmlPart: null,
  ...more,
})
const create = (name: string, more?: object) =>
  s.call('support', templates.create, { body: draft(name, more) })
const update = (id: string, more: object = {}, headers?: Record<string, string>) =>
  s.call('support', templates.update, { params: { id }, body: draft(id, more) }, headers)
const remove = (id: string, headers?: Record<string, string>) =>
  s.call('support', templates.remove, { params: { id } }, headers)
const get = async (id: string) =>
  (await s.call('finance', templates.get, { params: { id } })).body.data?.Template
const list = async () => (await s.call('finance', templates.list, {})).body.data.TemplatesMetadata
const versions = async (id: string) =>
  (await s.call('finance', templates.versions, { params: { id } })).body.data
const audits = () =>
  s.query<{ action: string }>("select * from audit where action <> 'staff.invite' order by id desc")

beforeEach(async () => {
  await s.query('delete from email_templates')
  await s.query('delete from email_template_versions')
  mails.length = 0
})

test('templates are not read or changed without the permission', async () => {
  await create('hello')
  const before = await audits()
  const body = draft('hello')
  const params = { id: 'hello' }
  expect((await s.call(undefined, templates.list, {})).status).toBe(401)
  expect((await s.call(undefined, templates.get, { params })).status).toBe(401)
  for (const as of ['moderator', 'finance'] as const) {
    const refused = await s.call(as, templates.create, { body })
    expect([refused.status, refused.body.error_message]).toEqual([
      403,
      `Your role, ${as}, may not change email templates.`,
    ])
    expect((await s.call(as, templates.update, { params, body })).status).toBe(403)
    expect((await s.call(as, templates.remove, { params })).status).toBe(403)
    expect((await s.call(as, templates.sendTest, { body: { ...body, values: {} } })).status).toBe(403)
    const variable = { params: { name: 'name' } }
    expect((await s.call(as, templates.saveVariable, { ...variable, body: { sample: '' } })).status).toBe(403)
    expect((await s.call(as, templates.removeVariable, variable)).status).toBe(403)
  }
  expect(await audits()).toEqual(before)
  expect(mails).toEqual([])
})

test('[API-83] [API-84] [API-85] [ENT-84] [ENT-85] a template is created, listed and read back as sent', async () => {
  const parts = { SubjectPart: ' Hi {{name}} ', TextPart: 'a\r\nb\n', HtmlPart: '<b>{{name}}</b>' }
  expect((await create('zeta', parts)).body).toEqual({ status_code: 1, data: { state: 'done', version: 1 } })
  await create('alpha / with space', { SubjectPart: null, TextPart: null })
  expect(await list()).toEqual([
    { Name: 'alpha / with space', CreatedTimestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    { Name: 'zeta', CreatedTimestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
  ])
  expect(await get('zeta')).toEqual({ TemplateName: 'zeta', ...parts, version: 1 })
  expect((await get('alpha / with space'))?.TextPart).toBeNull()
  expect((await audits())[1]).toMatchObject({
    action: 'emailTemplates.create',
    subject_kind: 'email_template',
    subject_id: 'zeta',
    after: parts,
  })
})

test('invalid saves are refused with a message: a taken name, the name new, an unknown field, a missing template', async () => {
  await create('hello')
  const taken = await create('hello', { TextPart: 'other' })
  expect([taken.status, taken.body.error_message]).toEqual([
    409,
    "There is a template called 'hello' already.",
  ])
  expect((await get('hello'))?.TextPart).toBe('Text')
  expect((await create('new')).status).toBe(422)
  expect((await create('')).body.error_message).toContain('is empty')
  expect((await create('x', { Template: 1 })).body.error_message).toContain("unknown field 'Template'")
  expect((await create('x', { TextPart: 'a\u0000' })).body.error_message).toContain('NUL')
  const other = await s.call('support', templates.update, { params: { id: 'hello' }, body: draft('bye') })
  expect([other.status, other.body.error_title]).toEqual([422, 'Another template'])
  for (const answer of [
    await s.call('support', templates.get, { params: { id: 'none' } }),
    await update('none'),
    await remove('none'),
    await s.call('support', templates.versions, { params: { id: 'none' } }),
    await s.call('support', templates.version, { params: { id: 'hello', version: '9' } }),
    await s.call('support', templates.version, { params: { id: 'hello', version: 'x' } }),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('[API-86] [EML-39] a save changes it, also to an empty subject; before and after are audited and the change is published', async () => {
  await create('hello')
  const parts = { SubjectPart: '', TextPart: null, HtmlPart: '<p>x</p>' }
  expect((await update('hello', parts, { 'if-match': '"1"' })).body.data).toEqual({
    state: 'done',
    version: 2,
  })
  expect(await get('hello')).toEqual({ TemplateName: 'hello', ...parts, version: 2 })
  expect((await audits())[0]).toMatchObject({
    action: 'emailTemplates.update',
    before: { SubjectPart: 'Subject', TextPart: 'Text', HtmlPart: null },
    after: parts,
  })
  expect(
    await s.query("select payload from live_events where topic = 'emailTemplates' order by id desc limit 1"),
  ).toEqual([{ payload: { id: 'hello' } }])
})

test('a second editor is refused with the first one’s name; nothing is overwritten unseen', async () => {
  await create('hello')
  const first = await update('hello', { TextPart: 'first' }, { 'if-match': '"1"' })
  const second = await update('hello', { TextPart: 'second' }, { 'if-match': '"1"' })
  expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'conflict'])
  expect(second.body.error_message).toMatch(
    /since you opened it\. Last change: The support, \d+ seconds? ago\.$/,
  )
  expect((await remove('hello', { 'if-match': '"1"' })).status).toBe(409)
  expect((await get('hello'))?.TextPart).toBe('first')
})

test('ten concurrent saves on one version: one wins', async () => {
  await create('hello')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => update('hello', { TextPart: `t${at}` }, { 'if-match': '"1"' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect((await versions('hello')).map(({ version }) => version)).toEqual([2, 1])
})

test('every save is a readable version; a save without a change makes none', async () => {
  await create('hello', { TextPart: 'one' })
  await update('hello', { TextPart: 'two' })
  await update('hello', { TextPart: 'two' })
  await s.call('admin', templates.update, {
    params: { id: 'hello' },
    body: draft('hello', { TextPart: 'three' }),
  })
  expect((await versions('hello')).map(({ version, saved_by }) => [version, saved_by])).toEqual([
    [3, 'The admin'],
    [2, 'The support'],
    [1, 'The support'],
  ])
  const of = async (version: string) =>
    (await s.call('finance', templates.version, { params: { id: 'hello', version } })).body.data.TextPart
  expect([await of('1'), await of('2'), await of('3')]).toEqual(['one', 'two', 'three'])
})

test('[API-87] a template is deleted; created again, it continues its versions', async () => {
  await create('hello', { TextPart: 'one' })
  expect((await remove('hello', { 'if-match': '"1"' })).body.data).toEqual({ state: 'done' })
  expect(await list()).toEqual([])
  expect((await audits())[0]).toMatchObject({ action: 'emailTemplates.remove', before: { TextPart: 'one' } })
  expect((await create('hello', { TextPart: 'two' })).body.data.version).toBe(2)
  // An editor who still has the old template open does not overwrite the new one.
  expect((await update('hello', { TextPart: 'x' }, { 'if-match': '"1"' })).status).toBe(409)
  expect(await versions('hello')).toHaveLength(2)
})

test('an import, also over an open template, makes a version without an author', async () => {
  await s.query(
    "insert into email_templates (template_name, subject_part, text_part, created_timestamp) values ('old', 's', 'imported', 'long ago')",
  )
  expect(await list()).toEqual([{ Name: 'old', CreatedTimestamp: 'long ago' }])
  expect((await get('old'))?.version).toBe(1)
  await s.query("update email_templates set text_part = 'imported again' where template_name = 'old'")
  const late = await update('old', { TextPart: 'mine' }, { 'if-match': '"1"' })
  expect(late.status).toBe(409)
  expect((await get('old'))?.version).toBe(2)
  await update('old', { TextPart: 'mine' }, { 'if-match': '"2"' })
  expect((await versions('old')).map(({ version, saved_by }) => [version, saved_by])).toEqual([
    [3, 'The support'],
    [2, null],
    [1, null],
  ])
})

test('a test mail goes to the caller, filled in; a variable without a value is refused', async () => {
  const test = (values: Record<string, string>, more: object = {}) =>
    s.call('support', templates.sendTest, {
      body: {
        ...draft('hello', { SubjectPart: 'For {{name}}', HtmlPart: '<b>{{ name }}</b>', ...more }),
        values,
      },
    })
  const answer = await test({ name: 'Ana' })
  expect(answer.body.data).toEqual({ sent: 'sent', to: 'support@portreeve.test' })
  expect(mails).toEqual([
    expect.objectContaining({
      to: 'support@portreeve.test',
      subject: 'For Ana',
      text: 'Text',
      html: '<b>Ana</b>',
    }),
  ])
  expect((await audits())[0]).toMatchObject({
    action: 'emailTemplates.sendTest',
    after: { test_to: 'support@portreeve.test' },
  })
  const missing = await test({ name: '' }, { TextPart: '{{nmae}}' })
  expect([missing.status, missing.body.error_message]).toEqual([
    422,
    'No value is given for {{name}}, {{nmae}}: such a mail is never delivered.',
  ])
  expect((await test({ name: 'A' }, { TextPart: null, HtmlPart: '' })).body.error_title).toBe(
    'Nothing to send',
  )
  expect(mails).toHaveLength(1)
})

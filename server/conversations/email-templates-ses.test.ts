import { api } from '@portreeve/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'
import { useVendors } from '../testing/vendors.ts'

const vendors = useVendors()
const s = useServer({ templates: vendors.templates })
const { emailTemplates: templates } = api
let count = 0
let name = ''
const parts = (text: string) => ({ SubjectPart: 'Subject', TextPart: text, HtmlPart: null })
const draft = (text: string) => ({ TemplateName: name, ...parts(text) })
const create = (text: string) => s.call('support', templates.create, { body: draft(text) })
const update = (text: string, version: number) =>
  s.call(
    'support',
    templates.update,
    { params: { id: name }, body: draft(text) },
    { 'if-match': `"${version}"` },
  )
const remove = () => s.call('support', templates.remove, { params: { id: name } })
const get = () => s.call('finance', templates.get, { params: { id: name } })
const atSes = async () => (await vendors.templates.read(name))?.TextPart
const versions = async () =>
  (await s.call('finance', templates.versions, { params: { id: name } })).body.data.map(
    ({ version, saved_by }) => [version, saved_by],
  )
const pending = async () => (await s.query("select id from operations where state = 'pending'")).length

/** Lets the worker settle the remaining operations. */
async function settleAll() {
  await s.query("update operations set due_at = now() - interval '1 second'")
  const stop = startWorker(s.ctx)
  for (let i = 0; i < 200 && (await pending()) > 0; i++) await new Promise((done) => setTimeout(done, 20))
  await stop()
  expect(await pending()).toBe(0)
}

beforeEach(() => {
  name = `template-${++count}`
})
afterEach(() => vendors.set('ses', 'ok'))

test('created, listed, read, saved and deleted at Amazon SES, with versions in our table and no template there', async () => {
  expect((await create('one')).body.data).toEqual({ state: 'done', version: 1 })
  expect((await s.call('finance', templates.list, {})).body.data.TemplatesMetadata).toEqual([
    { Name: name, CreatedTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
  ])
  expect((await get()).body.data.Template).toEqual({ TemplateName: name, ...parts('one'), version: 1 })
  expect((await update('two', 1)).body.data).toEqual({ state: 'done', version: 2 })
  expect(await atSes()).toBe('two')
  expect(await versions()).toEqual([
    [2, 'The support'],
    [1, 'The support'],
  ])
  expect((await remove()).body.data).toEqual({ state: 'done' })
  expect(await atSes()).toBeUndefined()
  expect((await get()).status).toBe(404)
  expect(await s.query('select 1 from email_templates')).toEqual([])
  expect(await s.query('select action from audit where subject_id = $1 order by id', [name])).toEqual([
    { action: 'emailTemplates.create' },
    { action: 'emailTemplates.update' },
    { action: 'emailTemplates.remove' },
  ])
})

test('neither a second editor nor one whose template was changed at SES overwrites anything', async () => {
  await create('one')
  await update('two', 1)
  expect((await update('late', 1)).status).toBe(409)
  await vendors.templates.replace(name, parts('by hand at SES'))
  const answer = await update('mine', 2)
  expect([answer.status, answer.body.code, answer.body.error_message]).toEqual([
    409,
    'conflict',
    'This template was changed at the mail provider since you opened it. Nothing was overwritten.',
  ])
  expect((await remove()).status).toBe(409)
  expect(await atSes()).toBe('by hand at SES')
  // Reading it again makes a version without an author, which can be edited.
  expect((await get()).body.data.Template.version).toBe(3)
  expect((await update('mine', 3)).body.data).toEqual({ state: 'done', version: 4 })
  expect((await versions())[1]).toEqual([3, null])
})

test('a refusal by SES is reported with a message and leaves nothing behind', async () => {
  const broken = await create('{{#if name}} never closed')
  expect([broken.status, broken.body.code, broken.body.error_message]).toEqual([
    502,
    'vendor_failed',
    expect.stringContaining('Amazon SES does not take this template'),
  ])
  name = 'not a name for SES'
  expect((await create('x')).body.error_message).toContain('only letters, digits')
  expect((await get()).status).toBe(502)
  name = `template-${count}`
  await vendors.templates.create(name, parts('there already'))
  const taken = await create('mine')
  expect([taken.status, taken.body.error_title]).toEqual([409, 'Name taken'])
  await vendors.templates.remove(name)
  expect((await update('gone', 0)).body.error_message).toContain('deleted at the mail provider')
  expect(await s.query('select 1 from email_template_versions where template_name = $1', [name])).toEqual([])
})

test.each(['fail', 'fail_429', 'hang', 'drop', 'late', 'after_success'])(
  'with SES in mode %s a save stays pending, refuses another one, and is done when SES is back',
  async (mode) => {
    await create('one')
    await vendors.set('ses', mode)
    expect((await update('two', 1)).body.data).toEqual({ state: 'pending' })
    const second = await update('three', 1)
    expect([second.status, second.body.error_title]).toEqual([409, 'Still on its way'])
    await vendors.set('ses', 'ok')
    await settleAll()
    expect(await atSes()).toBe('two')
    expect((await get()).body.data.Template.version).toBe(2)
    expect(await versions()).toEqual([
      [2, 'The support'],
      [1, 'The support'],
    ])
  },
)

test('creating and deleting happen once when the answer is lost', async () => {
  await vendors.set('ses', 'after_success', { times: 1 })
  expect((await create('one')).body.data).toEqual({ state: 'pending' })
  await settleAll()
  expect(await versions()).toEqual([[1, 'The support']])
  await vendors.set('ses', 'after_success', { times: 1 })
  expect((await remove()).body.data).toEqual({ state: 'pending' })
  await settleAll()
  expect(await atSes()).toBeUndefined()
})

test('a list or template without an answer of SES is refused after the timeout', async () => {
  await create('one')
  for (const mode of ['fail', 'hang', 'drop']) {
    await vendors.set('ses', mode)
    for (const answer of [await s.call('finance', templates.list, {}), await get()])
      expect([mode, answer.status, answer.body.error_message]).toEqual([
        mode,
        502,
        'The mail provider, Amazon SES, did not answer. Please try again.',
      ])
  }
  // Throttled: a reading call retries after a backoff.
  await vendors.set('ses', 'fail_429', { times: 2 })
  expect((await get()).status).toBe(200)
})

import { verifyAction, verifyPanel } from '@portreeve/client'
import { api } from '@portreeve/contract'
import type { Declaration } from '@portreeve/contract/marketplace/extensions'
import { beforeAll, expect, test } from 'vitest'
import { type WebhookRequest, type WebhookResponse, webhookSender } from '../../adapters/webhooks.ts'
import { startWorker } from '../../core/operations/worker.ts'
import { address, pathOf, send, useServer } from '../../testing/harness.ts'

const sent: WebhookRequest[] = []
let answers = async (): Promise<WebhookResponse> => ({ status: 200, body: '{"sentence":"Asked."}' })
const s = useServer({
  webhooks: {
    refusal: webhookSender({ isPrivateAllowed: false }).refusal,
    send: (request) => {
      sent.push(request)
      return answers()
    },
  },
})

const action = {
  ...{ type: 'action', name: 'ask', title: 'Ask the bank', on: ['user', 'transaction'], may: 'users.write' },
  ...{ url: 'https://apps.example.com/ask', confirm: 'The bank is asked.' },
  inputs: [
    { name: 'why', words: 'Why', type: 'text', required: true },
    { name: 'days', words: 'Days', type: 'number', required: false },
    { name: 'urgent', words: 'Urgent', type: 'yes_no', required: false },
    { name: 'how', words: 'How', type: 'choice', required: false, choices: ['mail', 'phone'] },
  ],
} satisfies Declaration
const panel = {
  ...{ type: 'panel', name: 'risk', title: 'Risk', on: ['user'], may: 'users.read', tells_caller: false },
  url: 'https://apps.example.com/risk?tenant=7',
} satisfies Declaration
const params = { name: 'ask', kind: 'user', id: 'ana' }
const body = { inputs: { why: 'Chargebacks' } }
let secret = ''

beforeAll(async () => {
  await s.addUser({ uid: 'ana' })
  const { data } = (await s.call('admin', api.extensions.create, { body: action })).body
  secret = data.secret ?? ''
  await s.call('admin', api.extensions.create, { body: panel })
})

test('admins declare, change and remove them; each is a deed, and only an action has a secret', async () => {
  const other = { ...panel, name: 'other' }
  const made = (await s.call('admin', api.extensions.create, { body: other })).body.data
  expect([made.secret, made.extension.version]).toEqual([null, 1])
  expect((await s.call('admin', api.extensions.create, { body: other })).body.code).toBe('conflict')
  const changed = await s.call(
    'admin',
    api.extensions.update,
    { body: { ...other, title: 'New' } },
    { 'if-match': '1' },
  )
  expect(changed.body.data).toMatchObject({ title: 'New', version: 2 })
  const late = await s.call('admin', api.extensions.update, { body: other }, { 'if-match': '1' })
  expect(late.body.code).toBe('conflict')
  const gone = { params: { type: 'panel', name: 'other' } }
  expect((await s.call('admin', api.extensions.remove, gone)).status).toBe(200)
  expect((await s.call('admin', api.extensions.list, {})).body.data.map(({ name }) => name)).toEqual([
    'ask',
    'risk',
  ])
  const rows = await s.query(
    `select action, before, after from audit where subject_kind = 'extension' and subject_id = 'other' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'extensions.create',
    'extensions.update',
    'extensions.remove',
  ])
  expect(rows[1]).toMatchObject({ before: { title: 'Risk' }, after: { title: 'New' } })
})

test('a page is offered what its caller may see, on its kind of record', async () => {
  const offered = async (role: 'admin' | 'finance', kind: string) =>
    (await s.call(role, api.extensions.offered, { params: { kind } })).body.data
  expect(await offered('admin', 'user')).toEqual({
    panels: [{ name: 'risk', title: 'Risk', origin: 'https://apps.example.com' }],
    actions: [{ name: 'ask', title: 'Ask the bank', inputs: action.inputs, confirm: action.confirm }],
  })
  expect(await offered('finance', 'user')).toMatchObject({ actions: [] })
  expect(await offered('admin', 'listing')).toEqual({ panels: [], actions: [] })
})

test('the token of a panel has ids alone, and the staff member only if it is declared; the client opens it once', async () => {
  const keys = (await s.server.inject('/.well-known/portreeve-panels.json')).json()
  expect(keys.frames).toEqual(['https://apps.example.com'])
  expect(JSON.stringify(keys)).not.toContain('"d"')
  const seen = new Set<string>()
  const open = async () => {
    const { url } = (await s.call('support', api.extensions.panel, { params: { ...params, name: 'risk' } }))
      .body.data
    expect(new URL(url).searchParams.get('tenant')).toBe('7')
    const token = new URL(url).searchParams.get('portreeve') ?? ''
    return verifyPanel(token, {
      ...{ address, keys: keys.keys, audience: 'https://apps.example.com', panel: 'risk' },
      environment: 'development',
      remember: (id) => seen.size < seen.add(id).size,
    })
  }
  const record = { kind: 'user', id: 'ana', version: expect.any(Number) }
  expect(await open()).toEqual({ panel: 'risk', environment: 'development', record })
  await s.call('admin', api.extensions.update, { body: { ...panel, tells_caller: true } })
  expect(await open()).toEqual({
    panel: 'risk',
    environment: 'development',
    record,
    caller: { uid: 'staff-support' },
  })
})

test('an action is sent once with what was typed, and its answer is shown and audited', async () => {
  answers = async () => ({
    status: 200,
    body: JSON.stringify({ sentence: '<b>Asked</b>', proposals: ['prop_1'] }),
  })
  sent.length = 0
  const key = { 'idempotency-key': 'double-click' }
  const [one, two] = await Promise.all(
    [1, 2].map(() => s.call('support', api.extensions.act, { params, body }, key)),
  )
  expect(one?.body.data).toEqual({ state: 'done', sentence: '<b>Asked</b>', proposals: ['prop_1'] })
  expect(two?.body.data).toEqual(one?.body.data)
  expect(sent).toHaveLength(1)
  const [{ headers, body: text } = { headers: {}, body: '' }] = sent
  const options = { secret, action: 'ask', environment: 'development', remember: () => true } as const
  expect(await verifyAction({ headers, body: text }, options)).toEqual({
    ...{ action: 'ask', environment: 'development', caller: { uid: 'staff-support' }, inputs: body.inputs },
    record: { kind: 'user', id: 'ana', version: expect.any(Number) },
    idempotency_key: expect.stringMatching(/^op_/),
  })
  const rows = await s.query(
    `select action, actor_uid, after from audit where action like 'extensions.a%' and subject_id = 'ana' order by id`,
  )
  expect(rows).toEqual([
    {
      action: 'extensions.act',
      actor_uid: 'staff-support',
      after: { action: 'ask', version: 1, inputs: body.inputs },
    },
    {
      ...{ action: 'extensions.answered', actor_uid: 'staff-support' },
      after: { action: 'ask', sentence: '<b>Asked</b>', proposals: ['prop_1'] },
    },
  ])
})

test('an app that does not answer is asked again with the same key, and at last it has refused', async () => {
  answers = async () => ({ status: 503, body: '' })
  sent.length = 0
  const first = await s.call('support', api.extensions.act, { params, body })
  expect(first.body.data).toEqual({ state: 'pending', sentence: '', proposals: [] })
  const stop = startWorker(s.ctx, 5)
  await expect
    .poll(async () => {
      await s.query(
        `update operations set due_at = now() - interval '1 second' where kind = 'extensions.act' and state = 'pending'`,
      )
      return s.query(`select failure from operations where state = 'failed'`)
    })
    .toEqual([{ failure: 'The app answered with the status 503.' }])
  await stop()
  const bodies = sent.map((one) => JSON.parse(one.body).idempotency_key)
  expect([bodies.length, new Set(bodies).size]).toEqual([5, 1])
  expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
})

test('nothing is sent in a dry run, for a record that has moved or is gone, and without its right', async () => {
  answers = async () => ({ status: 200, body: '{"sentence":"Asked."}' })
  sent.length = 0
  const code = async (role: 'support' | 'finance', input: object, headers = {}) =>
    (await s.call(role, api.extensions.act, { params, body, ...input }, headers)).body.code
  const dry = { authorization: `Bearer ${await s.token('support')}`, 'dry-run': 'true' }
  const told = await send(s.server, 'POST', pathOf(api.extensions.act, { params }), body, dry)
  expect(told.body.data).toMatchObject({ dry_run: true, operations: [{ kind: 'extensions.act' }] })
  expect(await code('support', {}, { 'if-match': '7' })).toBe('conflict')
  expect(await code('finance', {})).toBe('forbidden')
  expect(await code('support', { params: { ...params, id: 'nobody' } })).toBe('not_found')
  expect(await code('support', { params: { ...params, kind: 'listing' } })).toBe('not_found')
  for (const inputs of [
    {},
    { why: '' },
    { why: 1 },
    { why: 'x', days: 'x' },
    { why: 'x', how: 'fax' },
    { why: 'x', more: 1 },
  ])
    expect(await code('support', { body: { inputs } })).toBe('malformed')
  expect(sent).toEqual([])
})

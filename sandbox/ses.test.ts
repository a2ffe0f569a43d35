import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './sandbox.ts'

let folder: string
let sandbox: Sandbox
const start = () => startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder, sesMax: 12 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ses-'))
  sandbox = await start()
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => flip('ok'))

const flip = async (mode: string, more: object = {}) =>
  void (await fetch(`${sandbox.url}/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ face: 'ses', mode, ...more }),
  }))

const signature = (key: string) =>
  `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/ses/aws4_request, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`

/** A signed call: its status and its XML. */
async function call(fields: Record<string, string>, authorization = signature('AKIAPORTREEVE')) {
  const answer = await fetch(`${sandbox.url}/ses/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ Version: '2010-12-01', ...fields }).toString(),
  })
  return { status: answer.status, xml: await answer.text() }
}
const codeOf = async (fields: Record<string, string>) => {
  const { status, xml } = await call(fields)
  return [status, /<Code>(.*)<\/Code>/.exec(xml)?.[1]]
}
const create = (name: string, more: Record<string, string> = {}) =>
  codeOf({ Action: 'CreateTemplate', 'Template.TemplateName': name, ...more })

test('requires a signature of the right key', async () => {
  expect((await call({ Action: 'ListTemplates' }, 'Bearer x')).xml).toContain('MissingAuthenticationToken')
  const other = await call({ Action: 'ListTemplates' }, signature('AKIAOTHER'))
  expect([other.status, other.xml]).toEqual([403, expect.stringContaining('InvalidClientTokenId')])
})

test('forms in, XML out', async () => {
  await create('wire', { 'Template.SubjectPart': 'A & <B>', 'Template.TextPart': 'x' })
  const { status, xml } = await call({ Action: 'GetTemplate', TemplateName: 'wire' })
  expect(status).toBe(200)
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<GetTemplateResponse xmlns="http:\/\/ses.amazonaws.com\/doc\/2010-12-01\/"><GetTemplateResult><Template><TemplateName>wire<\/TemplateName><SubjectPart>A &#38; &#60;B&#62;<\/SubjectPart><TextPart>x<\/TextPart><\/Template><\/GetTemplateResult><ResponseMetadata><RequestId>[\w-]+<\/RequestId><\/ResponseMetadata><\/GetTemplateResponse>\n$/,
  )
})

test('the documented errors', async () => {
  expect(await codeOf({ Action: 'GetTemplate', TemplateName: 'none' })).toEqual([400, 'TemplateDoesNotExist'])
  expect(await codeOf({ Action: 'UpdateTemplate', 'Template.TemplateName': 'none' })).toEqual([
    400,
    'TemplateDoesNotExist',
  ])
  expect(await create('twice')).toEqual([200, undefined])
  expect(await create('twice')).toEqual([400, 'AlreadyExists'])
  expect(await create('bad', { 'Template.HtmlPart': '{{#if a}}{{/each}}' })).toEqual([400, 'InvalidTemplate'])
  expect(await create('two words')).toEqual([400, 'ValidationError'])
  expect(await create('large', { 'Template.TextPart': 'x'.repeat(513_000) })).toEqual([400, 'LimitExceeded'])
  expect(await codeOf({ Action: 'Dance' })).toEqual([400, 'InvalidAction'])
  await flip('fail_429', { times: 1 })
  expect(await create('fast')).toEqual([400, 'Throttling'])
  // SES accepts an unknown variable silently.
  expect(await create('unknown', { 'Template.TextPart': '{{nmae}}' })).toEqual([200, undefined])
})

test('a limit of templates, pages of them, and data that survives a restart', async () => {
  const names = (xml: string) => [...xml.matchAll(/<Name>(.*?)<\/Name>/g)].map(([, name]) => name)
  for (let at = 0; at < 12; at++) await create(`page-${at}`)
  expect(await create('one-too-many')).toEqual([400, 'LimitExceeded'])
  await sandbox.close()
  sandbox = await start()
  const first = (await call({ Action: 'ListTemplates' })).xml
  expect(names(first)).toHaveLength(10)
  const token = /<NextToken>(.*)<\/NextToken>/.exec(first)?.[1] ?? ''
  const second = (await call({ Action: 'ListTemplates', NextToken: token })).xml
  expect(second).not.toContain('NextToken')
  expect(new Set([...names(first), ...names(second)]).size).toBe(12)
  expect(await codeOf({ Action: 'ListTemplates', MaxItems: '101' })).toEqual([400, 'ValidationError'])
  expect(await codeOf({ Action: 'DeleteTemplate', TemplateName: 'twice' })).toEqual([200, undefined])
  expect(await codeOf({ Action: 'DeleteTemplate', TemplateName: 'twice' })).toEqual([200, undefined])
  expect(await codeOf({ Action: 'GetTemplate', TemplateName: 'twice' })).toEqual([
    400,
    'TemplateDoesNotExist',
  ])
})

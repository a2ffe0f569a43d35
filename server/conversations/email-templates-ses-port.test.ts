import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import { sesTemplates } from '../adapters/email-templates-ses.ts'

let folder: string
let sandbox: Sandbox
const account = { key: 'AKIAPORTREEVE', secret: 's', region: 'eu-west-1' }
const client = () => sesTemplates({ ...account, address: `${sandbox.url}/ses` })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'templates-'))
  sandbox = await startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder })
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

test('every text comes back unchanged, also characters that are special in XML and forms', async () => {
  const texts = {
    SubjectPart: '  1 < 2 & "x" {{name}} 👋 ',
    TextPart: '\r\n a\tb\n\n]]> &amp; &lt; \u0085\u2028 العربية\n',
    HtmlPart: '<p title="&quot;">\n</p> ',
  }
  await client().create('round-trip', texts)
  expect(await client().read('round-trip')).toEqual(texts)
  await client().replace('round-trip', { ...texts, TextPart: null })
  expect(await client().read('round-trip')).toEqual({ ...texts, TextPart: null })
  await client().remove('round-trip')
  await client().remove('round-trip')
  expect(await client().read('round-trip')).toBeUndefined()
})

test('a list of more than one page is complete and sorted by name', async () => {
  const parts = { SubjectPart: 's', TextPart: null, HtmlPart: null }
  const names = Array.from({ length: 120 }, (_, at) => `page-${String(at).padStart(3, '0')}`)
  for (const name of [...names].reverse()) await client().create(name, parts)
  expect((await client().list()).map(({ Name }) => Name)).toEqual(names)
})

test('errors never disclose the secret', async () => {
  const vendor = sesTemplates({ ...account, key: 'AKIAX', secret: 'hush', address: `${sandbox.url}/ses` })
  const failed = await vendor.list().then(
    () => new Error('listed'),
    (error: Error) => error,
  )
  expect(failed.message).toBe('No clear answer from Amazon SES: InvalidClientTokenId 403')
  expect(JSON.stringify({ ...failed, cause: failed.cause })).not.toMatch(/hush|AKIAX/)
})

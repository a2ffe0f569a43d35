import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseProblem, folderProblem, portProblem, StartError } from '../core/start-error.ts'
import { environmentWithData, readSettings } from './settings.ts'
import { portOf } from './variables.ts'

const secret = 's'.repeat(32)
const given = { PORTREEVE_API_KEY: 'key', PORTREEVE_SECRET: secret }
let scratch = ''
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'portreeve-settings-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

test('an operator’s command works on the only environment that has data, otherwise on development', async () => {
  const env = { PORTREEVE_DATA_DIR: await mkdtemp(join(scratch, 'data-')) }
  expect(environmentWithData(env)).toBe('development')
  await mkdir(join(env.PORTREEVE_DATA_DIR, 'production'))
  expect(environmentWithData(env)).toBe('production')
  await mkdir(join(env.PORTREEVE_DATA_DIR, 'development'))
  expect(environmentWithData(env)).toBe('development')
})

test('a bucket for files has a name, a folder, and perhaps an address', () => {
  const read = (files: string) => readSettings({ ...given, PORTREEVE_FILES: files }).files
  expect(read('s3://bucket')).toEqual({ bucket: 'bucket', prefix: '' })
  expect(read('s3://bucket/a/b/')).toEqual({ bucket: 'bucket', prefix: 'a/b/' })
  expect(read('s3://bucket/a?endpoint=http://minio:9000')).toEqual({
    ...{ bucket: 'bucket', prefix: 'a/', endpoint: 'http://minio:9000' },
  })
  for (const wrong of ['s3://', 'https://bucket', 's3://key@bucket', 's3://b?region=x', 's3://b?endpoint=x'])
    expect(() => read(wrong)).toThrow(/^PORTREEVE_FILES must be an address like s3:/)
  expect(readSettings(given).files).toBeUndefined()
})

test('a pooler needs the address of PostgreSQL itself', () => {
  const pooler = 'postgres://calls@pooler:6432/portreeve'
  const read = (more: object) =>
    readSettings({
      PORTREEVE_API_KEY: 'key',
      PORTREEVE_SECRET: 'x'.repeat(32),
      DATABASE_POOLER_URL: pooler,
      ...more,
    }).where
  expect(() => read({})).toThrow(
    new StartError('DATABASE_POOLER_URL needs DATABASE_URL, the address of PostgreSQL itself.'),
  )
  const url = 'postgres://owner@base/portreeve'
  expect(read({ DATABASE_URL: url })).toEqual({ url, pooler })
})

test("the company's providers need the built-in sign-in, and are shown to the console without their secrets", () => {
  const provider = { id: 'company', name: 'Company', issuer: 'https://login.example.com/', client_id: 'c' }
  const read = (more: object) =>
    readSettings({
      ...{ PORTREEVE_API_KEY: 'key', PORTREEVE_SECRET: 'x'.repeat(32) },
      PORTREEVE_PROVIDERS: JSON.stringify([{ ...provider, client_secret: 'not shown' }]),
      ...more,
    })
  const outside = [{ issuer: 'a', audience: 'b', jwks: 'https://keys.example.com' }]
  expect(() => read({ PORTREEVE_ISSUERS: JSON.stringify(outside) })).toThrow(/^PORTREEVE_PROVIDERS needs/)
  const settings = read({})
  expect(settings.providers[0]?.issuer).toBe('https://login.example.com')
  expect(settings.environments).toMatchObject({
    production: { identity: { kind: 'builtin', providers: [{ id: 'company', name: 'Company' }] } },
  })
  expect(JSON.stringify(settings.environments)).not.toContain('not shown')
})

describe('an invalid variable is refused by one sentence with its name', () => {
  const place = { api: 'http://localhost:1', apiKey: 'k', identity: { kind: 'builtin' } }
  const database = 'must be an address like postgres://user:password@host:5432/database'
  const places = 'must be like {"development": {"api", "apiKey", "identity", "links"}, "production": {…}}'
  const providers = 'must be a list like [{"issuer", "audience", "jwks"}]'
  const provider = { id: 'company', name: 'Company', issuer: 'https://login.example.com', client_id: 'c' }
  const company = 'must be a list like [{"id", "name", "issuer", "client_id", "client_secret"}]'
  const short = 'must have at least 32 characters: make one with openssl rand -hex 32.'
  test.each([
    ['DATABASE_URL', 'foo', `${database}, not 'foo'.`],
    ['DATABASE_URL', 'mysql://u:secret@h/db', `${database}, not 'mysql://u@h/db'.`],
    ['PORT', 'http', "must be a whole number from 1 to 65535, not 'http'."],
    ['PORT', '0x10', "must be a whole number from 1 to 65535, not '0x10'."],
    ['PORT', '65536', "must be a whole number from 1 to 65535, not '65536'."],
    ['PORTREEVE_ENVIRONMENT', 'test', "must be development or production, not 'test'."],
    ['PORTREEVE_ADDRESS', 'staff', "must be an address that begins with https:// or http://, not 'staff'."],
    ['PORTREEVE_ISSUERS', '{}', `${providers}; Invalid input: expected array, received object.`],
    ['PORTREEVE_ISSUERS', '[', `is not valid JSON: it ${providers}.`],
    [
      'PORTREEVE_ISSUERS',
      '[{"issuer":"a","audience":"b","jwks":"c"}]',
      `${providers}; 0.jwks: is neither "builtin" nor an http address.`,
    ],
    [
      'PORTREEVE_PROVIDERS',
      JSON.stringify([{ ...provider, issuer: 'http://login.example.com' }]),
      `${company}; 0.issuer: is no https address (http only on this machine), or has a query.`,
    ],
    [
      'PORTREEVE_PROVIDERS',
      JSON.stringify([provider, { ...provider, id: 'other' }]),
      `${company}; two providers have the same issuer.`,
    ],
    [
      'PORTREEVE_PROVIDERS',
      JSON.stringify([{ ...provider, id: 'A/B' }]),
      `${company}; 0.id: has other characters than a-z, 0-9 and -.`,
    ],
    ['PORTREEVE_ENVIRONMENTS', '[]', `${places}; Invalid input: expected object, received array.`],
    [
      'PORTREEVE_ENVIRONMENTS',
      JSON.stringify({ development: place }),
      `${places}; production: Invalid input: expected object, received undefined.`,
    ],
    [
      'PORTREEVE_PROXIES',
      'nginx',
      "must be a list of addresses or networks like 127.0.0.1,10.0.0.0/8, not 'nginx'.",
    ],
    [
      'PORTREEVE_PROXIES',
      '10.0.0.0/33',
      "must be a list of addresses or networks like 127.0.0.1,10.0.0.0/8, not '10.0.0.0/33'.",
    ],
    ['PORTREEVE_SMTP', 'mail', "must be an address like smtps://user:password@mail.example.com, not 'mail'."],
    [
      'PORTREEVE_LOG',
      'loud',
      "must be debug or info or warn or error or trace or fatal or silent, not 'loud'.",
    ],
    [
      'PORTREEVE_MAIL_FROM',
      'Support',
      "must be a sender like Support <support@marketplace.example>, not 'Support'.",
    ],
    ['PORTREEVE_SECRET', 'x', short],
    ['PORTREEVE_SECRET', 'x'.repeat(31), short],
    ['PORTREEVE_AUDIT_KEY', 'short', short],
  ])('%s=%s', (name, value, sentence) => {
    const read = () => readSettings({ ...given, [name]: value })
    expect(read).toThrow(StartError)
    expect(read).toThrow(new StartError(`${name} ${sentence}`))
  })

  test('also the ports of npm start', () => {
    expect(() => portOf({ PORT_SMTP: 'x' }, 'PORT_SMTP', 4625)).toThrow(
      "PORT_SMTP must be a whole number from 1 to 65535, not 'x'.",
    )
    expect(portOf({ PORT_SMTP: '' }, 'PORT_SMTP', 4625)).toBe(4625)
  })
})

test('a misspelt variable is reported with a suggestion, others are ignored', () => {
  const warnings: string[] = []
  readSettings(
    { ...given, PORTREEVE_SMPT: 'x', PORTREEVE_CHROMIUM: 'x', PORTREEVE_OF_ANOTHER: 'x' },
    (words) => warnings.push(words),
  )
  expect(warnings).toEqual([
    'PORTREEVE_SMPT is not a variable of Portreeve and has no effect: is PORTREEVE_SMTP meant?',
  ])
})

test('a short earlier secret is accepted with a warning, so that it can be rotated', () => {
  const warnings: string[] = []
  expect(
    readSettings({ ...given, PORTREEVE_SECRETS_BEFORE: 'x' }, (words) => warnings.push(words)).secretsBefore,
  ).toEqual(['x'])
  expect(warnings).toEqual([
    'PORTREEVE_SECRETS_BEFORE holds a value of less than 32 characters: leave it out as soon as it is not needed.',
  ])
})

describe('the cause of a failed start is one sentence', () => {
  const url = 'postgres://u:secret@base/db'
  test.each([
    [{ code: 'ENOTFOUND' }, 'its host is not known: check the name'],
    [{ code: 'ECONNREFUSED' }, 'nothing answers there: check host and port, and that PostgreSQL runs'],
    [{ message: 'timeout expired' }, 'nothing answered in 30 s: check host, port and firewall'],
    [{ code: '28P01' }, 'the password is wrong: check user and password'],
    [{ code: '3D000' }, 'there is no such database: make it with createdb'],
    [{ cause: { code: '42501' } }, 'this user may not create tables: make it the owner of the database'],
    [
      { message: 'The server does not support SSL connections' },
      'The server does not support SSL connections: check sslmode',
    ],
  ])('the database: %o', (error, reason) => {
    expect(databaseProblem('DATABASE_URL', url, error)?.message).toBe(
      `DATABASE_URL: the database at postgres://u@base/db cannot be used: ${reason}.`,
    )
  })
  test.each([
    ['EACCES', 'this user may not write there: give it the right, or choose another folder'],
    ['EROFS', 'its disk is read-only: choose another folder'],
    ['ENOSPC', 'the disk is full: free some space'],
  ])('the data folder: %s', (code, reason) => {
    expect(folderProblem('/srv/data', { code }).message).toBe(
      `PORTREEVE_DATA_DIR: the folder /srv/data cannot be used: ${reason}.`,
    )
  })
  test('a port', () => {
    expect(portProblem('PORT', '::1', 4500, { code: 'EADDRINUSE' })?.message).toBe(
      'PORT: port 4500 is in use: stop the program that uses it, or set PORT to another port.',
    )
    expect(portProblem('PORT', '192.0.2.1', 4500, { code: 'EADDRNOTAVAIL' })?.message).toBe(
      'PORT: 192.0.2.1 is no address of this machine: check PORTREEVE_HOST.',
    )
  })
})

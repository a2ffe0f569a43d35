import { api } from '@portreeve/contract'
import { neverReadBack } from '@portreeve/contract/marketplace/ingest'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import { openapi } from '@portreeve/contract/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { useServer } from './testing/harness.ts'
import { appealed, ingested } from './testing/import-harness.ts'
import { keyFor, writer } from './testing/machine.ts'

const s = useServer()

test('/openapi.json is valid OpenAPI 3.1 and has every call', async () => {
  const description = (await s.server.inject('/openapi.json')).json()
  const validator = new Validator()
  const result = await validator.validate(description)
  expect(result.errors ?? []).toEqual([])
  expect([result.valid, validator.version]).toEqual([true, '3.1'])
  const calls = Object.values(api)
    .flatMap((group) => Object.values(group))
    .map((call) => `${call.method} ${call.path}`)
  const doors = ingestEntities.flatMap(({ name, deletable }) => [
    `POST /v1/ingest/${name}`,
    ...(neverReadBack.includes(name) ? [] : [`GET /v1/ingest/${name}/{key}`]),
    ...(deletable ? [`DELETE /v1/ingest/${name}/{key}`] : []),
  ])
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual([...calls, ...doors].sort())
})

test('its rows are those that the ingest calls take', async () => {
  const { paths, components } = (await s.server.inject('/openapi.json')).json()
  const ajv = addFormats(new Ajv2020({ strict: false }))
  const token = await keyFor(
    s,
    ingestEntities.map(({ name }) => `ingest.${name as IngestName}` as const),
  )
  const shop = writer(s, token)
  await s.query("insert into staff (uid, email, role) values ('s1', 'sam@example.com', 'support')")
  await s.query(appealed)
  for (const { name } of ingestEntities) {
    const isRow = ajv.compile(components.schemas[`Row.${name}`])
    const post = paths[`/v1/ingest/${name}`].post
    const isAnswer = ajv.compile(post.responses['200'].content['application/json'].schema)
    const isLine = ajv.compile(post.responses['200'].content['application/x-ndjson']['x-line'])
    for (const row of ingested[name as IngestName])
      expect([name, isRow({ ...row, source_version: 1 }), isRow.errors]).toEqual([name, true, null])
    expect([name, isRow({ ...ingested[name as IngestName][0], surprise: 1 })]).toEqual([name, false])
    const array = await shop.array(name, ingested[name as IngestName])
    expect([name, array.status, isAnswer(array.body), isAnswer.errors]).toEqual([name, 200, true, null])
    const { results, end } = await shop.rows(name, ingested[name as IngestName])
    for (const line of [...results, end])
      expect([name, isLine(line), isLine.errors]).toEqual([name, true, null])
  }
})

test('a broken description is noticed by the validator', async () => {
  const broken = openapi({}, 'http://localhost') as { info: object }
  broken.info = {}
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

import { api } from '@portreeve/contract'
import { openapi } from '@portreeve/contract/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { useServer } from './harness.ts'

const s = useServer()

test('/openapi.json is valid OpenAPI 3.1 and has every call', async () => {
  const description = (await s.server.inject('/openapi.json')).json()
  const validator = new Validator()
  const result = await validator.validate(description)
  expect(result.errors ?? []).toEqual([])
  expect([result.valid, validator.version]).toEqual([true, '3.1'])
  const calls = Object.values(api).flatMap((group) => Object.values(group))
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(calls.map((call) => `${call.method} ${call.path}`).sort())
})

test('a broken description is noticed by the validator', async () => {
  const broken = openapi({}, 'http://localhost') as { info: object }
  broken.info = {}
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

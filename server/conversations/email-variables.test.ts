import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { emailTemplates: templates } = api

test('variables are created, changed and deleted, each on the version that the caller saw', async () => {
  const save = (name: string, sample: string, version?: number) =>
    s.call(
      'support',
      templates.saveVariable,
      { params: { name }, body: { sample } },
      version === undefined ? {} : { 'if-match': `"${version}"` },
    )
  const known = async () => (await s.call('finance', templates.variables, {})).body.data
  expect((await save('order.id', 'P-1')).body.data).toEqual({ name: 'order.id', sample: 'P-1', version: 1 })
  await save('name', 'Ana')
  await save('name', 'Bo', 1)
  expect((await save('name', 'Cy', 1)).status).toBe(409)
  expect(await known()).toEqual([
    { name: 'name', sample: 'Bo', version: 2 },
    { name: 'order.id', sample: 'P-1', version: 1 },
  ])
  expect((await save('first name', '')).body.error_title).toBe('No name')
  const removing = (headers = {}) =>
    s.call('support', templates.removeVariable, { params: { name: 'name' } }, headers)
  expect((await removing({ 'if-match': '"1"' })).status).toBe(409)
  expect((await removing()).status).toBe(200)
  expect((await removing()).status).toBe(404)
  expect(await known()).toHaveLength(1)
})

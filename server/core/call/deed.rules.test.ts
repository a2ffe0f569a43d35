import { fullSight } from '@portreeve/contract/base/case-kinds'
import { get, patch } from '@portreeve/contract/base/endpoint'
import { rightsOf } from '@portreeve/contract/base/rights'
import { z } from '@portreeve/contract/base/zod'
import { expect, test } from 'vitest'
import { KeptRefusal } from '../refuse.ts'
import type { Context } from './context.ts'
import { type Group, implement } from './implement.ts'
import { runReading } from './transact.ts'

const about = 'Changes a macro.'
const deed = { subject: 'macro', topic: 'macros' } as const
const change = patch('/v1/x', { may: 'staff', deed, about, data: z.null() })
const show = get('/v1/x', { may: 'staff', about, data: z.null() })

/** Runs the only handler of a group, without a database. */
function run([one]: Group) {
  if (!one) throw new Error('There is no handler')
  const ctx = { database: {} } as Context
  const staff = {
    uid: 's',
    email: '',
    displayName: null,
    role: 'admin',
    permissions: [...rightsOf('admin').permissions],
    ...fullSight,
  }
  const input = { params: {}, query: {}, body: undefined, expected: undefined }
  return runReading({ ctx, ...one, request: { id: 'r' } }, { staff, session: undefined }, input)
}

test('a handler that does not report the deed that its endpoint declares fails, unless it refuses', async () => {
  const silent = implement('x', { change }, { change: async () => null })
  await expect(run(silent)).rejects.toThrow('x.change has not reported its deed')
  const refusal = new KeptRefusal('second_person', 'Needs a second person', 'It is asked for now.')
  const refusing = implement('x', { change }, { change: async () => refusal })
  expect(await run(refusing)).toMatchObject({ result: refusal })
})

test('a deed is reported once, and only where one is declared', async () => {
  const once = implement('x', { change }, { change: async (_, { did }) => did('m', { after: 1 }) ?? null })
  expect(await run(once)).toMatchObject({
    entry: { subject: ['macro', 'm'], after: 1 },
    events: [['macros', { id: 'm' }]],
    emitted: [],
  })
  const twice = implement('x', { change }, { change: async (_, { did }) => did('m') ?? did('m') ?? null })
  await expect(run(twice)).rejects.toThrow('x.change reports more than its one deed')
  // @ts-expect-error the endpoint declares no deed
  const undeclared = implement('x', { show }, { show: async (_, { did }) => did('m') ?? null })
  await expect(run(undeclared)).rejects.toThrow('x.show reports more than its one deed')
})

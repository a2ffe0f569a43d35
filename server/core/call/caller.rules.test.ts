import { get } from '@portreeve/contract/base/endpoint'
import { namesOf } from '@portreeve/contract/base/own'
import { permissions, readingScopes } from '@portreeve/contract/base/rights'
import { z } from '@portreeve/contract/base/zod'
import { expect, test } from 'vitest'
import { callerMay, type MachineCaller } from './caller.ts'
import type { Context } from './context.ts'
import { implement } from './implement.ts'
import { runReading } from './transact.ts'

const program: MachineCaller = {
  machine: { id: 'mk_1', name: 'Shop', maker: 'staff-admin', scopes: ['events.read'], owner: null },
  scope: 'events.read',
}

test('a program has the permissions of its scope, and none of an admin beside them', () => {
  const had = namesOf(permissions).filter((one) => callerMay(program, one))
  expect(had).toEqual(readingScopes['events.read'])
  expect(had).toEqual(['personal.read'])
})

test('a handler that a program may call has no staff member, so that it cannot ask for a role', async () => {
  const list = get('/v1/x', { may: 'audit.read', scope: 'events.read', about: 'Reads.', data: z.unknown() })
  const group = implement(
    'x',
    { list },
    {
      // @ts-expect-error a program may make the call, and is not staff
      list: async (_input, call) => call.staff?.role ?? 'no role',
    },
  )
  const [one] = group
  if (!one) throw new Error('There is no handler')
  const ctx = { database: {} } as Context
  const input = { params: {}, query: {}, body: undefined, expected: undefined }
  const { result } = await runReading({ ctx, ...one, request: { id: 'r' } }, program, input)
  expect(result).toBe('no role')
})

import { expect, test } from 'vitest'
import type { Endpoint } from './base/endpoint.ts'
import { z } from './base/zod.ts'
import { api } from './index.ts'

/** Its schema is that of the call that is proposed, which the server asks. */
const elsewhere = ['proposals.create body.body']

test('no call takes a NUL character, which PostgreSQL cannot store', () => {
  const taken = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { query, body }]) =>
      Object.entries({ query, body }).flatMap(([part, schema]) => {
        const fields = schema instanceof z.ZodObject ? schema.shape : {}
        return Object.entries<z.ZodType>(fields)
          .filter(([, field]) => [['a\0'], 'a\0'].some((value) => field.safeParse(value).success))
          .map(([field]) => `${group}.${name} ${part}.${field}`)
      }),
    ),
  )
  expect(taken).toEqual(elsewhere)
})

import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { may, type Permission, permissionNames, permissions } from '@portreeve/contract/base/rights'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { authorize } from '../../core/call/authorize.ts'
import { endpoints, inputOf } from '../../testing/catalogue-calls.ts'
import { rows } from '../../testing/catalogue-rows.ts'
import { pathOf, send, useServer } from '../../testing/harness.ts'

const s = useServer()
let authorization = ''
beforeAll(async () => {
  authorization = `Bearer ${await s.token('support')}`
  await s.query("insert into roles (name) values ('Generated')")
  await s.query("update staff set role = 'Generated' where uid = 'staff-support'")
})

const become = (held: readonly Permission[]) =>
  s.query("update roles set permissions = $1 where name = 'Generated'", [held])

test('200 generated roles: each call is allowed exactly as the role says', { timeout: 300_000 }, async () => {
  // Authorizing knows a call's permission alone.
  const needed = [...new Set(endpoints.map(([, endpoint]) => endpoint.may))]
  expect(needed.length).toBeGreaterThan(60)
  const subject = { uid: 'staff-support', signedInAt: Date.now() / 1000 }
  const refused = (wanted: Endpoint['may']) =>
    authorize(s.ctx, subject, wanted).then(
      () => false,
      (error: { code: string }) => error.code === 'forbidden',
    )
  await fc.assert(
    fc.asyncProperty(fc.subarray(permissionNames), async (held) => {
      await become(held)
      const answers = await Promise.all(needed.map(async (wanted) => [wanted, !(await refused(wanted))]))
      expect(answers).toEqual(needed.map((wanted) => [wanted, may({ permissions: held }, wanted)]))
    }),
    { numRuns: 200 },
  )
})

/** Generated sets of permissions. Each is asked with its complement, so that each call is allowed and refused equally often. */
const pairs = 20

test(`${2 * pairs} generated roles × every call over HTTP: refused exactly as the role says`, {
  timeout: 600_000,
}, async () => {
  const seen = { allowed: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.subarray(permissionNames), async (some) => {
      const others = permissionNames.filter((one) => !some.includes(one))
      for (const held of [some, others]) {
        await become(held)
        const wrong = []
        for (const [name, endpoint] of endpoints) {
          const input = inputOf(endpoint, rows[name])
          const { body } = await send(
            s.server,
            endpoint.method,
            pathOf(endpoint, input as object),
            input.body,
            {
              authorization,
            },
          )
          const wanted = endpoint.may
          // A handler may ask for a further permission, in other words: of the kind of record, or of what the body gives.
          const isRefused =
            wanted !== 'staff' &&
            body.code === 'forbidden' &&
            body.error_message === `Your role, Generated, may not ${permissions[wanted].words}.`
          if (isRefused === may({ permissions: held }, wanted) || isDown.has(body.code ?? ''))
            wrong.push([name, body.code, body.error_message])
          seen[isRefused ? 'refused' : 'allowed'] += 1
        }
        expect(wrong).toEqual([])
      }
    }),
    { numRuns: pairs },
  )
  // Calls of all staff are never refused.
  const named = endpoints.filter(([, { may: wanted }]) => wanted !== 'staff').length
  expect(seen).toEqual({ refused: named * pairs, allowed: (2 * endpoints.length - named) * pairs })
})

/** Answers that would hide whether a call is allowed. */
const isDown = new Set(['signed_out', 'not_staff', 'too_many', 'internal', 'unavailable'])

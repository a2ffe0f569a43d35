import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { may, permissionNames } from '@portreeve/contract/base/rights'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorize } from '../../core/call/authorize.ts'
import { useServer } from '../../testing/harness.ts'

const s = useServer()

test('200 generated roles: each call is allowed exactly as the role says', { timeout: 300_000 }, async () => {
  const calls = Object.values(api as unknown as Record<string, Record<string, Endpoint>>).flatMap((group) =>
    Object.values(group),
  )
  // Authorizing knows a call's permission alone.
  const needed = [...new Set(calls.map((endpoint) => endpoint.may))]
  expect(needed.length).toBeGreaterThan(60)
  await s.token('support')
  await s.query("insert into roles (name) values ('Generated')")
  await s.query("update staff set role = 'Generated' where uid = 'staff-support'")
  const subject = { uid: 'staff-support', signedInAt: Date.now() / 1000 }
  const refused = (wanted: Endpoint['may']) =>
    authorize(s.ctx, subject, wanted).then(
      () => false,
      (error: { code: string }) => error.code === 'forbidden',
    )
  await fc.assert(
    fc.asyncProperty(fc.subarray(permissionNames), async (permissions) => {
      await s.query("update roles set permissions = $1 where name = 'Generated'", [permissions])
      const wrong = []
      for (const wanted of needed)
        if ((await refused(wanted)) === may({ permissions }, wanted)) wrong.push(wanted)
      expect(wrong).toEqual([])
    }),
    { numRuns: 200 },
  )
})

import { type Role, rightsOf } from '@portreeve/contract/base/rights'
import type { Me } from '@portreeve/contract/staff/staff'
import { afterEach, expect, test, vi } from 'vitest'
import { demand, demandFresh } from './rights.ts'

afterEach(() => void vi.useRealTimers())

const refusalOf = (work: () => void) => {
  try {
    work()
    return undefined
  } catch (error) {
    const { code, title, message } = error as { code: string; title: string; message: string }
    return { code, title, message }
  }
}
const as = (role: Role) => rightsOf(role) as unknown as Me

test('a role without a permission is refused with the words of both', () => {
  expect(refusalOf(() => demand(as('support'), 'money.refund'))).toEqual({
    code: 'forbidden',
    title: 'Not allowed',
    message: 'Your role, support, may not refund a buyer.',
  })
  for (const role of ['finance', 'admin'] as const)
    expect(refusalOf(() => demand(as(role), 'money.refund'))).toBeUndefined()
  expect(refusalOf(() => demand(as('support'), 'staff'))).toBeUndefined()
})

test('only a permission that requires it asks for a fresh password', () => {
  expect(refusalOf(() => demandFresh('users.delete', { uid: 'ada', session: 's' }, false))).toBeUndefined()
  expect(refusalOf(() => demandFresh('staff.manage', { uid: 'ada', session: 's' }, true))).toBeUndefined()
  expect(refusalOf(() => demandFresh('staff.manage', { uid: 'ada', session: 's' }, false))).toEqual({
    code: 'password_needed',
    title: 'Type your password again',
    message: 'This needs your password, typed within the last 10 minutes.',
  })
})

test('a token of an outside provider is fresh for ten minutes after the sign-in, and never without its time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
  const fresh = (signedInAt?: number) =>
    refusalOf(() =>
      demandFresh('staff.manage', { uid: 'ada', ...(signedInAt === undefined ? {} : { signedInAt }) }, true),
    )
  expect(fresh(1_000_000_000 - 599)).toBeUndefined()
  const refused = {
    code: 'password_needed',
    title: 'Type your password again',
    message: 'Sign out and in again: this needs a sign-in within the last 10 minutes.',
  }
  expect(fresh(1_000_000_000 - 600)).toEqual(refused)
  expect(fresh()).toEqual(refused)
})

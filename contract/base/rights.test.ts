import { expect, test } from 'vitest'
import { may, needsFreshPassword, type Permission, permissions, roles } from './rights.ts'

const all = Object.keys(permissions) as Permission[]

test('an admin has every permission, another role those that name it, and each staff member what needs none', () => {
  for (const role of roles) {
    expect(may(role, 'staff')).toBe(true)
    for (const permission of all)
      expect([role, permission, may(role, permission)]).toEqual([
        role,
        permission,
        role === 'admin' || (permissions[permission].to as readonly string[]).includes(role),
      ])
  }
  expect([may('support', 'money.refund'), may('finance', 'money.refund')]).toEqual([false, true])
  expect([may('moderator', 'staff.manage'), may('moderator', 'users.delete')]).toEqual([false, false])
})

test('only what gives staff or programs access requires a fresh password', () => {
  expect(all.filter(needsFreshPassword)).toEqual([
    'staff.manage',
    'signIn.change',
    'webhooks.secrets',
    'machineKeys.manage',
  ])
  expect(needsFreshPassword('staff')).toBe(false)
})

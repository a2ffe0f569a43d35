import { expect, test } from 'vitest'
import { may, needsFreshPassword, type Permission, permissions, rightsOf, roles } from './rights.ts'

const all = Object.keys(permissions) as Permission[]

test('an admin has every permission, another role those that name it, and each staff member what needs none', () => {
  for (const role of roles) {
    expect(may(rightsOf(role), 'staff')).toBe(true)
    for (const permission of all)
      expect([role, permission, may(rightsOf(role), permission)]).toEqual([
        role,
        permission,
        role === 'admin' || (permissions[permission].to as readonly string[]).includes(role),
      ])
  }
  expect([may(rightsOf('support'), 'money.refund'), may(rightsOf('finance'), 'money.refund')]).toEqual([
    false,
    true,
  ])
  expect([may(rightsOf('moderator'), 'staff.manage'), may(rightsOf('moderator'), 'users.delete')]).toEqual([
    false,
    false,
  ])
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

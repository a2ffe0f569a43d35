import { namesOf } from '@portreeve/contract/base/own'
import { permissions, rightsOf, roles } from '@portreeve/contract/base/rights'
import { expect, test } from 'vitest'

/** Each built-in role with its permissions, as the database has it from each start on. */
const written = `-- The built-in roles (contract/base/rights.ts). built-in.test.ts writes this file.
insert into roles (name, built_in, permissions) values
${roles.map((role) => `('${role}', true, '{${rightsOf(role).permissions.join(',')}}')`).join(',\n')}
on conflict (name) do update set permissions = excluded.permissions, version = roles.version + 1
  where roles.permissions <> excluded.permissions;
`

test('the database gets the permissions of the built-in roles from the contract', async () => {
  await expect(written).toMatchFileSnapshot('../program/built-in-roles.sql')
  expect(rightsOf('admin').permissions).toEqual(namesOf(permissions))
})

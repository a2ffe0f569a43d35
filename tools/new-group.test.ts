import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { permissions, roles } from '../contract/base/rights.ts'
import { api } from '../contract/index.ts'
import { codeFiles, filesBelow, isTest } from './sources.ts'

// What a new group of calls needs in the console and its browser tests. Each test names the exceptions.
const root = new URL('..', import.meta.url).pathname
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const textOf = (files: string[]) => files.map(read).join('\n')

/** Calls for programs: the console offers no control. */
const notInConsole = [
  ...['emailTemplates.removeVariable', 'proposals.create', 'listings.shown', 'events.file', 'events.list'],
  'machineKeys.own',
]

test('the console makes every call of the contract', () => {
  const code = textOf(filesBelow(root, 'console', /\.tsx?$/).filter((file) => !isTest(file)))
  const calls = Object.entries(api).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  )
  expect(calls.filter((name) => !code.includes(`api.${name}`))).toEqual(notInConsole)
})

/** Where the console and its build begin. */
const entries = /^console\/(main\.tsx|no-schemas\.ts|test-setup\.ts|\w+\.config\.ts)$/

test('every file of the console is imported by another one', () => {
  const files = codeFiles(root).filter((file) => file.startsWith('console/'))
  const imported = new Set(
    files.flatMap((file) =>
      [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
        join(file, '..', target),
      ),
    ),
  )
  expect(files.filter((file) => !isTest(file) && !entries.test(file) && !imported.has(file))).toEqual([])
})

/** Permissions that the browser test of one screen checks; null: the roles without it do not see the control's page either. */
const elsewhere: Record<string, string | null> = {
  'policies.write': 'listings/policies/policies',
  'valueLists.write': 'people/value-lists/value-lists',
  'appeals.decide': 'desk/appeals/appeals',
  'users.export': 'people/user-detail/roles',
  'users.erase': 'people/user-detail/roles',
  'personal.read': 'people/user-detail/roles',
  'personal.reveal': 'people/user-detail/roles',
  'posts.delete': 'across/read-only',
  'money.approve': 'money/transactions/approvals',
  'devices.verify': 'people/user-detail/roles',
  'verification.read': 'people/user-detail/roles',
  'verification.delete': null,
  'macros.read': null,
  'macros.write': null,
  'macros.delete': null,
  'rules.read': 'desk/rules/rules',
  'rules.write': 'desk/rules/rules',
  'webhooks.secrets': null,
  'audit.read': 'staff/audit/audit',
  'audit.export': null,
  'work.lead': 'desk/desk/desk',
  'decisions.check': null,
  'ingest.settle': 'marketplace/webhook-endpoints/differences',
  'machineKeys.manage': null,
  'extensions.manage': 'marketplace/extensions/fields',
}

test('a browser test checks every permission that some role lacks', () => {
  const limited = Object.entries(permissions).filter(([, { to }]) => to.length < roles.length - 1)
  const checks = read('e2e/across/rights.spec.ts')
  const others = limited.map(([name]) => name).filter((name) => !checks.includes(`'${name}'`))
  expect(others).toEqual(Object.keys(elsewhere))
  for (const spec of Object.values(elsewhere))
    if (spec) expect(read(`e2e/${spec}.spec.ts`)).toMatch(/may not|role: '(support|moderator)'/)
})

test('axe checks every page', () => {
  const routes = textOf(['console/routes.tsx', 'console/staff-routes.tsx'])
  const pages = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
  expect(pages.length).toBeGreaterThan(14)
  const specs = textOf(filesBelow(root, 'e2e', /\.ts$/).filter((file) => /[Aa]xe/.test(read(file))))
  expect(pages.filter((path) => !specs.includes(path.replace(/\$.*/, '')))).toEqual([])
})

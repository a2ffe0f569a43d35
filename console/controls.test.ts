import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api } from '@portreeve/contract'
import { deskKinds } from '@portreeve/contract/base/case-kinds'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { may, permissionNames } from '@portreeve/contract/base/rights'
import { bulkActions, bulkPermission } from '@portreeve/contract/desk/bulk'
import { approvalRights } from '@portreeve/contract/money/approvals'
import { timelineKinds } from '@portreeve/contract/staff/timeline'
import type { AnyRoute } from '@tanstack/react-router'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { whyNotOf } from './data/rights.ts'
import { nameOf } from './desk/palette/letters.ts'
import { pagesOf } from './desk/palette/places.ts'
import { createConsoleRouter } from './router.tsx'

// A role is any set of permissions. A control names the permission of its call; these tests read the sources, and compare both.

const root = import.meta.dirname
const textOf = (path: string) => readFileSync(path, 'utf8')
const filesBelow = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => name.test(file) && !/\.test\.tsx?$|harness|node_modules|^dist\//.test(file),
  )

/** The permissions that a control reads from a table of the contract, by the table's name. */
const tables: Readonly<Record<string, readonly string[]>> = {
  deskKinds: Object.values(deskKinds),
  approvalRights: Object.values(approvalRights),
  timelineKinds: Object.values(timelineKinds),
  bulkPermission: (Object.keys(bulkActions) as (keyof typeof bulkActions)[]).map(bulkPermission),
}

interface Source {
  /** The calls that it names. */
  readonly calls: Map<string, Endpoint>
  /** The permissions that it names, and those of them that decide whether something is offered. */
  readonly named: Set<string>
  readonly decides: Set<string>
  readonly imports: Set<string>
}

type Node = { readonly type: string } & Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const named = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression' && node.computed !== true)
    return `${named(node.object)}.${named(node.property)}`
  return node.type === 'Identifier' || node.type === 'JSXIdentifier' ? String(node.name) : ''
}
const known: readonly string[] = permissionNames
const literals = (node: unknown): string[] => {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return known.includes(String(node.value)) ? [String(node.value)] : []
  if (node.type === 'ConditionalExpression')
    return [...literals(node.consequent), ...literals(node.alternate)]
  return node.type === 'JSXExpressionContainer' ? literals(node.expression) : []
}
const endpointOf = (name: string): Endpoint | undefined => {
  const [, group = '', call = ''] = /^api\.(\w+)\.(\w+)$/.exec(name) ?? []
  return (api as Record<string, Record<string, Endpoint>>)[group]?.[call]
}

function read(file: string): Source {
  const source: Source = { calls: new Map(), named: new Set(), decides: new Set(), imports: new Set() }
  const note = (into: Set<string>, found: readonly string[]) => {
    for (const one of found) into.add(one)
  }
  const importOf = (from: unknown) => {
    const to = isNode(from) && from.type === 'Literal' ? String(from.value) : ''
    if (to.startsWith('.')) source.imports.add(join(dirname(file), to))
  }
  const visit = (node: Node, above: Node | null) => {
    const name = named(node)
    const call = endpointOf(name)
    // What is in flight, and what is fetched again, is offered by no control.
    const isShown = named(above?.callee) === 'usePending' || above?.type === 'ArrayExpression'
    if (call && !isShown) source.calls.set(name, call)
    if (Object.hasOwn(tables, name)) note(source.named, tables[name] ?? [])
    note(source.named, node.type === 'Literal' ? literals(node) : [])
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type') importOf(node.source)
    if (node.type === 'ImportExpression') importOf(node.source)
    if (node.type === 'JSXAttribute' && named(node.name) === 'may') note(source.decides, literals(node.value))
    if (node.type === 'Property' && named(node.key) === 'may') note(source.decides, literals(node.value))
    if (node.type === 'CallExpression' && /^(useWhyNot|useMay|may)$/.test(named(node.callee)))
      note(source.decides, (node.arguments as unknown[]).flatMap(literals))
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node)
  }
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  visit(parseAst(textOf(join(root, file)), { lang }, file) as unknown as Node, null)
  return source
}

const sources = new Map(filesBelow(root, /\.tsx?$/).map((file) => [file, read(file)]))
const above = new Map<string, string[]>()
for (const [file, { imports }] of sources)
  for (const one of imports) above.set(one, [...(above.get(one) ?? []), file])
const importers = (file: string) => above.get(file) ?? []

/** A file with what it imports. @param within whether to go on into an import */
function below(file: string, within: (file: string) => boolean, seen = new Set<string>()): Set<string> {
  seen.add(file)
  for (const one of sources.get(file)?.imports ?? [])
    if (!seen.has(one) && within(one)) below(one, within, seen)
  return seen
}

/** The files whose controls are beside those of a file: its folder's, and what it imports itself. A list of routes has none. */
function partsOf(file: string): string[] {
  const folder = dirname(file)
  if (folder === '.') return [file]
  return [...below(file, (one) => dirname(one) === folder), ...(sources.get(file)?.imports ?? [])]
}

/** A way from a file up to the first page on which no part names the permission; null where there is none. */
function wayAround(file: string, permission: string, seen = new Set<string>()): string[] | null {
  if (seen.has(file) || partsOf(file).some((part) => sources.get(part)?.named.has(permission))) return null
  seen.add(file)
  if (importers(file).length === 0) return [file]
  for (const one of importers(file)) {
    const way = wayAround(one, permission, seen)
    if (way) return [...way, file]
  }
  return null
}

/** Calls that no permission of their own guards, and why. */
const unguarded: Readonly<Record<string, string>> = {
  'money/transactions/ApprovalRequests.tsx api.approvals.withdraw':
    'offered to the person who asked alone, on pages that read transactions',
  'conversations/conversations/useOutbox.ts api.inbox.answer':
    'of the team inbox alone, whose pane is guarded',
}
/** Permissions that decide nothing, and why. */
const data: Readonly<Record<string, string>> = {
  'marketplace/extensions/DeclareDialog.tsx users.read': 'the first choice of a field',
}

it('each way to a changing call asks for its permission: no control is offered whose call is refused', () => {
  const calls = [...sources].flatMap(([file, source]) =>
    [...source.calls].map(([name, endpoint]) => ({ is: `${file} ${name}`, file, endpoint })),
  )
  const changing = calls.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.may !== 'staff')
  expect(changing.length).toBeGreaterThan(150)
  const around = changing.flatMap(({ is, file, endpoint }) => {
    const way = wayAround(file, endpoint.may)
    return way ? [{ is, needs: endpoint.may, way: way.join(' > ') }] : []
  })
  expect(around.filter(({ is }) => !Object.hasOwn(unguarded, is))).toEqual([])
  expect(Object.keys(unguarded).filter((is) => !around.some((one) => one.is === is))).toEqual([])
})

it('no control is hidden whose call is allowed: a permission that decides is one of a call, or one that a handler asks', () => {
  const server = join(root, '..', 'server')
  const handlers = filesBelow(server, /\.ts$/).flatMap((file) => [
    ...textOf(join(server, file)).matchAll(/(?:may|demand|holds)\w*\([^()]*'(\w+\.\w+)'/g),
  ])
  const asked = new Set([...handlers.map(([, one]) => one), ...(tables.bulkPermission ?? [])])
  const callsOf = (file: string) => [...(sources.get(file)?.calls.values() ?? [])]
  const idle = [...sources].flatMap(([file, { decides }]) => {
    const odd = [...decides].filter((one) => !asked.has(one) && !Object.hasOwn(data, `${file} ${one}`))
    if (odd.length === 0) return []
    const seen = new Set<string>()
    for (const one of [file, ...importers(file), ...importers(file).flatMap(importers)])
      below(one, () => true, seen)
    const needed: string[] = [...seen].flatMap(callsOf).map((call) => call.may)
    return odd.filter((one) => !needed.includes(one)).map((one) => `${file} ${one}`)
  })
  expect(idle).toEqual([])
})

/** Sets of permissions, each the same in every run. */
const generated = Array.from({ length: 200 }, (_, n) => {
  let state = n + 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const share = next()
  return { role: 'Generated', permissions: permissionNames.filter(() => next() < share) }
})

it('200 generated roles: a control is open exactly as the role says, for each call', () => {
  const endpoints = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[])
  const wrong = generated.flatMap((me) =>
    endpoints.filter((endpoint) => (whyNotOf(me, endpoint.may) === null) !== may(me, endpoint.may)),
  )
  expect(wrong).toEqual([])
})

it('200 generated roles: the palette leads to the pages that the role opens, and to no page below another', () => {
  const routes: AnyRoute[] = Object.values(createConsoleRouter().routesById)
  const names = new Set(routes.map(({ options }) => nameOf(options.staticData)))
  const needs = [...names].flatMap((name) => {
    const first = routes.find(({ options }) => nameOf(options.staticData) === name)
    const permissions = first?.options.staticData?.mayAny
    return name && permissions ? [{ name, permissions }] : []
  })
  expect(needs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Audit log', 'Developers', 'Staff', 'Roles']),
  )
  const wrong = generated.flatMap((me) => {
    const offered = pagesOf(routes, me).map(({ title }) => title)
    return needs.filter(
      ({ name, permissions }) => offered.includes(name) !== permissions.some((one) => may(me, one)),
    )
  })
  expect(wrong).toEqual([])
  // One of the page's parts is enough.
  expect(
    pagesOf(routes, { role: 'keys', permissions: ['machineKeys.read'] }).map(({ title }) => title),
  ).toContain('Developers')
})

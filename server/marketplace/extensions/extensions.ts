import { may } from '@portreeve/contract/base/rights'
import type { ActionInput, Extension, ExtensionKind } from '@portreeve/contract/marketplace/extensions'
import { extensions as contract, extensionKinds } from '@portreeve/contract/marketplace/extensions'
import { timelineKinds } from '@portreeve/contract/staff/timeline'
import { asc, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { demand } from '../../core/call/rights.ts'
import { refuseIfMoved } from '../../core/call/versions.ts'
import type { Db } from '../../core/database/db.ts'
import { begin } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { places } from '../../staff/notes.ts'
import { addDeclared, checked, findDeclared, isOne, newSecret, originOf } from './declarations.ts'
import { extensions as table } from './extension-tables.ts'
import { signPanel } from './panel-keys.ts'

type Row = typeof table.$inferSelect

const shown = ({ declared, version, changed_at, changed_by }: Row): Extension => ({
  ...declared,
  ...{ version, changed_at, changed_by },
})

const authorOf = ({ staff }: Pick<Call, 'staff'>) => staff.displayName ?? staff.email

/** The row of a panel or an action, locked. */
async function lockDeclared(db: Db, type: string, name: string): Promise<Row> {
  if (type !== 'panel' && type !== 'action')
    refuse('not_found', 'No such extension', 'An extension is a panel or an action.')
  const [row] = await db.select().from(table).where(isOne(type, name)).for('update')
  return row ?? refuse('not_found', 'No such extension', `There is no ${type} of this name any more.`)
}

/** The kind in a path. Refuses with not_found another one. */
const kindOf = (kind: string): ExtensionKind =>
  extensionKinds.find((one) => one === kind) ??
  refuse('not_found', 'No such records', 'Panels and actions are on people, listings and transactions.')

/** A record as an app learns of it. Refuses with not_found. */
async function recordOf(db: Db, kind: ExtensionKind, id: string) {
  const { table: records, is, words } = places[kind]
  const [row] = await db.select({ version: sql<number>`version` }).from(records).where(is(id))
  if (!row) refuse('not_found', `No such ${words}`, `There is no such ${words}, or it was deleted.`)
  return { kind, id, version: row.version }
}

/** What is declared for a kind of record, if the caller may see both. Refuses otherwise. */
async function declaredFor<T extends 'panel' | 'action'>(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  type: T,
  { name, kind: typed }: { name: string; kind: string },
) {
  const kind = kindOf(typed)
  demand(staff, timelineKinds[kind])
  const { declared } = await findDeclared(db, type, name)
  demand(staff, declared.may)
  if (!declared.on.includes(kind))
    refuse('not_found', 'Not on such records', `This ${type} is not declared for such records.`)
  return { kind, declared }
}

const fits: Readonly<Record<ActionInput['type'], (value: unknown, input: ActionInput) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  yes_no: (value) => typeof value === 'boolean',
  choice: (value, { choices = [] }) => choices.includes(String(value)),
}

/** Refuses with malformed values that are not those of the declaration. */
function checkInputs(inputs: readonly ActionInput[], sent: Readonly<Record<string, unknown>>) {
  const wrong = (words: string) => refuse('malformed', 'Not sent', words)
  for (const name of Object.keys(sent))
    if (!inputs.some((input) => input.name === name)) wrong(`'${name}' is no input of this action.`)
  for (const input of inputs) {
    const value = Object.hasOwn(sent, input.name) ? sent[input.name] : undefined
    if (value === undefined || value === '') {
      if (input.required) wrong(`${input.words}: this is required.`)
    } else if (!fits[input.type](value, input)) wrong(`${input.words}: this value does not fit.`)
  }
}

export const extensions = implement('extensions', contract, {
  list: async (_input, { db }) =>
    (await db.select().from(table).orderBy(asc(table.type), asc(table.name))).map(shown),

  offered: async ({ params }, { db, staff }) => {
    const kind = kindOf(params.kind)
    demand(staff, timelineKinds[kind])
    const rows = await db.select({ declared: table.declared }).from(table).orderBy(asc(table.name))
    const own = rows
      .map(({ declared }) => declared)
      .filter((one) => one.on.includes(kind) && may(staff, one.may))
    return {
      panels: own.flatMap((one) =>
        one.type === 'panel' ? [{ name: one.name, title: one.title, origin: originOf(one.url) }] : [],
      ),
      actions: own.flatMap((one) => {
        if (one.type !== 'action') return []
        const { name, title, inputs, confirm } = one
        return [{ name, title, inputs, confirm }]
      }),
    }
  },

  create: async ({ body }, call) => {
    const declared = checked(call.ctx.webhooks, body)
    const secret = await addDeclared(call.db, call.ctx.settings, declared, authorOf(call))
    call.did(declared.name, { before: null, after: declared })
    const [row] = await call.db.select().from(table).where(isOne(declared.type, declared.name))
    if (!row) throw new Error('The extension was not written')
    return { extension: shown(row), secret }
  },

  update: async ({ body }, call) => {
    const declared = checked(call.ctx.webhooks, body)
    const row = await lockDeclared(call.db, declared.type, declared.name)
    refuseIfMoved(call, row, `this ${row.type}`)
    const [now] = await call.db
      .update(table)
      .set({
        ...{ declared, version: row.version + 1 },
        ...{ changed_at: new Date().toISOString(), changed_by: authorOf(call) },
      })
      .where(isOne(row.type, row.name))
      .returning()
    call.did(row.name, { before: row.declared, after: declared })
    return shown(now ?? row)
  },

  remove: async ({ params }, call) => {
    const row = await lockDeclared(call.db, params.type, params.name)
    await call.db.delete(table).where(isOne(row.type, row.name))
    call.did(row.name, { before: row.declared, after: null })
    return null
  },

  rotate: async ({ params }, call) => {
    const { name } = await lockDeclared(call.db, 'action', params.name)
    const { secret, sealed } = newSecret(call.ctx.settings, name)
    await call.db.update(table).set({ secret: sealed }).where(isOne('action', name))
    call.did(name, { after: { secret: 'rotated' } })
    return { secret }
  },

  panel: async ({ params }, call) => {
    const { kind, declared } = await declaredFor(call, 'panel', params)
    const { settings } = call.ctx
    const token = await signPanel(settings, originOf(declared.url), {
      panel: declared.name,
      record: await recordOf(call.db, kind, params.id),
      ...(declared.tells_caller && { caller: { uid: call.staff.uid } }),
    })
    const url = new URL(declared.url)
    url.searchParams.set('portreeve', token)
    return { url: url.href }
  },

  act: async ({ params, body }, call) => {
    const { kind, declared } = await declaredFor(call, 'action', params)
    checkInputs(declared.inputs, body.inputs)
    const record = await recordOf(call.db, kind, params.id)
    refuseIfMoved(call, record, 'this record')
    const { name } = declared
    const later = await begin(call.db, {
      ...{ kind: 'extensions.act', subject_kind: kind, subject_id: params.id, started_by: call.staff.uid },
      details: { action: name, version: record.version, inputs: JSON.stringify(body.inputs) },
    })
    call.did([kind, params.id], { after: { action: name, version: record.version, inputs: body.inputs } })
    return later
  },
})

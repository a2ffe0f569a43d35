import {
  emailTemplates as contract,
  EmailVariable,
  sameParts,
  type TemplateParts,
} from '@portreeve/contract/conversations/email-templates'
import { fill, unfilled, variablesIn } from '@portreeve/contract/conversations/variables'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { TemplateRefused } from '../adapters/email-templates.ts'
import type { Call } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { begin } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { staff } from '../db/system-tables.ts'
import { refuseChanged } from '../staff/last-change.ts'
import { beginChange } from './email-template-operations.ts'
import { ownTemplates } from './own-templates.ts'
import { emailVariables, emailTemplateVersions as versions } from './template-tables.ts'
import {
  callTemplates,
  expectNothingPending,
  expectVersion,
  getTemplate,
  keepVersion,
  lastVersion,
  notice,
  partsOf,
  refuseMissing,
  versionOf,
} from './template-versions.ts'

const maxVersions = 200

const done = (version: number) => ({ state: 'done' as const, version })

/** The current template of a changing call, with its version; locked until the call ends. */
async function current(call: Call, name: string): Promise<{ before: TemplateParts; base: number }> {
  const { db, ctx } = call
  if (ctx.templates) {
    // The provider is queried when the change is sent; until then its last known text counts.
    const last = await lastVersion(db, name, true)
    await expectNothingPending(db, name)
    await expectVersion(db, name, call.expected, last?.version)
    return { before: last ?? { SubjectPart: null, TextPart: null, HtmlPart: null }, base: last?.version ?? 0 }
  }
  const before = await ownTemplates(db).read(name)
  if (!before) return refuseMissing()
  const base = await notice(db, name, before, (await lastVersion(db, name))?.version ?? 0)
  await expectVersion(db, name, call.expected, base)
  return { before, base: base ?? 0 }
}

/** The variable of a call, locked, if it has the version that the caller saw. */
async function lockVariable(call: Call, name: string) {
  const [row] = await call.db.select().from(emailVariables).where(eq(emailVariables.name, name)).for('update')
  if (call.expected !== undefined && call.expected !== row?.version)
    await refuseChanged(
      call.db,
      ['email_variable', name],
      'Changed meanwhile',
      `The variable ${name} has changed since you opened this page.`,
    )
  return row
}

export const emailTemplates = implement('emailTemplates', contract, {
  list: async (_input, { db, ctx }) => ({
    TemplatesMetadata: await callTemplates(() => (ctx.templates ?? ownTemplates(db)).list()),
  }),

  get: async ({ params }, { ctx }) => ({ Template: await getTemplate(ctx, params.id) }),

  create: async ({ body }, call) => {
    const { TemplateName: name, ...parts } = body
    // D-106: its page would be the one for a new template.
    if (name === 'new') refuse('refused', 'Not this name', "A template cannot be called 'new'.")
    if (call.ctx.templates) {
      call.did(name, { after: parts }, { live: null })
      const last = await lastVersion(call.db, name, true)
      await expectNothingPending(call.db, name)
      return beginChange(call.db, 'create', name, parts, { base: last?.version ?? 0, by: call.staff.uid })
    }
    try {
      await ownTemplates(call.db).create(name, parts)
    } catch (error) {
      if (error instanceof TemplateRefused) refuse('conflict', 'Name taken', error.message)
      throw error
    }
    call.did(name, { after: parts })
    return done(await keepVersion(call.db, name, parts, call.staff.uid))
  },

  update: async ({ params, body }, call) => {
    const { TemplateName: name, ...parts } = body
    if (name !== params.id)
      refuse('refused', 'Another template', 'The body names another template than the address.')
    const { before, base } = await current(call, name)
    // The provider's answer is published later. A save without a change makes no version.
    const isSaved = !call.ctx.templates && !sameParts(before, parts)
    call.did(name, { before: partsOf(before), after: parts }, isSaved ? {} : { live: null })
    if (call.ctx.templates) return beginChange(call.db, 'save', name, parts, { base, by: call.staff.uid })
    if (!isSaved) return done(base)
    await ownTemplates(call.db).replace(name, parts)
    return done(await keepVersion(call.db, name, parts, call.staff.uid))
  },

  remove: async ({ params }, call) => {
    const { before, base } = await current(call, params.id)
    call.did(params.id, { before: partsOf(before), after: null }, call.ctx.templates ? { live: null } : {})
    if (call.ctx.templates)
      return beginChange(call.db, 'remove', params.id, partsOf(before), { base, by: call.staff.uid })
    await ownTemplates(call.db).remove(params.id)
    return { state: 'done' as const }
  },

  versions: async ({ params }, { db, ctx, more }) => {
    await getTemplate(ctx, params.id)
    const rows = await db
      .select({
        version: versions.version,
        saved_at: versions.saved_at,
        saved_by: sql<string | null>`coalesce(${staff.displayName}, ${staff.email}, ${versions.saved_by})`,
      })
      .from(versions)
      .leftJoin(staff, eq(staff.uid, versions.saved_by))
      .where(eq(versions.TemplateName, params.id))
      .orderBy(desc(versions.version))
      .limit(maxVersions + 1)
    if (rows.length > maxVersions) more()
    return rows.slice(0, maxVersions)
  },

  version: async ({ params }, { db }) => {
    const number = /^\d{1,9}$/.test(params.version) ? Number(params.version) : 0
    const row = await versionOf(db, params.id, number)
    if (!row) refuse('not_found', 'No such version', 'There is no such version of this template.')
    return { TemplateName: row.TemplateName, ...partsOf(row), version: row.version }
  },

  sendTest: async ({ body }, call) => {
    const { TemplateName: name, values, SubjectPart, TextPart, HtmlPart } = body
    const missing = unfilled(values, SubjectPart, TextPart, HtmlPart)
    if (missing.length > 0)
      refuse(
        'refused',
        'Not filled in',
        `No value is given for ${missing.map((one) => `{{${one}}}`).join(', ')}: such a mail is never delivered.`,
      )
    if (!TextPart && !HtmlPart)
      refuse('refused', 'Nothing to send', 'This template has neither text nor HTML yet.')
    const filled = (part: string | null) => (part === null ? null : fill(part, values))
    const variables = variablesIn(SubjectPart, TextPart, HtmlPart).length
    call.did(name, { after: { test_to: call.staff.email, variables } })
    return begin(call.db, {
      kind: 'email_template.test',
      subject_kind: 'email_template',
      subject_id: name,
      details: {
        to: call.staff.email,
        SubjectPart: filled(SubjectPart),
        TextPart: filled(TextPart),
        HtmlPart: filled(HtmlPart),
      },
    })
  },

  variables: (_input, { db }) => db.select().from(emailVariables).orderBy(asc(emailVariables.name)),

  saveVariable: async ({ params, body }, call) => {
    const { success, data: name } = EmailVariable.shape.name.safeParse(params.name)
    if (!success)
      refuse('refused', 'No name', 'A variable is named by letters, digits, dots, dashes and underscores.')
    const before = await lockVariable(call, name)
    const [row] = await call.db
      .insert(emailVariables)
      .values({ name, sample: body.sample })
      .onConflictDoUpdate({
        target: emailVariables.name,
        set: { sample: body.sample, version: sql`${emailVariables.version} + 1` },
      })
      .returning()
    if (!row) throw new Error('The variable was not written')
    call.did(name, { ...(before && { before: { sample: before.sample } }), after: { sample: body.sample } })
    return row
  },

  removeVariable: async ({ params }, call) => {
    const row = await lockVariable(call, params.name)
    if (!row) refuse('not_found', 'No such variable', 'There is no such variable, or it was removed before.')
    await call.db.delete(emailVariables).where(eq(emailVariables.name, row.name))
    call.did(row.name, { before: { sample: row.sample }, after: null })
    return null
  },
})

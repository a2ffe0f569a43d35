import { sameParts, type TemplateParts } from '@portreeve/contract/conversations/email-templates'
import { TemplateRefused } from '../adapters/email-templates.ts'
import type { Context, Operation, OperationKind, OperationKinds } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { publish } from '../core/live/live.ts'
import { begin, type Later, VendorRefusal } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { sendMail } from '../staff/send-mail.ts'
import { keepVersion, outside, versionOf } from './template-versions.ts'

type Action = 'create' | 'save' | 'remove'

const movedOutside =
  'This template was changed at the mail provider since you opened it. Nothing was overwritten.'
const taken = 'There is a template of this name already.'

/** Queues a change of a template at the mail provider. @param base the version that the change was made on */
export const beginChange = (
  db: Db,
  action: Action,
  name: string,
  parts: TemplateParts,
  { base, by }: { base: number; by: string },
): Promise<Later> =>
  begin(db, {
    kind: `email_template.${action}`,
    subject_kind: 'email_template',
    subject_id: name,
    details: { ...parts, base, by },
  })

const partsIn = ({ details }: Operation): TemplateParts => ({
  SubjectPart: textOf(details.SubjectPart),
  TextPart: textOf(details.TextPart),
  HtmlPart: textOf(details.HtmlPart),
})
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The provider's current text; refuses when it is neither the base of the change nor its result. */
async function standing(operation: Operation, ctx: Context): Promise<TemplateParts | undefined> {
  const name = operation.subject_id
  const now = await outside(ctx).read(name)
  if (!now || sameParts(now, partsIn(operation))) return now
  const base = await versionOf(ctx.database.db, name, Number(operation.details.base))
  if (base && !sameParts(base, now)) throw new VendorRefusal(movedOutside)
  return now
}

const steps: Record<Action, (operation: Operation, ctx: Context) => Promise<void>> = {
  create: async (operation, ctx) => {
    const now = await outside(ctx).read(operation.subject_id)
    // An earlier attempt may have made it.
    if (now && !sameParts(now, partsIn(operation))) throw new VendorRefusal(taken)
    if (!now) await outside(ctx).create(operation.subject_id, partsIn(operation))
  },
  save: async (operation, ctx) => {
    const now = await standing(operation, ctx)
    if (!now) throw new VendorRefusal('This template was deleted at the mail provider.')
    if (!sameParts(now, partsIn(operation)))
      await outside(ctx).replace(operation.subject_id, partsIn(operation))
  },
  remove: async (operation, ctx) => {
    if (await standing(operation, ctx)) await outside(ctx).remove(operation.subject_id)
  },
}

const changing = (action: Action): OperationKind => ({
  run: async (operation, ctx) => {
    try {
      await steps[action](operation, ctx)
    } catch (error) {
      throw error instanceof TemplateRefused ? new VendorRefusal(error.message) : error
    }
    return { reference: operation.subject_id }
  },
  settled: async (operation, db) => {
    const { subject_id: name, details } = operation
    if (action !== 'remove') await keepVersion(db, name, partsIn(operation), String(details.by))
    await publish(db, 'emailTemplates', action === 'remove' ? { id: name, deleted: true } : { id: name })
  },
  answer: ({ state, failure, details }) => {
    if (state !== 'failed')
      return {
        state,
        ...(state === 'done' && action !== 'remove' ? { version: Number(details.base) + 1 } : {}),
      }
    const words = failure ?? 'The mail provider refused.'
    if (words === movedOutside) refuse('conflict', 'Changed meanwhile', words)
    if (words === taken) refuse('conflict', 'Name taken', words)
    return refuse('vendor_failed', 'Refused by the mail provider', words)
  },
})

/** Sends changes to the mail provider, and test mails to the staff member who requested them. */
export const templateOperations: OperationKinds = {
  'email_template.create': changing('create'),
  'email_template.save': changing('save'),
  'email_template.remove': changing('remove'),
  'email_template.test': {
    run: async ({ id, details }, ctx) => ({
      reference: await sendMail(ctx, id, {
        to: String(details.to),
        subject: String(details.SubjectPart ?? ''),
        text: String(details.TextPart ?? ''),
        ...(typeof details.HtmlPart === 'string' ? { html: details.HtmlPart } : {}),
      }),
    }),
    answer: ({ state, failure, details }) => {
      if (state === 'failed') refuse('vendor_failed', 'Mail not sent', failure ?? 'The mail was refused.')
      return { sent: state === 'done' ? 'sent' : 'pending', to: String(details.to) }
    },
  },
}

import { randomUUID } from 'node:crypto'
import { Answered, answeredAction, type ExtensionKind } from '@portreeve/contract/marketplace/extensions'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { writeAudit } from '../../core/audit/audit.ts'
import type { Context, Operation, OperationKind } from '../../core/call/context.ts'
import { unseal } from '../../core/identity/sealed.ts'
import { VendorRefusal } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { version } from '../../core/release.ts'
import { staff } from '../../db/system-tables.ts'
import { places } from '../../staff/notes.ts'
import { isOne, sealedAs } from './declarations.ts'
import { extensions } from './extension-tables.ts'

/** Attempts after which an app that does not answer has refused. */
const maxAttempts = 5

const Answer = Answered.pick({ sentence: true })
  .extend({ proposals: Answered.shape.proposals.optional() })
  .refine(({ sentence }) => sentence.trim() !== '')

/** The app's answer. Throws a VendorRefusal for one that is no such answer: a repeat would not change it. */
function readAnswer(body: string): Pick<Answered, 'sentence' | 'proposals'> {
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    throw new VendorRefusal('The app has done it or not: its answer is no JSON, or is longer than 16 kB.')
  }
  const { data } = Answer.safeParse(read)
  if (!data)
    throw new VendorRefusal('The app has done it or not: its answer has no sentence of 1 to 500 characters.')
  return { sentence: data.sentence, proposals: data.proposals ?? [] }
}

async function send(operation: Operation, ctx: Context): Promise<Pick<Answered, 'sentence' | 'proposals'>> {
  const { db } = ctx.database
  const { id, details, subject_kind, subject_id, started_by } = operation
  const kind = subject_kind as ExtensionKind
  const [action] = await db
    .select()
    .from(extensions)
    .where(isOne('action', String(details.action)))
  if (!action?.secret) throw new VendorRefusal('This action was removed before it was sent.')
  const [record] = await db.select().from(places[kind].table).where(places[kind].is(subject_id))
  if (!record) throw new VendorRefusal('The record was deleted before the action was sent.')
  const body = JSON.stringify({
    ...{ action: action.name, environment: ctx.settings.environment, caller: { uid: started_by } },
    record: { kind, id: subject_id, version: details.version },
    ...{ inputs: JSON.parse(String(details.inputs)), idempotency_key: id },
  })
  const now = new Date()
  // Each attempt has its own id, so that the app can refuse a repeated message and still know a repeated action.
  const message = `act_${randomUUID()}`
  const { status, body: answer } = await ctx.webhooks.send({
    url: action.declared.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Portreeve/${version}`,
      'webhook-id': message,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(unseal(ctx.settings, sealedAs(action.name), action.secret)).sign(
        message,
        now,
        body,
      ),
    },
    body,
  })
  if (status >= 200 && status < 300) return readAnswer(answer)
  const words = `The app answered with the status ${status}.`
  if (status >= 500 || status === 429) throw new Error(words)
  throw new VendorRefusal(words)
}

const proposalsOf = ({ proposals }: Operation['details']): string[] => JSON.parse(String(proposals))

/** Sends an action to its app. What it answers is a row of the audit about the record. */
export const actOperation: OperationKind = {
  run: async (operation, ctx) => {
    try {
      const found = await send(operation, ctx)
      return {
        reference: operation.id,
        found: { sentence: found.sentence, proposals: JSON.stringify(found.proposals) },
      }
    } catch (error) {
      if (error instanceof VendorRefusal || operation.attempts < maxAttempts) throw error
      throw new VendorRefusal((error as Error).message || 'The app does not answer.')
    }
  },
  ended: async ({ id, subject_kind, subject_id, started_by, details, failure }, tx, ctx) => {
    const uid = String(started_by)
    const [by] = await tx.select({ role: staff.role }).from(staff).where(eq(staff.uid, uid))
    const { action, sentence } = details
    await writeAudit(
      tx,
      ctx.settings.auditKey,
      { uid, role: by?.role ?? 'none', requestId: id },
      answeredAction,
      {
        subject: [subject_kind, subject_id],
        after: failure ? { action, failure } : { action, sentence, proposals: proposalsOf(details) },
      },
    )
  },
  answer: ({ state, failure, details }) => {
    if (state === 'failed') refuse('vendor_failed', 'The app refused', failure ?? 'The app refused.')
    return state === 'pending'
      ? { state, sentence: '', proposals: [] }
      : { state, sentence: details.sentence, proposals: proposalsOf(details) }
  },
}

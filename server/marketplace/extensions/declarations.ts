import { randomBytes } from 'node:crypto'
import type { Declaration, ExtensionType } from '@portreeve/contract/marketplace/extensions'
import { maxExtensions } from '@portreeve/contract/marketplace/extensions'
import { and, count, eq } from 'drizzle-orm'
import type { Webhooks } from '../../adapters/webhooks.ts'
import type { Settings } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { isPlain } from '../../core/http/frames.ts'
import { seal } from '../../core/identity/sealed.ts'
import { refuse } from '../../core/refuse.ts'
import { extensions as table } from './extension-tables.ts'

type Secrets = Pick<Settings, 'secret' | 'secretsBefore'>

/** Binds a sealed secret to its action. */
export const sealedAs = (name: string) => `extension ${name}`

/** A new secret of an action, and how it is stored. */
export function newSecret(settings: Secrets, name: string) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: seal(settings, sealedAs(name), secret) }
}

export const originOf = (url: string): string => new URL(url).origin

/**
 * A declaration as it is kept. Refuses with refused an address that receives no webhooks: the rules are the same. A panel's host is
 * also part of the console's policy.
 */
export function checked<D extends Declaration>(webhooks: Webhooks, declared: D): D {
  const url = new URL(declared.url).href
  const refused =
    webhooks.refusal(url) ??
    (isPlain(originOf(url)) ? undefined : 'The host of the address has signs that no host has.')
  if (refused) refuse('refused', 'Address not allowed', refused)
  return { ...declared, url }
}

export const isOne = (type: ExtensionType, name: string) => and(eq(table.type, type), eq(table.name, name))

/** One that is declared. Refuses with not_found. */
export async function findDeclared<T extends ExtensionType>(db: Db, type: T, name: string) {
  const [row] = await db.select().from(table).where(isOne(type, name))
  if (!row) refuse('not_found', 'No such extension', `There is no ${type} of this name any more.`)
  return { ...row, declared: row.declared as Extract<Declaration, { type: T }> }
}

/** Writes one that is new. Refuses with conflict a name that is taken, and with refused too many. Returns the secret of an action. */
export async function addDeclared(
  db: Db,
  settings: Secrets,
  declared: Declaration,
  changed_by: string,
): Promise<string | null> {
  const { type, name } = declared
  const [held] = await db.select({ n: count() }).from(table).where(eq(table.type, type))
  if ((held?.n ?? 0) >= maxExtensions)
    refuse('refused', 'Too many', `There are ${maxExtensions} of them already.`)
  const made = type === 'action' ? newSecret(settings, name) : null
  const rows = await db
    .insert(table)
    .values({
      ...{ type, name, declared, changed_by, secret: made?.sealed ?? null },
      changed_at: new Date().toISOString(),
    })
    .onConflictDoNothing()
    .returning({ name: table.name })
  if (rows.length === 0) refuse('conflict', 'The name is taken', `There is a ${type} of this name already.`)
  return made?.secret ?? null
}

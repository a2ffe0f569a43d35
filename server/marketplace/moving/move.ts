import { Id } from '@portreeve/contract/base/endpoint'
import type { TopicPattern } from '@portreeve/contract/base/live'
import { z } from '@portreeve/contract/base/zod'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import type { Webhooks } from '../../adapters/webhooks.ts'
import { type Audited, writeAudits } from '../../core/audit/audit.ts'
import type { Settings } from '../../core/call/context.ts'
import type { Database, Db, Transaction } from '../../core/database/db.ts'
import { publishAll } from '../../core/live/live.ts'
import { refuse } from '../../core/refuse.ts'
import { lockWorkOf } from '../../staff/roles/role-people.ts'
import { operator } from '../../staff/staff-changes.ts'
import type { Hands, Section, Value } from './section.ts'

/** The version of the file's format. */
const format = 1

const File = z.strictObject({
  portreeve_settings: z.literal(format),
  sections: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Lists whose order says nothing. */
const sets = ['permissions', 'kinds', 'classes', 'on', 'weekdays']

/** A value with its fields in order, so that equal settings have equal texts. */
function ordered(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => ordered(one))
    return sets.includes(field) ? all.sort() : all
  }
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, ordered((value as Value)[name], name)]))
}

const textOf = (value: unknown, field?: string) => JSON.stringify(ordered(value, field) ?? null)
const short = (words: string) => (words.length > 80 ? `${words.slice(0, 79)}…` : words)

/** The settings as the text of a file. Two environments with the same settings have the same text. */
export async function exportSettings(db: Db, sections: readonly Section[]): Promise<string> {
  const found: Record<string, unknown> = {}
  for (const { name, read } of sections) found[name] = await read(db)
  return `${JSON.stringify({ portreeve_settings: format, sections: ordered(found) }, null, 2)}\n`
}

interface Change {
  section: Section
  name: string
  /** Null: it is taken out. */
  value: Value | null
  before: Value | undefined
  /** What changes, a line for each field. */
  lines: string[]
}

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join(' ')

/** The file's sections, parsed. Refuses with malformed what this version does not know. */
function parsed(text: string, sections: readonly Section[]): Map<Section, Record<string, Value>> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    refuse('malformed', 'The file is no JSON.')
  }
  const file = File.safeParse(json)
  if (!file.data)
    refuse('malformed', `This version does not read the file: ${file.error?.issues[0]?.message ?? ''}.`)
  return new Map(
    Object.entries(file.data.sections).map(([name, values]) => {
      const section = sections.find((one) => one.name === name)
      if (!section) refuse('malformed', `This version knows no settings of the kind '${name}'.`)
      const read = Object.entries(values).map(([one, value]) => {
        const named = (section.names ?? Id).safeParse(one).error?.issues[0]
        if (named) refuse('malformed', `${name} ${one}: the name ${named.message}.`)
        const { data, error } = section.schema.safeParse(value)
        const issue = error?.issues[0]
        if (!data)
          refuse('malformed', `${name} ${one}: ${pathOf(issue?.path ?? [])} ${issue?.message ?? ''}.`)
        return [one, data] as const
      })
      return [section, Object.fromEntries(read)] as const
    }),
  )
}

function linesOf(section: string, name: string, before: Value | undefined, value: Value | null): string[] {
  if (value === null) return [`- ${section} ${name}`]
  if (!before) return [`+ ${section} ${name}`]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(value)])].sort()
  return fields.flatMap((field) => {
    const [old, now] = [textOf(before[field], field), textOf(value[field], field)]
    return old === now ? [] : [`~ ${section} ${name}: ${field} ${short(old)} → ${short(now)}`]
  })
}

/** What an import of the file would change, in the order of the sections. */
async function planned(
  db: Db,
  sections: readonly Section[],
  text: string,
  deletes: boolean,
): Promise<Change[]> {
  const given = parsed(text, sections)
  const changes: Change[] = []
  for (const section of sections) {
    const values = given.get(section)
    if (!values) continue
    const held = await section.read(db)
    const change = (name: string, value: Value | null) => {
      const before = Object.hasOwn(held, name) ? held[name] : undefined
      const near = Object.keys(held).find((one) => one.toLowerCase() === name.toLowerCase())
      if (!before && near !== undefined)
        refuse('refused', `${section.name} ${name}: there is ${near} already, written otherwise.`)
      const lines = linesOf(section.name, name, before, value)
      if (lines.length > 0) changes.push({ section, name, value, before, lines })
    }
    for (const [name, value] of Object.entries(values)) change(name, value)
    if (!deletes || !section.remove) continue
    for (const [name, value] of Object.entries(held))
      if (!Object.hasOwn(values, name) && value.retired !== true) change(name, null)
  }
  return changes
}

interface Importing {
  database: Pick<Database, 'db'>
  settings: Settings
  webhooks: Webhooks
  sections: readonly Section[]
  text: string
  /** Takes out what the file's sections do not name. */
  deletes: boolean
  /** Changes nothing. */
  isDry: boolean
}

/** The end of a dry run: its transaction rolls back. */
class NotDone extends Error {}

/**
 * Puts the settings of a file in, in one transaction with its audit row, and returns a line for each difference and what is to be said
 * once. A dry run refuses as the real one does. Refuses what this version does not know, and what an admin could not save.
 */
export async function importSettings(importing: Importing): Promise<{ lines: string[]; said: string[] }> {
  const { database, settings, webhooks, sections, text, deletes, isDry } = importing
  const lines: string[] = []
  const said: string[] = []
  const work = async (tx: Transaction) => {
    const audited: Audited[] = []
    const live: LiveEventOf<TopicPattern>[] = []
    const hands: Hands = {
      ...{ db: tx, settings, webhooks, say: (line) => void said.push(line) },
      recordAlso: (...row) => void audited.push(row),
      publish: (...event) => void live.push(event),
    }
    const changes = await planned(tx, sections, text, deletes)
    // Records come before staff in every lock.
    for (const { section, name } of changes) if (section.name === 'roles') await lockWorkOf(tx, name)
    for (const { section, name, value, before } of changes)
      await (value === null ? section.remove?.(hands, name) : section.write(hands, name, value, !before))
    lines.push(...changes.flatMap((change) => change.lines))
    if (isDry) throw new NotDone()
    await publishAll(tx, live)
    if (changes.length > 0)
      await writeAudits(tx, settings.auditKey, operator, [
        ['settings.import', { after: { changes: lines } }],
        ...audited,
      ])
  }
  await database.db.transaction(work).catch((error) => {
    if (!(error instanceof NotDone)) throw error
  })
  return { lines, said: isDry ? [] : said }
}

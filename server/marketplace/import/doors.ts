import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { Context } from '../../core/call/context.ts'
import type { Ingest } from '../../core/http/ingest.ts'
import { refuse } from '../../core/refuse.ts'
import { keySeparator } from '../../search/upsert.ts'
import { readBack } from '../export/read-back.ts'
import type { Door } from './door.ts'
import { ingestAtomically, ingestRows } from './ingest.ts'
import { linesOf } from './lines.ts'
import { removeRecord } from './remove.ts'
import { versionOf } from './versions.ts'

const entities = new Map<string, ImportEntity>(ingestEntities.map((entity) => [entity.name, entity]))

/** How programs of the marketplace write into this database. */
export const doors = (ctx: Pick<Context, 'database' | 'settings'>): Ingest => {
  const door: Door = { ...ctx, from: 'program' }
  const named = (name: string): ImportEntity =>
    entities.get(name) ?? refuse('not_found', 'No such entity', 'There is no such entity to write.')
  return {
    has: (name) => entities.has(name),
    write: (name, body, by) =>
      ingestRows({ ...door, maker: by.maker, key: by.key }, named(name), linesOf(body), by.inTurn),
    writeAll: (name, body, by) =>
      ingestAtomically({ ...door, maker: by.maker, key: by.key }, named(name), linesOf(body), by.inTurn),
    read: async (name, key, by) => {
      const entity = named(name)
      const parts = partsOf(entity, key)
      return readBack(ctx.database.db, entity, parts, { id: parts.join(keySeparator), key: by.key })
    },
    remove: async (name, key, version, by) => {
      const entity = named(name)
      if (!entity.deletable)
        refuse(
          'refused',
          'Never deleted',
          `A record of ${name} is never deleted. Send its new state instead.`,
        )
      return removeRecord(
        ctx,
        entity,
        partsOf(entity, key).join(keySeparator),
        version === undefined ? undefined : versionOf(version),
        by.key,
      )
    },
  }
}

/** The parts of a key in an address. Refuses with malformed another number of them. */
function partsOf({ name, key: fields }: ImportEntity, key: string): string[] {
  const parts = fields.length === 1 ? [key] : key.split(',').map(decoded)
  if (parts.length !== fields.length || parts.some((part) => part === ''))
    refuse('malformed', 'Malformed request', `The key of ${name} is ${fields.join(',')}.`)
  return parts
}

/** A part of a key of several fields: a comma in it is percent-encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    refuse('malformed', 'Malformed request', 'A part of the key is not percent-encoded as it should be.')
  }
}

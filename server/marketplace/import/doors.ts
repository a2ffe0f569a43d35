import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import type { Context } from '../../core/call/context.ts'
import type { Ingest } from '../../core/http/ingest.ts'
import { refuse } from '../../core/refuse.ts'
import { keySeparator } from '../../search/upsert.ts'
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
    remove: async (name, key, version, by) => {
      const entity = named(name)
      if (!entity.deletable)
        refuse(
          'refused',
          'Never deleted',
          `A record of ${name} is never deleted. Send its new state instead.`,
        )
      const parts = entity.key.length === 1 ? [key] : key.split(',').map(decoded)
      if (parts.length !== entity.key.length || parts.some((part) => part === ''))
        refuse('malformed', 'Malformed request', `The key of ${name} is ${entity.key.join(',')}.`)
      return removeRecord(
        ctx,
        entity,
        parts.join(keySeparator),
        version === undefined ? undefined : versionOf(version),
        by.key,
      )
    },
  }
}

/** A part of a key of several fields: a comma in it is percent-encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    refuse('malformed', 'Malformed request', 'A part of the key is not percent-encoded as it should be.')
  }
}

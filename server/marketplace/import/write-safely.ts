import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import type { Db } from '../../core/database/db.ts'
import type { Door } from './door.ts'
import { FileProblem } from './file-problem.ts'
import type { Item } from './item.ts'
import type { Target } from './targets.ts'
import { type Outcome, writeBatch } from './write.ts'

/**
 * Writes a batch. Splits a batch that the database rejects or that times out, until the bad line is alone. So a value that only
 * PostgreSQL can recognize as bad costs one line and not the import.
 */
export async function writeSafely(
  door: Door,
  entity: ImportEntity,
  target: Target<unknown>,
  items: Item[],
  after: (tx: Db, outcome: Outcome, last: Item | undefined) => Promise<void>,
): Promise<Outcome[]> {
  try {
    if (door.database.isFull?.())
      throw new FileProblem(
        'The disk of the database is full: free some space and try again, it goes on from there.',
      )
    return [await writeBatch(door, entity, target, items, (tx, outcome) => after(tx, outcome, items.at(-1)))]
  } catch (error) {
    const state = sqlState(error)
    const [only] = items
    const dataIsBad = /^2[23]|^54/.test(state)
    const [middle] = items.slice(Math.floor(items.length / 2))
    if (items.length > 1 && middle && (dataIsBad || isTransient(state, error))) {
      const at = items.indexOf(middle)
      const first = await writeSafely(door, entity, target, items.slice(0, at), after)
      return [...first, ...(await writeSafely(door, entity, target, items.slice(at), after))]
    }
    if (!only || !dataIsBad) throw error
    return [{ written: [], rejected: [{ item: only, reason: `the database refuses it: ${inWords(error)}` }] }]
  }
}

const cause = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error)

function sqlState(error: unknown): string {
  const found = cause(error)
  return typeof found === 'object' && found !== null && 'code' in found ? String(found.code) : ''
}

/** Whether the error is a timeout or a conflict: a smaller batch may succeed. */
const isTransient = (state: string, error: unknown): boolean =>
  ['57014', '55P03', '40P01', '40001'].includes(state) || /Query read timeout/.test(String(cause(error)))

/** PostgreSQL's message without the values, which may be personal data. */
function inWords(error: unknown): string {
  const found = cause(error)
  const message = found instanceof Error ? found.message : String(found)
  return message.replace(/: ".*$/s, '')
}

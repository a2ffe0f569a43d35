import type { Settings } from '../../core/call/context.ts'
import type { Database } from '../../core/database/db.ts'

/** Where rows of the marketplace arrive. */
export interface Door {
  database: Pick<Database, 'db' | 'isFull'>
  settings: Pick<Settings, 'secret' | 'secretsBefore' | 'payoutDelay' | 'currency'>
  /** A program may not write in the name of staff. Who imports files has the database anyway, and its history names staff. */
  from: 'program' | 'file'
  /** The staff member who made the program's key: one hand with the key (decision 11). */
  maker?: string
  /** The id of the program's key. */
  key?: string
}

import type { Task } from '../operations/schedule.ts'
import { auditHead } from './audit.ts'

/** Logs the chain's head at the start and every hour, so that an operator's log store holds anchors. */
export const noteHead = {
  name: 'audit head could not be read',
  every: 3_600_000,
  run: async ({ database, log }) => log.info({ anchor: await auditHead(database.db) }, 'audit head'),
} satisfies Task

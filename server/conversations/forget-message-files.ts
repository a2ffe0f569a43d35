import { sql } from 'drizzle-orm'
import type { Task } from '../core/operations/schedule.ts'
import { endFiles } from '../staff/files/stored-files.ts'

/** Ends the files of messages that are gone, unless their conversation can still be restored. */
export const forgetMessageFiles = {
  name: 'removal of files of messages',
  every: 3_600_000,
  run: async ({ database }) => {
    await endFiles(
      database.db,
      sql`attached_to like 'message:%' and not exists (select from messages m where m.id = substr(attached_to, 9))
        and not exists (select from deleted_records d where d.kind = 'conversation' and d.key = subject_id)`,
    )
    return undefined
  },
} satisfies Task

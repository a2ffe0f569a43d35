import { randomUUID } from 'node:crypto'
import { files as contract, maxLooseFiles, type Upload } from '@portreeve/contract/staff/files'
import { timelineKinds } from '@portreeve/contract/staff/timeline'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { demand } from '../../core/call/rights.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { fileName } from './file-name.ts'
import { files as table } from './file-tables.ts'
import { answerOf, asStored, endFiles, noFile, readyFiles } from './stored-files.ts'

/** The caller's own file without an owner. */
const isLoose = (id: string, by: string) =>
  and(eq(table.id, id), eq(table.uploaded_by, by), isNull(table.subject_id), ne(table.state, 'gone'))

/** An upload as its caller sees it. */
export const asUpload = (row: typeof table.$inferSelect): Upload => ({
  id: row.id,
  offset: row.received,
  size: row.size,
  file: asStored(row),
  created_at: row.created_at,
})

/** The caller's own upload. Refuses with not_found. */
export async function uploadOf(db: Db, id: string, by: string) {
  const [row] = await db.select().from(table).where(isLoose(id, by))
  return row ?? noFile()
}

export const files = implement('files', contract, {
  start: async ({ body }, { db, staff }) => {
    const [{ loose = 0 } = {}] = await db
      .select({ loose: sql<number>`count(*)::int` })
      .from(table)
      .where(and(eq(table.uploaded_by, staff.uid), isNull(table.subject_id), ne(table.state, 'gone')))
    if (loose >= maxLooseFiles)
      refuse(
        'too_many',
        'Too many files',
        `You have ${loose} files that belong to nothing. Use or remove some of them first.`,
      )
    const [row] = await db
      .insert(table)
      .values({
        id: randomUUID(),
        name: fileName(body.name, null),
        size: body.size,
        uploaded_by: staff.uid,
      })
      .returning()
    return row ? asUpload(row) : noFile()
  },

  upload: async ({ params }, { db, staff }) => asUpload(await uploadOf(db, params.id, staff.uid)),

  remove: async ({ params }, { db, staff }) => {
    const [ended] = await endFiles(db, isLoose(params.id, staff.uid))
    return ended ? null : noFile()
  },

  bytes: async ({ params }, call) => {
    const { db, staff, ctx } = call
    const [row] = await readyFiles(db, [params.id])
    const answer = row && answerOf(row, ctx)
    if (!answer) return noFile()
    const { id, subject_kind: of, subject_id } = row
    if (of === null || subject_id === null) {
      if (row.uploaded_by !== staff.uid) return noFile()
      call.did(null, { after: { file: id } })
    } else {
      demand(staff, timelineKinds[of])
      call.did([of, subject_id], { after: { file: id } })
    }
    return answer
  },
})

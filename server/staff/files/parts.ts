import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../core/call/context.ts'
import type { Uploads } from '../../core/http/parts.ts'
import { refuse } from '../../core/refuse.ts'
import { turns } from '../../core/turns.ts'
import { checkContent } from './check-content.ts'
import { files } from './file-tables.ts'
import { asUpload, uploadOf } from './files.ts'

/** Files that one process checks at a time: a picture may need a hundred megabytes. */
const inTurn = turns(1)

/** The list of parts is written again with each. */
const maxParts = 500

/** Takes the parts of files that staff send. A part is kept whole or not at all; the last one checks the file. */
export const uploads = (ctx: Context): Uploads => ({
  append: async (by, id, offset, part) => {
    const { db } = ctx.database
    const row = await uploadOf(db, id, by)
    if (row.state === 'ready') return asUpload(row)
    if (row.received !== offset) return refuseOffset(row.received)
    if (row.parts.length >= maxParts && row.received < row.size)
      refuse('refused', 'Too many parts', `A file has at most ${maxParts} parts. Send larger ones.`)
    const left = row.size - offset
    if (left > 0) await keepPart(ctx, { id, offset, left }, part)
    await inTurn(async () => {
      const next = await uploadOf(db, id, by)
      if (next.state === 'uploading' && next.received === next.size) await checkContent(ctx, next)
    })
    return asUpload(await uploadOf(db, id, by))
  },
})

const refuseOffset = (received: number): never =>
  refuse('conflict', 'Another offset', `The upload is at byte ${received}. Go on from there.`)

/** Stores a part under a key of its own. Of two at the same offset one is kept; the other is refused with conflict. */
async function keepPart(
  { database: { db }, files: store }: Context,
  { id, offset, left }: { id: string; offset: number; left: number },
  part: AsyncIterable<Buffer>,
) {
  const key = `${id}/part-${offset}-${randomUUID()}`
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of part) {
      bytes += chunk.length
      if (bytes > left) refuse('too_large', 'Too large', 'The file is larger than was announced.')
      yield chunk
    }
  }
  await store.put(key, counted())
  const kept = await db
    .update(files)
    .set({
      received: sql`${files.received} + ${bytes}`,
      parts: sql`${files.parts} || ${JSON.stringify([{ key, bytes }])}::jsonb`,
    })
    .where(and(eq(files.id, id), eq(files.state, 'uploading'), eq(files.received, offset), sql`${bytes} > 0`))
    .returning({ id: files.id })
  if (kept.length > 0) return
  await store.remove(key)
  if (bytes === 0) refuse('malformed', 'Malformed request', 'The part has no bytes.')
  const [now] = await db.select({ received: files.received }).from(files).where(eq(files.id, id))
  refuseOffset(now?.received ?? 0)
}

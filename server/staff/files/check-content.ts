import { createHash, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import type { FileStore } from '../../adapters/file-store.ts'
import type { Context } from '../../core/call/context.ts'
import { refuse } from '../../core/refuse.ts'
import { fileName } from './file-name.ts'
import { files } from './file-tables.ts'
import { endFiles } from './stored-files.ts'

type Row = typeof files.$inferSelect

/** Bytes by which a type is known. */
const headBytes = 4100

/** The types that are taken, by what their first bytes say; a name says nothing. */
const pictures = {
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const
const endings = { png: 'png', jpeg: 'jpg', pdf: 'pdf' } as const

/** Words for types that people send by mistake. */
const better: Readonly<Record<string, string>> = {
  'image/heic': ' Export the picture as JPEG first.',
  'image/heif': ' Export the picture as JPEG first.',
  'image/avif': ' Export the picture as JPEG first.',
}

/**
 * Checks a file of which all bytes have arrived, and makes it ready: a picture is encoded again, a PDF is kept as it is. It may run
 * twice at once, or again after a kill: the first result counts. A file of another type is ended, and refused with refused.
 */
export async function checkContent(ctx: Context, row: Row): Promise<void> {
  const { files: store, database } = ctx
  const key = `${contentOfId(row.id)}/${randomUUID()}`
  const content = await contentOf(store, row, key).catch(async (error: unknown) => {
    if (!(error instanceof WrongContent)) throw error
    await endFiles(database.db, eq(files.id, row.id))
    return refuse('refused', 'Cannot be attached', error.message)
  })
  const made = await database.db
    .update(files)
    .set({
      ...content,
      name: fileName(row.name, endings[content.kind]),
      ...{ state: 'ready', stored: key, due_at: sql`now() + interval '5 minutes'` },
    })
    .where(and(eq(files.id, row.id), eq(files.state, 'uploading')))
    .returning({ id: files.id })
  if (made.length === 0) await store.remove(key)
  else await dropParts(ctx, row.id)
}

/** What is kept of a file has a place of its own in the store, so that all that was sent can be removed at once. */
export const contentOfId = (id: string) => `${id}-content`

/** Removes what was sent: a picture's metadata is in it. A kill before that leaves the row due (forget-files.ts). */
export async function dropParts({ files: store, database }: Context, id: string) {
  await store.removeAll(id)
  await database.db
    .update(files)
    .set({ parts: [], due_at: null })
    .where(and(eq(files.id, id), eq(files.state, 'ready')))
}

/** A file that is not taken, with a sentence for the person who sends it. */
class WrongContent extends Error {}

type Content = Pick<Row, 'size' | 'checksum' | 'width' | 'height'> & { kind: NonNullable<Row['kind']> }

/** Stores what is kept of the file, and says what it is. */
async function contentOf(store: FileStore, row: Row, key: string): Promise<Content> {
  const found = await typeOf(store, row)
  if (found === 'application/pdf') {
    const written = await keep(store, key, partsOf(store, row))
    return { kind: 'pdf', width: null, height: null, ...written }
  }
  const format = pictures[found as keyof typeof pictures]
  if (!format)
    throw new WrongContent(
      `Only pictures (PNG, JPEG, WebP, GIF) and PDFs can be attached. This is ${found === undefined ? 'something else' : `of the type ${found}`}.${better[found ?? ''] ?? ''}`,
    )
  // Loaded with the first picture: the library is large.
  const { cleanPicture, PictureRefusal } = await import('../../adapters/clean-picture.ts')
  const bytes = Buffer.allocUnsafe(row.size)
  let at = 0
  for await (const chunk of partsOf(store, row)) at += chunk.copy(bytes, at)
  const { bytes: clean, ...about } = await cleanPicture(bytes.subarray(0, at), format).catch(
    (error: unknown) => {
      throw error instanceof PictureRefusal ? new WrongContent(error.message) : error
    },
  )
  return { ...about, ...(await keep(store, key, [clean])) }
}

/** The type by the first bytes. Only these are given to the library, which follows structures within what it gets. */
async function typeOf(store: FileStore, row: Row): Promise<string | undefined> {
  const head: Buffer[] = []
  let bytes = 0
  for await (const chunk of partsOf(store, row, headBytes)) {
    head.push(chunk)
    bytes += chunk.length
    if (bytes >= headBytes) break
  }
  const first = Buffer.concat(head).subarray(0, headBytes)
  return (await fileTypeFromBuffer(first).catch(() => undefined))?.mime
}

/** The bytes of a file's parts, in order. @param length of each part at most */
async function* partsOf(store: FileStore, { parts }: Row, length?: number): AsyncGenerator<Buffer> {
  for (const { key } of parts) {
    const part = await store.get(key, length)
    // Another check of the same file has ended.
    if (!part) refuse('conflict', 'Not known yet', 'The file is being checked. Ask again.')
    yield* part as AsyncIterable<Buffer>
  }
}

/** Stores bytes, and measures them on the way. */
async function keep(store: FileStore, key: string, source: AsyncIterable<Buffer> | Buffer[]) {
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* () {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await store.put(key, measured())
  return { size, checksum: hash.digest('hex') }
}

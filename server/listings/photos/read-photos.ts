import type { Context } from '../../core/call/context.ts'
import type { Task } from '../../core/operations/schedule.ts'

/** Photos of one run; a few at a time, so that the store and this machine have others to serve, too. */
const perRun = 20
const atOnce = 2
/** Attempts for a photo, over two and a half hours; then it counts as none. */
const maxAttempts = 6

interface Due {
  post_key: string
  photo: string
  attempts: number
}

/** Reads the photos of listings that staff decide about, and keeps their prints. A run that finds many is followed by the next one at once. */
export const readPhotos = {
  name: 'photos of listings',
  every: 15_000,
  run: async (ctx, stop) => {
    const due = await takeDue(ctx)
    const left = [...due]
    const work = async () => {
      for (let one = left.shift(); one && !stop.aborted; one = left.shift()) await readOne(ctx, one)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return due.length === perRun ? 100 : undefined
  },
} satisfies Task

/** The lease ends with the wait before the next attempt: a server that is killed loses nothing. */
async function takeDue({ database }: Context): Promise<Due[]> {
  const { rows } = await database.pool.query<Due>(
    `update photo_prints p set attempts = attempts + 1, due_at = now() + interval '5 minutes' * power(2, attempts)
     from (select post_key, photo from photo_prints where due_at <= now() order by due_at limit ${perRun} for update skip locked) d
     where p.post_key = d.post_key and p.photo = d.photo returning p.post_key, p.photo, p.attempts`,
  )
  return rows
}

async function readOne(ctx: Context, { post_key, photo, attempts }: Due) {
  try {
    const image = await ctx.photos.read(photo)
    // Loaded when the first picture arrives: the library is large, and many servers have no store.
    const print = image && (await (await import('../../adapters/photo-print.ts')).photoPrint(image.bytes))
    await keep(ctx, post_key, photo, print)
  } catch (error) {
    ctx.log.info({ err: error, listing: post_key, attempts }, 'a photo could not be read')
    if (attempts >= maxAttempts) await keep(ctx, post_key, photo)
  }
}

// Whether the listing is decided is read again: a report and a decision at once do not see each other when the row is made.
const keep = ({ database }: Context, post: string, photo: string, print: string | null = null) =>
  database.pool.query(
    `with post as (select review_state <> 'pending' or deleted_at is not null as decided from posts where key = $1 for share)
     update photo_prints p set print = $3, due_at = null, read_at = now(), decided = post.decided from post
     where p.post_key = $1 and p.photo = $2`,
    [post, photo, print],
  )

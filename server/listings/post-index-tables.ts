import { sql } from 'drizzle-orm'
import { type ExtraConfigColumn, index } from 'drizzle-orm/pg-core'

// Indexes of listings, and the conditions that they serve.

/** The trigrams of the listings of a type that a search may find. Limit the pending list (kB), because every search scans it. */
export const searchIndex = (name: string, column: 'search' | 'search_title', postType: 0 | 1) =>
  index(name)
    .using('gin', sql.raw(`${column} gin_trgm_ops`))
    .with({ gin_pending_list_limit: 256 })
    .where(sql.raw(`post_type = ${postType} and review_state = 'approved' and deleted_at is null`))

/** Decided listings, and those that the marketplace has deleted: the index cannot tell them apart. */
export const decided = sql.raw("(review_state <> 'pending' or deleted_at is not null)")

/** A listing's sketch (search/sketch.ts) has so many bands, of so many letters. */
export const bands = 8
export const bandLetters = 7

/** A band of a listing's sketch. An index has it: a condition is written with it. */
export const bandOf = (band: number) =>
  sql.raw(`substr(search_sketch, ${band * bandLetters + 1}, ${bandLetters})`)

/** What no search of the marketplace finds. */
export const others = "review_state <> 'approved' or deleted_at is not null"

export const bandIndex = (band: number, time: ExtraConfigColumn) =>
  index(`posts_band_${band + 1}`)
    .on(sql`(${bandOf(band)})`, time.desc().nullsLast())
    .where(decided)

import type { Listing } from '@portreeve/contract/posts'
import type { PromotedPostRequest } from '@portreeve/contract/promoted-posts'
import type { Decision, ReviewCase } from '@portreeve/contract/review'

/** A case of the queue. ENT-65: the two kinds are told apart by `model`. */
export type Item =
  | { readonly model: 'listing'; readonly record: Listing }
  | { readonly model: 'promoted_post_request'; readonly record: PromotedPostRequest }

export const caseOf = ({ model, record }: Item): ReviewCase =>
  model === 'listing' ? { kind: 'listing', id: record.key } : { kind: 'promotion', id: record.id }

/** What tells a case from all others. */
export const keyOf = ({ kind, id }: ReviewCase) => `${kind} ${id}`

export const keyOfItem = (item: Item) => keyOf(caseOf(item))

export const titleOf = ({ model, record }: Item) => (model === 'listing' ? record.title : record.post_title)

/** What is known of a case beside what the list says. */
export interface Known {
  /** The record's version after it; a newer record waits again. Undefined where the server counts none. */
  readonly version: number | undefined
  readonly decision: Decision | 'deleted'
  /** Who else decided; null when it was this page. */
  readonly by: string | null
}

export const versionOf = ({ record }: Item): number | undefined => record.version

/** Whether what is known of a case is newer than the record in the list. */
const isOver = (item: Item, known: Known | undefined): known is Known => {
  if (!known) return false
  const version = versionOf(item)
  return version === undefined || known.version === undefined || version < known.version
}

/** A row of the queue; `over` is what a colleague made of it meanwhile. */
export interface Row {
  readonly item: Item
  readonly key: string
  readonly over: Known | null
}

/**
 * What the queue shows: what the server listed, in its order, less what this page decided and what is in flight. Nothing is
 * ever taken out of the list itself, so a refused decision is back in its place by itself. What a colleague decided stays in
 * its row, marked, so that no row moves under the pointer.
 */
export function rowsOf(
  listed: readonly Item[],
  known: ReadonlyMap<string, Known>,
  leaving: ReadonlySet<string>,
  returning: ReadonlySet<string>,
): Row[] {
  return listed.flatMap((item): Row[] => {
    const key = keyOfItem(item)
    if (leaving.has(key)) return []
    if (returning.has(key)) return [{ item, key, over: null }]
    const about = known.get(key)
    if (!isOver(item, about)) return [{ item, key, over: null }]
    return about.by === null ? [] : [{ item, key, over: about }]
  })
}

/** 'Approved by Milo Moderator' */
export const overWords = ({ decision, by }: Known) =>
  `${decision.charAt(0).toUpperCase()}${decision.slice(1)} by ${by}`

/** The next row that waits, after a place in either direction; else the nearest one in the other, for a row that goes. */
export function neighbour(rows: readonly Row[], key: string | null, step: 1 | -1): Row | undefined {
  const at = rows.findIndex((row) => row.key === key)
  const after = (direction: 1 | -1) => {
    for (let place = at + direction; place >= 0 && place < rows.length; place += direction) {
      const row = rows[place]
      if (row && !row.over) return row
    }
    return undefined
  }
  return at < 0 ? rows.find((row) => !row.over) : after(step)
}

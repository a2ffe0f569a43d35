import type { Post } from '@portreeve/contract/listings/posts'
import type { PromotedPostRequest } from '@portreeve/contract/listings/promoted-posts'
import type { Decision, ReviewCase } from '@portreeve/contract/listings/review'
import { readCase } from '../../shell/lists/opened-case.ts'

/** A case of the queue. ENT-65: `model` distinguishes the two kinds. */
export type Item =
  | { readonly model: 'listing'; readonly record: Post }
  | { readonly model: 'promoted_post_request'; readonly record: PromotedPostRequest }

export const caseOf = ({ model, record }: Item): ReviewCase =>
  model === 'listing' ? { kind: 'listing', id: record.key } : { kind: 'promotion', id: record.id }

/** The case in the address of the page, as the desk writes it: 'listing:ID'. */
export function caseIn(text: string | undefined): ReviewCase | null {
  const { kind, id } = readCase(text) ?? {}
  return id !== undefined && (kind === 'listing' || kind === 'promotion') ? { kind, id } : null
}

/** A unique key of a case. */
export const keyOf = ({ kind, id }: ReviewCase) => `${kind} ${id}`

export const keyOfItem = (item: Item) => keyOf(caseOf(item))

export const titleOf = ({ model, record }: Item) => (model === 'listing' ? record.title : record.post_title)

/** A known decision or deletion, which may be newer than the cached list. */
export interface KnownOutcome {
  /** The record's version after it: a newer record waits again. Undefined if the server has no versions. */
  readonly version: number | undefined
  readonly decision: Decision | 'deleted'
  /** The name of the colleague who decided; null if it was this page. */
  readonly by: string | null
}

export const versionOf = ({ record }: Item): number | undefined => record.version

/** Whether a known outcome is newer than the record in the list. */
const isNewer = (item: Item, known: KnownOutcome | undefined): known is KnownOutcome => {
  if (!known) return false
  const version = versionOf(item)
  return version === undefined || known.version === undefined || version < known.version
}

/** A row of the queue; `outcome` is a colleague's decision. */
export interface Row {
  readonly item: Item
  readonly key: string
  readonly outcome: KnownOutcome | null
}

/**
 * The rows of the queue: an optimistic overlay on the server's list, in the server's order. Cases that this page decided or
 * is deciding are hidden; the list itself is not changed, so a refused decision reappears in its position. A case that a
 * colleague decided stays in its row, marked, so that no row moves under the pointer.
 */
export function rowsOf(
  listed: readonly Item[],
  known: ReadonlyMap<string, KnownOutcome>,
  deciding: ReadonlySet<string>,
  undoing: ReadonlySet<string>,
): Row[] {
  return listed.flatMap((item): Row[] => {
    const key = keyOfItem(item)
    if (deciding.has(key)) return []
    if (undoing.has(key)) return [{ item, key, outcome: null }]
    const about = known.get(key)
    if (!isNewer(item, about)) return [{ item, key, outcome: null }]
    return about.by === null ? [] : [{ item, key, outcome: about }]
  })
}

/** 'Approved by Milo Moderator' */
export const outcomeWords = ({ decision, by }: KnownOutcome) =>
  `${decision.charAt(0).toUpperCase()}${decision.slice(1)} by ${by}`

/** The next waiting row before or after a key, if any; the first waiting row if the key is not listed. */
export function neighbour(rows: readonly Row[], key: string | null, step: 1 | -1): Row | undefined {
  const at = rows.findIndex((row) => row.key === key)
  const after = (direction: 1 | -1) => {
    for (let index = at + direction; index >= 0 && index < rows.length; index += direction) {
      const row = rows[index]
      if (row && !row.outcome) return row
    }
    return undefined
  }
  return at < 0 ? rows.find((row) => !row.outcome) : after(step)
}

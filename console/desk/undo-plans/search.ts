import type { UndoOf } from '@portreeve/contract/desk/undo-plans'
import { isShort, isTime, oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'

/** The plan that the address asks for. */
export type UndoSearch = UrlSearch<'of' | 'record' | 'id' | 'from' | 'to'>

export const readUndoSearch = searchReader<keyof UndoSearch>({
  of: oneOf(['staff', 'program', 'job', 'record', 'everyone']),
  record: isShort,
  id: isShort,
  from: isTime,
  to: isTime,
})

/** Whose actions the plan undoes; null where the address names none. */
export function undoOf({ of, record, id }: UndoSearch): UndoOf | null {
  if (of === 'everyone') return { kind: of }
  if ((of === 'staff' || of === 'program' || of === 'job') && id) return { kind: of, id }
  return of === 'record' && record && id ? { kind: of, record, id } : null
}

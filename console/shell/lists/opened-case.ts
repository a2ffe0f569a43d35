import type { CaseRef } from '@portreeve/contract/desk/desk'
import { type DeskKind, deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Marked, markedRecord } from '../../ui/marked.ts'

/** A case in the address of its page: 'dispute:dp_1'. */
export const caseText = ({ kind, id }: CaseRef): string => `${kind}:${id}`

/** The case of an address; null for a text that names none. */
export function readCase(text: string | undefined): CaseRef | null {
  const [kind = '', ...rest] = (text ?? '').split(':')
  const known = deskKindNames.find((name) => name === kind)
  const id = rest.join(':')
  return known && id !== '' ? { kind: known, id } : null
}

/** The id of the case with which the desk opened the page, where it is of this kind; else null. */
export function useOpenedCase(kind: DeskKind): string | null {
  const opened = readCase(useSearch({ strict: false }).desk)
  return opened?.kind === kind ? opened.id : null
}

/** Marks the record of the case with which the desk opened the page: the attributes of its element, by the case's id. */
export function useCaseMark(kind: DeskKind): (id: string) => Marked | undefined {
  const opened = useOpenedCase(kind)
  // Another case is another mark: its element is shown again, even where it is the same one.
  const mark = useMemo(() => (opened === null ? undefined : markedRecord()), [opened])
  return (id) => (id === opened ? mark : undefined)
}

import { api } from '@portreeve/contract'
import { maxMarks, type OrderMarks } from '@portreeve/contract/money/order-search'
import { useQueries } from '@tanstack/react-query'
import { useBackend } from '../../data/backend.tsx'
import { queryOf } from '../../data/queries.ts'

export type Marks = ReadonlyMap<string, OrderMarks>

/**
 * The desk's marks of transactions that are on the screen, by id. Empty until they are loaded, and where the server lacks the
 * call: the list then shows what the specification names.
 */
export function useMarks(ids: readonly string[]): Marks {
  const { call } = useBackend()
  const parts: string[][] = []
  for (let at = 0; at < ids.length; at += maxMarks) parts.push(ids.slice(at, at + maxMarks))
  return useQueries({
    queries: parts.map((part) => queryOf(call, api.orderSearch.marks, { query: { ids: part.join(',') } })),
    combine: marksOf,
  })
}

const marksOf = (answers: readonly { data?: { data: readonly OrderMarks[] } | undefined }[]): Marks =>
  new Map(answers.flatMap(({ data }) => (data?.data ?? []).map((one) => [one.id, one] as const)))

import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useBackend } from './backend.tsx'
import type { Answer } from './call.ts'
import type { CallFailure } from './failure.ts'
import { freshnessOf, keyOf } from './queries.ts'
import type { DataOptions } from './use-data.ts'

/** The row of a list endpoint, which returns a bare list, or an object with the list under `rows` or its only key (D-009). */
type Row<E> =
  Data<E> extends readonly (infer R)[]
    ? R
    : Data<E> extends { rows: readonly (infer R)[] }
      ? R
      : Data<E> extends Record<string, readonly (infer R)[]>
        ? R
        : never

export interface Pages<R> {
  /** The rows of all pages loaded so far. */
  rows: R[] | undefined
  /** The number of rows in all; null where more rows exist and the server does not send it. */
  total: number | null
  /** More rows exist. */
  more: boolean
  /** Why the first page, or a reload of the pages, failed. */
  failure: CallFailure | null
  loading: boolean
  busy: boolean
  reload: () => void
  /** Null where the server sent no cursor. */
  loadMore: (() => void) | null
  loadingMore: boolean
  /** Why the next page failed. */
  moreFailure: CallFailure | null
}

/** Reads a list page by page (D-113). A failed page leaves the previous ones in place. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  {
    failed,
    when = true,
    every,
  }: Pick<DataOptions, 'failed' | 'when'> & {
    /** Milliseconds until the pages are fetched again, for progress that has no event. */
    every?: number
  } = {},
): Pages<Row<E>> {
  const { call } = useBackend()
  const query = useInfiniteQuery({
    queryKey: [...keyOf(endpoint), input, 'pages'],
    queryFn: ({ signal, pageParam }) => call(endpoint, pageOf(input, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    staleTime: freshnessOf(endpoint),
    enabled: when,
    ...(every && { refetchInterval: every }),
    meta: { failed },
  })
  const pages = query.data?.pages
  const last = pages?.at(-1)
  const rows = pages?.flatMap((page) => rowsOf<Row<E>>(page.data))
  const more = last?.more ?? false
  const { isFetching, isFetchingNextPage: loadingMore, isFetchNextPageError: moreFailed } = query
  return {
    rows,
    total: last?.total ?? (more ? null : (rows?.length ?? null)),
    more,
    failure: isFetching || moreFailed ? null : query.error,
    loading: query.isLoading,
    busy: isFetching && !loadingMore,
    reload: () => void query.refetch(),
    loadMore: query.hasNextPage ? () => void loadNext(query) : null,
    loadingMore,
    moreFailure: moreFailed && !isFetching ? query.error : null,
  }
}

/** How often a next page is fetched again after a refetch has cancelled it. */
const attempts = 4

/**
 * Fetches the next page. A live event refetches the list meanwhile and cancels that fetch, or is under way already: then the
 * page is fetched after it, so that no click is lost.
 */
export async function loadNext(query: {
  fetchNextPage: FetchNext
  data?: InfiniteData<unknown> | undefined
}) {
  const before = query.data?.pages.length ?? 0
  for (let at = 0; at < attempts; at++) {
    const { data, isError } = await query.fetchNextPage({ cancelRefetch: false })
    if (isError || (data?.pages.length ?? 0) > before) return
  }
}

type FetchNext = (options: {
  cancelRefetch: boolean
}) => Promise<{ data: InfiniteData<unknown> | undefined; isError: boolean }>

const pageOf = <E extends Endpoint>(input: Input<E>, cursor: string | null): Input<E> =>
  cursor === null ? input : { ...input, query: { ...(input.query as object | undefined), cursor } }

/**
 * Changes single rows in the cached lists of an endpoint, without a call.
 * @param applies whether the lists of an input are changed
 * @param change receives a page's rows, and whether it is the first page
 */
export function amendPages<E extends Endpoint>(
  queries: QueryClient,
  endpoint: E,
  applies: (input: Input<E>) => boolean,
  change: (rows: Row<E>[], first: boolean) => Row<E>[],
): void {
  queries.setQueriesData<InfiniteData<Answer<Row<E>[]>>>(
    {
      queryKey: keyOf(endpoint),
      predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' && applies(queryKey[2] as Input<E>),
    },
    (loaded) =>
      loaded && {
        ...loaded,
        pages: loaded.pages.map((page, at) => ({ ...page, data: change(page.data, at === 0) })),
      },
  )
}

/** Another server may send the list bare, or under its key. */
const rowsOf = <R>(data: unknown): R[] => {
  const keyed = (data ?? {}) as { rows?: unknown }
  const list = [data, keyed.rows, ...Object.values(keyed)].find(Array.isArray)
  return (list ?? []) as R[]
}

/** Whether a list of `usePages` contains the row with an id. */
export const holdsRow = (loaded: unknown, id: string): boolean =>
  ((loaded as InfiniteData<Answer<unknown>> | undefined)?.pages ?? []).some(({ data }) =>
    rowsOf<{ id?: unknown }>(data).some((row) => row.id === id),
  )

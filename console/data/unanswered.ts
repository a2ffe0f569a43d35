import { type QueryFilters, useIsFetching, useQueryClient } from '@tanstack/react-query'

/**
 * Whether a part of the page waits for its first answer: parts that appear together do not move each other.
 * @param except the path of a call that does not count
 */
export function useIsUnanswered(except?: string): boolean {
  const queries = useQueryClient()
  const first: QueryFilters = {
    predicate: ({ state, queryKey: [, path] }) => state.status === 'pending' && path !== except,
  }
  // The hook renders again when the number changes, but its own number is a moment older than the answers that are shown.
  useIsFetching(first)
  return queries.isFetching(first) > 0
}

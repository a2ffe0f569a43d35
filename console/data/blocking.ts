import { api } from '@portreeve/contract'

/** The queries that show whether a person is blocked. Refetch them after a block or unblock: the live feed may be down. */
export const blockQueries = [
  api.users.get,
  api.users.banReasons,
  api.measures.of,
  api.users.overview,
  api.timeline.of,
  api.linkedAccounts.get,
]

import { api } from '@portreeve/contract'

/** What a page shows of whether a person is blocked. It is refetched after the own call, and not only by the live feed. */
export const blockQueries = [api.users.get, api.users.banReasons, api.users.overview, api.timeline.of]

import { api } from '@portreeve/contract'

/** The calls that show an absence, and whose work it is meanwhile. */
export const awayShownBy = [
  api.away.get,
  api.staff.list,
  api.desk.list,
  api.desk.counts,
  api.inbox.list,
  api.inbox.counts,
]

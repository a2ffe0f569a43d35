import type { ReportedUser } from '@portreeve/contract/user-reports'
import { count } from '../../format/words.ts'

/** The ids of the reports of a group; undefined where another server leaves ids out. */
export function idsOf({ reports }: ReportedUser): string[] | undefined {
  const ids: (string | undefined)[] = reports.map(({ id }) => id)
  return ids.some((id) => !id) ? undefined : (ids as string[])
}

/** The groups without a person's reports that were resolved: those seen, or all. A group without a report goes. */
export function without(groups: ReportedUser[], uid: string, seen: string[] | undefined): ReportedUser[] {
  const gone = seen && new Set(seen)
  return groups.flatMap((group) => {
    if (group.reporting_uid !== uid) return [group]
    const reports = gone ? group.reports.filter(({ id }) => !gone.has(id)) : []
    return reports.length > 0 ? [{ ...group, reports }] : []
  })
}

/** What is said of reports that arrived between the list and the click. */
export const meanwhileWords = (came: number) =>
  `${count(came, 'new report', 'new reports')} arrived meanwhile and ${came === 1 ? 'stays' : 'stay'} open.`

import type { ReportedUser } from '@portreeve/contract/people/user-reports'
import { count } from '../../format/words.ts'

/** The ids of a group's reports; undefined if another server omits ids. */
export function idsOf({ reports }: ReportedUser): string[] | undefined {
  const ids: (string | undefined)[] = reports.map(({ id }) => id)
  return ids.some((id) => !id) ? undefined : (ids as string[])
}

/** The groups without a person's resolved reports: those in `seen`, or all. A group without reports is removed. */
export function without(groups: ReportedUser[], uid: string, seen: string[] | undefined): ReportedUser[] {
  const resolved = seen && new Set(seen)
  return groups.flatMap((group) => {
    if (group.reporting_uid !== uid) return [group]
    const reports = resolved ? group.reports.filter(({ id }) => !resolved.has(id)) : []
    return reports.length > 0 ? [{ ...group, reports }] : []
  })
}

/** The notice about reports that arrived between the list and the click. */
export const meanwhileWords = (newReports: number) =>
  `${count(newReports, 'new report', 'new reports')} arrived meanwhile and ${newReports === 1 ? 'stays' : 'stay'} open.`

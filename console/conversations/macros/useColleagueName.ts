import { api } from '@portreeve/contract'
import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import { useData } from '../../data/use-data.ts'

/** Returns names of the colleagues that actions assign to. They are loaded only where one is named. */
export function useColleagueName(all: readonly (MacroActions | null)[]): (uid: string) => string {
  const namesOne = all.some((actions) => typeof actions?.assign === 'object')
  const { data } = useData(api.notes.colleagues, { params: { kind: 'conversation' } }, { when: namesOne })
  return (uid) => data?.find((one) => one.uid === uid)?.name ?? 'a colleague'
}

import {
  type DeskKind,
  deskKindNames,
  deskKinds,
  type HarmClass,
  harmClasses,
  reportKinds,
  type Sight,
} from './case-kinds.ts'
import { may, type Rights } from './rights.ts'

/** Someone who sees cases. */
export type Seer = Pick<Rights, 'permissions'> & Sight

const allows = <One extends string>(limit: readonly One[], one: One) =>
  limit.length === 0 || limit.includes(one)

/** The kinds of cases that someone sees: those that they may decide, within the limit of their role. */
export const kindsSeen = (seer: Seer): DeskKind[] =>
  deskKindNames.filter((kind) => allows(seer.kinds, kind) && may(seer, deskKinds[kind]))

/** The classes of reports that someone sees; none where they see no reports. */
export const classesSeen = (seer: Seer): HarmClass[] =>
  kindsSeen(seer).some((kind) => reportKinds.includes(kind))
    ? harmClasses.filter((one) => allows(seer.classes, one))
    : []

/** The kinds and classes that one sees and the other does not. */
export function seenBeyond(one: Seer, other: Seer): { kinds: DeskKind[]; classes: HarmClass[] } {
  const [kinds, classes] = [kindsSeen(other), classesSeen(other)]
  return {
    kinds: kindsSeen(one).filter((kind) => !kinds.includes(kind)),
    classes: classesSeen(one).filter((name) => !classes.includes(name)),
  }
}

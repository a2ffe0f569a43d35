import type { TimelineKind } from '@portreeve/contract/staff/timeline'

export interface TimelineProps {
  kind: TimelineKind
  id: string
  /** The record's name. */
  of: string | null
  /** False in a long list, where each count would be a call. */
  counted?: boolean
}

/** A record's timeline, as an address names it. */
export const nameOf = (kind: TimelineKind, id: string) => `${kind}:${id}`

export interface DrawerProps extends TimelineProps {
  /** The entry that the address names: the list begins with it. */
  entry: string | undefined
  onClose: () => void
}

import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { usePages } from '../../data/pages.ts'
import { useData } from '../../data/use-data.ts'
import { actorName } from '../../format/actor.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { sentenceOf } from '../../format/sentences.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import classes from './past.module.css'

/** Whose sight the page has: a role, and one of its people where that is known. */
export interface Seen {
  role: Role
  by: string | undefined
}

interface PastBarProps {
  kind: TimelineKind | 'order'
  id: string
  /** The page has an axis itself. */
  hasAxis?: boolean
  /** The moment that the page shows, ISO-8601 UTC. */
  at: string
  seen: Seen | undefined
  /** Shows another moment; null for now. */
  onShow: (at: string | null) => void
}

/** The moment that the page shows, with a slider over what staff did to the record, and the way back to now. */
export function PastBar({ kind, id, hasAxis, at, seen, onShow }: PastBarProps) {
  useEscape(() => onShow(null))
  return (
    <>
      <div className={classes.edge} aria-hidden />
      <section className={classes.bar} aria-label="Moment that the page shows">
        <strong title={longLocal(at)}>
          {seen ? <SeenBy {...seen} at={at} /> : <>As of {shortLocal(at)}</>}
        </strong>
        {kind !== 'order' && !hasAxis && <Slider kind={kind} id={id} at={at} onShow={onShow} />}
        <Button size="compact-sm" onClick={() => onShow(null)}>
          Back to now (Esc)
        </Button>
      </section>
    </>
  )
}

function SeenBy({ role, by, at }: Seen & { at: string }) {
  const { data } = useData(api.staff.list, { query: {} }, { when: by !== undefined })
  const member = data?.find(({ uid }) => uid === by)
  const name = member && (member.displayName ?? member.email)
  return (
    <>
      {name ? `As ${name} (${role})` : `As the role ${role}`} saw it on {shortLocal(at)}
    </>
  )
}

function Slider({ kind, id, at, onShow }: Omit<PastBarProps, 'kind' | 'seen'> & { kind: TimelineKind }) {
  const { rows = [] } = usePages(api.timeline.of, { params: { kind, id }, query: {} })
  const entries = rows.toReversed()
  if (entries.length === 0) return null
  const chosen = entries.findLastIndex((row) => row.at <= at)
  const shown = entries[chosen]
  /** The moment of a place: 0 is before the first entry. */
  const momentOf = (place: number) => entries[place - 1]?.at ?? justBefore(entries[0]?.at ?? at)
  const words = shown
    ? `${actorName(shown.by)}: ${sentenceOf(shown, shown.names).words}, ${shortLocal(shown.at)}`
    : 'Before all that staff did'
  return (
    <>
      <input
        type="range"
        min={0}
        max={entries.length}
        value={chosen + 1}
        aria-label="What staff did"
        aria-valuetext={words}
        onChange={({ currentTarget: { value } }) => onShow(momentOf(Number(value)))}
      />
      <span className={classes.words} title={words}>
        <bdi>{words}</bdi>
      </span>
    </>
  )
}

const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString()

import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { HistoryKind } from '@portreeve/contract/staff/history'
import { usePages } from '../../data/pages.ts'
import { useData } from '../../data/use-data.ts'
import { actorName } from '../../format/actor.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { changedBy, changeWords } from '../../format/record-changes.ts'
import { sentenceOf } from '../../format/sentences.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import classes from './past.module.css'

/** Whose sight the page has: a role, and one of its people where that is known. */
export interface Seen {
  role: string
  by: string | undefined
}

interface PastBarProps {
  kind: HistoryKind
  id: string
  /** The page has an axis itself. */
  hasAxis?: boolean
  /** The moment that the page shows, ISO-8601 UTC. */
  at: string
  seen: Seen | undefined
  /** Shows another moment; null for now. */
  onShow: (at: string | null) => void
}

/** The moment that the page shows, with a slider over what happened to the record, and the way back to now. */
export function PastBar({ kind, id, hasAxis, at, seen, onShow }: PastBarProps) {
  useEscape(() => onShow(null))
  return (
    <>
      <div className={classes.edge} aria-hidden />
      <section className={classes.bar} aria-label="Moment that the page shows">
        <strong title={longLocal(at)}>
          {seen ? <SeenBy {...seen} at={at} /> : <>As of {shortLocal(at)}</>}
        </strong>
        {!hasAxis && <Slider kind={kind} id={id} at={at} onShow={onShow} />}
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

/** What staff did to the record, and what others changed of it, oldest first. What staff change, they did. */
function useStops(kind: HistoryKind, id: string): { at: string; words: string }[] {
  const isTimed = kind !== 'order'
  const done = usePages(api.timeline.of, { params: { kind, id }, query: {} }, { when: isTimed })
  const changed = usePages(api.history.of, { params: { kind, id }, query: {} })
  return [
    ...(done.rows ?? []).map((row) => ({
      at: row.at,
      words: `${actorName(row.by)}: ${sentenceOf(row, row.names).words}`,
    })),
    ...(changed.rows ?? [])
      .filter(({ by }) => !isTimed || by.kind !== 'staff')
      .map((change) => ({ at: change.at, words: `${changedBy(change.by)}: ${changeWords(change)}` })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
}

function Slider({ kind, id, at, onShow }: Omit<PastBarProps, 'seen'>) {
  const stops = useStops(kind, id)
  if (stops.length === 0) return null
  const chosen = stops.findLastIndex((stop) => stop.at <= at)
  const shown = stops[chosen]
  /** The moment of a place: 0 is before the first stop. */
  const momentOf = (place: number) => stops[place - 1]?.at ?? justBefore(stops[0]?.at ?? at)
  const words = shown ? `${shown.words}, ${shortLocal(shown.at)}` : 'Before all that is known'
  return (
    <>
      <input
        type="range"
        min={0}
        max={stops.length}
        value={chosen + 1}
        aria-label="What happened"
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

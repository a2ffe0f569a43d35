import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { IconGavel, IconMessage, IconNote, IconPackage, IconReceipt } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { shortLocal } from '../../format/dates.ts'
import { serverNow } from '../../format/now.ts'
import { Steps } from '../transactions/Progress.tsx'
import type { Step } from '../transactions/progress.ts'
import { nearest, placesOf, stacksOf, stepTo } from './moment-axis.ts'
import type { Lane, Moment } from './moments.ts'
import classes from './scrubber.module.css'

const icons = {
  parcel: IconPackage,
  money: IconReceipt,
  messages: IconMessage,
  dispute: IconGavel,
  staff: IconNote,
} as const satisfies Record<Lane, unknown>

/** Pixels between two events at least: an icon with a number, and the space beside it. Each is a target of 24 (WCAG 2.5.8). */
const eventGap = 46

export interface ScrubberProps {
  /** As they were at the moment that is shown. */
  steps: readonly Step[]
  /** The same as they are now: these have their places on the axis. */
  placed: readonly Step[]
  moments: readonly Moment[]
  /** The moment that is shown, in milliseconds; null for now. */
  at: number | null
  /** By when staff act; null for no deadline. */
  due: { words: string; at: string } | null
  isKnown: boolean
  /** The buyer's bank has taken the payment back. */
  isContested: boolean
  /** Shows a moment by its time; null shows now. */
  onShow: (at: string | null) => void
}

/** The time of a transaction as one axis: its steps, what happened below them, and a handle that shows the page as it was. */
export default function Scrubber(props: ScrubberProps) {
  const { steps, placed, moments, at, due, isKnown, isContested, onShow } = props
  const isDragged = useRef(false)
  const isBroad = useMediaQuery('(min-width: 1250px)', true, { getInitialValueInEffect: false })
  const places = placesOf(placed, moments, serverNow().getTime(), isBroad ? 0.155 : 0.2)
  const stops = [...places.moments, places.now]
  const chosen =
    at === null
      ? moments.length
      : Math.max(
          0,
          moments.findLastIndex(({ time }) => time <= at),
        )
  const go = (index: number) => {
    if (index !== chosen) onShow(moments[Math.max(0, index)]?.at ?? null)
  }
  const follow = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    go(nearest((event.clientX - box.left) / box.width, stops))
  }
  const drop = () => {
    isDragged.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepTo(event.key, moments, chosen)
    if (to === null) return
    event.preventDefault()
    go(to)
  }
  const shown = moments[chosen]
  const words = moments.filter(({ time }) => time === shown?.time).map(({ words }) => words)
  return (
    <section className={classes.story} aria-label="Time of the transaction">
      <Steps steps={steps} isKnown={isKnown} shares={places.steps} className={classes.steps} />
      <div
        className={classes.line}
        onPointerDown={(event) => {
          isDragged.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => isDragged.current && follow(event)}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <span
          className={classes.past}
          data-known={isKnown || undefined}
          data-tone={isContested ? 'bad' : steps.some(({ isStuck }) => isStuck) ? 'caution' : undefined}
          style={
            {
              '--done': `${((at === null ? places.done : (stops[chosen] ?? 0)) / places.now) * 100}%`,
              width: `${places.now * 100}%`,
            } as CSSProperties
          }
        />
        {steps.map(({ name, state, isStuck }, index) => (
          <i
            key={name}
            data-state={state}
            data-stuck={isStuck || undefined}
            data-known={isKnown || undefined}
            style={{ left: `${(places.steps[index] ?? 0) * 100}%` }}
          />
        ))}
        <span
          className={classes.handle}
          style={{ left: `${(stops[chosen] ?? places.now) * 100}%` }}
          role="slider"
          tabIndex={0}
          aria-label="Moment that the page shows"
          aria-valuemin={0}
          aria-valuemax={moments.length}
          aria-valuenow={chosen}
          aria-valuetext={shown ? `${words.join('; ')}, ${shortLocal(shown.at)}` : 'Now'}
          onKeyDown={onKeyDown}
        >
          {!shown && 'Now'}
        </span>
      </div>
      <Events
        moments={moments}
        shares={places.moments}
        chosen={chosen}
        due={places.now < 1 ? due : null}
        onShow={onShow}
      />
    </section>
  )
}

interface EventsProps extends Pick<ScrubberProps, 'moments' | 'due' | 'onShow'> {
  shares: readonly number[]
  chosen: number
}

/** What happened, below the axis: later events on the same spot are a number beside the first. */
function Events({ moments, shares, chosen, due, onShow }: EventsProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const placed = moments.map((moment, index) => ({ ...moment, index, share: shares[index] ?? 0 }))
  return (
    <div ref={ref} className={classes.events}>
      {(width > 0 ? stacksOf(placed, eventGap / width) : []).map((stack) => {
        const [first] = stack
        if (!first) return null
        const Icon = icons[first.lane]
        // Another press shows the next one of the stack.
        const within = stack.findIndex(({ index }) => index === chosen)
        const next = stack[(within + 1) % stack.length] ?? first
        const words = stack.map((one) => `${one.words}, ${shortLocal(one.at)}`)
        return (
          <button
            key={first.index}
            type="button"
            // The slider has the keys.
            tabIndex={-1}
            data-lane={first.lane}
            data-chosen={within >= 0 || undefined}
            style={{ left: `${first.share * 100}%` }}
            title={words.join('\n')}
            aria-label={words.join('; ')}
            onClick={() => onShow(next.at)}
          >
            <Icon size={14} aria-hidden />
            {stack.length > 1 && `+${stack.length - 1}`}
          </button>
        )
      })}
      {due && (
        <span className={classes.due}>
          {due.words} {shortLocal(due.at)}
        </span>
      )}
    </div>
  )
}

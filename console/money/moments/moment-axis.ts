import type { Step } from '../transactions/progress.ts'
import { timeOf } from './moments.ts'

/** A point of the axis: a time in milliseconds, and its share of the axis from 0 to 1. */
export interface Anchor {
  readonly time: number
  readonly share: number
}

/**
 * Where times are on the axis: by their distance, but `gap` apart at least, so that their words do not overlap.
 * @param times in order
 * @param to the share of the last one
 */
export function anchorsOf(times: readonly number[], gap: number, to: number): Anchor[] {
  const [first = 0, last = first] = [times[0], times.at(-1)]
  const linear = times.map((time) => (last === first ? 0 : ((time - first) / (last - first)) * to))
  const least = Math.min(gap, to / Math.max(1, times.length - 1))
  const shares: number[] = []
  for (const share of linear) shares.push(Math.max(share, (shares.at(-1) ?? -least) + least))
  for (let at = shares.length - 1, most = to; at >= 0; at--, most -= least)
    shares[at] = Math.min(shares[at] ?? 0, most)
  return times.map((time, at) => ({ time, share: shares[at] ?? 0 }))
}

/** The share of a time between two anchors, by its distance from both. */
export function shareOf(time: number, anchors: readonly Anchor[]): number {
  const next = anchors.findIndex((anchor) => anchor.time >= time)
  const [before, after] = [anchors[next - 1], anchors[next]]
  if (!after) return anchors.at(-1)?.share ?? 0
  if (!before || after.time === before.time) return after.share
  return before.share + ((time - before.time) / (after.time - before.time)) * (after.share - before.share)
}

/** Things on an axis in stacks: those that are nearer than `gap` to the first of a stack are on it. */
export function stacksOf<T extends { readonly share: number }>(things: readonly T[], gap: number): T[][] {
  const stacks: T[][] = []
  for (const thing of things) {
    const stack = stacks.at(-1)
    if (stack?.[0] && thing.share - stack[0].share < gap) stack.push(thing)
    else stacks.push([thing])
  }
  return stacks
}

/** The index of the nearest share. */
export const nearest = (share: number, shares: readonly number[]): number =>
  shares.reduce(
    (best, one, at) => (Math.abs(one - share) < Math.abs((shares[best] ?? 0) - share) ? at : best),
    0,
  )

/** The share of the axis of each step to come: most of these have no more than a name. */
const comingGap = 0.155

/**
 * Where steps and moments are on the axis: done steps and moments by their times, up to now; the steps to come, which have no time, at
 * equal distances after it. A done step without a time is beside the one before.
 * @param now milliseconds
 * @param stepGap the share between two steps at least, so that their words do not overlap
 */
export function placesOf(
  steps: readonly Pick<Step, 'state' | 'at'>[],
  moments: readonly { readonly time: number }[],
  now: number,
  stepGap: number,
) {
  const first = steps.findIndex(({ state }) => state !== 'done')
  const coming = first < 0 ? 0 : steps.length - first
  const nowShare = 1 - coming * comingGap
  const timeOfStep = ({ state, at }: Pick<Step, 'state' | 'at'>) => (state === 'done' ? timeOf(at) : null)
  const times = [...steps.flatMap((step) => timeOfStep(step) ?? []).filter((time) => time <= now), now]
  const anchors = anchorsOf(
    [...new Set(times)].toSorted((one, other) => one - other),
    stepGap,
    nowShare,
  )
  const placed: number[] = []
  for (const [index, step] of steps.entries()) {
    const time = timeOfStep(step)
    placed.push(
      step.state !== 'done'
        ? nowShare + ((index - first + 0.25) / coming) * (1 - nowShare)
        : time !== null
          ? shareOf(time, anchors)
          : Math.min((placed.at(-1) ?? -stepGap) + stepGap, nowShare),
    )
  }
  return {
    steps: placed,
    moments: moments.map(({ time }) => shareOf(time, anchors)),
    now: nowShare,
    /** The last done step. */
    done: placed.findLast((_, index) => steps[index]?.state === 'done') ?? 0,
  }
}

/**
 * The index to which a key leads from the chosen one; the number of moments is now, and null is another key. Moments of the same time
 * are one step.
 */
export function stepTo(
  key: string,
  moments: readonly { readonly time: number }[],
  chosen: number,
): number | null {
  const from = moments[chosen]?.time ?? Number.POSITIVE_INFINITY
  const later = moments.findIndex(({ time }) => time > from)
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(
      0,
      moments.findLastIndex(({ time }) => time < from),
    ),
    ArrowRight: later < 0 ? moments.length : later,
    Home: 0,
    End: moments.length,
  }
  return to[key] ?? null
}

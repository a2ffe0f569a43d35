import { useMediaQuery } from '@mantine/hooks'
import { serverNow } from '../../format/now.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Progress } from '../transactions/Progress.tsx'
import { type Facts, stepsOf } from '../transactions/progress.ts'
import { contestedThen, factsThen } from './known-then.ts'
import { type Loaded, momentsOf } from './moments.ts'
import type { ScrubberProps } from './Scrubber.tsx'

const Scrubber = onDemand<ScrubberProps>(async () => (await import('./Scrubber.tsx')).default, Progress)

interface StoryProps extends Omit<ScrubberProps, 'steps' | 'placed' | 'moments' | 'isContested'> {
  loaded: Loaded
  facts: Facts
}

/** The steps of a transaction on the axis of its time; a list of them where the window is narrow. */
export function Story({ loaded, facts, ...props }: StoryProps) {
  const isWide = useMediaQuery('(min-width: 701px)', true, { getInitialValueInEffect: false })
  const { at } = props
  const now = stepsOf(facts)
  const then = at === null ? now : stepsOf(factsThen(loaded, at))
  // The axis is the same at every moment.
  const steps = now.map(
    (step) =>
      then.find(({ name }) => name === step.name) ??
      ({ ...step, state: 'next', at: null, note: null, isStuck: false } as const),
  )
  return isWide ? (
    <Scrubber
      steps={steps}
      placed={now}
      moments={momentsOf(loaded)}
      isContested={contestedThen(loaded, at ?? serverNow().getTime()).chargebacks.length > 0}
      {...props}
    />
  ) : (
    <Progress steps={steps} isKnown={props.isKnown} />
  )
}

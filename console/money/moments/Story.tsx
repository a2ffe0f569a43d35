import { useMediaQuery } from '@mantine/hooks'
import { serverNow } from '../../format/now.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Progress } from '../transactions/Progress.tsx'
import { type Facts, stepsOf } from '../transactions/progress.ts'
import { isBy, type Loaded, momentsOf, stepsThen } from './moments.ts'
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
  const then = at ?? serverNow().getTime()
  const steps = at === null ? now : stepsThen(now, at)
  return isWide ? (
    <Scrubber
      steps={steps}
      placed={now}
      moments={momentsOf(loaded)}
      isContested={loaded.chargebacks.some((one) => isBy(one.created_at, then) && !isBy(one.closed_at, then))}
      {...props}
    />
  ) : (
    <Progress steps={steps} isKnown={props.isKnown} />
  )
}

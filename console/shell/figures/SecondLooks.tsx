import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { fewestLooks, type LookFigures, lookDays } from '@portreeve/contract/listings/second-looks'
import { isUnknownCall } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { FigureSection } from './FigureSection.tsx'
import { type Cell, number, tableOf } from './tables.ts'

const percent = (part: number) => Math.round(part * 100)
const share = (part: number): Cell => [`${percent(part)} %`, part]

const columns: readonly (readonly [string, (row: LookFigures) => Cell])[] = [
  ['Agreement', (row) => share(row.share)],
  [
    'Interval',
    ({ low, high }) => [`${percent(low)} to ${percent(high)} %`, `${percent(low)}-${percent(high)}`],
  ],
  ['Of', ({ looks }) => number(looks)],
  ['Third agreed', ({ confirmed }) => number(confirmed)],
  ['Appeals', ({ appeals }) => number(appeals)],
  ['Changed or reversed', ({ overturned }) => number(overturned)],
]

/** How often second looks agreed with decisions of the review: the caller's own, or those of all colleagues. */
export function SecondLooks({ of }: { of: 'own' | 'list' }) {
  const looks = useData(of === 'own' ? api.secondLooks.own : api.secondLooks.list, {}, { isFresh: true })
  const { data, failure, reload } = looks
  if (failure && isUnknownCall(failure)) return null
  if (failure && !data)
    return <FailedState message="The second looks could not be loaded." onRetry={reload} />
  if (!data) return <LinesSkeleton lines={3} height={40} />
  const name = ({ policy, name: own }: LookFigures) => own ?? policy ?? 'Without a policy, and rare policies'
  return (
    <>
      <FigureSection
        file="second-looks"
        id="second-looks"
        title={of === 'own' ? 'Second looks at your decisions' : 'Second looks'}
        table={tableOf(data, [['Policy', (row: LookFigures) => [name(row), name(row)] as Cell], ...columns])}
        least={760}
        empty={`Fewer than ${fewestLooks} second looks have ended, so nothing is shown.`}
      />
      <Text size="sm" c="dimmed" mb="lg">
        A colleague decided again about a part of the decisions in Pending Review, without knowing the first
        decision. The agreement of all such decisions lies in the interval with a certainty of 95 %. Where the
        two did not agree, a third colleague decided. The last {lookDays} days.
      </Text>
    </>
  )
}

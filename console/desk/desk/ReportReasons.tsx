import { NativeSelect, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { deskClasses, type ReportReason } from '@portreeve/contract/desk/desk-ranking'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { count } from '../../format/words.ts'
import cards from '../../shell/lists/desk.module.css'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import classes from './desk-list.module.css'
import { shownBy } from './options.ts'
import { classWords } from './words.ts'

/** The reasons of reports, each with its class. A chosen class holds at once. */
export function ReportReasons() {
  const { data, failure, reload } = useData(api.desk.reasons, {})
  return (
    <section className={cards.card} aria-label="Reasons of reports">
      <div className={cards.cardHead}>
        <Title order={2}>Reasons of reports</Title>
      </div>
      <div className={cards.cardBody}>
        <Text size="sm" c="dimmed" mb="sm">
          A report has the class of its reason. Cases of a class come before all cases of the next one,
          whatever their points. A choice holds at once.
        </Text>
        {failure && !data && <FailedState message="The reasons could not be loaded." onRetry={reload} />}
        {!data && !failure && <LinesSkeleton lines={6} height={40} />}
        {data?.length === 0 && <Text size="sm">No report is open, and no class was chosen.</Text>}
        {data && data.length > 0 && (
          <ul className={classes.classOf}>
            {data.map((row) => (
              <Reason key={row.reason} row={row} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** The value of the choice that leaves the class to the words of the reason. */
const byWords = ''

function Reason({ row }: { row: ReportReason }) {
  const save = useAction(api.desk.saveReason, {
    done: 'Class saved.',
    failed: 'Error saving the class.',
    refetch: [api.desk.reasons, api.desk.preview, ...shownBy],
  })
  const name = row.reason || 'no reason given'
  return (
    <li>
      <span>
        <b dir="auto">{name}</b> {count(row.open, 'open report', 'open reports')}
      </span>
      <NativeSelect
        aria-label={`Class of ${name}`}
        value={save.busy ? undefined : row.chosen ? row.class : byWords}
        disabled={save.busy}
        error={detailOf(save.failure)}
        data={[
          { value: byWords, label: row.chosen ? 'By its words' : `By its words: ${classWords[row.class]}` },
          ...deskClasses.map((value) => ({ value, label: classWords[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          void save.run({
            body: { reason: row.reason, class: deskClasses.find((one) => one === value) ?? null },
          })
        }
      />
    </li>
  )
}

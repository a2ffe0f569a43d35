import { Text } from '@mantine/core'
import { type Judgement, type ListingRecord, maxJudgements } from '@portreeve/contract/listings/listings'
import { longLocal } from '../../format/dates.ts'
import { AsThen } from '../../shell/records/RecordLink.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { ChangeList } from '../review/Background.tsx'
import classes from './listing.module.css'

/** What was decided about a listing, newest first, with what changed between the versions that staff had before them. */
export function Decisions({ record: { decisions, changes, listing } }: { record: ListingRecord }) {
  return (
    <>
      {decisions.length === 0 && (
        <Text size="sm" c="dimmed">
          {listing.review_state === 'pending'
            ? 'Nothing was decided yet.'
            : 'It was decided before it came here.'}
          {listing.review_message && (
            <>
              {' '}
              Its message: <bdi>{listing.review_message}</bdi>
            </>
          )}
        </Text>
      )}
      {changes && changes.length > 0 && (
        <div className={classes.since}>
          <strong>Changed since the last decision</strong>
          <ChangeList changes={changes} />
        </div>
      )}
      <ol className={classes.decisions} aria-label="Decisions, newest first">
        {decisions.map((one) => (
          <Decided key={one.id} listing={listing.key} {...one} />
        ))}
      </ol>
      {decisions.length === maxJudgements && (
        <Text size="sm" c="dimmed">
          Older decisions are in the timeline.
        </Text>
      )}
      {decisions.length > 0 && (
        <Text size="sm" c="dimmed">
          The versions that staff decided about are recorded, not each edit between them.
        </Text>
      )}
    </>
  )
}

function Decided({
  listing,
  decision,
  by,
  at,
  message,
  announced_at,
  taken_back_at,
  taken_back_by,
  taken_back_reason,
  changes,
}: Judgement & { listing: string }) {
  return (
    <li data-past={taken_back_at !== null || undefined}>
      <div className={classes.line}>
        <StateWord
          word={decision === 'approved' ? 'Approved' : 'Denied'}
          tone={taken_back_at !== null ? 'quiet' : decision === 'approved' ? 'good' : 'bad'}
        />
        <span>
          by <bdi>{by.name}</bdi>, <When value={at} write={longLocal} />{' '}
          <AsThen kind="listing" id={listing} at={at} />
        </span>
      </div>
      {message && <LongText text={message} lines={4} />}
      <Text size="sm" c="dimmed">
        {taken_back_at !== null && (
          <>
            Taken back
            {taken_back_by && (
              <>
                {' '}
                by <bdi>{taken_back_by}</bdi>
              </>
            )}
            , <When value={taken_back_at} write={longLocal} />.{' '}
          </>
        )}
        {announced_at !== null ? (
          <>
            The seller was told <When value={announced_at} write={longLocal} />.
          </>
        ) : (
          'The seller was not told.'
        )}
      </Text>
      {taken_back_reason && <LongText text={`Why it was taken back: ${taken_back_reason}`} lines={4} />}
      {changes && changes.length > 0 && (
        <>
          <Text size="sm">Changed since the decision before:</Text>
          <ChangeList changes={changes} />
        </>
      )}
      {changes?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing had changed since the decision before.
        </Text>
      )}
    </li>
  )
}

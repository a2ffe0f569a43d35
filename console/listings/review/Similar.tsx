import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Likeness, Similar as Row } from '@portreeve/contract/listings/similar'
import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { isUnknownCall } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { priceLine } from '../../format/post.ts'
import { orNull } from '../../format/words.ts'
import { appealWords, kindWords } from '../../people/measures/words.ts'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Moment } from '../../ui/moment.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './similar.module.css'

interface SimilarProps {
  /** The key of a listing. */
  id: string
  /** The level of the heading. */
  order?: 2 | 3
  className?: string | undefined
}

/** The earlier decisions about listings that resemble one. */
export function Similar({ id, order = 3, className = classes.part }: SimilarProps) {
  const isPast = useContext(Moment) !== null
  const { data, failure, reload } = useData(api.listings.similar, { params: { id } }, { when: !isPast })
  // A server of the spec alone remembers none, and a page of the past would show later ones.
  if (isPast || (failure && isUnknownCall(failure))) return null
  return (
    <section className={className} aria-label="Similar decisions">
      <Title order={order}>Similar decisions</Title>
      {failure && !data ? (
        <FailedState message="The similar decisions could not be loaded." onRetry={reload} />
      ) : !data ? (
        <LinesSkeleton lines={5} height={56} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          No similar decision yet.
        </Text>
      ) : (
        <ul className={classes.rows} aria-label="Similar decisions, the most similar first">
          {data.map((row) => (
            <Decided key={row.key} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

const outcomes = {
  approved: { word: 'Approved', tone: 'good' },
  denied: { word: 'Denied', tone: 'bad' },
  deleted: { word: 'Deleted', tone: 'bad' },
} as const

const likenessWords: Readonly<Record<Likeness, string>> = {
  photo: 'Nearly the same picture',
  words: 'Nearly the same words',
  some: 'Similar words',
  seller: 'same seller',
  price: 'similar price',
  reason: 'reported for the same reason',
}

function Decided({ row }: { row: Row }) {
  const { key, title, thumbnailImageURL, alike, outcome, decided, message, policies, taken_back } = row
  const why = [...policies, message].filter((words) => words !== null).join(': ')
  return (
    <li>
      <Thumbnail path={thumbnailImageURL} size={56} />
      <div className={classes.body}>
        <div className={classes.line}>
          <Link to="/dashboard/listings/$key" params={{ key }} className={classes.title}>
            <Clamp text={orNull(title)} />
          </Link>
          <span>{priceLine(row)}</span>
        </div>
        <div className={classes.line}>
          <StateWord {...outcomes[outcome]} />
          {decided ? (
            <span>
              by <bdi>{decided.by}</bdi>, <When value={decided.at} write={shortUtc} />
            </span>
          ) : (
            !taken_back && <span>before it came here</span>
          )}
        </div>
        {why && <Clamp text={why} lines={2} />}
        {taken_back && (
          <span>
            {taken_back.decision === 'approved' ? 'An approval' : 'A denial'} by <bdi>{taken_back.by}</bdi>{' '}
            was taken back, <When value={taken_back.at} write={shortUtc} />
          </span>
        )}
        <Further {...row} />
        <span className={classes.alike}>{alike.map((one) => likenessWords[one]).join(', ')}</span>
      </div>
    </li>
  )
}

/** The appeal against the decision, and what was decided about the account of the seller. */
function Further({ appeal, seller }: Row) {
  if (!appeal && !seller) return null
  return (
    <div className={classes.line}>
      {appeal && (
        <Link to="/dashboard/appeals/$id" params={{ id: appeal.id }}>
          <StateWord {...appealWords[appeal.state]} />
        </Link>
      )}
      {seller && (
        <span>
          Seller: {kindWords[seller.kind]}, <When value={seller.at} write={shortUtc} />
          {!seller.holds && ', ended'}
        </span>
      )}
    </div>
  )
}

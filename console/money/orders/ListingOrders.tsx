import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { transactionStatus } from '@portreeve/contract/money/transactions'
import { Link } from '@tanstack/react-router'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { wordOf } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { Flags } from './Flags.tsx'
import classes from './orders.module.css'
import { PartyName } from './PartyName.tsx'
import { flagsOf } from './words.ts'

/** Orders that the page of a listing shows; the list of orders has all. */
const limit = '10'

/** The newest orders of a listing. */
export function ListingOrders({ listing }: { listing: string }) {
  const whyNot = useWhyNot('transactions.read')
  const query = `listing:"${listing}"`
  const found = useData(api.orderSearch.search, { query: { query, limit } }, { when: whyNot === null })
  const rows = found.data?.rows
  if (whyNot) return <Text size="sm">{whyNot}</Text>
  if (found.failure && !rows)
    return <FailedState message="The orders could not be loaded." onRetry={found.reload} />
  if (!rows) return <LinesSkeleton lines={2} />
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody has bought it.
      </Text>
    )
  return (
    <>
      <ul className={classes.ofListing} aria-label="Orders">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to="/dashboard/txns/$id" params={{ id: row.id }}>
              {row.public_id ?? row.id}
            </Link>
            <PartyName {...row.buyer} />
            <span>
              <StateWord
                word={wordOf(transactionStatus, row.status)}
                tone={row.status === 1 ? 'good' : 'quiet'}
              />
              <Flags flags={flagsOf(row)} />
            </span>
            <span>{grouped(row.price, row.currency)}</span>
            <When value={row.purchase_date} write={shortLocal} />
          </li>
        ))}
      </ul>
      {found.more && (
        <Link to="/dashboard/txns/$id" params={{ id: 'overview' }} search={{ q: query }}>
          All orders of this listing
        </Link>
      )}
    </>
  )
}

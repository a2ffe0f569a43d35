import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { PartyCase } from '@portreeve/contract/money/order-search'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useData } from '../../data/use-data.ts'
import { readTime } from '../../format/dates.ts'
import { count, orNull } from '../../format/words.ts'
import { useMutualTransactions } from '../../shell/records/MutualTransactions.tsx'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { WriteButton } from '../../shell/writing.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import classes from './case.module.css'
import { Panel } from './Panel.tsx'

/** Buyer and seller: who they are, whether they are blocked or reported, and what they have together. */
export function Parties({ txn }: { txn: Transaction }) {
  const known = useData(api.orderSearch.parties, { params: { id: txn.id } })
  const mutual = useMutualTransactions()
  const { purchaser_uid, seller_uid } = txn
  const others = (known.data?.together ?? 1) - 1
  const fails = known.failure !== null && known.failure.status >= 500
  return (
    <Panel title="Buyer and seller">
      <div className={classes.parties}>
        <Party
          side="Buyer"
          uid={purchaser_uid}
          name={txn.purchaser_display_name}
          order={txn.id}
          facts={known.data?.buyer}
        />
        <Party
          side="Seller"
          uid={seller_uid}
          name={txn.seller_display_name}
          order={txn.id}
          facts={known.data?.seller}
        />
        {fails && <FailedState message="More about them could not be loaded." onRetry={known.reload} />}
        {(known.data || known.loading) && (
          // The line keeps its place while it loads.
          <div className={classes.together}>
            {!known.data ? null : others === 0 ? (
              <Text size="xs" c="dimmed">
                No other transaction between them.
              </Text>
            ) : (
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() =>
                  mutual.open({
                    title: 'Mutual Transactions',
                    party1: purchaser_uid,
                    party2: seller_uid,
                  })
                }
              >
                {count(others, 'other transaction', 'other transactions')} between them
              </Button>
            )}
          </div>
        )}
      </div>
      {mutual.dialog}
    </Panel>
  )
}

interface PartyProps {
  side: 'Buyer' | 'Seller'
  uid: string
  name: string | null
  /** The transaction that a message to them is about. */
  order: string | undefined
  /** Undefined until they are loaded, and on a server without them. */
  facts: PartyCase | undefined
}

/** A buyer or seller of a case. */
export function Party({ side, uid, name, order, facts }: PartyProps) {
  return (
    <div className={classes.party}>
      <PersonAvatar uid={uid} name={name} size={40} />
      <div className={classes.partyName}>
        <UserLink uid={uid} name={name} />
        {facts && <States facts={facts} />}
      </div>
      <WriteButton uid={uid} name={orNull(name)} order={order} size="compact-xs">
        Write to
      </WriteButton>
      <div className={classes.facts}>{[side, ...(facts ? factsOf(facts) : [])].join(' · ')}</div>
    </div>
  )
}

function States({ facts: { blocked, open_reports } }: { facts: PartyCase }) {
  return (
    <span className={classes.states}>
      {blocked && <StateWord word="Blocked" tone="bad" />}
      {open_reports > 0 && (
        <StateWord word={count(open_reports, 'open report', 'open reports')} tone="caution" />
      )}
      {!blocked && open_reports === 0 && <StateWord word="Good standing" tone="good" />}
    </span>
  )
}

/** '7 purchases', '41 sales', 'since 2023' */
function factsOf({ purchases, sales, since }: PartyCase): string[] {
  const year = readTime(since)?.getUTCFullYear()
  return [
    ...(purchases > 0 ? [count(purchases, 'purchase', 'purchases')] : []),
    ...(sales > 0 ? [count(sales, 'sale', 'sales')] : []),
    ...(year ? [`since ${year}`] : []),
  ]
}

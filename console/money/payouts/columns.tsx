import type { PayoutRow } from '@portreeve/contract/money/payouts'
import { shortLocal } from '../../format/dates.ts'
import { payoutStateWords } from '../../format/movement-words.ts'
import classes from '../../shell/lists/desk.module.css'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { amountColumn, orderColumn, providerColumn } from '../movement-columns.tsx'
import type { HoldAction } from './HoldDialog.tsx'
import { PayoutButton } from './PayoutButton.tsx'

/** The columns of the payouts. */
export const payoutColumns = (
  onAction: (action: HoldAction, payout: PayoutRow) => void,
): readonly Column<PayoutRow>[] => [
  orderColumn,
  amountColumn,
  {
    name: 'State',
    width: '15%',
    cell: ({ state, held_by, failure }) => (
      <>
        <StateWord {...payoutStateWords[state]} />
        {held_by.length > 0 && (
          <span className={classes.quiet}>
            <Clamp text={held_by.join(', ')} lines={2} />
          </span>
        )}
        {failure && (
          <span className={classes.bad}>
            <Clamp text={failure} lines={2} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Seller',
    width: '12%',
    cell: ({ seller }) => (
      <>
        <UserLink {...seller} />
        {seller.blocked && <span className={classes.bad}>blocked</span>}
      </>
    ),
  },
  providerColumn,
  {
    name: 'Due',
    width: 180,
    is: 'date',
    cell: ({ due_at, settled_at, state }) => (
      <>
        <When value={due_at} write={shortLocal} />
        {settled_at && (
          <span className={classes.quiet}>
            {state === 'failed' ? 'failed' : 'sent'} <When value={settled_at} write={shortLocal} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Action',
    width: 92,
    cell: (payout) => <PayoutButton payout={payout} onAction={onAction} />,
  },
]

import type { RefundRow } from '@portreeve/contract/refunds'
import { shortLocal } from '../../format/dates.ts'
import { movementKindWords, movementStateWords } from '../../format/movement-words.ts'
import { amountColumn, orderColumn, providerColumn } from '../../parts/desk/columns.tsx'
import classes from '../../parts/desk/desk.module.css'
import { UserLink } from '../../parts/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'

/** The columns of the refunds. */
export const refundColumns: readonly Column<RefundRow>[] = [
  orderColumn,
  amountColumn,
  {
    name: 'State',
    width: 116,
    cell: ({ state, failure }) => (
      <>
        <StateWord {...movementStateWords[state]} />
        {failure && (
          <span className={classes.bad}>
            <Clamp text={failure} lines={2} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Reason',
    width: '17%',
    cell: ({ kind, reason }) => (
      <>
        {reason === null ? '–' : <Clamp text={reason} lines={2} />}
        <span className={classes.quiet}>{movementKindWords[kind]}</span>
      </>
    ),
  },
  { name: 'Buyer', width: '11%', cell: ({ buyer }) => <UserLink {...buyer} /> },
  {
    name: 'Requested by',
    width: '13%',
    cell: ({ requested_by, approved_by, provider }) => (
      <>
        <Clamp text={requested_by?.name ?? requested_by?.uid ?? provider ?? 'The provider'} />
        {approved_by && (
          <span className={classes.quiet}>
            <Clamp text={`approved by ${approved_by.name ?? approved_by.uid}`} />
          </span>
        )}
      </>
    ),
  },
  providerColumn,
  {
    name: 'Time',
    width: 132,
    is: 'date',
    cell: ({ created_at }) => <When value={created_at} write={shortLocal} />,
  },
]

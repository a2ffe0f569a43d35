import type { RefundRow } from '@portreeve/contract/money/refunds'
import { shortLocal } from '../../format/dates.ts'
import { movementKindWords, movementStateWords } from '../../format/movement-words.ts'
import classes from '../../shell/lists/desk.module.css'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { amountColumn, orderColumn, providerColumn } from '../movement-columns.tsx'

/** The columns of the refunds. */
export const refundColumns: readonly Column<RefundRow>[] = [
  orderColumn,
  amountColumn,
  {
    name: 'State',
    width: '13%',
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
    width: '16%',
    cell: ({ kind, reason }) => (
      <>
        {reason === null ? '–' : <Clamp text={reason} lines={2} />}
        <span className={classes.quiet}>{movementKindWords[kind]}</span>
      </>
    ),
  },
  { name: 'Buyer', width: '12%', cell: ({ buyer }) => <UserLink {...buyer} /> },
  providerColumn,
  {
    name: 'Requested',
    width: 160,
    is: 'date',
    cell: ({ created_at, requested_by, approved_by, provider }) => (
      <>
        <When value={created_at} write={shortLocal} />
        <span className={classes.quiet}>
          <Clamp text={`by ${requested_by?.name ?? requested_by?.uid ?? provider ?? 'the provider'}`} />
        </span>
        {approved_by && (
          <span className={classes.quiet}>
            <Clamp text={`approved by ${approved_by.name ?? approved_by.uid}`} />
          </span>
        )}
      </>
    ),
  },
]

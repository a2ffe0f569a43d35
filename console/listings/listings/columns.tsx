import type { ListingRow } from '@portreeve/contract/listings/listings'
import { Link } from '@tanstack/react-router'
import { shortUtc } from '../../format/dates.ts'
import { priceLine } from '../../format/post.ts'
import { orNull } from '../../format/words.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import rowClasses from '../../ui/rows.module.css'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './listing.module.css'
import { stateOf } from './words.ts'

const columns: readonly Column<ListingRow>[] = [
  {
    name: 'Listing',
    width: '26%',
    cell: (row) => (
      <span className={classes.picked}>
        <Thumbnail path={row.thumbnailImageURL} size={36} />
        <Link to="/dashboard/listings/$key" params={{ key: row.key }} className={rowClasses.link}>
          <Clamp text={orNull(row.title)} />
        </Link>
      </span>
    ),
  },
  {
    name: 'State',
    width: 130,
    cell: (row) => <StateWord {...stateOf(row.review_state, row.deleted_at !== null)} />,
  },
  {
    name: 'Decided',
    cell: ({ decided, review_message }) =>
      decided ? (
        <>
          {decided.decision === 'approved' ? 'Approved' : 'Denied'} by <bdi>{decided.by}</bdi>,{' '}
          <When value={decided.at} write={shortUtc} />
          {decided.message && <Clamp text={decided.message} />}
        </>
      ) : (
        review_message && <Clamp text={review_message} />
      ),
  },
  { name: 'Reports since', width: 104, is: 'number', cell: ({ reports_since }) => reports_since || '' },
  { name: 'Price', width: 150, is: 'number', cell: (row) => priceLine(row) },
  { name: 'Seller', width: '11%', cell: (row) => <UserLink uid={row.creatorUID} name={row.creatorName} /> },
  {
    name: 'Created',
    width: 196,
    is: 'date',
    cell: (row) => <When value={row.creationDate} write={shortUtc} />,
  },
]

/** The columns of the list; while rows are chosen, the first has their checkboxes. */
export const columnsOf = ({ on, has, pick }: Selection): readonly Column<ListingRow>[] =>
  on
    ? columns.map((column, at) =>
        at > 0
          ? column
          : {
              ...column,
              cell: (row) => (
                <span className={classes.picked}>
                  <PickBox
                    of={orNull(row.title)}
                    checked={has(row.key)}
                    onPick={(range) => pick(row.key, range)}
                  />
                  {column.cell(row)}
                </span>
              ),
            },
      )
    : columns

import { Table } from '@mantine/core'
import {
  payoutStatus,
  shippingStatus,
  type Transaction,
  transactionStatus,
} from '@portreeve/contract/transactions'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { shortLocal } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { newTab } from '../../ui/new-tab.ts'
import { RowsInBox } from '../../ui/RowsInSight.tsx'
import rowClasses from '../../ui/rows.module.css'
import { StateWord } from '../../ui/StateWord.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './list.module.css'

// TXN-03
const columns = [
  'Image',
  'ITEM',
  'ID',
  'Public ID',
  'SELLER',
  'BUYER',
  'SHIPPING STATUS',
  'STATUS',
  'PRICE',
  'PURCHASE DATE',
  'PAYOUT STATUS',
]

const rowHeight = 49

/** The table, or its place while it is on its way. */
export function TransactionsTable({
  rows,
  more,
}: {
  rows: readonly Transaction[] | undefined
  more: boolean
}) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={setBox} className={classes.box} aria-label="Transactions, table" tabIndex={0}>
      <Table
        className={classes.table}
        aria-label="Transactions"
        aria-rowcount={more ? -1 : (rows?.length ?? 0) + 1}
        verticalSpacing={0}
        horizontalSpacing={8}
      >
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {rows ? (
          <RowsInBox rows={rows} box={box} height={rowHeight} fixed columns={columns.length}>
            {(row, at) => <Row key={row.id} row={row} at={at} />}
          </RowsInBox>
        ) : (
          <RowsSkeleton rows={16} columns={columns.length} height={rowHeight} />
        )}
      </Table>
    </section>
  )
}

// TXN-75
const Row = memo(function Row({ row, at }: { row: Transaction; at: number }) {
  return (
    <tr className={classes.row} aria-rowindex={at + 2}>
      <td>
        <Thumbnail path={row.product_thumbnail_path} size={36} />
      </td>
      <td>
        {/* TXN-04 */}
        <Link to="/dashboard/txns/$id" params={{ id: row.id }} {...newTab} className={rowClasses.link}>
          <Clamp text={orNull(row.product_title)} lines={2} />
        </Link>
      </td>
      <td>
        <Clamp text={row.id} mono />
      </td>
      <td>
        <Clamp text={orNull(row.public_id)} mono />
      </td>
      <td>
        <Clamp text={orNull(row.seller_display_name)} lines={2} />
      </td>
      <td>
        <Clamp text={orNull(row.purchaser_display_name)} lines={2} />
      </td>
      <td>{wordOf(shippingStatus, row.shipping_status)}</td>
      <td className={classes.state}>
        <StateWord word={wordOf(transactionStatus, row.status)} tone={row.status === 1 ? 'good' : 'quiet'} />
      </td>
      <td className={classes.money}>{dollars(row.price)}</td>
      {/* TXN-05 */}
      <td className={classes.date}>
        <When value={row.purchase_date} write={shortLocal} />
      </td>
      <td>{wordOf(payoutStatus, row.payout_status)}</td>
    </tr>
  )
})

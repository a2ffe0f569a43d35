import {
  payoutStatus,
  shippingStatus,
  type Transaction,
  transactionStatus,
} from '@portreeve/contract/transactions'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { shortLocal } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnRow, ColumnTable, EmptyPlace } from '../../ui/ColumnTable.tsx'
import { newTab } from '../../ui/new-tab.ts'
import { usePlaces } from '../../ui/places.ts'
import { RowsInBox } from '../../ui/RowsInSight.tsx'
import rowClasses from '../../ui/rows.module.css'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './list.module.css'

// TXN-03, TXN-75
const columns: readonly Column<Transaction>[] = [
  { name: 'Image', width: 52, cell: (txn) => <Thumbnail path={txn.product_thumbnail_path} size={36} /> },
  {
    name: 'ITEM',
    cell: (txn) => (
      // TXN-04
      <Link to="/dashboard/txns/$id" params={{ id: txn.id }} {...newTab} className={rowClasses.link}>
        <Clamp text={orNull(txn.product_title)} lines={2} />
      </Link>
    ),
  },
  { name: 'ID', width: '10%', cell: (txn) => <Clamp text={txn.id} mono /> },
  { name: 'Public ID', width: 84, cell: (txn) => <Clamp text={orNull(txn.public_id)} mono /> },
  { name: 'SELLER', width: '10%', cell: (txn) => <Clamp text={orNull(txn.seller_display_name)} lines={2} /> },
  {
    name: 'BUYER',
    width: '10%',
    cell: (txn) => <Clamp text={orNull(txn.purchaser_display_name)} lines={2} />,
  },
  { name: 'SHIPPING STATUS', width: 92, cell: (txn) => wordOf(shippingStatus, txn.shipping_status) },
  {
    name: 'STATUS',
    width: 116,
    cell: (txn) => (
      <div className={classes.state}>
        <StateWord word={wordOf(transactionStatus, txn.status)} tone={txn.status === 1 ? 'good' : 'quiet'} />
      </div>
    ),
  },
  { name: 'PRICE', width: 88, is: 'number', cell: (txn) => dollars(txn.price) },
  {
    // TXN-05
    name: 'PURCHASE DATE',
    width: 138,
    is: 'date',
    cell: (txn) => <When value={txn.purchase_date} write={shortLocal} />,
  },
  { name: 'PAYOUT STATUS', width: 96, cell: (txn) => wordOf(payoutStatus, txn.payout_status) },
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
      <ColumnTable
        label="Transactions"
        className={classes.table}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        height={rowHeight}
        loadingRows={16}
        spacing={0}
        rowCount={more ? -1 : (rows?.length ?? 0) + 1}
      >
        {(loaded) => <Rows rows={loaded} box={box} />}
      </ColumnTable>
    </section>
  )
}

function Rows({ rows, box }: { rows: readonly Transaction[]; box: HTMLElement | null }) {
  const held = useRef(box)
  held.current = box
  const places = usePlaces(rows, ({ id }) => id, held)
  return (
    <RowsInBox rows={places} box={box} height={rowHeight} fixed columns={columns.length}>
      {({ key, row, left }, at) =>
        left === null ? (
          <ColumnRow key={key} row={row} columns={columns} rowIndex={at + 2} />
        ) : (
          <EmptyPlace key={key} height={rowHeight} columns={columns.length} />
        )
      }
    </RowsInBox>
  )
}

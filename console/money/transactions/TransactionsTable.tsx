import { useMediaQuery } from '@mantine/hooks'
import { payoutStatus, shippingStatus, transactionStatus } from '@portreeve/contract/money/transactions'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { rememberList } from '../../data/opened-list.ts'
import { shortLocal } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { PeekLink } from '../../shell/peek/PeekLink.tsx'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { newTab } from '../../ui/browser/new-tab.ts'
import { usePlaces } from '../../ui/browser/places.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnRow, ColumnTable, EmptyPlace } from '../../ui/ColumnTable.tsx'
import { RowsInBox } from '../../ui/RowsInSight.tsx'
import rowClasses from '../../ui/rows.module.css'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { useStable } from '../../ui/stable.ts'
import { When } from '../../ui/When.tsx'
import { orderPeek } from '../order-peek.tsx'
import { Flags } from '../orders/Flags.tsx'
import { PartyName } from '../orders/PartyName.tsx'
import { flagsOf } from '../orders/words.ts'
import { orders } from './filters.ts'
import classes from './list.module.css'
import type { OrderRow } from './order-rows.ts'

// TXN-03, TXN-75
/** The columns of the list. */
export const orderColumns: readonly Column<OrderRow>[] = [
  { name: 'Image', width: 52, cell: (row) => <Thumbnail path={row.product_thumbnail_path} size={36} /> },
  { name: 'ITEM', cell: (row) => <Item row={row} /> },
  { name: 'ID', width: 60, cell: (row) => <Clamp text={row.id} mono /> },
  { name: 'Public ID', width: 78, cell: (row) => <Clamp text={orNull(row.public_id)} mono /> },
  { name: 'SELLER', width: '8.5%', cell: ({ seller }) => <PartyName {...seller} /> },
  { name: 'BUYER', width: '8.5%', cell: ({ buyer }) => <PartyName {...buyer} /> },
  { name: 'SHIPPING STATUS', width: 80, cell: (row) => wordOf(shippingStatus, row.shipping_status) },
  {
    name: 'STATUS',
    width: 92,
    cell: (row) => (
      <div className={classes.state}>
        <StateWord word={wordOf(transactionStatus, row.status)} tone={row.status === 1 ? 'good' : 'quiet'} />
      </div>
    ),
  },
  { name: 'PRICE', width: 74, is: 'number', cell: (row) => dollars(row.price, row.currency) },
  {
    // TXN-05
    name: 'PURCHASE DATE',
    width: '13.5%',
    cell: (row) => <When value={row.purchase_date} write={shortLocal} />,
  },
  { name: 'PAYOUT STATUS', width: 82, cell: (row) => wordOf(payoutStatus, row.payout_status) },
]

/** TXN-04: the link fills the row. Below the title stands what needs attention. */
function Item({ row }: { row: OrderRow }) {
  const flags = row.marks ? flagsOf(row.marks) : []
  return (
    <>
      <PeekLink
        to="/dashboard/txns/$id"
        params={{ id: row.id }}
        peek={orderPeek(row.id)}
        {...newTab}
        className={rowClasses.link ?? ''}
      >
        <Clamp text={orNull(row.product_title)} lines={flags.length > 0 ? 1 : 2} />
      </PeekLink>
      <Flags flags={flags} />
    </>
  )
}

type Order = keyof typeof orders
/** The orders that a column's head switches between. */
const sortable: Readonly<Record<string, readonly [Order, Order]>> = {
  STATUS: ['state', 'state-desc'],
  PRICE: ['price', 'price-asc'],
  'PURCHASE DATE': ['', 'age'],
}
const directions: Readonly<Record<Order, 'ascending' | 'descending'>> = {
  '': 'descending',
  age: 'ascending',
  price: 'descending',
  'price-asc': 'ascending',
  state: 'ascending',
  'state-desc': 'descending',
}

const rowHeight = 52
/** Pixels of a usual row in a narrow window, whose cells are below one another. */
const stackedHeight = 160

interface TransactionsTableProps {
  columns: readonly Column<OrderRow>[]
  /** A placeholder while it is undefined. */
  rows: readonly OrderRow[] | undefined
  more: boolean
  /** The order, by its value in the URL. */
  sort: string
  onSort: (sort: string) => void
}

export function TransactionsTable({ columns, rows, more, sort, onSort }: TransactionsTableProps) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const stable = useStable({ onSort })
  const remember = rememberList('transaction', rows?.map(({ id }) => id) ?? [])
  const sorting = useMemo(
    () =>
      columns.map((column) => {
        const cycle = sortable[column.name]
        if (!cycle) return column
        const at = (cycle as readonly string[]).indexOf(sort)
        const now = cycle[at]
        const Icon =
          now === undefined ? IconSelector : directions[now] === 'ascending' ? IconChevronUp : IconChevronDown
        return {
          ...column,
          sorted: now === undefined ? undefined : directions[now],
          head: (
            <button
              type="button"
              className={classes.sort}
              title={`Order: ${orders[cycle[at === 0 ? 1 : 0]][0]}${column.name === 'PRICE' ? ', one currency after the other' : ''}`}
              onClick={() => stable.onSort(cycle[at === 0 ? 1 : 0])}
            >
              {column.name}
              <Icon size={12} aria-hidden />
            </button>
          ),
        }
      }),
    [columns, sort, stable],
  )
  return (
    <ScrollBox
      onClickCapture={remember}
      onAuxClickCapture={remember}
      ref={setBox}
      className={classes.box}
      label="Transactions, table"
    >
      <ColumnTable
        label="Transactions"
        className={classes.table}
        stacks
        columns={sorting}
        rows={rows}
        keyOf={({ id }) => id}
        height={rowHeight}
        loadingRows={16}
        isFixed
        rowCount={more ? -1 : (rows?.length ?? 0) + 1}
      >
        {(loaded) => <Rows columns={columns} rows={loaded} box={box} />}
      </ColumnTable>
    </ScrollBox>
  )
}

interface RowsProps {
  columns: readonly Column<OrderRow>[]
  rows: readonly OrderRow[]
  box: HTMLElement | null
}

function Rows({ columns, rows, box }: RowsProps) {
  const boxRef = useRef(box)
  boxRef.current = box
  const places = usePlaces(rows, ({ id }) => id, boxRef)
  const stacked = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  return (
    <RowsInBox
      rows={places}
      keyOf={({ key }) => key}
      box={box}
      height={stacked ? stackedHeight : rowHeight}
      fixed={!stacked}
      columns={columns.length}
    >
      {({ row, left }, at) =>
        left === null ? (
          <ColumnRow row={row} columns={columns} rowIndex={at + 2} />
        ) : (
          <EmptyPlace height={left} columns={columns.length} />
        )
      }
    </RowsInBox>
  )
}

import { usual } from '@portreeve/contract/base/currency'
import { openingBalances } from '../../money/ledger/standing.ts'
import { addMovements } from '../market/movements.ts'
import { marketRows } from '../market/rows.ts'
import type { Rows, StaffWork } from '../rows.ts'
import * as accounts from './accounts.ts'
import * as currencies from './currencies.ts'
import * as listings from './listings.ts'
import * as money from './money.ts'
import * as parcels from './parcels.ts'
import * as payouts from './payouts.ts'
import * as people from './people.ts'
import * as scams from './scams.ts'
import { Stage, type Story } from './stage.ts'

/** Every story by its name. docs/demo.md walks through them. */
export const stories: Record<string, Story> = {
  ...accounts,
  ...scams,
  ...parcels,
  ...money,
  ...payouts,
  ...listings,
  ...currencies,
  ...people,
}

/** The rows of the demo: the marketplace and the stories in it, relative to `now`, milliseconds. */
export function storyRows(now: number): Rows & StaffWork {
  const rows = marketRows(now)
  for (const [name, tell] of Object.entries(stories)) tell(new Stage(name, rows, now))
  addMovements(rows, now)
  addBalances(rows)
  return rows
}

/** A seller's balances are what the ledger says of their sales: held money is available, the rest is pending. */
function addBalances({ users, transactions, shipLabels }: Rows) {
  const byUid = new Map(users.map((one) => [one.uid, one]))
  const labels = new Map(shipLabels.filter((one) => one.status === 1).map((one) => [one.transaction_id, one]))
  for (const txn of transactions) {
    const seller = byUid.get(txn.seller_uid)
    // Balances are in the environment's currency.
    if (!seller || (txn.currency ?? usual) !== usual) continue
    const label = labels.get(txn.id)
    const { held, pending, disputed } = openingBalances({ ...txn, ship_labels: label ? [label] : [] }, true)
    seller.available_balance = (seller.available_balance ?? 0) + held
    seller.pending_balance = (seller.pending_balance ?? 0) + pending + disputed
  }
}

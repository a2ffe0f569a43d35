import { MantineProvider } from '@mantine/core'
import { factsOf } from '@portreeve/contract/conversations/facts'
import type { CaseFile } from '@portreeve/contract/desk/case-files'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import type { Money } from '@portreeve/contract/money/money'
import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { TransactionPart } from './desk/case-files/DocumentRecords.tsx'
import { columns } from './desk/desk/columns.tsx'
import { refundBars, refundTable } from './desk/desk/metric-tables.ts'
import { factOf } from './desk/desk/words.ts'
import { changesOf } from './format/changes.ts'
import { sentenceOf } from './format/sentences.ts'
import { readDisputeSearch } from './money/disputes/search.ts'
import { totalsIn } from './money/MoneyList.tsx'
import { payoutFilterOf } from './money/payouts/filter.ts'
import { readPayoutSearch } from './money/payouts/search.ts'
import { refundFilterOf } from './money/refunds/filter.ts'
import { readRefundSearch } from './money/refunds/search.ts'
import { stepsOf } from './money/transactions/progress.ts'
import { buyerText } from './money/transactions/receipt.ts'
import { CurrencyFilter } from './shell/lists/CurrencyFilter.tsx'
import { decisionWords } from './staff/sign-in/OwnRequests.tsx'

afterEach(cleanup)

const at = '2026-11-03T16:12:00.000Z'
const txn = (currency: string) =>
  ({
    ...{ id: 't', currency, price: 12_500, shipping_cost: 0, status: 2, payout_status: 2, purchase_date: at },
    ...{ shipping_status: 1, delivered_at: at, product_title: 'Lamp', public_id: 'P' },
  }) as Transaction
const refund = (currency: string) =>
  ({ kind: 'refund', state: 'done', amount: 12_500, currency, created_at: at }) as Movement
const money = (currency: string) =>
  ({ blocked: [], in_flight: [], pending: 12_500, held: 0, disputed: 0, currency }) as never as Money
const entry =
  (action: string, after: object, before: object | null = null) =>
  (currency: string) =>
    sentenceOf({ action, before, after, currency }).words
const shown = (element: ReactNode) =>
  render(<MantineProvider env="test">{element}</MantineProvider>).container.textContent ?? ''
const caseOf = (currency: string) => ({ cents: 12_500, currency }) as DeskCase
const inFile = (currency: string) =>
  ({
    ...{ id: 't', public_id: null, title: 'Lamp', order_id: null, seller: 'A', buyer: 'B', currency },
    ...{ price: 12_500, shipping_cost: 12_500, status: 1, shipping_status: 1, payout_status: 1 },
    ...{ bought_at: at, delivered_at: null },
    movements: [{ at, kind: 'refund', reference: null, lines: [{ account: 'refunded', cents: 12_500 }] }],
    disputes: [{ id: 'd', opened_at: at, by: 'B', type: 1, refunded_cents: 12_500 }],
  }) as never as CaseFile['transactions'][number]
const asked = { asked: 'ap_1', kind: 'refund', cents: 12_500 }

/** What writes 12500 of a currency's minor unit in words. */
const writers: Readonly<Record<string, (currency: string) => string>> = {
  'a refund in the timeline': entry('transactions.refund', { refund: 12_500 }),
  'a refund of an order in the timeline': entry('orders.refund', { refund: 12_500 }),
  'a request in the timeline': entry('transactions.cancel', asked),
  'a decided request in the timeline': entry('approvals.approve', {}, asked),
  'a refund at the provider in the timeline': entry('payments.refund', { refund: 12_500 }),
  'the changed fields of the timeline': (currency) =>
    changesOf({ price: 1 }, { price: 12_500 }, currency)[0]?.after ?? '',
  'a part of a request that was approved': (currency) =>
    decisionWords({
      ...{ id: 'ap', transaction_id: 't', state: 'approved', asked_by: 'me', currency },
      ...{ cents: 12_500, asked_cents: 20_000 },
    }) ?? '',
  'the progress of a transaction': (currency) =>
    stepsOf({ txn: txn(currency), money: money(currency), movements: [], late: null })
      .map(({ note }) => note)
      .join(),
  'the text of a receipt': (currency) => buyerText(txn(currency), [refund(currency), refund(currency)]),
  'a variable of a message': (currency) => factsOf('Ann', txn(currency)).amount ?? '',
  'a case in the list of the desk': (currency) =>
    shown(columns.find(({ name }) => name === 'At stake')?.cell(caseOf(currency))),
  'the money of a score': (currency) => factOf('money', caseOf(currency), new Date(at)),
  'a transaction in a case file': (currency) => shown(<TransactionPart txn={inFile(currency)} />),
}

it.each(Object.entries(writers))('%s is in the currency of its record', (_, write) => {
  for (const [currency, amount] of [
    ['EUR', '€125.00'],
    ['JPY', /¥12,?500/],
    ['KWD', 'KWD\u00a012.500'],
    ['USD', '$125.00'],
  ] as const) {
    const words = write(currency)
    expect(words).toMatch(amount)
    if (currency !== 'USD') expect(words).not.toContain('$')
  }
})

it('the chart of refunds by reason has a bar for each currency, and adds none to another', () => {
  const refunds = [
    { reason: 'Damaged', count: 3, cents: 4000, others: [{ currency: 'JPY', cents: 900_000 }] },
    { reason: 'Late', count: 1, cents: 0, others: [{ currency: 'JPY', cents: 100 }] },
  ]
  expect(refundBars(refunds).map(({ currency, rows }) => [currency, rows])).toEqual([
    ['USD', [{ reason: 'Damaged', cents: 4000 }]],
    [
      'JPY',
      [
        { reason: 'Damaged', cents: 900_000 },
        { reason: 'Late', cents: 100 },
      ],
    ],
  ])
  expect(refundTable(refunds).rows.map(({ shown, raw }) => [...shown.slice(2), ...raw.slice(2)])).toEqual([
    ['$40.00', '¥900,000', 4000, 900_000],
    ['$0.00', '¥100', 0, 100],
  ])
})

it('the lists of money are filtered by a currency of the address, and their totals are those of that currency', () => {
  expect(refundFilterOf(readRefundSearch({ currency: 'EUR' }))).toEqual({ currency: 'EUR' })
  expect(payoutFilterOf(readPayoutSearch({ currency: 'EUR' }))).toEqual({ currency: 'EUR' })
  expect(readDisputeSearch({ currency: 'JPY' })).toEqual({ currency: 'JPY' })
  for (const wrong of ['eur', 'EURO', '€']) expect(readRefundSearch({ currency: wrong })).toEqual({})
  const sum = (cents: number) => ({ count: 1, cents, by_state: [{ state: 'done', count: 1, cents }] })
  const totals = { ...sum(500), currency: 'USD', others: [{ ...sum(900), currency: 'JPY' }] }
  expect(totalsIn(totals, undefined)).toBe(totals)
  expect(totalsIn(totals, 'USD')).toEqual({ ...sum(500), currency: 'USD' })
  expect(totalsIn(totals, 'JPY')).toEqual({ ...sum(900), currency: 'JPY' })
  expect(totalsIn(totals, 'EUR')).toMatchObject({ count: 0, cents: 0, currency: 'EUR' })
})

it('the filter of a currency is there where a list has several, or is filtered by one', () => {
  const options = (known: string[], value = '') =>
    [
      ...render(
        <MantineProvider env="test">
          <CurrencyFilter known={known} value={value} onChange={() => {}} />
        </MantineProvider>,
      ).container.querySelectorAll('option'),
    ].map((option) => option.textContent)
  expect(options(['USD', 'USD'])).toEqual([])
  expect(options([])).toEqual([])
  expect(options(['USD', 'JPY', 'USD'])).toEqual(['Any', 'JPY', 'USD'])
  expect(options([], 'EUR')).toEqual(['Any', 'EUR'])
})

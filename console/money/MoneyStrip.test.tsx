import type { Money, Payout } from '@portreeve/contract/money/money'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MoneyStrip } from './MoneyStrip.tsx'

const money: Money = {
  captured: -2500,
  fee: -300,
  label: 500,
  refunded: 800,
  pending: 0,
  held: 1500,
  paid_out: 0,
  disputed: 0,
  charged_back: 0,
  provider_fee: 0,
  left: 1700,
  blocked: [],
  in_flight: [],
}
const figures = () =>
  [...document.querySelectorAll('dl > div')].map((one) =>
    [...one.querySelectorAll('dt, dd')].map(({ textContent }) => textContent).join(' '),
  )

it('shows the payment, what we bore as a positive amount, its accounts, and those without money in one figure', () => {
  render(<MoneyStrip money={money} />)
  expect(figures()).toEqual([
    'Captured $25.00',
    'Borne by us $3.00',
    'Label $5.00',
    'Refunded $8.00',
    'Held $15.00',
    'Pending Paid out Disputed $0.00',
  ])
  expect(screen.getByText('Adds up')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('has blank amounts until the data is loaded', () => {
  render(<MoneyStrip money={undefined} />)
  expect(figures().map((figure) => figure.trim())).toEqual(['Captured'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Adds up')).toBeNull()
})

it('the bar has the parts of both sides, as wide as their amounts', () => {
  render(<MoneyStrip money={money} />)
  const widths = [...document.querySelectorAll<HTMLElement>('[aria-hidden] > [data-account]')].map(
    ({ dataset, style }) => [dataset.account, Number(style.flexGrow)],
  )
  expect(widths).toEqual([
    ...[
      ['captured', 2500],
      ['fee', 300],
    ],
    ...[
      ['label', 500],
      ['refunded', 800],
      ['held', 1500],
    ],
  ])
})

it('shows an alert when the amounts do not sum to zero, in either direction', () => {
  const { rerender } = render(<MoneyStrip money={{ ...money, held: 1499 }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'These amounts do not add up: $0.01 of what was paid is nowhere.',
  )
  rerender(<MoneyStrip money={{ ...money, paid_out: 200 }} />)
  expect(screen.getByRole('alert')).toHaveTextContent('do not add up: $2.00 went out that was never paid.')
})

it('names pending operations', () => {
  const since = '2026-11-20T15:04:00.000Z'
  render(<MoneyStrip money={{ ...money, in_flight: [{ kind: 'refund', cents: 500, since }] }} />)
  expect(screen.getByRole('status')).toHaveTextContent(
    'A refund of $5.00 is on its way since 11/20/2026 - 3:04pm UTC.',
  )
})

const payout: Payout = { state: 'not_sent', held_by: [], override: null }

it('shows why a payout is held, with the amount', () => {
  const held_by = ['a refund of $120.00 waits for approval']
  const { rerender } = render(<MoneyStrip money={{ ...money, payout: { ...payout, held_by } }} />)
  expect(screen.getByRole('status')).toHaveTextContent(
    'The payout is held: a refund of $120.00 waits for approval.',
  )
  const both = [...held_by, 'its payout status says Paid (sent)']
  rerender(<MoneyStrip money={{ ...money, payout: { ...payout, held_by: both } }} />)
  expect(screen.getByRole('status')).toHaveTextContent(
    'The payout is held: a refund of $120.00 waits for approval, and its payout status says Paid (sent).',
  )
  rerender(<MoneyStrip money={{ ...money, payout: { ...payout, held_by: [] } }} />)
  expect(screen.queryByRole('status')).toBeNull()
})

it('says for which rule each refund needs a second person', () => {
  const { rerender } = render(<MoneyStrip money={{ ...money, second_person: 'Dear and new' }} />)
  const words = /^Each refund needs a second person: the rule Dear and new has met this sale\.$/
  expect(
    screen.getByText((_, one) => one?.tagName === 'P' && words.test(one.textContent ?? '')),
  ).toBeVisible()
  rerender(<MoneyStrip money={{ ...money, second_person: null }} />)
  expect(screen.queryByText(/second person/)).toBeNull()
})

it('shows who set a payout status by hand, and the state of the ledger', () => {
  const override = { status: 1, by_name: 'Finn Finance', at: '2026-11-20T15:04:00.000Z' }
  const shown = (more: Partial<Money>) => {
    const { unmount } = render(<MoneyStrip money={{ ...money, ...more }} />)
    const words = screen.getByRole('status').textContent
    unmount()
    return words
  }
  expect(shown({ held: 49_499, paid_out: 0, payout: { ...payout, override } })).toBe(
    'Payout status was set to Paid (sent) by hand by Finn Finance on 11/20/2026 - 3:04pm UTC. The ledger has sent nothing: $494.99 is still held.',
  )
  expect(shown({ held: 0, pending: 100, disputed: 5, payout: { ...payout, override } })).toMatch(
    /The ledger has sent nothing: \$1\.00 is still pending, \$0\.05 is frozen by a dispute\.$/,
  )
  expect(
    shown({
      held: 0,
      paid_out: 1500,
      payout: { state: 'sent', held_by: [], override: { ...override, status: 2 } },
    }),
  ).toBe(
    'Payout status was set to Not paid (not sent) by hand by Finn Finance on 11/20/2026 - 3:04pm UTC. The ledger has sent $15.00.',
  )
  const elsewhere = { status: 1, by_name: null, at: null }
  expect(shown({ payout: { ...payout, override: elsewhere } })).toBe(
    'Payout status is Paid (sent). The ledger has sent nothing: $15.00 is still held.',
  )
})

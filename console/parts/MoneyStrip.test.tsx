import type { Money } from '@portreeve/contract/transactions'
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
  left: 1700,
  blocked: [],
  in_flight: [],
}
const figures = () =>
  [...document.querySelectorAll('dl > div')].map(
    (one) => `${one.querySelector('dt')?.textContent} ${one.querySelector('dd')?.textContent}`,
  )

it('shows what was paid and where it is', () => {
  render(<MoneyStrip money={money} />)
  expect(figures()).toEqual([
    'Captured $25.00',
    'Fee −$3.00',
    'Label $5.00',
    'Refunded $8.00',
    'Pending $0.00',
    'Held $15.00',
    'Paid out $0.00',
    'Disputed $0.00',
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is blank until the figures come', () => {
  render(<MoneyStrip money={undefined} />)
  expect(figures().map((figure) => figure.trim())).toEqual([
    ...['Captured', 'Fee', 'Label', 'Refunded', 'Pending', 'Held', 'Paid out', 'Disputed'],
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says in words when the amounts do not sum to zero, either way', () => {
  const { rerender } = render(<MoneyStrip money={{ ...money, held: 1499 }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'These amounts do not add up: $0.01 of what was paid is nowhere.',
  )
  rerender(<MoneyStrip money={{ ...money, paid_out: 200 }} />)
  expect(screen.getByRole('alert')).toHaveTextContent('do not add up: $2.00 went out that nobody paid.')
})

it('names what is on its way', () => {
  const since = '2026-11-20T15:04:00.000Z'
  render(<MoneyStrip money={{ ...money, in_flight: [{ kind: 'refund', cents: 500, since }] }} />)
  expect(screen.getByRole('status')).toHaveTextContent(
    'A refund of $5.00 is on its way since 11/20/2026 - 3:04pm UTC.',
  )
})

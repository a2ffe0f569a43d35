import { api } from '@portreeve/contract'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import type { Money } from '@portreeve/contract/money/money'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { showPart } from '../../shell/lists/desk-harness.tsx'
import { DisputePanel } from './DisputePanel.tsx'
import { dispute } from './dispute.fixture.ts'

const money: Money = {
  ...{ captured: -20_000, fee: 1_000, label: 0, refunded: 0, pending: 0, held: 0, paid_out: 0 },
  ...{ disputed: 19_000, charged_back: 0, provider_fee: 0, left: 20_000, alone: 5_000 },
  ...{ blocked: ['a dispute is open'], in_flight: [] },
}
const reasons = [
  { id: 'damaged', words: 'Damaged in transit', retired: false },
  { id: 'old', words: 'An old reason', retired: true },
]
const answers = (changes: Partial<DisputeCase> = {}, more: Partial<Money> = {}) =>
  [
    [api.transactions.get, { id: 't1', dispute_id: 'd1' }],
    [api.disputes.get, { ...dispute, ...changes }],
    [api.transactions.money, { ...money, ...more }],
    [api.moneySettings.reasons, reasons],
  ] as const

const panel = () => screen.findByRole('region', { name: 'Dispute' })
const dialog = () => screen.findByRole('dialog')

it('shows what both sides say, with their files', async () => {
  showPart(<DisputePanel transaction="t1" />, answers())
  expect(await panel()).toHaveTextContent('Dispute: Item Not Received')
  const buyer = screen.getByRole('region', { name: 'Statement of the buyer' })
  expect(buyer).toHaveTextContent('Nothing came.')
  expect(within(buyer).getByRole('link')).toHaveAttribute('href', 'https://files.example/disputes/door.jpg')
  expect(screen.getByRole('region', { name: 'Statement of the seller' })).toHaveTextContent(
    'No statement of the seller is recorded.',
  )
})

it('both outcomes are equal, with their effect in money', async () => {
  showPart(<DisputePanel transaction="t1" />, answers())
  const group = within(await screen.findByRole('group', { name: 'Decide' }))
  const buttons = group.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['For the buyer…', 'For the seller…'])
  expect(buttons.map(({ dataset }) => dataset.variant)).toEqual(['default', 'default'])
  const effects = await group.findAllByRole('listitem')
  expect(effects.map(({ textContent }) => textContent)).toEqual([
    '$200.00 goes back to Lena Vogel',
    '$0.00 goes to Tomás Núñez',
    '$10.00 is borne by us',
    '$190.00 is paid to Tomás Núñez within 2 hours',
    '$0.00 goes back to Lena Vogel',
  ])
})

it('decides for the buyer with an amount and a reason, and says what follows', async () => {
  const { user, sent } = showPart(<DisputePanel transaction="t1" />, [
    ...answers(),
    [api.disputes.decide, { state: 'done', cents: 4_000 }],
  ])
  await user.click(within(await panel()).getByRole('button', { name: 'For the buyer…' }))
  const box = within(await dialog())
  const amount = box.getByLabelText('Refund to the buyer (USD)')
  expect(amount).toHaveValue('200.00')
  expect(box.getByText('The marketplace bears $10.00.')).toBeVisible()
  expect(box.getByText(/^This needs a second person/)).toBeVisible()
  expect(box.queryByRole('option', { name: 'An old reason' })).toBeNull()
  await user.clear(amount)
  await user.type(amount, '40')
  expect(box.getByText('The buyer gets $40.00 back.')).toBeVisible()
  expect(
    box.getByText('The seller keeps $150.00; $150.00 of it becomes payable within 2 hours.'),
  ).toBeVisible()
  expect(box.queryByText(/^This needs a second person/)).toBeNull()
  await user.click(box.getByRole('button', { name: 'Decide and refund' }))
  expect(box.getByText('Say why first.')).toBeVisible()
  await user.selectOptions(box.getByLabelText('Reason'), 'Damaged in transit')
  await user.click(box.getByRole('button', { name: 'Decide and refund' }))
  expect(sent.find(({ endpoint }) => endpoint === api.disputes.decide)).toMatchObject({
    params: { id: 't1', disputeId: 'd1' },
    body: { outcome: 'buyer', refund_cents: 4_000, left_seen: 20_000, reason_id: 'damaged' },
  })
  expect(await screen.findByText('Dispute decided for the buyer.')).toBeVisible()
})

it('sends no amount above what is left', async () => {
  const { user, sent } = showPart(<DisputePanel transaction="t1" />, answers())
  await user.click(within(await panel()).getByRole('button', { name: 'For the buyer…' }))
  const box = within(await dialog())
  await user.clear(box.getByLabelText('Refund to the buyer (USD)'))
  await user.type(box.getByLabelText('Refund to the buyer (USD)'), '200.01')
  await user.click(box.getByRole('button', { name: 'Decide and refund' }))
  expect(box.getByRole('alert')).toHaveTextContent('Type an amount up to $200.00, such as 6.95.')
  expect(sent.some(({ endpoint }) => endpoint === api.disputes.decide)).toBe(false)
})

it('[TXN-44] decides for the seller with the words of the spec', async () => {
  const { user } = showPart(<DisputePanel transaction="t1" />, answers())
  await user.click(within(await panel()).getByRole('button', { name: 'For the seller…' }))
  expect(await dialog()).toHaveTextContent(
    'Seller earnings will become payable within 2 hours. This action is irreversible.',
  )
})

it('a decision on its way disables both sides', async () => {
  const since = '2026-01-02T00:00:00.000Z'
  showPart(
    <DisputePanel transaction="t1" />,
    answers({}, { in_flight: [{ kind: 'dispute_refund', cents: 4_000, since }] }),
  )
  const button = within(await panel()).getByRole('button', { name: 'For the buyer…' })
  expect(await screen.findByText(/^A refund of \$40\.00 is on its way/)).toBeVisible()
  expect(button).toHaveAttribute('aria-description', 'A decision is on its way.')
})

it('a decided one shows its outcome and no buttons', async () => {
  showPart(
    <DisputePanel transaction="t1" />,
    answers({
      ...{ status: 1, outcome: 'buyer', refunded_cents: 4_000, decision_reason: 'Both agree' },
      decided_by: { uid: 'x', name: 'Finn' },
    }),
  )
  expect(await panel()).toHaveTextContent('For the buyer: $40.00 refunded')
  expect(await panel()).toHaveTextContent('Both agree')
  expect(screen.queryByRole('group', { name: 'Decide' })).toBeNull()
})

it('a failed load is shown as failed, with Retry', async () => {
  showPart(<DisputePanel transaction="t1" />, [
    [api.transactions.get, { id: 't1', dispute_id: 'd1' }],
    [api.disputes.get, new CallFailure(500, null)],
  ])
  expect(await screen.findByText('The dispute could not be loaded.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

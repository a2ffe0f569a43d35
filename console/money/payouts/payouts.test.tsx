import { api } from '@portreeve/contract'
import type { PayoutRow } from '@portreeve/contract/money/payouts'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import { showPart } from '../../shell/lists/desk-harness.tsx'
import { payoutColumns } from './columns.tsx'
import { payoutFilterOf } from './filter.ts'
import { HoldDialog } from './HoldDialog.tsx'
import { readPayoutSearch } from './search.ts'

const payout = (id: string, more: Partial<PayoutRow> = {}): PayoutRow => ({
  ...{ id, transaction_id: `t-${id}`, title: `Thing ${id}`, public_id: id.toUpperCase(), amount: 123_450 },
  ...{
    state: 'due',
    held_by: [],
    held_by_hand: false,
    can_retry: false,
    provider: 'stripe',
    reference: null,
    failure: null,
  },
  ...{ created_at: '2026-01-01T10:00:00.000Z', due_at: '2026-01-02T10:00:00.000Z', settled_at: null },
  seller: { uid: 's', name: 'Tomás Núñez', blocked: false },
  ...more,
})
const rows = [
  payout('due'),
  payout('held', { state: 'held', held_by: ['a dispute is open'] }),
  payout('hand', { state: 'held', held_by: ['Ana holds it: fraud'], held_by_hand: true }),
  payout('sent', { state: 'sent', reference: 'tr_1', settled_at: '2026-01-02T11:00:00.000Z' }),
  payout('failed', { state: 'failed', failure: 'The account is closed.', can_retry: true }),
  payout('older', { state: 'failed', failure: 'The account is closed.' }),
]

it('each state has its word, what holds it and what can be done', async () => {
  const onAction = vi.fn()
  const { user } = showPart(
    <DeskTable label="Payouts" columns={payoutColumns(onAction)} rows={rows} keyOf={({ id }) => id} />,
    [],
  )
  const row = (id: string) => screen.getByRole('row', { name: new RegExp(`Thing ${id}`) })
  expect(await screen.findByRole('table', { name: 'Payouts' })).toBeVisible()
  expect(row('due')).toHaveTextContent('$1,234.50Due')
  expect(row('held')).toHaveTextContent('a dispute is open')
  expect(within(row('held')).getByRole('button', { name: 'Hold the payout of HELD' })).toBeVisible()
  expect(within(row('hand')).getByRole('button', { name: 'Release the payout of HAND' })).toBeVisible()
  expect(within(row('sent')).queryByRole('button')).toBeNull()
  expect(within(row('sent')).getByRole('link', { name: 'tr_1' })).toHaveAttribute(
    'href',
    'https://pay.example/tr_1',
  )
  expect(row('failed')).toHaveTextContent('FailedThe account is closed.')
  expect(within(row('failed')).getByRole('button', { name: 'Send again the payout of FAILED' })).toBeVisible()
  expect(within(row('older')).queryByRole('button')).toBeNull()
  await user.click(within(row('due')).getByRole('button'))
  expect(onAction).toHaveBeenCalledWith('hold', rows[0])
})

it('support sees why a payout cannot be held', async () => {
  showPart(
    <DeskTable label="Payouts" columns={payoutColumns(vi.fn())} rows={rows} keyOf={({ id }) => id} />,
    [],
    'support',
  )
  const name = 'Hold the payout of DUE'
  await screen.findByRole('button', { name })
  await expect
    .poll(() => screen.getByRole('button', { name }).getAttribute('aria-description'))
    .toBe('Your role (support) may not hold or release a payout.')
})

it('holds with a reason only', async () => {
  const onClose = vi.fn()
  const { user, sent } = showPart(<HoldDialog action="hold" payout={payout('due')} onClose={onClose} />, [
    [api.payouts.hold, { state: 'not_sent', held_by: [], override: null }],
  ])
  await user.type(await screen.findByLabelText(/^Reason/), ' ')
  await user.click(screen.getByRole('button', { name: 'Hold' }))
  expect(screen.getByText('Say why first.')).toBeVisible()
  await user.type(screen.getByLabelText(/^Reason/), 'Police report')
  await user.click(screen.getByRole('button', { name: 'Hold' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.find(({ endpoint }) => endpoint === api.payouts.hold)).toMatchObject({
    params: { id: 't-due' },
    body: { reason: ' Police report' },
  })
})

it('reads the filters of a URL, and drops what is none', () => {
  const search = readPayoutSearch({ state: 'held', seller: 'u1', from: '2026-01-01', to: 'soon', other: 'x' })
  expect(search).toEqual({ state: 'held', seller: 'u1', from: '2026-01-01' })
  expect(payoutFilterOf({ ...search, to: '2026-01-31' })).toEqual({
    ...{ state: 'held', seller: 'u1' },
    ...{ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
  })
  expect(readPayoutSearch({ state: 'lost' })).toEqual({})
})

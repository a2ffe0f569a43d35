import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { type Answers, showPart } from '../../shell/lists/desk-harness.tsx'
import { DisputePanel } from './DisputePanel.tsx'
import { dispute } from './dispute.fixture.ts'

const show = (answers: Answers = [], changes: Partial<DisputeCase> = {}, role: Role = 'support') =>
  showPart(
    <DisputePanel transaction="t1" />,
    [
      ...answers,
      [api.transactions.get, { id: 't1', dispute_id: 'd1' }],
      [api.disputes.get, { ...dispute, ...changes }],
      [api.transactions.money, { left: 20_000, blocked: ['a dispute is open'], in_flight: [] }],
    ],
    role,
  )
const button = (name: string) => screen.findByRole('button', { name })

it('records a statement and its files: only what changed is sent, and each path once', async () => {
  const { user, sent } = show([[api.disputes.record, dispute]])
  await user.click(await button('Edit the statement of the buyer'))
  expect(screen.getByLabelText('What the buyer says')).toHaveValue('Nothing came.')
  await user.click(screen.getByLabelText('Files of the buyer'))
  await user.paste('\n\ndisputes/step.jpg\ndisputes/step.jpg')
  await user.click(await button('Save the statement of the buyer'))
  expect(sent.find(({ endpoint }) => endpoint === api.disputes.record)).toMatchObject({
    params: { disputeId: 'd1' },
    body: { buyer_files: ['disputes/door.jpg', 'disputes/step.jpg'] },
  })
  expect(await button('Edit the statement of the buyer')).toBeVisible()
})

it('removes one of the attached files: those that are left are sent', async () => {
  const stored = (id: string) => ({
    ...{ id, name: `${id}.pdf`, kind: 'pdf' as const, size: 1000, width: null, height: null },
  })
  const attached = { seller_attached: [stored('f1'), stored('f2')] }
  const { user, sent } = show([[api.disputes.record, dispute]], attached)
  expect(await button('Download f1.pdf')).toBeVisible()
  await user.click(await button('Edit the statement of the seller'))
  await user.click(await button('Remove f1.pdf'))
  expect(screen.queryByText('f1.pdf')).toBeNull()
  await user.click(await button('Save the statement of the seller'))
  expect(sent.find(({ endpoint }) => endpoint === api.disputes.record)).toMatchObject({
    body: { seller_attached: ['f2'] },
  })
})

it('keeps the typed words after a failure', async () => {
  const { user } = show([[api.disputes.record, new CallFailure(500, null)]])
  await user.click(await button('Edit the statement of the seller'))
  await user.type(screen.getByLabelText('What the seller says'), 'It was sent')
  await user.click(await button('Save the statement of the seller'))
  expect(await screen.findByText('Error saving the dispute.')).toBeVisible()
  expect(screen.getByLabelText('What the seller says')).toHaveValue('It was sent')
})

it('moves the deadline to another day at the same time', async () => {
  const { user, sent } = show([[api.disputes.record, dispute]])
  await user.click(await button('Change the deadline'))
  const field = screen.getByLabelText('Deadline')
  expect(field).toHaveFocus()
  await user.clear(field)
  await user.click(await button('Save the deadline'))
  expect(screen.getByText('Choose a day.')).toBeVisible()
  await user.type(field, '2026-02-03')
  await user.click(await button('Save the deadline'))
  expect(sent.filter(({ endpoint }) => endpoint === api.disputes.record)).toMatchObject([
    { body: { deadline_at: expect.stringMatching(/^2026-02-03T\d\d:00:00\.000Z$/) } },
  ])
})

it('assigns a colleague who may decide', async () => {
  const assignees = [
    { uid: 'me', name: 'Me' },
    { uid: 'f', name: 'Finn Finance' },
  ]
  const { user, sent } = show([
    [api.disputes.assignees, assignees],
    [api.disputes.assign, dispute],
  ])
  await user.click(await button('Assign…'))
  await user.click(await screen.findByRole('menuitem', { name: 'Finn Finance' }))
  expect(sent.find(({ endpoint }) => endpoint === api.disputes.assign)).toMatchObject({ body: { uid: 'f' } })
  expect(screen.queryByRole('menuitem', { name: 'Me' })).toBeNull()
})

it('a role without the permission reads why it changes nothing', async () => {
  show([], {}, 'moderator')
  expect(await button('Change the deadline')).toBeVisible()
  for (const name of [
    'Change the deadline',
    'Take it',
    'Edit the statement of the buyer',
    'Edit the statement of the seller',
  ])
    await waitFor(() =>
      expect(screen.getByRole('button', { name })).toHaveAttribute(
        'aria-description',
        'Your role (moderator) may not open or resolve a dispute.',
      ),
    )
  expect(screen.queryByRole('button', { name: 'Assign…' })).toBeNull()
})

it('a resolved dispute is not changed', async () => {
  show([], { status: 1, outcome: 'seller' })
  expect(await screen.findByText('Nothing came.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Edit|Change|Take|Assign)/ })).toBeNull()
})

import { describe, expect, it } from 'vitest'
import { sentenceOf } from './sentences.ts'

const words = (action: string, after: unknown, before: unknown = null, names = {}) =>
  sentenceOf({ action, before, after }, names).words

describe('an entry of a timeline in words', () => {
  it.each([
    ['disputes.resolve', { dispute_status: 1 }, { dispute_status: 2 }, 'Dispute resolved for the seller'],
    ['disputes.open', { dispute_id: 'dp_1', dispute_type: 2 }, {}, 'Dispute opened: Item Not Received'],
    ['transactions.refund', { refund: 150_000 }, null, 'Refund of $1500.00 sent'],
    [
      'transactions.refund',
      { asked: 'ap_1', kind: 'refund', cents: 60_000 },
      null,
      'Asked a second person to approve a refund of $600.00',
    ],
    [
      'transactions.cancel',
      { status: 3, charge_seller: true },
      { status: 2 },
      'Cancelled the transaction, the seller pays',
    ],
    [
      'userReports.resolve',
      { resolved: ['a', 'b'] },
      { title: 'Ann' },
      'Resolved 2 reports about the person',
    ],
    [
      'users.redeemGiftCard',
      { available_balance: 3000, gift_card: 'G' },
      { available_balance: null },
      'Redeemed gift card G of $30.00',
    ],
    ['users.reveal', { revealed: ['phone_number', 'email'] }, null, 'Revealed phone number, email'],
    [
      'conversations.messages',
      { shown: { from: '2026-05-03T15:04:00.000Z', to: '2026-05-05T09:00:00.000Z', messages: 42 } },
      null,
      'Read 42 messages of 05/3/26 3:04pm to 05/5/26 9:00am',
    ],
    ['held.undo', { undone: 'userReports.resolve' }, null, 'Undid: resolved the reports'],
  ])('%s', (action, after, before, expected) => {
    expect(sentenceOf({ action, before, after })).toEqual({ words: expected, complete: true })
  })

  it('says how a refund ended, with its number at the provider', () => {
    const refund = (operation: { state: 'pending' | 'done' | 'failed'; reference: string | null }) =>
      sentenceOf({ action: 'transactions.refund', before: null, after: { refund: 1840 }, operation }).words
    expect(refund({ state: 'done', reference: 're_1' })).toBe('Refund of $18.40 sent (re_1)')
    expect(refund({ state: 'pending', reference: null })).toBe('Refund of $18.40 on the way')
    expect(refund({ state: 'failed', reference: null })).toBe('Refund of $18.40 failed')
  })

  it('has people by name, and by uid where the name is unknown', () => {
    const before = { asked: 'ap_1', kind: 'cancel', cents: 5000, asked_by: 'uid-1' }
    expect(words('approvals.approve', { state: 'approved' }, before, { 'uid-1': 'Ada' })).toBe(
      'Approved the cancellation of $50.00, asked by Ada',
    )
    expect(words('approvals.approve', { state: 'approved' }, before)).toContain('asked by uid-1')
  })

  it('falls back to the action, with its fields, where a field is missing or of another kind', () => {
    expect(sentenceOf({ action: 'userReports.resolve', before: null, after: null })).toEqual({
      words: 'Resolved the reports',
      complete: false,
    })
    expect(sentenceOf({ action: 'users.update', before: { email: 'a' }, after: { email: 'b' } })).toEqual({
      words: 'Edited the account',
      complete: false,
    })
    expect(words('constructor', 'text')).toBe('constructor')
  })
})

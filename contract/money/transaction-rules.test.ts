import { expect, test } from 'vitest'
import { transactionCan } from './transaction-rules.ts'

const txn = { shipping_status: 2, dispute_id: null, dispute_status: null }

test('a transaction is marked as delivered unless it is [TXN-23]', () => {
  for (const shipping_status of [null, 0, 2, 3])
    expect(transactionCan.markDelivered({ ...txn, shipping_status })).toBe(true)
  expect(transactionCan.markDelivered({ ...txn, shipping_status: 1 })).toBe(false)
})

test('a dispute is opened once [TXN-24]', () => {
  expect(transactionCan.openDispute(txn)).toBe(true)
  expect(transactionCan.openDispute({ ...txn, dispute_id: '' })).toBe(true)
  expect(transactionCan.openDispute({ ...txn, dispute_id: 'd1', dispute_status: 1 })).toBe(false)
})

test('an active dispute is resolved, and no other [TXN-25]', () => {
  expect(transactionCan.resolveDispute({ ...txn, dispute_id: 'd1', dispute_status: 2 })).toBe(true)
  for (const none of [txn, { ...txn, dispute_status: 2 }, { ...txn, dispute_id: 'd1', dispute_status: 1 }])
    expect(transactionCan.resolveDispute(none)).toBe(false)
})

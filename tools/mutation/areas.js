// The areas where a mistake costs money, access or data: what is mutated, and the tests that must notice. docs/testing.md has the results.
/** @type {Record<string, { mutate: string[]; tests: string[] }>} */
export const areas = {
  money: {
    mutate: [
      'contract/money/refund-rules.ts',
      'contract/money/transaction-rules.ts',
      'server/money/payment-shares.ts',
      // Without its statements, which the calls test.
      'server/money/ledger/ledger.ts:11-46',
      'server/money/ledger/ledger.ts:119-130',
    ],
    tests: [
      'contract/money/{refund,transaction}-rules.test.ts',
      'server/money/**/{ledger,payment-shares}.rules.test.ts',
    ],
  },
  rights: {
    mutate: ['contract/base/rights.ts', 'server/core/call/rights.ts'],
    tests: ['contract/base/rights.test.ts', 'server/core/call/rights.rules.test.ts'],
  },
  operations: {
    mutate: [
      'server/core/operations/loop.ts',
      'server/core/operations/operations.ts',
      'server/core/operations/settle.ts',
      'server/core/operations/worker.ts',
    ],
    tests: ['server/core/operations/loop.rules.test.ts', 'server/core/operations/operations*.test.ts'],
  },
  approvals: {
    mutate: ['server/money/refunds/approval-requests.ts'],
    tests: ['server/money/*/{approvals,approvals-limits,dispute-decisions,reconciliation}.test.ts'],
  },
  payouts: {
    mutate: ['server/money/payouts/payout-state.ts'],
    tests: ['server/money/*/{payout-state.rules,payouts,payout-holds,chargebacks}.test.ts'],
  },
  bulk: {
    mutate: ['server/desk/bulk-run.ts'],
    // The way back of a job is tested beside it, and in undo plans.
    tests: [
      'server/desk/{bulk-run,bulk-labels,bulk,undo-rows}.test.ts',
      'server/desk/undo-plans/undo-plans.test.ts',
    ],
  },
  claims: {
    mutate: ['server/desk/desk-claims.ts'],
    tests: ['server/desk/desk-claims.test.ts', 'server/desk/appeals/appeals.test.ts'],
  },
  arrival: {
    mutate: ['server/conversations/inbox/inbox-arrival.ts'],
    tests: ['server/conversations/inbox/{inbox-together,inbox-opening}.test.ts'],
  },
  events: {
    mutate: ['server/core/live/{events,event-rows}.ts', 'server/marketplace/events.ts'],
    tests: [
      'server/marketplace/events.test.ts',
      'server/core/live/events.rules.test.ts',
      'server/conversations/message-files.test.ts',
    ],
  },
  waiting: {
    mutate: ['server/core/live/event-wait.ts'],
    tests: ['server/core/live/event-wait.rules.test.ts'],
  },
  deletion: { mutate: ['server/people/deletion.ts'], tests: ['server/people/deletion.test.ts'] },
}

const name = process.env.AREA ?? ''
if (!Object.hasOwn(areas, name)) throw new Error(`AREA must be one of ${Object.keys(areas).join(', ')}`)
export const area = areas[name] ?? { mutate: [], tests: [] }

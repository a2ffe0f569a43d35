// The areas where a mistake costs money, access or data: what is mutated, and the tests that must notice. docs/testing.md has the results.
/** @type {Record<string, { mutate: string[]; tests: string[] }>} */
export const areas = {
  money: {
    mutate: [
      'contract/money/refund-rules.ts',
      'contract/money/transaction-rules.ts',
      'server/store/payment-shares.ts',
      // Without its statements, which the calls test.
      'server/store/ledger.ts:11-46',
      'server/store/ledger.ts:119-130',
    ],
    tests: ['contract/{refund,transaction}-rules.test.ts', 'server/store/{ledger,payment-shares}.test.ts'],
  },
  rights: {
    mutate: ['contract/base/rights.ts', 'server/core/rights.ts'],
    tests: ['{contract,server/core}/rights.test.ts'],
  },
  operations: {
    mutate: ['server/core/operations.ts', 'server/core/settle.ts', 'server/core/worker.ts'],
    tests: ['server/test/operations*.test.ts'],
  },
  approvals: {
    mutate: ['server/store/approvals.ts'],
    tests: ['server/test/{approvals,approvals-limits,dispute-decisions,reconciliation}.test.ts'],
  },
  payouts: {
    mutate: ['server/store/payout-state.ts'],
    tests: ['server/store/payout-state.test.ts', 'server/test/{payouts,payout-holds,chargebacks}.test.ts'],
  },
  deletion: { mutate: ['server/store/deletion.ts'], tests: ['server/test/deletion.test.ts'] },
}

const name = process.env.AREA ?? ''
if (!Object.hasOwn(areas, name)) throw new Error(`AREA must be one of ${Object.keys(areas).join(', ')}`)
export const area = areas[name] ?? { mutate: [], tests: [] }

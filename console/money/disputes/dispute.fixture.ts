import type { DisputeCase } from '@portreeve/contract/money/disputes'

/** An open dispute with the buyer's statement, for tests. */
export const dispute: DisputeCase = {
  ...{ id: 'd1', transaction_id: 't1', creator_uid: 'b', dispute_type: 2, status: 2 },
  ...{ created_at: '2026-01-01T10:00:00.000Z', resolved_at: null, deadline_at: '2026-01-15T10:00:00.000Z' },
  ...{ buyer_statement: 'Nothing came.', seller_statement: null },
  ...{ buyer_files: ['disputes/door.jpg'], seller_files: [] },
  ...{ creator_name: 'Lena Vogel', assignee: null, outcome: null, refunded_cents: null },
  ...{ decided_by: null, decision_reason: null, title: 'A turntable', public_id: 'ABC', amount: 20_000 },
  buyer: { uid: 'b', name: 'Lena Vogel' },
  seller: { uid: 's', name: 'Tomás Núñez' },
}

import { cleanUp } from '../../core/operations/schedule.ts'

/** Expires undecided requests for an approval. */
export const expireApprovals = cleanUp(
  'expiry of approvals',
  `update approvals set state = 'expired', decided_at = now() where state = 'asked' and expires_at <= now()`,
)

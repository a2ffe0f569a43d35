import { cleanUp } from '../../core/operations/schedule.ts'

/** Ends the requests for an approval that nobody has decided in their time. */
export const expireApprovals = cleanUp(
  'expiry of approvals',
  `update approvals set state = 'expired', decided_at = now() where state = 'asked' and expires_at <= now()`,
)

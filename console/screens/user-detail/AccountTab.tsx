import type { User } from '@portreeve/contract/users'
import { AccountsByIp, AssociatedAccounts } from './AssociatedAccounts.tsx'
import classes from './account.module.css'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { DeniedListings, Posts } from './Posts.tsx'
import { Trades } from './Trades.tsx'
import { VerificationCodes } from './VerificationCodes.tsx'

/** ACC-01: the sections in their order; each asks for its own, so that none waits for another. */
export function AccountTab({ user }: { user: User }) {
  return (
    <div className={classes.sections}>
      <VerificationCodes uid={user.uid} />
      <Trades uid={user.uid} />
      <AssociatedAccounts user={user} />
      <AccountsByIp user={user} />
      <LinkedAccounts uid={user.uid} />
      <Posts uid={user.uid} />
      <DeniedListings uid={user.uid} />
    </div>
  )
}

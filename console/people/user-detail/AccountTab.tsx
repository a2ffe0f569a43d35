import type { User } from '@portreeve/contract/people/users'
import type { ReactNode } from 'react'
import { AccountsByIp, AssociatedAccounts } from './AssociatedAccounts.tsx'
import classes from './account.module.css'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { PersonsTransactions } from './PersonsTransactions.tsx'
import { DeniedListings, Posts } from './Posts.tsx'
import { Reports } from './Reports.tsx'
import { VerificationCodes } from './VerificationCodes.tsx'

/** ACC-01: the sections in the spec's order, below what tells whether the person is genuine. Each fetches its own data, so that none waits for another. */
export function AccountTab({ user, panels }: { user: User; panels: ReactNode }) {
  return (
    <div className={classes.sections}>
      <div className={classes.top}>
        <LinkedAccounts uid={user.uid} />
        <Reports user={user} />
      </div>
      <VerificationCodes uid={user.uid} />
      <PersonsTransactions uid={user.uid} />
      <AssociatedAccounts user={user} />
      <AccountsByIp user={user} />
      <Posts uid={user.uid} />
      <DeniedListings uid={user.uid} />
      {panels}
    </div>
  )
}

import * as conversations from './conversations/person-conversations.ts'
import { inOtherCurrency } from './core/call/program-limits.ts'
import { admit } from './core/identity/provider-sessions.ts'
import { startCancels } from './desk/bulk-start.ts'
import { openReports } from './desk/desk-subject.ts'
import { callNamed } from './desk/proposals/proposed-call.ts'
import * as release from './desk/staff-release.ts'
import * as groups from './groups.ts'
import { heldIgnoring, heldQuestions, heldRemoval } from './listings/held-listings.ts'
import { isInOtherCurrency } from './money/other-currency.ts'
import { cancelMany } from './money/payouts/money-plan-begin.ts'
import { wakePayoutsOf } from './money/payouts/payout-schedule.ts'
import { heldResolving, heldUnblock } from './people/held-people.ts'
import { accountFree } from './people/measures/measure-end.ts'
import { reportsAbout } from './people/measures/take-measure.ts'
import { deleteConversationsOf } from './people/user-content.ts'
import { type HeldKind, type HeldRow, heldKind } from './staff/held-actions.ts'
import { admitPerson } from './staff/provider-people.ts'
import { countWork, lockWork, releaseWork } from './staff/staff-work.ts'

// What lower subjects leave to upper ones. The API and the operators' commands import this file.

const heldKinds: Record<HeldRow['action'], HeldKind> = {
  'posts.remove': heldRemoval,
  'listingReports.ignore': heldIgnoring,
  'userReports.resolve': heldResolving,
  'questions.remove': heldQuestions,
  'userContent.deletePosts': heldRemoval,
  'userContent.deleteConversations': conversations.heldConversations,
  'userContent.deleteCommunityContent': heldQuestions,
  'users.unban': { ...heldUnblock, settled: wakePayoutsOf },
}
const calls = new Map(Object.values(groups).flatMap((group) => group.map((one) => [one.name, one] as const)))
admit.fill(admitPerson)
callNamed.fill((name) => calls.get(name))
inOtherCurrency.fill(isInOtherCurrency)
heldKind.fill((action) => heldKinds[action])
accountFree.fill(wakePayoutsOf)
cancelMany.fill(startCancels)
reportsAbout.fill(openReports)
countWork.fill(release.countWork)
lockWork.fill(release.lockWork)
releaseWork.fill(release.releaseWork)
deleteConversationsOf.fill(conversations.deleteConversationsOf)

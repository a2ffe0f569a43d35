import { forgetMessageFiles } from './conversations/forget-message-files.ts'
import { foldDays } from './conversations/inbox/fold-days.ts'
import { forgetDrafts } from './conversations/inbox/forget-drafts.ts'
import { signTask } from './core/audit/heads.ts'
import { noteHead } from './core/audit/note-head.ts'
import { stampTask } from './core/audit/stamps.ts'
import { forgetAnswers } from './core/call/forget-answers.ts'
import { forgetPast } from './core/database/forget-past.ts'
import { forgetSignIns } from './core/identity/forget-sign-ins.ts'
import { forgetLiveEvents } from './core/live/forget-live-events.ts'
import type { Task } from './core/operations/schedule.ts'
import { foldMoves } from './desk/fold-moves.ts'
import { forgetJobs } from './desk/forget-jobs.ts'
import { notifyDeadlines } from './desk/notify-deadlines.ts'
import { expireProposals } from './desk/proposals/expire-proposals.ts'
import { forgetMatches, forgetReplays } from './desk/rules/forget-rules.ts'
import { runReplays } from './desk/rules/run-replay.ts'
import { endRuleHolds, runRules } from './desk/rules/run-rules.ts'
import { scoreDue } from './desk/score-due.ts'
import { readPhotos } from './listings/photos/read-photos.ts'
import { dueLooks } from './listings/second-looks/due-looks.ts'
import { forgetExtra } from './marketplace/extensions/forget-extra.ts'
import { forgetEvents } from './marketplace/forget-events.ts'
import { usageAudits } from './marketplace/machine-usage.ts'
import { joinFacts, nightlyCheck } from './money/ledger/nightly-check.ts'
import { endpointLooks } from './money/ledger/provider-endpoints.ts'
import { labelRefunds } from './money/orders/label-refunds.ts'
import { expireApprovals } from './money/refunds/expire-approvals.ts'
import { forgetReveals } from './people/forget-reveals.ts'
import { rebuildSearch } from './search/rebuild.ts'
import { forgetFiles } from './staff/files/forget-files.ts'
import { forgetHeld } from './staff/forget-held.ts'
import { forgetNotifications } from './staff/forget-notifications.ts'
import { beginDigests } from './staff/notification-digest.ts'

/** What every server does again and again, beside its calls. */
export const tasks: readonly Task[] = [
  rebuildSearch,
  noteHead,
  signTask,
  stampTask,
  forgetAnswers,
  forgetPast,
  forgetSignIns,
  forgetLiveEvents,
  beginDigests,
  forgetHeld,
  forgetNotifications,
  forgetFiles,
  forgetReveals,
  nightlyCheck,
  joinFacts,
  endpointLooks,
  labelRefunds,
  expireApprovals,
  foldDays,
  forgetDrafts,
  forgetMessageFiles,
  foldMoves,
  forgetJobs,
  notifyDeadlines,
  scoreDue,
  dueLooks,
  readPhotos,
  runRules,
  endRuleHolds,
  runReplays,
  forgetReplays,
  forgetMatches,
  expireProposals,
  forgetEvents,
  forgetExtra,
  ...usageAudits,
]

import './hooks.ts'
import type { api } from '@portreeve/contract'
import { liveTopics } from '@portreeve/contract/base/live'
import { templateOperations } from './conversations/email-template-operations.ts'
import { enterOperation } from './conversations/inbox/inbox-enter.ts'
import { wakeOperation } from './conversations/inbox/inbox-wake.ts'
import { measureNotices } from './conversations/measure-notices.ts'
import { outcomeNotices } from './conversations/outcome-notices.ts'
import type { Context } from './core/call/context.ts'
import type { Group } from './core/call/implement.ts'
import { makeServer } from './core/http/http.ts'
import { bulkOperation } from './desk/bulk-run.ts'
import { deskWakeOperation } from './desk/desk-wake.ts'
import { figures } from './figures.ts'
import * as groups from './groups.ts'
import { reviewOperations } from './listings/review-announce.ts'
import { actOperation } from './marketplace/extensions/act-operation.ts'
import { publishedPanels } from './marketplace/extensions/panel-keys.ts'
import { doors } from './marketplace/import/doors.ts'
import { liveKinds } from './marketplace/live-kinds.ts'
import { correctionOperation } from './money/correction.ts'
import { evidenceOperation } from './money/disputes/chargeback-records.ts'
import { disputeMailOperation } from './money/disputes/dispute-mail.ts'
import { labelOperation } from './money/orders/label-refunds.ts'
import { trackingOperation } from './money/orders/shipping-tracking.ts'
import { paymentWebhooks } from './money/payment-events.ts'
import { moneyPlanOperation } from './money/payouts/money-plan-begin.ts'
import { payoutOperation } from './money/payouts/payout-operation.ts'
import {
  cancelOperation,
  disputeRefundOperation,
  refundOperation,
} from './money/refunds/refund-operations.ts'
import { deviceOperations } from './people/devices.ts'
import { measureEndOperation } from './people/measures/measure-end.ts'
import { verificationOperations } from './people/verification.ts'
import { uploads } from './staff/files/parts.ts'
import { heldOperation } from './staff/held-actions.ts'
import { digestOperation } from './staff/notification-digest.ts'
import { staffLinkOperation } from './staff/staff-links.ts'

/** Every kind of operation that a worker may have to settle. */
export const operations = {
  ...verificationOperations,
  ...deviceOperations,
  label: labelOperation,
  ...reviewOperations,
  ...templateOperations,
  refund: refundOperation,
  dispute_refund: disputeRefundOperation,
  cancel: cancelOperation,
  payout: payoutOperation,
  evidence: evidenceOperation,
  correction: correctionOperation,
  tracking: trackingOperation,
  'dispute.mail': disputeMailOperation,
  'staff.link': staffLinkOperation,
  'held.apply': heldOperation,
  'extensions.act': actOperation,
  'desk.wake': deskWakeOperation,
  'measures.tell': measureNotices,
  'measures.outcome': outcomeNotices,
  'measures.end': measureEndOperation,
  'money_plans.begin': moneyPlanOperation,
  'inbox.wake': wakeOperation,
  'inbox.enter': enterOperation,
  'notifications.digest': digestOperation,
  // A plan undoes actions of any group.
  bulk: bulkOperation(Object.values(groups)),
}

/** The whole API. */
export const app = (ctx: Context) =>
  makeServer(ctx, Object.values(groups satisfies Record<keyof typeof api, Group>), paymentWebhooks(ctx), {
    topics: { permissions: liveTopics, kinds: liveKinds },
    ingest: doors(ctx),
    uploads: uploads(ctx),
    figures,
    panels: publishedPanels(ctx),
  })

import './hooks.ts'
import { liveTopics } from '@portreeve/contract/base/live'
import { conversations } from './conversations/conversations.ts'
import { templateOperations } from './conversations/email-template-operations.ts'
import { emailTemplates } from './conversations/email-templates.ts'
import { inbox } from './conversations/inbox/inbox.ts'
import { enterOperation } from './conversations/inbox/inbox-enter.ts'
import { inboxMetrics } from './conversations/inbox/inbox-metrics.ts'
import { inboxSettings } from './conversations/inbox/inbox-settings.ts'
import { wakeOperation } from './conversations/inbox/inbox-wake.ts'
import { macros } from './conversations/macros.ts'
import type { Context } from './core/call/context.ts'
import { makeServer } from './core/http/http.ts'
import { bulk } from './desk/bulk.ts'
import { bulkOperation } from './desk/bulk-run.ts'
import { desk } from './desk/desk.ts'
import { deskMetrics } from './desk/desk-metrics.ts'
import { deskWakeOperation } from './desk/desk-wake.ts'
import { exports } from './desk/exports.ts'
import { savedViews } from './desk/saved-views.ts'
import { collections } from './listings/collections.ts'
import { keywords } from './listings/keywords.ts'
import { listingReports } from './listings/listing-reports.ts'
import { listingSearch } from './listings/listing-search.ts'
import { moderatingMessages } from './listings/moderating-messages.ts'
import { posts } from './listings/posts.ts'
import { promotedPosts } from './listings/promoted-posts.ts'
import { questions } from './listings/questions.ts'
import { review } from './listings/review.ts'
import { reviewOperations } from './listings/review-decisions.ts'
import { config } from './marketplace/config.ts'
import { events } from './marketplace/events.ts'
import { doors } from './marketplace/import/doors.ts'
import { ingest } from './marketplace/ingest.ts'
import { liveKinds } from './marketplace/live-kinds.ts'
import { machineKeys } from './marketplace/machine-keys.ts'
import { webhookEndpoints } from './marketplace/webhook-endpoints.ts'
import { correctionOperation } from './money/correction.ts'
import { evidenceOperation } from './money/disputes/chargeback-records.ts'
import { chargebacks } from './money/disputes/chargebacks.ts'
import { disputeMailOperation } from './money/disputes/dispute-mail.ts'
import { disputes } from './money/disputes/disputes.ts'
import { reconciliation } from './money/ledger/reconciliation.ts'
import { moneySettings } from './money/money-settings.ts'
import { labelOperation } from './money/orders/label-refunds.ts'
import { orderSearch } from './money/orders/order-search.ts'
import { orders } from './money/orders/orders.ts'
import { shipping } from './money/orders/shipping.ts'
import { trackingOperation } from './money/orders/shipping-tracking.ts'
import { transactions } from './money/orders/transactions.ts'
import { paymentWebhooks } from './money/payment-events.ts'
import { payoutOperation } from './money/payouts/payout-operation.ts'
import { payouts } from './money/payouts/payouts.ts'
import { approvals } from './money/refunds/approvals.ts'
import {
  cancelOperation,
  disputeRefundOperation,
  refundOperation,
} from './money/refunds/refund-operations.ts'
import { refunds } from './money/refunds/refunds.ts'
import { deviceOperations, devices } from './people/devices.ts'
import { linkedAccounts } from './people/linked-accounts.ts'
import { userContent } from './people/user-content.ts'
import { userReports } from './people/user-reports.ts'
import { users } from './people/users.ts'
import { verification, verificationOperations } from './people/verification.ts'
import { audit } from './staff/audit.ts'
import { held } from './staff/held.ts'
import { heldOperation } from './staff/held-actions.ts'
import { notes } from './staff/notes.ts'
import { digestOperation } from './staff/notification-digest.ts'
import { notifications } from './staff/notifications.ts'
import { staff } from './staff/staff.ts'
import { staffLinkOperation } from './staff/staff-links.ts'
import { timeline } from './staff/timeline.ts'

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
  'desk.wake': deskWakeOperation,
  'inbox.wake': wakeOperation,
  'inbox.enter': enterOperation,
  'notifications.digest': digestOperation,
  // The single calls of the jobs, and their undos
  bulk: bulkOperation([
    userReports,
    listingReports,
    posts,
    promotedPosts,
    inbox,
    users,
    shipping,
    collections,
    held,
  ]),
}

/** The whole API. */
export const app = (ctx: Context) =>
  makeServer(
    ctx,
    [
      users,
      userContent,
      linkedAccounts,
      verification,
      devices,
      userReports,
      listingReports,
      posts,
      listingSearch,
      collections,
      questions,
      keywords,
      moderatingMessages,
      promotedPosts,
      review,
      held,
      bulk,
      transactions,
      approvals,
      orders,
      orderSearch,
      moneySettings,
      disputes,
      chargebacks,
      refunds,
      payouts,
      reconciliation,
      shipping,
      conversations,
      inbox,
      inboxMetrics,
      inboxSettings,
      savedViews,
      exports,
      desk,
      deskMetrics,
      macros,
      machineKeys,
      ingest,
      emailTemplates,
      config,
      staff,
      timeline,
      notes,
      notifications,
      audit,
      events,
      webhookEndpoints,
    ],
    paymentWebhooks(ctx),
    { topics: { permissions: liveTopics, kinds: liveKinds }, ingest: doors(ctx) },
  )

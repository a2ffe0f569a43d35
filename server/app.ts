import { liveTopics } from '@portreeve/contract/base/live'
import { approvals } from './api/approvals.ts'
import { audit } from './api/audit.ts'
import { bulk } from './api/bulk.ts'
import { chargebacks } from './api/chargebacks.ts'
import { collections } from './api/collections.ts'
import { config } from './api/config.ts'
import { conversations } from './api/conversations.ts'
import { desk } from './api/desk.ts'
import { deskMetrics } from './api/desk-metrics.ts'
import { deviceOperations, devices } from './api/devices.ts'
import { disputes } from './api/disputes.ts'
import { emailTemplates } from './api/email-templates.ts'
import { events } from './api/events.ts'
import { exports } from './api/exports.ts'
import { held } from './api/held.ts'
import { inbox } from './api/inbox.ts'
import { inboxMetrics } from './api/inbox-metrics.ts'
import { inboxSettings } from './api/inbox-settings.ts'
import { ingest } from './api/ingest.ts'
import { keywords } from './api/keywords.ts'
import { linkedAccounts } from './api/linked-accounts.ts'
import { listingReports } from './api/listing-reports.ts'
import { listingSearch } from './api/listing-search.ts'
import { machineKeys } from './api/machine-keys.ts'
import { macros } from './api/macros.ts'
import { moderatingMessages } from './api/moderating-messages.ts'
import { moneySettings } from './api/money-settings.ts'
import { notes } from './api/notes.ts'
import { notifications } from './api/notifications.ts'
import { orderSearch } from './api/order-search.ts'
import { orders } from './api/orders.ts'
import { payouts } from './api/payouts.ts'
import { posts } from './api/posts.ts'
import { promotedPosts } from './api/promoted-posts.ts'
import { questions } from './api/questions.ts'
import { reconciliation } from './api/reconciliation.ts'
import { refunds } from './api/refunds.ts'
import { review } from './api/review.ts'
import { savedViews } from './api/saved-views.ts'
import { shipping } from './api/shipping.ts'
import { staff } from './api/staff.ts'
import { timeline } from './api/timeline.ts'
import { transactions } from './api/transactions.ts'
import { userContent } from './api/user-content.ts'
import { userReports } from './api/user-reports.ts'
import { users } from './api/users.ts'
import { verification, verificationOperations } from './api/verification.ts'
import { webhookEndpoints } from './api/webhook-endpoints.ts'
import type { Context } from './core/context.ts'
import { makeServer } from './core/http.ts'
import { doors } from './import/doors.ts'
import { bulkOperation } from './store/bulk-run.ts'
import { evidenceOperation } from './store/chargebacks.ts'
import { correctionOperation } from './store/correction.ts'
import { deskWakeOperation } from './store/desk-wake.ts'
import { disputeMailOperation } from './store/dispute-mail.ts'
import { templateOperations } from './store/email-template-operations.ts'
import { heldOperation } from './store/held.ts'
import { enterOperation } from './store/inbox-enter.ts'
import { wakeOperation } from './store/inbox-wake.ts'
import { labelOperation } from './store/label-refunds.ts'
import { liveKinds } from './store/live-kinds.ts'
import { digestOperation } from './store/notification-digest.ts'
import { paymentWebhooks } from './store/payment-events.ts'
import { payoutOperation } from './store/payouts.ts'
import { cancelOperation, disputeRefundOperation, refundOperation } from './store/refund-operations.ts'
import { reviewOperations } from './store/review.ts'
import { trackingOperation } from './store/shipping-tracking.ts'
import { staffLinkOperation } from './store/staff-links.ts'

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

import { conversations } from './conversations/conversations.ts'
import { emailTemplates } from './conversations/email-templates.ts'
import { inbox } from './conversations/inbox.ts'
import { inboxMetrics } from './conversations/inbox-metrics.ts'
import { inboxSettings } from './conversations/inbox-settings.ts'
import { macros } from './conversations/macros.ts'
import { bulk } from './desk/bulk.ts'
import { desk } from './desk/desk.ts'
import { deskMetrics } from './desk/desk-metrics.ts'
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
import { config } from './marketplace/config.ts'
import { events } from './marketplace/events.ts'
import { ingest } from './marketplace/ingest.ts'
import { machineKeys } from './marketplace/machine-keys.ts'
import { webhookEndpoints } from './marketplace/webhook-endpoints.ts'
import { approvals } from './money/approvals.ts'
import { chargebacks } from './money/chargebacks.ts'
import { disputes } from './money/disputes.ts'
import { moneySettings } from './money/money-settings.ts'
import { orderSearch } from './money/order-search.ts'
import { orders } from './money/orders.ts'
import { payouts } from './money/payouts.ts'
import { reconciliation } from './money/reconciliation.ts'
import { refunds } from './money/refunds.ts'
import { shipping } from './money/shipping.ts'
import { transactions } from './money/transactions.ts'
import { devices } from './people/devices.ts'
import { linkedAccounts } from './people/linked-accounts.ts'
import { userContent } from './people/user-content.ts'
import { userReports } from './people/user-reports.ts'
import { users } from './people/users.ts'
import { verification } from './people/verification.ts'
import { audit } from './staff/audit.ts'
import { held } from './staff/held.ts'
import { notes } from './staff/notes.ts'
import { notifications } from './staff/notifications.ts'
import { staff } from './staff/staff.ts'
import { timeline } from './staff/timeline.ts'

/** Every call of the API, by group. */
export const api = {
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
  savedViews,
  exports,
  shipping,
  conversations,
  inbox,
  inboxMetrics,
  inboxSettings,
  desk,
  deskMetrics,
  macros,
  emailTemplates,
  config,
  staff,
  timeline,
  notes,
  notifications,
  audit,
  machineKeys,
  ingest,
  events,
  webhookEndpoints,
}

import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { bulk } from './bulk.ts'
import { chargebacks } from './chargebacks.ts'
import { collections } from './collections.ts'
import { config } from './config.ts'
import { conversations } from './conversations.ts'
import { desk } from './desk.ts'
import { deskMetrics } from './desk-metrics.ts'
import { devices } from './devices.ts'
import { disputes } from './disputes.ts'
import { emailTemplates } from './email-templates.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { held } from './held.ts'
import { inbox } from './inbox.ts'
import { inboxMetrics } from './inbox-metrics.ts'
import { inboxSettings } from './inbox-settings.ts'
import { ingest } from './ingest.ts'
import { keywords } from './keywords.ts'
import { linkedAccounts } from './linked-accounts.ts'
import { listingReports } from './listing-reports.ts'
import { listingSearch } from './listing-search.ts'
import { machineKeys } from './machine-keys.ts'
import { macros } from './macros.ts'
import { moderatingMessages } from './moderating-messages.ts'
import { moneySettings } from './money-settings.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { orderSearch } from './order-search.ts'
import { orders } from './orders.ts'
import { payouts } from './payouts.ts'
import { posts } from './posts.ts'
import { promotedPosts } from './promoted-posts.ts'
import { questions } from './questions.ts'
import { reconciliation } from './reconciliation.ts'
import { refunds } from './refunds.ts'
import { review } from './review.ts'
import { savedViews } from './saved-views.ts'
import { shipping } from './shipping.ts'
import { staff } from './staff.ts'
import { timeline } from './timeline.ts'
import { transactions } from './transactions.ts'
import { userContent } from './user-content.ts'
import { userReports } from './user-reports.ts'
import { users } from './users.ts'
import { verification } from './verification.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

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

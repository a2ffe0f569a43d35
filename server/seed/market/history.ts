import type { Post } from '@portreeve/contract/listings/posts'
import { judgedPart } from '../../listings/post-records.ts'
import { Random } from '../random.ts'
import type {
  BanReason,
  Content,
  DemoAudit,
  DemoDecision,
  DemoPost,
  Money,
  Reports,
  StaffWork,
} from '../rows.ts'
import { ago, later } from '../world.ts'
import { actor, type StaffMember, staff } from './staff.ts'

/** Hours of staff work that the audit log has. */
const days = 8 * 24

/** The decision about a listing, and its audit row. The listing's version counts the decision. */
export function decision(
  random: Random,
  post: DemoPost,
  by: StaffMember,
  at: string,
  verdict: 'approved' | 'denied' = post.review_state === 'denied' ? 'denied' : 'approved',
): { decision: DemoDecision; audit: DemoAudit } {
  return {
    decision: {
      id: `decision-${random.letters(12)}`,
      kind: 'listing',
      subject_id: post.key,
      owner_uid: post.creatorUID,
      decision: verdict,
      message: post.review_message,
      by_uid: by.uid,
      by_name: by.displayName,
      at,
      version: 2,
      snapshot: verdict === 'approved' ? judgedPart(post as Post) : null,
      operation_id: `announced-${random.letters(12)}`,
      announced_at: later(at, 0.01),
      taken_back_at: null,
    },
    audit: {
      at,
      by: actor(by),
      action: verdict === 'approved' ? 'posts.approve' : 'posts.deny',
      subject: ['listing', post.key],
      reason: post.review_message,
      before: { state: 'pending', version: 1 },
      after: { state: verdict, version: 2 },
    },
  }
}

/** What staff did in the last days: decisions, blocks, handled reports, closed disputes. */
export function makeHistory(
  {
    posts,
    reports,
    trade,
    banReasons,
  }: { posts: DemoPost[]; reports: Reports; content: Content; trade: Money; banReasons: BanReason[] },
  now: number,
): StaffWork {
  const since = ago(now, days)
  const isRecent = (at: string | null) => at !== null && at > since
  const work: StaffWork = {
    ...{ approvals: [], chargebacks: [], operations: [], payoutHolds: [] },
    ...{ decisions: [], audit: [] },
  }
  for (const post of posts) {
    if (post.review_state === 'pending' || !isRecent(post.creationDate)) continue
    const random = Random.of(`decided ${post.key}`)
    const by = random.chance(80) ? staff.moderator : staff.admin
    const made = decision(random, post, by, later(post.creationDate ?? '', 0.2 + random.next() * 20))
    work.decisions.push(made.decision)
    work.audit.push(made.audit)
  }
  for (const { uid, reason, created_at, actor_uid } of banReasons.filter((one) => isRecent(one.created_at)))
    work.audit.push({
      at: created_at,
      by: actor(actor_uid === staff.support.uid ? staff.support : staff.moderator),
      action: 'users.ban',
      subject: ['user', uid],
      reason,
      before: { isBanned: false },
      after: { isBanned: true },
    })
  for (const { id, reporting_uid, created_at } of reports.userReports.filter(
    (one) => one.status === 'resolved' && isRecent(one.created_at),
  ))
    work.audit.push({
      at: later(created_at, 3),
      by: actor(staff.support),
      action: 'userReports.resolve',
      subject: ['user', reporting_uid],
      after: { resolved: [id] },
    })
  for (const { transaction_id, resolved_at } of trade.disputes.filter((one) => isRecent(one.resolved_at)))
    work.audit.push({
      at: resolved_at ?? '',
      by: actor(staff.support),
      action: 'disputes.resolve',
      subject: ['transaction', transaction_id],
      before: { dispute_status: 2 },
      after: { dispute_status: 1 },
    })
  return work
}

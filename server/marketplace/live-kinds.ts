import type { TopicPattern } from '@portreeve/contract/base/live'
import type { Permission } from '@portreeve/contract/base/rights'
import { bulkRights } from '@portreeve/contract/desk/bulk'
import { deskKinds } from '@portreeve/contract/desk/desk-ranking'
import { notificationRights } from '@portreeve/contract/staff/notifications'
import { timelineKinds } from '@portreeve/contract/staff/timeline'

/** Topics whose events name records of several kinds, with the permission that each kind needs. */
export const liveKinds: Partial<Record<TopicPattern, Readonly<Record<string, Permission>>>> = {
  bulk: bulkRights,
  desk: deskKinds,
  notes: timelineKinds,
  'notifications/{uid}': notificationRights,
}

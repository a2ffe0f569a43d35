import { deskKinds } from '@portreeve/contract/desk'
import type { TopicPattern } from '@portreeve/contract/live'
import { notificationRights } from '@portreeve/contract/notifications'
import type { Permission } from '@portreeve/contract/rights'
import { timelineKinds } from '@portreeve/contract/timeline'

/** Topics whose events name records of several kinds, with the permission that each kind needs. */
export const liveKinds: Partial<Record<TopicPattern, Readonly<Record<string, Permission>>>> = {
  desk: deskKinds,
  notes: timelineKinds,
  'notifications/{uid}': notificationRights,
}

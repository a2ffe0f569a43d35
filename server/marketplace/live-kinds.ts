import type { TopicPattern } from '@portreeve/contract/base/live'
import { may, type Permission } from '@portreeve/contract/base/rights'
import { kindsSeen } from '@portreeve/contract/base/sight'
import { bulkRights } from '@portreeve/contract/desk/bulk'
import { notificationRights } from '@portreeve/contract/staff/notifications'
import type { Me } from '@portreeve/contract/staff/staff'
import { timelineKinds } from '@portreeve/contract/staff/timeline'

const by = (rights: Readonly<Record<string, Permission>>) => (staff: Me, kind: string) => {
  const needed = rights[kind]
  return needed !== undefined && may(staff, needed)
}

/** Topics whose events name records of several kinds, with whether someone sees those of a kind. */
export const liveKinds: Partial<Record<TopicPattern, (staff: Me, kind: string) => boolean>> = {
  bulk: by(bulkRights),
  desk: (staff, kind) => kindsSeen(staff).some((one) => one === kind),
  notes: by(timelineKinds),
  'notifications/{uid}': by(notificationRights),
}

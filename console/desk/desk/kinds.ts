import type { DeskKind } from '@portreeve/contract/desk/desk-ranking'
import {
  type Icon,
  IconAlertTriangle,
  IconBuildingBank,
  IconCashOff,
  IconEqualNot,
  IconFilter,
  IconFlag,
  IconGavel,
  IconMessageCircle,
  IconPackageOff,
  IconRobot,
  IconScale,
  IconSpeakerphone,
  IconTag,
  IconUserCheck,
} from '@tabler/icons-react'

/** The icon of each kind, and what its colour means: contested, waiting, money that is held, or an answer of ours. */
export const lookOf: Readonly<Record<DeskKind, readonly [icon: Icon, tone?: string]>> = {
  chargeback: [IconBuildingBank, 'contested'],
  dispute: [IconScale, 'contested'],
  fraud_warning: [IconAlertTriangle, 'contested'],
  approval: [IconUserCheck, 'held'],
  user_reports: [IconFlag, 'waiting'],
  listing_reports: [IconFlag, 'waiting'],
  conversation: [IconMessageCircle, 'ours'],
  listing: [IconTag],
  promotion: [IconSpeakerphone],
  label: [IconPackageOff, 'waiting'],
  payout: [IconCashOff, 'held'],
  difference: [IconEqualNot, 'held'],
  appeal: [IconGavel, 'contested'],
  proposal: [IconRobot, 'ours'],
  rule: [IconFilter, 'waiting'],
}

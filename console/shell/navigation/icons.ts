import {
  IconBell,
  IconClipboardCheck,
  IconCode,
  IconGavel,
  IconHash,
  IconHistory,
  IconIdBadge2,
  IconListCheck,
  IconMail,
  IconMessageCircleQuestion,
  IconMessages,
  type IconProps,
  IconReceipt2,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** The icon beside each entry of the navigation, by its label. */
export const icons: Record<string, ComponentType<IconProps>> = {
  Desk: IconListCheck,
  Users: IconUsers,
  'Pending Review': IconClipboardCheck,
  'Email Templates': IconMail,
  Orders: IconReceipt2,
  Moderating: IconGavel,
  Messages: IconMessages,
  'Content Keywords': IconHash,
  Community: IconMessageCircleQuestion,
  Collections: IconStack2,
  Notifications: IconBell,
  Staff: IconIdBadge2,
  'Audit log': IconHistory,
  Developers: IconCode,
}

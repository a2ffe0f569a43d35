import { linkOptions } from '@tanstack/react-router'

const overview = { id: 'overview' }

/** The navigation's tabs in order (NAV-03 to NAV-12), and the paths that each stands for. */
export const sections = [
  { label: 'Users', link: linkOptions({ to: '/dashboard/users' }), under: ['/dashboard/users'] },
  {
    label: 'Pending Review',
    link: linkOptions({ to: '/dashboard/pending_review' }),
    under: ['/dashboard/pending_review'],
  },
  {
    label: 'Email Templates',
    link: linkOptions({ to: '/dashboard/email-templates' }),
    under: ['/dashboard/email-templates', '/email-templates'],
  },
  // NAV-07: the list of all transactions, not /dashboard/orders
  {
    label: 'Orders',
    link: linkOptions({ to: '/dashboard/txns/$id', params: overview }),
    under: ['/dashboard/txns'],
  },
  {
    label: 'Moderating',
    link: linkOptions({ to: '/dashboard/moderating' }),
    under: ['/dashboard/moderating'],
  },
  { label: 'Messages', link: linkOptions({ to: '/dashboard/messages' }), under: ['/dashboard/messages'] },
  {
    label: 'Content Keywords',
    link: linkOptions({ to: '/dashboard/contentkw' }),
    under: ['/dashboard/contentkw'],
  },
  {
    label: 'Community',
    link: linkOptions({ to: '/dashboard/community/$id', params: overview }),
    under: ['/dashboard/community'],
  },
  {
    label: 'Collections',
    link: linkOptions({ to: '/dashboard/collections/$id', params: overview }),
    under: ['/dashboard/collections'],
  },
] as const

/** What is for the house itself, after the tabs that the spec fixes; each for whoever may. */
export const houseSections = [
  {
    label: 'Staff',
    link: linkOptions({ to: '/dashboard/staff' }),
    under: ['/dashboard/staff'],
    may: 'staff.read',
  },
  {
    label: 'Audit log',
    link: linkOptions({ to: '/dashboard/audit' }),
    under: ['/dashboard/audit'],
    may: 'audit.read',
  },
] as const

/** NAV-14: the one section that a path belongs to. */
export const sectionOf = (pathname: string) =>
  [...sections, ...houseSections].find(({ under }) =>
    under.some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  )

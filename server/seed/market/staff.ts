import type { Role } from '@portreeve/contract/base/rights'

/** The staff of the demo, who also sign in (docs/demo.md). */
export const staff = {
  admin: { uid: 'staff-admin', displayName: 'Ada Admin', role: 'admin' },
  moderator: { uid: 'staff-moderator', displayName: 'Milo Moderator', role: 'moderator' },
  support: { uid: 'staff-support', displayName: 'Suki Support', role: 'support' },
  finance: { uid: 'staff-finance', displayName: 'Finn Finance', role: 'finance' },
} as const satisfies Record<Role, { uid: string; displayName: string; role: Role }>

export type StaffMember = (typeof staff)[Role]

/** The author of an audit row. */
export const actor = ({ uid, role }: StaffMember) => ({ uid, role, address: '192.0.2.10' })

import { api } from '@portreeve/contract'
import { may, type Permission, permissions, type Rights } from '@portreeve/contract/base/rights'
import type { Me } from '@portreeve/contract/staff/staff'
import { createContext, useContext } from 'react'
import { useOwnUid, useSession } from './backend.tsx'
import { useData } from './use-data.ts'
import { useLive } from './use-live.ts'

/** The signed-in staff member. Null until loaded, and always where the server lacks the endpoint. */
export function useMe(): Me | null {
  return useData(api.staff.me, {}, { once: true }).data ?? null
}

/** The signed-in person's display name: the server's, else the identity provider's. Null where neither has one. */
export function useOwnName(): string | null {
  const me = useMe()
  const state = useSession()
  return me?.displayName ?? ('name' in state ? (state.name ?? null) : null)
}

/** Refetches the signed-in staff member when the live feed reports a change of their role or state. */
export function useOwnChanges(): void {
  const uid = useOwnUid()
  const known = useMe() !== null
  const { reload } = useData(api.staff.me, {}, { once: true })
  useLive(known && uid !== null ? `staff/${uid}` : null, reload)
}

/** Why nothing can be changed on a part of a page, such as one that shows an earlier moment; null where it can. */
export const Standstill = createContext<string | null>(null)

/** Whether the signed-in person has a permission. False while the role is unknown, and always where the server lacks the endpoint. */
export function useMay(permission: Permission): boolean {
  const me = useMe()
  return me !== null && may(me, permission)
}

/** Null when someone has the permission; else the sentence to show. */
export const whyNotOf = (me: Rights, permission: Permission | 'staff'): string | null =>
  permission === 'staff' || may(me, permission)
    ? null
    : `Your role (${me.role}) may not ${permissions[permission].words}.`

/** Null when the signed-in person has the permission, or while the role is unknown; else the sentence to show. */
export function useWhyNot(permission: Permission | 'staff'): string | null {
  const me = useMe()
  const still = useContext(Standstill)
  if (still !== null && !/staff|\.read$/.test(permission)) return still
  return me && whyNotOf(me, permission)
}

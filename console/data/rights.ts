import { api } from '@portreeve/contract'
import { may, type Permission, permissions } from '@portreeve/contract/rights'
import type { Staff } from '@portreeve/contract/staff'
import { useOwnUid, useSession } from './backend.tsx'
import { useData } from './hooks.ts'
import { useLive } from './use-live.ts'

/** Who is signed in. Null until known, and for good where the server does not know the call. */
export function useMe(): Staff | null {
  return useData(api.staff.me, {}, { once: true }).data ?? null
}

/** The signed-in person's display name: the server's, else the identity's. Null where neither has one. */
export function useOwnName(): string | null {
  const me = useMe()
  const state = useSession()
  return me?.displayName ?? ('name' in state ? (state.name ?? null) : null)
}

/** Hears when the signed-in person's role or state was changed, whoever did it. */
export function useOwnChanges(): void {
  const uid = useOwnUid()
  const known = useMe() !== null
  const { reload } = useData(api.staff.me, {}, { once: true })
  useLive(known && uid !== null ? `staff/${uid}` : null, reload)
}

/** Null when the signed-in person may, or when nobody knows; else the sentence that says why not. */
export function useWhyNot(permission: Permission): string | null {
  const me = useMe()
  if (!me || may(me.role, permission)) return null
  return `Your role (${me.role}) may not ${permissions[permission].words}.`
}

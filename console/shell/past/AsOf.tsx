import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { roles } from '@portreeve/contract/base/rights'
import type { Staff } from '@portreeve/contract/staff/staff'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { BackendProvider, useBackend } from '../../data/backend.tsx'
import type { Answer } from '../../data/call.ts'
import { asOf } from '../../data/past.ts'
import { createQueries, keyOf } from '../../data/queries.ts'
import { Standstill, useMe } from '../../data/rights.ts'
import { longLocal, readTime, shortLocal } from '../../format/dates.ts'
import { onDemand } from '../on-demand.tsx'
import type { Seen } from './PastBar.tsx'

const PastBar = onDemand(async () => (await import('./PastBar.tsx')).PastBar)

interface AsOfProps {
  /** The record whose page it is; its timeline gives the moments. */
  kind: TimelineKind | 'order'
  id: string
  children: ReactNode
}

/** What an address has of whose sight a page has. */
const notSeen = { as: undefined, by: undefined }

/**
 * A page as of the moment in its address (`?at=`), also as a colleague saw it then (`&as=support&by=UID`): it reads what was then,
 * and nothing can be changed. Without a moment, the page as it is.
 */
export function AsOf({ children, ...of }: AsOfProps) {
  const { at, as, by } = useSearch({ strict: false })
  const moment = readTime(at)?.toISOString() ?? null
  const role = roles.find((one) => one === as)
  return moment === null ? (
    children
  ) : (
    <Past key={`${moment} ${role}`} at={moment} seen={role && { role, by }} {...of}>
      {children}
    </Past>
  )
}

function Past({ at, seen, kind, id, children }: AsOfProps & { at: string; seen: Seen | undefined }) {
  const backend = useBackend()
  const outer = useQueryClient()
  const me = useMe()
  const navigate = useNavigate()
  const [early, setEarly] = useState<string | null>(null)
  // A cache for this moment alone: answers of then are never mixed with those of now.
  const [then, queries] = useMemo(
    () => [asOf(backend, at, setEarly, seen?.role), createQueries()] as const,
    [backend, at, seen?.role],
  )
  const own = [...keyOf(api.staff.me), {}]
  if (me)
    queries.setQueryData(own, {
      ...outer.getQueryData<Answer<Staff>>(own),
      data: { ...me, ...(seen && { role: seen.role }) },
    })
  const show = (next: string | null) =>
    void navigate({
      to: '.',
      hash: true,
      state: true,
      replace: true,
      resetScroll: false,
      search: (now: object) => ({ ...now, at: next ?? undefined, ...(next === null && notSeen) }),
    })
  return (
    <>
      <PastBar kind={kind} id={id} at={at} seen={seen} onShow={show} />
      <Standstill value={`As of ${shortLocal(at)}: nothing can be changed in the past.`}>
        <QueryClientProvider client={queries}>
          <BackendProvider backend={then}>
            {early === null ? children : <Text p="xl">{early.replace(/\S+T\S+Z/, longLocal)}</Text>}
          </BackendProvider>
        </QueryClientProvider>
      </Standstill>
    </>
  )
}

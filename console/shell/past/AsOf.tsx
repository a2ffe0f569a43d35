import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { BackendProvider, useBackend } from '../../data/backend.tsx'
import { asOf } from '../../data/past.ts'
import { createQueries, keyOf } from '../../data/queries.ts'
import { Standstill, useMe } from '../../data/rights.ts'
import { longLocal, readTime, shortLocal } from '../../format/dates.ts'
import { onDemand } from '../on-demand.tsx'

const PastBar = onDemand(async () => (await import('./PastBar.tsx')).PastBar)

interface AsOfProps {
  /** The record whose page it is; its timeline gives the moments. */
  kind: TimelineKind | 'order'
  id: string
  children: ReactNode
}

/** A page as of the moment in its address (`?at=`): it reads what was then, and nothing can be changed. Without a moment, the page as it is. */
export function AsOf({ children, ...of }: AsOfProps) {
  const { at } = useSearch({ strict: false })
  const moment = readTime(at)?.toISOString() ?? null
  return moment === null ? (
    children
  ) : (
    <Past key={moment} at={moment} {...of}>
      {children}
    </Past>
  )
}

function Past({ at, kind, id, children }: AsOfProps & { at: string }) {
  const backend = useBackend()
  const outer = useQueryClient()
  const me = useMe()
  const navigate = useNavigate()
  const [early, setEarly] = useState<string | null>(null)
  // A cache for this moment alone: answers of then are never mixed with those of now.
  const [then, queries] = useMemo(
    () => [asOf(backend, at, setEarly), createQueries()] as const,
    [backend, at],
  )
  if (me) queries.setQueryData([...keyOf(api.staff.me), {}], outer.getQueryData([...keyOf(api.staff.me), {}]))
  const show = (next: string | null) =>
    void navigate({
      to: '.',
      hash: true,
      state: true,
      replace: true,
      resetScroll: false,
      search: (now: object) => ({ ...now, at: next ?? undefined }),
    })
  return (
    <>
      <PastBar kind={kind} id={id} at={at} onShow={show} />
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

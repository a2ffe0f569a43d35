import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { TimelineKind } from '@portreeve/contract/staff/timeline'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type Backend, BackendProvider, useBackend } from '../../data/backend.tsx'
import { asOf } from '../../data/past.ts'
import { createQueries, keyOf } from '../../data/queries.ts'
import { Standstill, useMe } from '../../data/rights.ts'
import { longLocal, readTime, shortLocal } from '../../format/dates.ts'
import { Moment } from '../../ui/moment.ts'
import { onDemand } from '../on-demand.tsx'

const PastBar = onDemand(async () => (await import('./PastBar.tsx')).PastBar)

/** The moment in the page's address (`?at=`), ISO-8601 UTC, null for now, and what shows another one. */
export function useMoment() {
  const { at } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    at: readTime(at)?.toISOString() ?? null,
    show: (next: string | null) =>
      void navigate({
        to: '.',
        hash: true,
        state: true,
        replace: true,
        resetScroll: false,
        search: (now: object) => ({ ...now, at: next ?? undefined }),
      }),
  }
}

/** What a page as of a moment reads from. */
interface Past {
  readonly at: string
  readonly backend: Backend
  readonly queries: QueryClient
  /** The server's sentence where the moment is before the first history. */
  readonly early: string | null
}

/** What a page as of a moment reads from; null for now. */
export function usePast(at: string | null): Past | null {
  const backend = useBackend()
  const outer = useQueryClient()
  const me = useMe()
  const [early, setEarly] = useState<{ at: string; words: string } | null>(null)
  // A cache for this moment alone: answers of then are never mixed with those of now.
  const past = useMemo(
    () =>
      at === null
        ? null
        : {
            ...{ at, queries: createQueries() },
            backend: asOf(backend, at, (words) => setEarly({ at, words })),
          },
    [backend, at],
  )
  if (!past) return null
  const mine = [...keyOf(api.staff.me), {}]
  if (me) past.queries.setQueryData(mine, outer.getQueryData(mine))
  return { ...past, early: early?.at === at ? early.words : null }
}

/** A part of a page as of a moment: it reads what was then, and nothing can be changed. */
export function Then({ past, children }: { past: Past; children: ReactNode }) {
  return (
    <Standstill value={`As of ${shortLocal(past.at)}: nothing can be changed in the past.`}>
      <Moment value={new Date(past.at)}>
        <QueryClientProvider key={past.at} client={past.queries}>
          <BackendProvider backend={past.backend}>
            {past.early === null ? children : <Text p="xl">{past.early.replace(/\S+T\S+Z/, longLocal)}</Text>}
          </BackendProvider>
        </QueryClientProvider>
      </Moment>
    </Standstill>
  )
}

interface AsOfProps {
  /** The record whose page it is; its timeline gives the moments. */
  kind: TimelineKind | 'order'
  id: string
  children: ReactNode
}

/** A page as of the moment in its address. Without a moment, the page as it is. */
export function AsOf({ children, ...of }: AsOfProps) {
  const { at, show } = useMoment()
  const past = usePast(at)
  if (!past) return children
  return (
    <>
      <PastBar at={past.at} onShow={show} {...of} />
      <Then past={past}>{children}</Then>
    </>
  )
}

export { PastBar }

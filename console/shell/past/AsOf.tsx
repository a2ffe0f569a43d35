import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Sight } from '@portreeve/contract/base/case-kinds'
import { type Rights, rightsOf, roles } from '@portreeve/contract/base/rights'
import type { HistoryKind } from '@portreeve/contract/staff/history'
import type { Me } from '@portreeve/contract/staff/staff'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type Backend, BackendProvider, useBackend } from '../../data/backend.tsx'
import type { Answer } from '../../data/call.ts'
import { asOf } from '../../data/past.ts'
import { createQueries, keyOf } from '../../data/queries.ts'
import { Standstill, useMe } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { longLocal, readTime, shortLocal } from '../../format/dates.ts'
import { Moment } from '../../ui/moment.ts'
import { onDemand } from '../on-demand.tsx'
import type { Seen } from './PastBar.tsx'

export const PastBar = onDemand(async () => (await import('./PastBar.tsx')).PastBar)

/** What an address has of whose sight a page has. */
const notSeen = { as: undefined, by: undefined }

/**
 * The moment in the page's address (`?at=`), ISO-8601 UTC, null for now; whose sight the page has then (`&as=support&by=UID`); and
 * what shows another moment.
 */
export function useMoment() {
  const { at, as, by } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    at: readTime(at)?.toISOString() ?? null,
    seen: as === undefined ? undefined : { role: as, by },
    show: (next: string | null) =>
      void navigate({
        to: '.',
        hash: true,
        state: true,
        replace: true,
        resetScroll: false,
        search: (now: object) => ({ ...now, at: next ?? undefined, ...(next === null && notSeen) }),
      }),
  }
}

/** What a page as of a moment reads from. */
interface Past {
  readonly at: string
  readonly seen: Seen | undefined
  readonly backend: Backend
  readonly queries: QueryClient
  /**
   * The sentence instead of the page: the moment is before the first history, or there is no such role. Empty while the rights of the role
   * are read. Null: the page is shown.
   */
  readonly early: string | null
}

/** What a role may do today: null where there is none of the name, undefined while it is read and without a role. */
function useSight(role: string | undefined): (Rights & Sight) | null | undefined {
  const builtIn = roles.find((one) => one === role)
  const { data, failure } = useData(api.roles.list, {}, { when: role !== undefined && !builtIn })
  return useMemo(() => {
    if (builtIn) return rightsOf(builtIn)
    const found = data?.find(({ name }) => name === role)
    if (found) return { ...found, role: found.name }
    return role !== undefined && (data || failure) ? null : undefined
  }, [role, builtIn, data, failure])
}

/** What a page as of a moment reads from; null for now. */
export function usePast({ at, seen }: Pick<ReturnType<typeof useMoment>, 'at' | 'seen'>): Past | null {
  const backend = useBackend()
  const outer = useQueryClient()
  const me = useMe()
  const [early, setEarly] = useState<{ at: string; words: string } | null>(null)
  const sight = useSight(at === null ? undefined : seen?.role)
  // A cache for this moment alone: answers of then are never mixed with those of now.
  const past = useMemo(
    () =>
      at === null
        ? null
        : {
            ...{ at, queries: createQueries() },
            backend: asOf(backend, at, (words) => setEarly({ at, words }), sight ?? undefined),
          },
    [backend, at, sight],
  )
  if (!past) return null
  const own = [...keyOf(api.staff.me), {}]
  if (me)
    past.queries.setQueryData(own, {
      ...outer.getQueryData<Answer<Me>>(own),
      data: { ...me, ...sight },
    })
  const unknown = sight === null ? `There is no role ${seen?.role} that you may look up.` : ''
  return { ...past, seen, early: seen && !sight ? unknown : early?.at === at ? early.words : null }
}

/** A part of a page as of a moment: it reads what was then, and nothing can be changed. */
export function Then({ past, children }: { past: Past; children: ReactNode }) {
  return (
    <Standstill value={`As of ${shortLocal(past.at)}: nothing can be changed in the past.`}>
      <Moment value={new Date(past.at)}>
        <QueryClientProvider key={`${past.at} ${past.seen?.role}`} client={past.queries}>
          <BackendProvider backend={past.backend}>
            {past.early === null ? children : <Text p="xl">{past.early.replace(/\S+T\S+Z/, longLocal)}</Text>}
          </BackendProvider>
        </QueryClientProvider>
      </Moment>
    </Standstill>
  )
}

interface AsOfProps {
  /** The record whose page it is; what happened to it gives the moments. */
  kind: HistoryKind
  id: string
  children: ReactNode
}

/** A page as of the moment in its address. Without a moment, the page as it is. */
export function AsOf({ children, ...of }: AsOfProps) {
  const { show, ...moment } = useMoment()
  const past = usePast(moment)
  if (!past) return children
  return (
    <>
      <PastBar at={past.at} seen={past.seen} onShow={show} {...of} />
      <Then past={past}>{children}</Then>
    </>
  )
}

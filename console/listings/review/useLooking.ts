import { api } from '@portreeve/contract'
import { lookingSeconds, type ReviewCase } from '@portreeve/contract/listings/review'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { newKey } from '../../data/call.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useLive } from '../../data/use-live.ts'
import { keyOf } from './items.ts'

interface Mark {
  readonly name: string
  readonly key: string
  /** The time at which it expires unless it is repeated, by this page's clock. */
  readonly until: number
}

/** Milliseconds for which a case is open before it is announced, so that skipping through cases announces only the last. */
const announceDelay = 150

/** Milliseconds after which the announcement is repeated. */
const repeatInterval = (lookingSeconds * 1000) / 3

/**
 * Announces the open case to other reviewers, and returns the names of the others by the key of their case. A page that is
 * closed withdraws its mark; the mark of a crashed page expires.
 */
export function useLooking(open: ReviewCase | null): ReadonlyMap<string, string> {
  const { call } = useBackend()
  const [page] = useState(newKey)
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map())
  const mayReview = useWhyNot('review.decide') === null

  const announce = useEffectEvent((what: ReviewCase | null, keepalive = false) => {
    // A failure is ignored: the announcement is repeated soon, and decisions do not depend on it.
    if (mayReview) call(api.review.look, { body: { page, case: what } }, { keepalive }).catch(() => {})
  })
  const { kind, id } = open ?? {}
  // Announces the case for as long as it is open.
  useEffect(() => {
    if (kind === undefined || id === undefined) return
    let timer = setTimeout(function repeat() {
      announce({ kind, id })
      timer = setTimeout(repeat, repeatInterval)
    }, announceDelay)
    return () => clearTimeout(timer)
  }, [kind, id])
  useEffect(() => {
    const leave = () => announce(null, true)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  useLive('review', (event) => {
    if (event.what !== 'looking' || event.page === page) return
    const { page: theirs, name, case: theirCase } = event
    setMarks((all) => {
      const rest = new Map(all)
      rest.delete(theirs)
      if (theirCase)
        rest.set(theirs, { name, key: keyOf(theirCase), until: Date.now() + lookingSeconds * 1000 })
      return rest
    })
  })

  // Removes the mark that expires next.
  const next = Math.min(...[...marks.values()].map(({ until }) => until))
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(
      () => setMarks((all) => new Map([...all].filter(([, { until }]) => until > Date.now()))),
      next - Date.now() + 20,
    )
    return () => clearTimeout(timer)
  }, [next])

  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { key, name } of marks.values()) {
      const known = names.get(key)
      if (known !== name) names.set(key, known ? `${known}, ${name}` : name)
    }
    return names
  }, [marks])
}

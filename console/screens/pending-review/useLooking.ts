import { api } from '@portreeve/contract'
import { lookingSeconds, type ReviewCase, type ReviewEvent } from '@portreeve/contract/review'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { newKey } from '../../data/call.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useLive } from '../../data/use-live.ts'
import { keyOf } from './items.ts'

interface Mark {
  readonly name: string
  readonly key: string
  /** When it ends unless it is said again, by this page's own clock. */
  readonly until: number
}

/** Milliseconds that a case is open before others are told: whoever hurries through tells of the last one only. */
const settles = 150

/** Milliseconds after which it is said again. */
const again = (lookingSeconds * 1000) / 3

/**
 * Tells other reviewers which case is open here, and who has which open elsewhere: names by case. A page that leaves says
 * so; one that dies is forgotten.
 */
export function useLooking(open: ReviewCase | null): ReadonlyMap<string, string> {
  const { call } = useBackend()
  const [page] = useState(newKey)
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map())
  const mayReview = useWhyNot('listings.review') === null

  const say = useEffectEvent((what: ReviewCase | null, keepalive = false) => {
    // Nobody is shown a failure: it is said again soon, and decisions do not depend on it.
    if (mayReview) call(api.review.look, { body: { page, case: what } }, { keepalive }).catch(() => {})
  })
  const { kind, id } = open ?? {}
  // What is open is told to others for as long as it is open: an effect by its nature.
  useEffect(() => {
    if (kind === undefined || id === undefined) return
    let timer = setTimeout(function tell() {
      say({ kind, id })
      timer = setTimeout(tell, again)
    }, settles)
    return () => clearTimeout(timer)
  }, [kind, id])
  useEffect(() => {
    const leave = () => say(null, true)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  useLive('review', (data) => {
    const event = data as ReviewEvent
    if (event.what !== 'looking' || event.page === page) return
    const { page: theirs, name, case: seen } = event
    setMarks((all) => {
      const rest = new Map(all)
      rest.delete(theirs)
      if (seen) rest.set(theirs, { name, key: keyOf(seen), until: Date.now() + lookingSeconds * 1000 })
      return rest
    })
  })

  // Forgets the mark that ends next.
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

import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { observable } from '../data/observable.ts'

/**
 * A part of a page whose code is loaded when it is first shown. Not React's `lazy`: after a fallback React holds the loaded part
 * back for 300 ms. A part that cannot be loaded is an error of the page.
 * @param fallback shown in its place until then: the same each time, or a part with the same properties
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
) {
  const part = observable<ComponentType<Props> | null>(null)
  const failure = observable<unknown>(undefined)
  let isLoading = false
  return function OnDemand(props: Props) {
    const Part = useSyncExternalStore(part.subscribe, part.get)
    const error = useSyncExternalStore(failure.subscribe, failure.get)
    useEffect(() => {
      if (isLoading) return
      isLoading = true
      load().then(part.set, failure.set)
    }, [])
    if (error !== undefined) throw error
    return Part ? <Part {...props} /> : typeof fallback === 'function' ? fallback(props) : fallback
  }
}

import type { LiveTopic } from '@portreeve/contract/live'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useBackend } from './backend.tsx'
import type { LiveState } from './live.ts'

/** Hears what the server tells of a topic while the component is there; nothing where there is no topic. Something may be told twice. */
export function useLive(topic: LiveTopic | null, heard: (data: unknown) => void): void {
  const { live } = useBackend()
  const hear = useEffectEvent(heard)
  useEffect(() => (topic === null ? undefined : live.subscribe(topic, (data) => hear(data))), [live, topic])
}

/** Whether the page hears of changes. */
export function useLiveState(): LiveState {
  const { live } = useBackend()
  return useSyncExternalStore(live.onState, live.state)
}

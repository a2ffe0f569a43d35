import type { LiveTopic } from '@portreeve/contract/base/live'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useBackend } from './backend.tsx'
import type { LiveState } from './live.ts'

/** Subscribes to a topic while the component is mounted; to none when it is null. An event may arrive twice. */
export function useLive(topic: LiveTopic | null, onEvent: (data: unknown) => void): void {
  const { live } = useBackend()
  const receive = useEffectEvent(onEvent)
  useEffect(
    () => (topic === null ? undefined : live.subscribe(topic, (data) => receive(data))),
    [live, topic],
  )
}

/** Whether the page receives live events. */
export function useLiveState(): LiveState {
  const { live } = useBackend()
  return useSyncExternalStore(live.onState, live.state)
}

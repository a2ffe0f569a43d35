import type { LiveTopic, TopicOf, TopicPattern } from '@portreeve/contract/base/live'
import type { LivePayload } from '@portreeve/contract/live-payloads'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useBackend } from './backend.tsx'
import type { LiveState } from './live.ts'

type PayloadOf<T extends LiveTopic> = {
  [P in TopicPattern]: T extends TopicOf<P> ? LivePayload<P> : never
}[TopicPattern]

/** Subscribes to a topic while the component is mounted; to none when it is null. An event may arrive twice. */
export function useLive<T extends LiveTopic>(topic: T | null, onEvent: (data: PayloadOf<T>) => void): void {
  const { live } = useBackend()
  const receive = useEffectEvent(onEvent)
  useEffect(
    () => (topic === null ? undefined : live.subscribe(topic, (data) => receive(data as PayloadOf<T>))),
    [live, topic],
  )
}

/** Whether the page receives live events. */
export function useLiveState(): LiveState {
  const { live } = useBackend()
  return useSyncExternalStore(live.onState, live.state)
}

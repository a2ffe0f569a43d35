import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { type Role, rightsOf } from '@portreeve/contract/base/rights'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { BackendProvider } from '../../data/backend.tsx'
import type { CallFailure } from '../../data/failure.ts'
import type { LiveState } from '../../data/live.ts'
import { observable } from '../../data/observable.ts'
import { createQueries } from '../../data/queries.ts'

interface Sent {
  endpoint: Endpoint
  body?: unknown
  query?: unknown
}

/** Answers by endpoint; an answer that is a failure is thrown. A function gives the whole answer to an input, with its cursor. */
export type Answers = readonly (readonly [Endpoint, unknown])[]

/**
 * Renders a part with a server of fixed answers, for a caller with a role, at an address. Returns the calls, a `userEvent` session, and what ends and feeds it.
 */
export function showPart(part: ReactNode, answers: Answers, role: Role = 'finance', at = '/') {
  const sent: Sent[] = []
  const call = async (endpoint: Endpoint, input: object) => {
    sent.push({ endpoint, ...input })
    const me = { uid: 'me', email: 'me@example.com', displayName: 'Me', ...rightsOf(role) }
    const data = endpoint === api.staff.me ? me : answers.find(([one]) => one === endpoint)?.[1]
    if (data instanceof Error) throw data as CallFailure
    const rest = { more: false, cursor: null, total: null }
    return typeof data === 'function' ? { ...rest, ...data(input) } : { data: data ?? [], ...rest }
  }
  const signedIn = { is: 'signed_in', uid: 'me' }
  const session = { subscribe: () => () => {}, state: () => signedIn }
  const listeners: { topic: string; receive: (data: unknown) => void }[] = []
  const subscribe = (topic: string, receive: (data: unknown) => void) => {
    const one = { topic, receive }
    listeners.push(one)
    return () => listeners.splice(listeners.indexOf(one), 1)
  }
  const feed = observable<LiveState>('live')
  const live = { subscribe, state: feed.get, onState: feed.subscribe }
  const environment = {
    name: 'development',
    links: { payment: 'https://pay.example/{id}', storage: 'https://files.example/{path}' },
  }
  const root = createRootRoute({ staticData: { tab: null }, component: () => part })
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree: root, history, context: { prefetch: () => {} } as never })
  const { unmount } = render(
    <MantineProvider env="test">
      <Notifications withinPortal={false} />
      <BackendProvider backend={{ call, session, live, environment } as never}>
        <QueryClientProvider client={createQueries()}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </BackendProvider>
      <div id="layers" />
    </MantineProvider>,
  )
  /** Publishes a live event. */
  const publish = (topic: string, data: unknown) => {
    for (const one of listeners) if (one.topic === topic) one.receive(data)
  }
  return { sent, user: userEvent.setup(), unmount, publish, feed }
}

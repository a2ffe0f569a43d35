import { MantineProvider } from '@mantine/core'
import { rightsOf } from '@portreeve/contract/base/rights'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createCall } from '../../data/call.ts'
import { createQueries } from '../../data/queries.ts'
import { Conversations } from './Conversations.tsx'

afterEach(() => vi.unstubAllGlobals())

const conversation = {
  key: 'c1',
  conversationsMessagesID: 'm-c1',
  lastMessage: 'Hello',
  date: '2026-01-05T12:00:00.000Z',
  read_status: 0,
  participants: ['me', 'ana'],
  members: { me: 'Me', ana: 'Ana' },
  readByUsers: {},
}

it('[MSG-56] [MSG-57] read-only waits for the sign-in; it has no input, subscription or macros', async () => {
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    const data = address.includes('/staff/me')
      ? { uid: 'me', email: 'me@example.com', displayName: 'Me', ...rightsOf('support') }
      : [conversation]
    return new Response(JSON.stringify({ status_code: 1, data }), { status: 200 })
  })
  let signIn = (_token: string) => {}
  const token = new Promise<string>((resolve) => {
    signIn = resolve
  })
  const subscribe = vi.fn(() => () => {})
  const environment = { api: '', apiKey: 'key', links: {} }
  const backend = {
    environment,
    call: createCall(environment as never, { token: () => token } as never),
    live: { subscribe, state: () => 'off', onState: () => () => {} },
  }
  const { container } = render(
    <MantineProvider env="test">
      <BackendProvider backend={backend as never}>
        <QueryClientProvider client={createQueries()}>
          <Conversations uid="me" mode="read-only" />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
  await new Promise((later) => setTimeout(later, 20))
  expect(addresses).toEqual([])
  signIn('token')
  await waitFor(() => expect(addresses.some((address) => address.includes('/conversations'))).toBe(true))
  await screen.findByText('Choose a conversation to read it.')
  expect(container.querySelector('textarea')).toBeNull()
  expect(screen.queryByText('Apply macro')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Mark as/ })).toBeNull()
  expect(subscribe).not.toHaveBeenCalled()
})

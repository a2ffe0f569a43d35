import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import type { ConversationFacts } from '@portreeve/contract/conversations/facts'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { BackendProvider } from '../../data/backend.tsx'
import type { CallOptions } from '../../data/call.ts'
import { CallFailure } from '../../data/failure.ts'
import { createQueries } from '../../data/queries.ts'
import { MacroMenu } from './MacroMenu.tsx'
import { UnfilledNote } from './UnfilledNote.tsx'

/** A call as it was sent. */
export interface Sent {
  name: string
  params?: { id: string }
  body?: { title: string; text: string }
  options: CallOptions
}

/** A server with macros in memory. `state.fails` and `state.holds` make calls fail or wait. */
export function makeServer(macros: Macro[]) {
  const calls: Sent[] = []
  const state = { macros, fails: new Map<string, CallFailure>(), holds: new Map<string, Promise<void>>() }
  const call = async (endpoint: Endpoint, input: Omit<Sent, 'name' | 'options'>, options: CallOptions) => {
    const name = `${endpoint.method} ${endpoint.path}`
    calls.push({ name, ...input, options })
    await state.holds.get(name)
    const failure = state.fails.get(name)
    if (failure) throw failure
    const answer = (data: unknown) => ({ data, more: false, cursor: null, total: null })
    const id = input.params?.id
    if (endpoint === api.macros.create && input.body)
      state.macros = [
        ...state.macros,
        {
          id: `made-${state.macros.length}`,
          ...input.body,
          created_at: '2026-01-05T12:00:00.000Z',
          version: 1,
        },
      ]
    if (endpoint === api.macros.update)
      state.macros = state.macros.map((one) =>
        one.id === id ? { ...one, ...input.body, version: (one.version ?? 1) + 1 } : one,
      )
    if (endpoint === api.macros.remove) state.macros = state.macros.filter((one) => one.id !== id)
    return answer(endpoint === api.macros.list ? state.macros : null)
  }
  return { calls, state, call, of: (name: string) => calls.filter((one) => one.name === name) }
}

export type Server = ReturnType<typeof makeServer>
export const refusal = (status: number, message?: string) =>
  new CallFailure(status, message ? { status_code: 0, error_title: 'No', error_message: message } : null)

/** A message input like that of the inbox, with the macro menu and the note about gaps. */
function Composer({ facts }: { facts: ConversationFacts }) {
  const [text, setText] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <textarea
        ref={input}
        aria-label="Message"
        placeholder="Type a message..."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <MacroMenu
        facts={facts}
        onInsert={(inserted) => {
          setText(inserted)
          input.current?.focus()
        }}
      />
      <UnfilledNote
        text={text}
        onShow={(from, to) => {
          input.current?.focus()
          input.current?.setSelectionRange(from, to)
        }}
      />
      <p>elsewhere</p>
    </>
  )
}

/** Renders the composer and returns a `userEvent` session. */
export function show(server: Server, facts: ConversationFacts = {}) {
  render(
    <MantineProvider env="test">
      <Notifications position="bottom-right" autoClose={3000} withinPortal={false} />
      <BackendProvider backend={{ call: server.call } as never}>
        <QueryClientProvider client={createQueries()}>
          <Composer facts={facts} />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}

export const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
export const search = () => screen.queryByRole('searchbox', { name: 'Search macros' })
export const item = (name: string) => screen.findByRole('button', { name })
export const dialog = (name: string) => screen.findByRole('dialog', { name })

export const macros: Macro[] = [
  {
    id: 'm1',
    title: 'Greeting',
    text: 'Hi {{name}}!',
    created_at: '2024-01-05T12:00:00.000Z',
    version: 3,
    uses: 2,
  },
  {
    id: 'm2',
    title: 'Shipping',
    text: 'Order {{order}}: {{tracking}}',
    created_at: '2023-11-20T12:00:00.000Z',
    version: 1,
  },
  { id: 'm3', title: 'Worship', text: 'Line 1\nLine 2', created_at: '2025-12-31T12:00:00.000Z', version: 1 },
]

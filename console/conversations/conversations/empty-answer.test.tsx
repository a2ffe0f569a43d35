import type { Conversation } from '@portreeve/contract/conversations/conversations'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { CallFailure } from '../../data/failure.ts'
import { createQueries } from '../../data/queries.ts'
import { useMessages } from './useMessages.ts'
import { useOutbox } from './useOutbox.ts'

beforeEach(() => localStorage.clear())

const conversation = { key: 'c1', conversationsMessagesID: 'm-c1' } as Conversation

function Pane() {
  const outbox = useOutbox('me')
  const { messages } = useMessages(conversation, null)
  const send = () =>
    outbox.send({ conversation: 'c1', recipient: 'ana', text: 'On its way', seen: undefined })
  return (
    <>
      {messages && (
        <button type="button" onClick={send}>
          Send
        </button>
      )}
      <ul>
        {messages?.map(({ id, senderDisplayName, text }) => (
          <li key={id}>{`${senderDisplayName}: ${text}`}</li>
        ))}
      </ul>
      <p role="status">{outbox.outgoing.length} on their way</p>
    </>
  )
}

/** A server that implements only the spec: it has no /v1/staff/me, and answers a sent message with `data`. */
function serverThatAnswers(data: unknown, name = 'Mo from the identity') {
  const sent: unknown[] = []
  const call = async (endpoint: { method: string; path: string }, input: { body?: unknown }) => {
    if (endpoint.path === '/v1/staff/me') throw new CallFailure(404, null)
    if (endpoint.method === 'POST') sent.push(input.body)
    return { data: endpoint.method === 'POST' ? await data : [], more: false, cursor: null, total: null }
  }
  const session = {
    state: () => state,
    subscribe: () => () => {},
  }
  const state = { is: 'signed_in', uid: 'me', name }
  return { sent, backend: { call, session, environment: { links: {} } } }
}

const open = (backend: unknown) =>
  render(
    <BackendProvider backend={backend as never}>
      <QueryClientProvider client={createQueries()}>
        <Pane />
      </QueryClientProvider>
    </BackendProvider>,
  )

it('a message whose answer a reload cut off is the same call again, also before the server has told the name', async () => {
  const left = serverThatAnswers(new Promise(() => {}), 'Mo of the server')
  const { unmount } = open(left.backend)
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  unmount()
  const next = serverThatAnswers({})
  open(next.backend)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0 on their way'))
  expect(next.sent).toEqual(left.sent)
})

it.each([[{}], [null], [{ text: null, senderDisplayName: null }]])(
  '[MSG-43] [MSG-45] a message that another server answers with %j shows as typed, with the name of the identity token',
  async (data) => {
    const { sent, backend } = serverThatAnswers(data)
    open(backend)
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0 on their way'))
    expect(screen.getByRole('listitem')).toHaveTextContent('Mo from the identity: On its way')
    expect(sent).toEqual([
      {
        data: expect.objectContaining({
          message_data: expect.objectContaining({ senderDisplayName: 'Mo from the identity' }),
        }),
      },
    ])
  },
)

import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { type Answers, showPart } from '../../shell/lists/desk-harness.tsx'
import { TeamInbox } from './TeamInbox.tsx'

const open: InboxConversation = {
  conversation: {
    ...{ key: 'c1', conversationsMessagesID: 'm-c1', lastMessage: 'Where is it?', read_status: 0 },
    ...{ date: '2026-01-05T12:00:00.000Z', participants: ['ana', 'support'] },
    ...{ members: { ana: 'Ana', support: 'Support' }, readByUsers: {} },
  },
  account: { uid: 'support', name: 'Support', shared: true },
  ...{ assignee: null, state: 'open', snoozed_until: null, priority: 'normal', tags: ['old'], version: 3 },
  ...{ waiting_since: null, mentions_me: false },
}
const message = {
  ...{ id: 'c1-0', senderID: 'ana', senderDisplayName: 'Ana', author: 'ana', type: 0, text: 'Where is it?' },
  ...{ date: '2026-01-05T12:00:00.000Z', timestamp: Date.UTC(2026, 0, 5, 12) },
}
const actions = { add_tags: ['parcel'], snooze_hours: 48, assign: { uid: 'milo' } }
const made = { created_at: '2026-01-05T12:00:00.000Z' }
const macros = [
  { id: 'traced', title: 'Traced', text: 'It is traced.', actions, ...made },
  { id: 'spam', title: 'Spam', text: '', actions: { add_tags: ['spam'], close: true }, ...made },
  { id: 'plain', title: 'Plain', text: 'Hello', ...made },
]
const answers: Answers = [
  [api.inbox.list, [open]],
  [api.inbox.get, open],
  [api.conversations.messages, [message]],
  [api.macros.list, macros],
  [api.notes.colleagues, [{ uid: 'milo', name: 'Milo Moderator' }]],
]
const show = (more: Answers = []) =>
  showPart(
    <TeamInbox uid="me" search={{ view: 'all' }} id="c1" message={null} />,
    [...more, ...answers],
    'support',
  )
type Shown = ReturnType<typeof show>
const sentTo = ({ sent }: Shown, endpoint: unknown) => sent.filter((one) => one.endpoint === endpoint)
const field = () => screen.findByPlaceholderText('Type a message...')
async function choose({ user }: Shown, title: string) {
  await screen.findByRole('article').catch(() => null)
  await user.click(await screen.findByRole('button', { name: 'Apply macro' }))
  await user.click(await screen.findByRole('button', { name: title }))
}
const onSending = () => screen.findByRole('region', { name: 'On sending' })

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView ??= () => {}
})

it('the actions of a macro stand in words before it is sent, and go out with the answer', async () => {
  const shown = show()
  await choose(shown, 'Traced')
  const line = await onSending()
  await within(line).findByText('assign to Milo Moderator')
  expect(
    within(line)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([...['tag “parcel”', 'assign to Milo Moderator', 'snooze for 2 days']])
  await shown.user.click(within(line).getByRole('button', { name: 'Leave out: assign to Milo Moderator' }))
  expect(within(line).getByRole('button', { name: 'Leave out: snooze for 2 days' })).toHaveFocus()
  await shown.user.type(await field(), '{Enter}')
  await expect
    .poll(() => sentTo(shown, api.inbox.answer))
    .toMatchObject([
      { body: { text: 'It is traced.', seen: 'c1-0', actions: { add_tags: ['parcel'], snooze_hours: 48 } } },
    ])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'On sending' })).toBeNull())
  await shown.user.type(await field(), 'One more{Enter}')
  await expect.poll(() => sentTo(shown, api.inbox.answer)).toHaveLength(2)
  expect(sentTo(shown, api.inbox.answer)[1]?.body).not.toHaveProperty('actions')
})

it('a macro without actions clears those of the one before', async () => {
  const shown = show()
  await choose(shown, 'Traced')
  await onSending()
  await choose(shown, 'Plain')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'On sending' })).toBeNull())
})

it('a macro without text leaves the typed one, and Enter in the empty field runs it alone', async () => {
  const shown = show([[api.inbox.act, open]])
  await shown.user.type(await field(), 'typed')
  await choose(shown, 'Spam')
  await onSending()
  expect(await field()).toHaveValue('typed')
  await shown.user.clear(await field())
  await shown.user.type(await field(), '{Enter}')
  await expect
    .poll(() => sentTo(shown, api.inbox.act))
    .toMatchObject([
      { params: { id: 'c1' }, body: { actions: { add_tags: ['spam'], close: true }, seen: 'c1-0' } },
    ])
  expect(sentTo(shown, api.inbox.answer)).toEqual([])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'On sending' })).toBeNull())
})

it('actions that come second say who was first, and stay', async () => {
  const refused = new CallFailure(409, {
    ...{ code: 'conflict', error_title: 'Changed meanwhile' },
    error_message: 'Milo Moderator closed it 2 seconds ago. Nothing was changed.',
  })
  const shown = show([[api.inbox.act, refused]])
  await choose(shown, 'Spam')
  await shown.user.click(within(await onSending()).getByRole('button', { name: 'Run without an answer' }))
  expect(
    await screen.findByText(/^Error changing the conversation\. Milo Moderator closed it 2 seconds ago/),
  ).toBeVisible()
  expect(await onSending()).toHaveTextContent('close the conversation')
})

it('an answer with actions that is refused is held with its actions, and taken back with them', async () => {
  const refused = new CallFailure(409, {
    ...{ code: 'conflict', error_title: 'Changed meanwhile' },
    error_message: 'Milo Moderator assigned it to no one 1 second ago. Nothing was changed.',
  })
  const shown = show([[api.inbox.answer, refused]])
  await choose(shown, 'Traced')
  await onSending()
  await shown.user.type(await field(), '{Enter}')
  expect(await screen.findByText(/^Not sent\. Milo Moderator assigned it to no one/)).toBeVisible()
  await shown.user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await onSending()).toHaveTextContent('snooze for 2 days')
  expect(await field()).toHaveValue('It is traced.')
})

it('the actions are a part of the draft: a page that reloads shows them before they run', async () => {
  const shown = show()
  await choose(shown, 'Traced')
  await onSending()
  await expect
    .poll(() => sentTo(shown, api.inbox.look).at(-1)?.body)
    .toEqual({ what: 'typing', draft: 'It is traced.', actions })
  shown.unmount()
  const again = show()
  expect(await onSending()).toHaveTextContent('snooze for 2 days')
  expect(await field()).toHaveValue('It is traced.')
  await again.user.type(await field(), '{Enter}')
  await expect.poll(() => sentTo(again, api.inbox.answer)).toMatchObject([{ body: { actions } }])
  again.unmount()
  show()
  await field()
  expect(screen.queryByRole('region', { name: 'On sending' })).toBeNull()
})

it('a colleague continues a draft with its actions, in which "you" is the colleague who wrote it', async () => {
  const nia = { uid: 'nia', name: 'Nia', text: 'It is traced.', actions: { assign: 'me', close: true } }
  const shown = show([[api.inbox.drafts, [nia]]])
  await field()
  act(() => shown.publish('inbox', { id: 'c1', what: 'typing', by: 'nia', name: 'Nia' }))
  const draft = await screen.findByRole('list', { name: 'Drafts of colleagues' })
  expect(await within(draft).findByText(/On sending: assign to Nia, close the conversation/)).toBeVisible()
  await shown.user.click(within(draft).getByRole('button', { name: 'Continue this draft' }))
  expect(await onSending()).toHaveTextContent('assign to you')
  expect(await field()).toHaveValue('It is traced.')
  expect(sentTo(shown, api.inbox.answer)).toEqual([])
})

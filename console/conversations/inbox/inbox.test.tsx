import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { type Answers, showPart } from '../../shell/lists/desk-harness.tsx'
import { TeamInbox } from './TeamInbox.tsx'

const item = (key: string, more: Partial<InboxConversation> = {}): InboxConversation => ({
  conversation: {
    ...{ key, conversationsMessagesID: `m-${key}`, lastMessage: `Question ${key}`, read_status: 0 },
    ...{ date: '2026-01-05T12:00:00.000Z', participants: ['ana', 'support'] },
    ...{ members: { ana: `Ana ${key}`, support: 'Support' }, readByUsers: {} },
  },
  account: { uid: 'support', name: 'Support', shared: true },
  ...{ assignee: null, state: 'open', snoozed_until: null, priority: 'normal', tags: [], version: 3 },
  ...{ waiting_since: null, mentions_me: false },
  ...more,
})
const messages = ['Hello?', 'Anyone?'].map((text, at) => ({
  ...{ id: `c1-${at}`, senderID: 'ana', senderDisplayName: 'Ana', author: 'ana', type: 0, text },
  ...{ date: `2026-01-05T1${at}:00:00.000Z`, timestamp: Date.UTC(2026, 0, 5, 10 + at) },
}))
const note = {
  ...{ id: 7, text: 'Ask @Milo Moderator', at: '2026-01-05T10:30:00.000Z' },
  by: { uid: 'suki', name: 'Suki' },
  mentions: [{ uid: 'milo', name: 'Milo Moderator' }],
}
const colleagues = [
  { uid: 'me', name: 'Me' },
  { uid: 'milo', name: 'Milo Moderator' },
]
const open = item('c1')
const answers: Answers = [
  [api.inbox.list, [open, item('c2', { priority: 'urgent', tags: ['parcel'] })]],
  [api.inbox.get, open],
  [api.conversations.messages, messages],
  [api.notes.list, [note]],
  [api.notes.colleagues, colleagues],
]
const refused = new CallFailure(409, {
  code: 'conflict',
  error_title: 'Already closed',
  error_message: 'Milo Moderator closed it 2 seconds ago. Nothing was changed.',
})
const show = (more: Answers = [], id: string | null = 'c1', role: 'support' | 'finance' = 'support') =>
  showPart(
    <TeamInbox uid="me" search={{ view: 'unassigned' }} id={id} message={null} />,
    [...more, ...answers],
    role,
  )
const sentTo = (sent: ReturnType<typeof showPart>['sent'], endpoint: unknown) =>
  sent.filter((one) => one.endpoint === endpoint)

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView ??= () => {}
})

it('rows are links with what stands about a conversation', async () => {
  show([], null)
  const row = await screen.findByRole('link', { name: /Ana c2/ })
  expect(row).toHaveAttribute('href', '/dashboard/messages/c2?view=unassigned')
  expect(row).toHaveTextContent('Urgent')
  expect(row).toHaveTextContent('parcel')
  expect(row).toHaveTextContent('No one · Support')
})

it('an empty view says what would be there, and a failed one is no empty one', async () => {
  show([[api.inbox.list, []]], null)
  expect(await screen.findByText('Every open conversation has an assignee.')).toBeVisible()
})

it('a view that cannot be loaded says so, with Retry', async () => {
  show([[api.inbox.list, new CallFailure(503, null)]], null)
  expect(await screen.findByText('The conversations could not be loaded.')).toBeVisible()
  expect(screen.getByRole('button', { name: /Retry|Try again/ })).toBeVisible()
  expect(screen.queryByText('Every open conversation has an assignee.')).toBeNull()
})

it('a note stands between the messages of its time, with its mention marked', async () => {
  show()
  const list = await screen.findByRole('region', { name: 'Message list' })
  const shown = await within(list).findByRole('article', { name: 'Note of Suki' })
  expect(within(shown).getByText('@Milo Moderator').tagName).toBe('MARK')
  expect(list.textContent).toMatch(/Hello\?.*Ask @Milo Moderator.*Anyone\?/)
})

it('an answer carries the newest message on the screen', async () => {
  const { sent, user } = show()
  await screen.findByText('Anyone?')
  await user.type(await screen.findByPlaceholderText('Type a message...'), 'Here.{Enter}')
  await expect
    .poll(() => sentTo(sent, api.inbox.answer))
    .toMatchObject([{ params: { id: 'c1' }, body: { text: 'Here.', seen: 'c1-1' } }])
})

it('a close that came second says who was first, and the conversation stays', async () => {
  const { sent, user } = show([[api.inbox.close, refused]])
  await screen.findByText('Anyone?')
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(
    await screen.findByText(
      'Error closing the conversation. Milo Moderator closed it 2 seconds ago. Nothing was changed.',
    ),
  ).toBeVisible()
  expect(sentTo(sent, api.inbox.close)).toMatchObject([{ body: { seen: 'c1-1' } }])
  expect(screen.getByRole('link', { name: /Ana c1.*Question/ })).toBeVisible()
})

it('assigning needs a colleague, and takes a note with it', async () => {
  const { sent, user } = show([[api.inbox.assign, open]])
  await user.click(await screen.findByRole('button', { name: 'Assign…' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('radio', { name: 'Milo Moderator' })
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
  expect(within(dialog).getByText('Choose a colleague first.')).toBeVisible()
  await user.click(within(dialog).getByRole('radio', { name: 'Milo Moderator' }))
  await user.type(within(dialog).getByLabelText('Note'), 'By noon')
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
  await expect
    .poll(() => sentTo(sent, api.inbox.assign))
    .toMatchObject([{ body: { uid: 'milo', note: 'By noon' } }])
})

it('a past time is no end of a snooze', async () => {
  const { sent, user } = show()
  await user.click(await screen.findByRole('button', { name: 'Snooze…' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Until')
  await user.clear(field)
  await user.click(within(dialog).getByRole('button', { name: 'Snooze' }))
  expect(within(dialog).getByText('Type a date and a time.')).toBeVisible()
  await user.type(field, '2020-01-01T09:00')
  await user.click(within(dialog).getByRole('button', { name: 'Snooze' }))
  expect(within(dialog).getByText('This time is past.')).toBeVisible()
  expect(sentTo(sent, api.inbox.snooze)).toEqual([])
})

it('a typed @ offers colleagues, and the note names whom it mentions', async () => {
  const { sent, user } = show()
  await user.click(await screen.findByRole('button', { name: 'Note' }))
  await user.type(screen.getByLabelText('Note for other staff'), 'Look, @mi')
  await user.click(await screen.findByRole('button', { name: '@Milo Moderator' }))
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await expect
    .poll(() => sentTo(sent, api.notes.create))
    .toMatchObject([{ body: { text: 'Look, @Milo Moderator ', mentions: ['milo'] } }])
})

it('finance reads why the team inbox is closed to them', async () => {
  show([], null, 'finance')
  expect(await screen.findByText("Your role (finance) may not read the team's conversations.")).toBeVisible()
})

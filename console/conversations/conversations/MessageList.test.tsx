import { MantineProvider } from '@mantine/core'
import type { Message } from '@portreeve/contract/conversations/conversations'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MessageList } from './MessageList.tsx'

const message = (n: number): Message => ({
  id: `m${n}`,
  senderID: 'ana',
  senderDisplayName: 'Ana',
  author: 'ana',
  type: 0,
  text: `Message ${n}`,
  date: `2026-01-01T00:00:0${n}.000Z`,
  timestamp: Date.UTC(2026, 0, 1, 0, 0, n),
})

test('a list that shows the same messages again stays where the person has scrolled; a new message shows the end', () => {
  const listOf = (messages: Message[]) => (
    <MantineProvider env="test">
      <MessageList uid="support" messages={messages} names={{}} notes={[]} />
    </MantineProvider>
  )
  const { rerender } = render(listOf([message(1), message(2)]))
  const list = screen.getByRole('region', { name: 'Message list' })
  Object.defineProperty(list, 'scrollHeight', { value: 900 })
  list.scrollTop = 40
  rerender(listOf([message(1), message(2)]))
  expect(list.scrollTop).toBe(40)
  rerender(listOf([message(1), message(2), message(3)]))
  expect(list.scrollTop).toBe(900)
})

test('what a message names of the order beside it is marked, with its words', () => {
  const known = { QGURCBYG: 'The number of this purchase' }
  const messages = [{ ...message(1), text: 'About qgurcbyg: it is broken.' }]
  render(
    <MantineProvider env="test">
      <MessageList uid="support" messages={messages} names={{}} known={known} />
    </MantineProvider>,
  )
  expect(screen.getByText('qgurcbyg')).toHaveAttribute('title', 'The number of this purchase')
})

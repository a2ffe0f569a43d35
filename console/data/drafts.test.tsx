import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { continueDraft, readDraft, useDraft } from './drafts.ts'

const place = 'draft:me:talk'

function Field() {
  const [text, write] = useDraft(place)
  return <textarea aria-label="Message" value={text} onChange={(event) => write(event.currentTarget.value)} />
}
const field = () => screen.getByLabelText('Message')

/** Another tab writes: its event may come, or be missed by a tab that was frozen. */
const elsewhere = (text: string, { told = true } = {}) => {
  localStorage.setItem(place, text)
  if (told) act(() => void window.dispatchEvent(new StorageEvent('storage', { key: place })))
}

it('the older tab shows and continues the longer draft of the newer one', async () => {
  const user = userEvent.setup()
  render(<Field />)
  await user.type(field(), 'Hello')
  elsewhere('Hello Ann, your parcel has arrived.')
  expect(field()).toHaveValue('Hello Ann, your parcel has arrived.')
  await user.type(field(), ' M')
  expect(readDraft(place)).toBe('Hello Ann, your parcel has arrived. M')
})

it('a tab that missed what another one wrote keeps both texts', async () => {
  const user = userEvent.setup()
  render(<Field />)
  await user.type(field(), 'Hello')
  elsewhere('A long answer', { told: false })
  await user.type(field(), '!')
  expect(field()).toHaveValue('A long answer\nHello!')
  await user.type(field(), '{Backspace}{Backspace}')
  expect(field()).toHaveValue('A long answer\nHell')
})

it('a tab that comes to the front shows what it missed', () => {
  render(<Field />)
  elsewhere('A long answer', { told: false })
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(field()).toHaveValue('A long answer')
})

it('what is sent elsewhere leaves the field, and what was typed since stays', async () => {
  const user = userEvent.setup()
  render(<Field />)
  await user.type(field(), 'Hello')
  elsewhere('')
  expect(field()).toHaveValue('')
  await user.type(field(), 'Bye')
  act(() => continueDraft(place, 'Not sent before'))
  expect(field()).toHaveValue('Bye\nNot sent before')
})

it('text is typed although local storage refuses it', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const user = userEvent.setup()
  render(<Field />)
  await user.type(field(), 'Hello')
  expect(field()).toHaveValue('Hello')
  await user.clear(field())
  expect(field()).toHaveValue('')
  full.mockRestore()
})

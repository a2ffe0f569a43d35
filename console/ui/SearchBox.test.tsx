import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

const show = (isOpen: boolean, hasSearch: boolean) => (
  <MantineProvider env="test">
    {isOpen && (
      <div role="dialog">
        <input aria-label="In the dialog" />
      </div>
    )}
    {hasSearch && <SearchBox label="Search" autoFocus value="" onChange={() => {}} />}
  </MantineProvider>
)
afterEach(() => document.body.focus())

test('has the focus when it appears', () => {
  render(show(false, true))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('takes no focus from a dialog in which someone types', () => {
  const { rerender } = render(show(true, false))
  const typing = screen.getByLabelText('In the dialog')
  typing.focus()
  rerender(show(true, true))
  expect(document.activeElement).toBe(typing)
})

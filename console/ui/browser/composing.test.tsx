import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('no handler receives a key of a composition, in Safari neither', () => {
  const press = vi.fn()
  render(<textarea aria-label="Message" onKeyDown={press} />)
  const field = screen.getByLabelText('Message')
  const onWindow = vi.fn()
  window.addEventListener('keydown', onWindow, { capture: true })
  for (const key of ['Enter', 'Escape', ' ', 'a']) {
    fireEvent.keyDown(field, { key, isComposing: true })
    // Safari: the composition has ended, and the key says so only by its code.
    fireEvent.keyDown(field, { key, isComposing: false, keyCode: 229 })
  }
  expect(press).not.toHaveBeenCalled()
  expect(onWindow).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(press).toHaveBeenCalledOnce()
  expect(onWindow).toHaveBeenCalledOnce()
  window.removeEventListener('keydown', onWindow, { capture: true })
})

it('no handler asks by itself: one that forgets a browser would send half a message', () => {
  const asking = Object.entries(sources)
    .filter(([file, source]) => !/\/composing\.|\.test\./.test(file) && /isComposing|keyCode/.test(source))
    .map(([file]) => file)
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  expect(asking).toEqual([])
  expect(sources['../../main.tsx']).toContain("import './ui/browser/composing.ts'")
})

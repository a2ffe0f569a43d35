import '@testing-library/jest-dom/vitest'
import './ui/browser/composing.ts'
import { notifications } from '@mantine/notifications'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  cleanup()
  // The files of a worker share toasts and storage, too.
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
})

// The browser APIs that Mantine needs and jsdom lacks.
window.matchMedia = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
  addListener: vi.fn(),
  removeListener: vi.fn(),
  dispatchEvent: () => false,
})
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.HTMLElement.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
// For text areas that grow with their text.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

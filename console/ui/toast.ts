import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** The text and the place of a toast. */
export type Words =
  | string
  | {
      readonly title?: string
      readonly message: ReactNode
      /** Milliseconds; 3000 unless stated otherwise (ERR-02). */
      readonly stays?: number
      /** At the bottom right unless stated otherwise (MAC-26). */
      readonly at?: 'bottom-center'
    }

/** Success toasts shown at once: a fast user sees the newest, not a queue of old ones. */
const maxDone = 4
const done: string[] = []

const show = (words: Words, kind: 'done' | 'failed') => {
  const { title, message, stays, at } = typeof words === 'string' ? { message: words } : words
  const id = notifications.show({
    ...(title && { title }),
    ...(at && { position: at }),
    message,
    autoClose: stays ?? 3000,
    color: kind === 'done' ? 'teal' : 'red',
    // D-112: a failure interrupts a screen reader, a success waits for its turn.
    role: kind === 'done' ? 'status' : 'alert',
    'data-toast': kind,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
  if (kind === 'failed') return
  done.push(id)
  for (const old of done.splice(0, done.length - maxDone)) notifications.hide(old)
}

export const toastDone = (words: Words) => show(words, 'done')
export const toastFailed = (words: Words) => show(words, 'failed')

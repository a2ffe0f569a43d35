import { Alert } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

const isText = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type))

/**
 * For a dialog with fields: a slip that closes it with typed text in it asks once. `close` is for Escape and a click beside
 * the dialog; `leave` closes at once, for the cross and a button named Cancel, which are meant. `onInput` goes on what holds
 * the fields, and `question` among them.
 */
export function useTypedLoss(onClose: () => void) {
  const fields = useRef(new Set<Field>())
  const [asks, setAsks] = useState(false)
  const leave = () => {
    fields.current.clear()
    setAsks(false)
    onClose()
  }
  return {
    leave,
    close: () => {
      const isTyped = [...fields.current].some((field) => field.isConnected && field.value.trim() !== '')
      if (isTyped && !asks) setAsks(true)
      else leave()
    },
    onInput: ({ target }: FormEvent) => {
      if (!isText(target)) return
      fields.current.add(target)
      setAsks(false)
    },
    question: asks && (
      <Alert color="orange" variant="light" role="alert">
        What you have typed here is lost when you close this. Close it once more to leave it.
      </Alert>
    ),
  }
}

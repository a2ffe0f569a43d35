import { Alert } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

const isText = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type))

/**
 * Warns once before an accidental close loses the typed text of a dialog. `close` is for Escape and a click beside the
 * dialog. `leave` closes at once, for the cross and Cancel, which are intended. `onInput` goes on the element around the
 * fields, and `question` among the fields.
 */
export function useTypedLoss(onClose: () => void) {
  const fields = useRef(new Set<Field>())
  const [warns, setWarns] = useState(false)
  const leave = () => {
    fields.current.clear()
    setWarns(false)
    onClose()
  }
  return {
    leave,
    close: () => {
      const isTyped = [...fields.current].some((field) => field.isConnected && field.value.trim() !== '')
      if (isTyped && !warns) setWarns(true)
      else leave()
    },
    onInput: ({ target }: FormEvent) => {
      if (!isText(target)) return
      fields.current.add(target)
      setWarns(false)
    },
    question: warns && (
      <Alert color="orange" variant="light" role="alert">
        What you have typed here is lost when you close this. Close it once more to leave it.
      </Alert>
    ),
  }
}

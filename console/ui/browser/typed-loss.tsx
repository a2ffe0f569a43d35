import { Alert } from '@mantine/core'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

const isText = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type))

const byHistory = ['BACK', 'FORWARD', 'GO']

/** Asks before the browser's Back, a reload or a closed tab loses the text. A page that the dialog itself opens is intended. */
function HistoryGuard({ asks, isTyped }: { asks: () => boolean; isTyped: () => boolean }) {
  useBlocker({
    shouldBlockFn: ({ action }) => byHistory.includes(action) && asks(),
    enableBeforeUnload: isTyped,
  })
  return null
}

/**
 * Warns once before an accidental close loses the typed text of a dialog. `close` is for Escape and a click beside the
 * dialog. `leave` closes at once, for the cross and Cancel, which are intended. `onInput` goes on the element around the
 * fields, and `question` among the fields.
 */
export function useTypedLoss(onClose: () => void) {
  const fields = useRef(new Set<Field>())
  const [warns, setWarns] = useState(false)
  const isTyped = () => [...fields.current].some((field) => field.isConnected && field.value.trim() !== '')
  /** Whether to ask now: once, where text would be lost. */
  const asks = () => {
    if (!isTyped() || warns) return false
    setWarns(true)
    return true
  }
  const hasRouter = Boolean(useRouter({ warn: false }))
  const leave = () => {
    fields.current.clear()
    setWarns(false)
    onClose()
  }
  return {
    leave,
    close: () => {
      if (!asks()) leave()
    },
    onInput: ({ target }: FormEvent) => {
      if (!isText(target)) return
      fields.current.add(target)
      setWarns(false)
    },
    question: (
      <>
        {hasRouter && <HistoryGuard asks={asks} isTyped={isTyped} />}
        {warns && (
          <Alert color="orange" variant="light" role="alert">
            What you have typed here is lost when you close this. Close it once more to leave it.
          </Alert>
        )}
      </>
    ),
  }
}

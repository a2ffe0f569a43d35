import { useBlocker } from '@tanstack/react-router'
import { ConfirmModal } from './ConfirmModal.tsx'

/** The record with unsaved text, such as 'this transaction'. */
export type TypedInto = `this ${string}` | `the ${string}`

export const leaveWords = (what: TypedInto) => `Your changes to ${what} are not saved yet.`

/** Shows a confirmation before the page is left with unsaved text. */
export function LeaveGuard({ dirty, what }: { dirty: boolean; what: TypedInto }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <ConfirmModal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      subtitle={leaveWords(what)}
      cancelText="Stay"
      confirmText="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

import { useBlocker } from '@tanstack/react-router'
import { ConfirmModal } from './ConfirmModal.tsx'

/** Asks before the page is left with something typed and not saved. @param what such as 'this transaction' */
export function LeaveGuard({ dirty, what }: { dirty: boolean; what: string }) {
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
      subtitle={`What you have typed what ${what} is not saved yet.`}
      cancelText="Stay"
      confirmText="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

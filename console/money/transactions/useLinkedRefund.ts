import { useNavigate, useSearch } from '@tanstack/react-router'

/** The refund dialog that a link to the transaction opens: as a refund, or as the request for one, by the caller's role. */
export function useLinkedRefund() {
  const { dialog, ...rest } = useSearch({ from: '/shell/dashboard/txns/$id' })
  const navigate = useNavigate({ from: '/dashboard/txns/$id' })
  const isOpen = dialog === 'refund'
  return {
    isOpen,
    close: () => {
      if (isOpen) void navigate({ search: rest, replace: true })
    },
  }
}

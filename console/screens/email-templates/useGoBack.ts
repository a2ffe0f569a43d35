import { useRouter } from '@tanstack/react-router'

/** EML-30, EML-36, D-109: one page back, or to the list for whoever came here directly. Nothing is left unsaved by then. */
export function useGoBack(): () => void {
  const { history, navigate } = useRouter()
  return () => {
    if (history.canGoBack()) history.back({ ignoreBlocker: true })
    else void navigate({ to: '/dashboard/email-templates', replace: true, ignoreBlocker: true })
  }
}

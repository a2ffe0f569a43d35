import { useRouter } from '@tanstack/react-router'

/** EML-30, EML-36, D-109: to the previous page, or to the list without one. No guard: nothing is unsaved by then. */
export function useGoBack(): () => void {
  const { history, navigate } = useRouter()
  return () => {
    if (history.canGoBack()) history.back({ ignoreBlocker: true })
    else void navigate({ to: '/dashboard/email-templates', replace: true, ignoreBlocker: true })
  }
}

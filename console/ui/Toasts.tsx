import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

/** Where toasts are shown (ERR-01); `ui/toast.ts` shows them. */
export const Toasts = () => (
  <Notifications position="bottom-right" autoClose={3000} limit={8} withinPortal={false} />
)

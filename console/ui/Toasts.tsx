import { Notifications } from '@mantine/notifications'
import './mantine-page.css'
import '@mantine/notifications/styles.layer.css'

/** Renders the toasts (ERR-01) of `ui/toast.ts`. */
export const Toasts = () => (
  <Notifications position="bottom-right" autoClose={3000} limit={8} withinPortal={false} />
)

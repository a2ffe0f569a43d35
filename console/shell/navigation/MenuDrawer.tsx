import { Drawer } from '@mantine/core'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'

/** The navigation over the page of a narrow window. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      size={240}
      title="Menu"
      classNames={{ content: classes.canvas, header: classes.canvas, body: classes.drawer }}
    >
      <Navigation onChosen={onClose} />
    </Drawer>
  )
}

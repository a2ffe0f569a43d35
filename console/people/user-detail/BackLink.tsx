import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** UDT-04: a link to the users. A plain click goes back in the history instead, which restores the results. */
export function BackLink({ onBack }: { onBack: () => void }) {
  const goBack = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onBack()
  }
  return (
    <Button
      renderRoot={(props) => <Link to="/dashboard/users" {...props} onClick={goBack} />}
      variant="default"
      size="compact-md"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      Back
    </Button>
  )
}

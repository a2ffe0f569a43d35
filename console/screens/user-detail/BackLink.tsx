import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** UDT-04: a real link to the users; a plain click goes back to where they were left. */
export function BackLink({ onBack }: { onBack: () => void }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onBack()
  }
  return (
    <Button
      renderRoot={(props) => <Link to="/dashboard/users" {...props} onClick={follow} />}
      variant="default"
      size="compact-md"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      Back
    </Button>
  )
}

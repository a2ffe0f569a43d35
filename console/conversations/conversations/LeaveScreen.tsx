import { Button, Stack, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { webAddress } from './web-links.ts'

/** Names the host of an address in a message before it is opened: the text of a message may pretend another one. */
export function LeaveScreen() {
  const { to } = useSearch({ from: '/shell/dashboard/leave' })
  const address = webAddress(to ?? '')
  return (
    <>
      <PageTitle>Leave Portreeve</PageTitle>
      <PageHead title="Leave Portreeve" />
      {address ? (
        <Stack gap="md" align="flex-start" maw={640}>
          <Text>
            A message leads to <strong dir="ltr">{address.host}</strong>. It is no page of Portreeve: sign in
            to nothing there, and give no data of a person.
          </Text>
          <Text ff="monospace" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
            {address.href}
          </Text>
          <Button component="a" href={address.href} target="_blank" rel="noopener noreferrer">
            Open {address.host}
          </Button>
        </Stack>
      ) : (
        <EmptyState>This address leads to no web page.</EmptyState>
      )}
    </>
  )
}

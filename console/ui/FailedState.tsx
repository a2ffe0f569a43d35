import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'

/** Shows that a load failed, so that the missing data is not mistaken for empty. */
export function FailedState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Group gap="sm" py="xs" wrap="nowrap" data-failed>
      <IconAlertTriangle size={16} aria-hidden color="var(--amber-fill)" style={{ flex: 'none' }} />
      <Text size="sm" c="dimmed">
        {message}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={onRetry}
      >
        Retry
      </Button>
    </Group>
  )
}

import { ActionIcon, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { BanReason } from '@portreeve/contract/people/users'
import { IconRefresh } from '@tabler/icons-react'
import { useData } from '../../data/use-data.ts'
import { longLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { When } from '../../ui/When.tsx'
import classes from './user-detail.module.css'

/** UDT-73 to UDT-79. A failure is logged and shown inline without a toast: 'None' would be wrong. */
export function BanReasons({ uid }: { uid: string }) {
  const reasons = useData(api.users.banReasons, { params: { uid } })
  return (
    <section aria-labelledby="ban-reasons">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="ban-reasons">
          Ban Reasons
        </Title>
        <Tooltip label="Refresh">
          <ActionIcon variant="subtle" color="gray" aria-label="Refresh Ban Reasons" onClick={reasons.reload}>
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <div aria-live="polite">
        {reasons.busy ? (
          <Text size="sm">Downloading...</Text>
        ) : reasons.failure ? (
          <FailedState message="Ban reasons could not be loaded." onRetry={reasons.reload} />
        ) : reasons.data?.length ? (
          <Stack component="ul" gap="sm">
            {reasons.data.map((reason) => (
              <Reason key={reason.id} reason={reason} />
            ))}
          </Stack>
        ) : (
          <Text size="sm">None</Text>
        )}
      </div>
    </section>
  )
}

// UDT-78
function Reason({ reason }: { reason: BanReason }) {
  return (
    <li>
      <Text size="sm" dir="auto" className={classes.reason}>
        {orNull(reason.reason)}
      </Text>
      <Text size="xs" c="dimmed">
        <When value={reason.created_at} write={longLocal} />
        {reason.actor && <span dir="auto"> by {reason.actor}</span>}
      </Text>
    </li>
  )
}

import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { isUnknownCall } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { awayShownBy } from '../away/shown-by.ts'

const AwayDialog = onDemand(async () => (await import('../away/AwayDialog.tsx')).AwayDialog)

/** When the caller is away, and who stands in for them. */
export function AwaySection() {
  const uid = useOwnUid() ?? ''
  const { data, failure, reload } = useData(api.away.get, { params: { uid } }, { when: uid !== '' })
  const [opened, setOpened] = useState(false)
  const end = useAction(api.away.end, {
    done: 'You are back',
    failed: 'The absence could not be ended',
    refetch: awayShownBy,
  })
  if (failure && isUnknownCall(failure)) return null
  const away = data?.away
  return (
    <Stack component="section" gap="sm" maw={360} aria-labelledby="own-absence">
      <Title order={2} size="h4" id="own-absence">
        Away
      </Title>
      {failure ? (
        <FailedState message="Your absence could not be loaded." onRetry={reload} />
      ) : !data ? (
        <Skeleton height={56} />
      ) : (
        <>
          <Text size="sm">
            {away
              ? `Away from ${shortLocal(away.from)} until ${shortLocal(away.until)}. ${
                  away.deputy ? `${away.deputy.name} stands in for you.` : 'No one stands in for you.'
                }`
              : 'While you are away, a colleague has your cases and conversations.'}
          </Text>
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
              {away ? 'Change' : 'I will be away…'}
            </Button>
            {away && (
              <Button
                variant="default"
                size="compact-sm"
                loading={end.busy}
                onClick={() => void end.run({ params: { uid } })}
              >
                {Date.parse(away.from) > Date.now() ? 'Cancel the absence' : 'I am back'}
              </Button>
            )}
          </Group>
        </>
      )}
      {opened && <AwayDialog uid={uid} name={null} away={away ?? null} onClose={() => setOpened(false)} />}
    </Stack>
  )
}

import { Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'

/** The value of 'No one': it is no uid. */
export const noOne = ''

interface AssigneeChoiceProps {
  /** The caller. */
  uid: string | null
  chosen: string | null
  onChoose: (uid: string) => void
}

/** The staff members who may answer conversations, the caller first. */
export function AssigneeChoice({ uid, chosen, onChoose }: AssigneeChoiceProps) {
  const colleagues = useData(api.notes.colleagues, { params: { kind: 'conversation' } })
  const own = colleagues.data?.filter((one) => one.uid === uid) ?? []
  const others = colleagues.data?.filter((one) => one.uid !== uid) ?? []
  return (
    <>
      {colleagues.failure && (
        <FailedState message="The colleagues could not be loaded." onRetry={colleagues.reload} />
      )}
      {colleagues.loading && <LinesSkeleton lines={4} height={24} />}
      {colleagues.data && (
        <Radio.Group label="To" value={chosen} onChange={onChoose}>
          <ScrollArea.Autosize mah={240}>
            <Stack gap="xs" pt="xs">
              {[...own, ...others].map((one) => (
                <Radio
                  key={one.uid}
                  value={one.uid}
                  label={
                    <Text size="sm" component="bdi">
                      {one.name}
                      {one.uid === uid && ' (you)'}
                    </Text>
                  }
                />
              ))}
              <Radio value={noOne} label="No one" />
            </Stack>
          </ScrollArea.Autosize>
        </Radio.Group>
      )}
    </>
  )
}

import { Button, Group, Menu } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { useState } from 'react'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useAction, usePending } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import classes from './dispute-panel.module.css'

/** Who works on an open dispute: the caller takes it, gives it back, or assigns it to a colleague. */
export function Assignee({ dispute }: { dispute: DisputeCase }) {
  const [opened, setOpened] = useState(false)
  const me = useMe()
  const whyNot = useWhyNot('disputes.write')
  const colleagues = useData(api.disputes.assignees, {}, { when: opened })
  const assign = useAction(api.disputes.assign, {
    failed: 'Error assigning the dispute.',
    refetch: [api.disputes.get, api.disputes.list],
    refetchOnConflict: [api.disputes.get, api.disputes.list],
  })
  const pending = usePending(api.disputes.assign).filter(({ params }) => params.disputeId === dispute.id)
  const last = pending.at(-1)
  const uid = last ? last.body.uid : (dispute.assignee?.uid ?? null)
  const isMine = me !== null && uid === me.uid
  const known = [...(dispute.assignee ? [dispute.assignee] : []), ...(colleagues.data ?? [])]
  const name = uid === null ? 'No one' : isMine ? 'You' : (known.find((one) => one.uid === uid)?.name ?? uid)
  const to = (uid: string | null) => void assign.run({ params: { disputeId: dispute.id }, body: { uid } })
  const others = colleagues.data?.filter((one) => one.uid !== uid && one.uid !== me?.uid)
  return (
    <Group gap="sm">
      <bdi>{name}</bdi>
      {me && (
        <GuardedButton
          may="disputes.write"
          size="compact-xs"
          variant="default"
          onClick={() => to(isMine ? null : me.uid)}
        >
          {isMine ? 'Give back' : 'Take it'}
        </GuardedButton>
      )}
      {me && whyNot === null && (
        <Menu
          opened={opened}
          onChange={setOpened}
          withinPortal={false}
          withInitialFocusPlaceholder={false}
          position="bottom-start"
          width={220}
        >
          <Menu.Target>
            <Button size="compact-xs" variant="default">
              Assign…
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.colleagues ?? ''}>
            {others?.map((one) => (
              <Menu.Item key={one.uid} onClick={() => to(one.uid)}>
                <bdi>{one.name}</bdi>
              </Menu.Item>
            ))}
            {others?.length === 0 && <Menu.Item disabled>No other colleague decides disputes.</Menu.Item>}
            {colleagues.failure && (
              <Menu.Item closeMenuOnClick={false} onClick={colleagues.reload}>
                The colleagues could not be loaded. Retry
              </Menu.Item>
            )}
            {!others && !colleagues.failure && <Menu.Item disabled>Loading…</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}

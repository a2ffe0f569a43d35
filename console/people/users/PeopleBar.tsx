import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { BulkBar, type BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'

/** Blocks the chosen people of a search. */
export const PeopleBar = ({ selection, inSight }: { selection: Selection; inSight: number }) => (
  <BulkBar
    selection={selection}
    inSight={inSight}
    words={['account', 'accounts']}
    parts={[{ filter: null, choose: (keys) => keys.map((id) => ({ id })) }]}
    buttons={[{ label: 'Block', actions: ['users.ban'], danger: true, Dialog: BlockMany }]}
  />
)

function BlockMany({ start, ...dialog }: BulkDialog) {
  const [reason, setReason] = useState('')
  return (
    <BulkConfirm
      {...dialog}
      title={`Block ${dialog.amount}`}
      subtitle="Each gets the same reason. An account that is blocked already is refused."
      confirmText="Block accounts"
      onConfirm={() => start({ ban_reason: reason })}
    >
      <Textarea
        label="Reason"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </BulkConfirm>
  )
}

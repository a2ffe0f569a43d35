import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Proposal } from '@portreeve/contract/desk/proposals'
import { useState } from 'react'
import { actionWords } from '../../format/actions.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { shownBy } from '../desk/options.ts'

const refetch = [api.proposals.get, ...shownBy]
const shared = { refetch, refetchOnConflict: refetch }

interface DialogProps {
  proposal: Proposal
  onClose: () => void
}

/** Does what a program proposes. */
export const AcceptDialog = ({ proposal: { id, call, program }, onClose }: DialogProps) => (
  <ActionDialog
    call={api.proposals.accept}
    {...shared}
    input={() => ({ params: { id } })}
    done="Accepted the proposal"
    failed="The proposal was not carried out"
    title="Accept the proposal"
    subtitle={
      <>
        It is done at once under your name: {actionWords(call)}. The audit names <bdi>{program}</bdi> beside
        you. Where the record or the effect has changed, nothing is done.
      </>
    }
    confirmText="Accept"
    width={460}
    onClose={onClose}
  />
)

/** Declines what a program proposes, with a word for its owner. */
export function DeclineDialog({ proposal: { id, program }, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  return (
    <ActionDialog
      call={api.proposals.decline}
      {...shared}
      input={() => (reason.trim() === '' ? 'Say why first.' : { params: { id }, body: { reason } })}
      done="Declined the proposal"
      failed="The proposal could not be declined"
      title="Decline the proposal"
      subtitle={
        <>
          Nothing is done. It counts in the figures of <bdi>{program}</bdi>.
        </>
      }
      confirmText="Decline"
      width={460}
      onClose={onClose}
    >
      <Textarea
        label="Why, for the owner of the program"
        required
        autosize
        minRows={3}
        maxRows={8}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  )
}

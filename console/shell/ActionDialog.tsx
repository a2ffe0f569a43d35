import { Text } from '@mantine/core'
import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { useState } from 'react'
import { type CallFailure, detailOf } from '../data/failure.ts'
import { useOneAtATime } from '../data/one-at-a-time.ts'
import { type ActionOptions, type Outcome, type Received, useAction } from '../data/use-action.ts'
import { type Chosen, ConfirmModal, type ConfirmModalProps } from '../ui/ConfirmModal.tsx'
import { ProductionNote } from './EnvironmentMark.tsx'

type Words = Omit<ConfirmModalProps, 'opened' | 'onConfirm' | 'onExtra' | 'extraText' | 'busy' | 'problem'>

export interface ActionDialogProps<E extends Endpoint> extends ActionOptions<E>, Words {
  call: E
  /** What is sent; or the sentence that says what is missing; or null, which sends nothing. */
  input: (chosen: Chosen) => Input<E> | string | null
  /** A dialog that is not mounted for each opening keeps its failure and its idempotency key while it is closed. */
  opened?: boolean
  /** The sentence of a failure in the dialog. */
  problem?: (failure: CallFailure) => string | null
  /** Closes before the refetch ends. Without it the dialog is busy until the page shows the change. */
  closesAtOnce?: boolean
  /** Shown after a call without an answer: why a repeat is safe. */
  repeatWords?: string
  /** Called after a success, once the dialog is closed. */
  onDone?: (data: Received<Data<E>>) => void
}

/** A confirm modal that makes one call: it is busy, shows the failure, and closes after a success or a stored request. */
export function ActionDialog<E extends Endpoint>(props: ActionDialogProps<E>) {
  const { opened = true, note = <ProductionNote />, problem = detailOf, closesAtOnce, repeatWords } = props
  /** What was chosen when something was missing: the sentence stays until it is there. */
  const [lacking, setLacking] = useState<Chosen | null>(null)
  const missing = lacking && props.input(lacking)
  const once = useOneAtATime()
  const close = (outcome: Outcome<E>) => {
    if (outcome.done || outcome.failure.isRequest) props.onClose()
    if (outcome.done) props.onDone?.(outcome.data)
  }
  const { failed } = props
  const action = useAction(props.call, {
    ...props,
    // The dialog has the reason.
    ...(typeof failed === 'string' && { failed: () => failed }),
    settle: (outcome) => {
      props.settle?.(outcome)
      if (closesAtOnce) close(outcome)
    },
  })
  const confirm = async (chosen: Chosen) => {
    const input = props.input(chosen)
    setLacking(typeof input === 'string' ? chosen : null)
    if (input === null || typeof input === 'string') return
    const outcome = await action.run(input)
    if (!closesAtOnce) close(outcome)
  }
  return (
    <ConfirmModal
      {...props}
      opened={opened}
      note={
        <>
          {repeatWords && action.failure?.noAnswer && <Text size="sm">No answer came. {repeatWords}</Text>}
          {note}
        </>
      }
      onConfirm={(chosen) => once(() => confirm(chosen))}
      busy={action.busy}
      problem={typeof missing === 'string' ? missing : action.failure && problem(action.failure)}
    />
  )
}

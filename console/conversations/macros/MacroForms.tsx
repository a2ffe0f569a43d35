import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { type ReactNode, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { useTypedLoss } from '../../ui/browser/typed-loss.tsx'
import { Diff } from '../../ui/Diff.tsx'
import { ActionsPart } from './ActionsPart.tsx'
import { isEmpty, wordsOf } from './action-words.ts'
import { judgedBy, snackbar } from './useMacros.ts'

// MAC-23
const refetch = [api.macros.list]

interface Draft {
  readonly title: string
  readonly text: string
  /** Undefined until they are changed: another server of the specification knows none. */
  readonly actions?: MacroActions
}

/** A draft as the calls have it. */
const sent = ({ actions, ...draft }: Draft) => ({
  ...draft,
  ...(actions && { actions: isEmpty(actions) ? null : actions }),
})

interface FormProps {
  name: string
  draft: Draft
  /** The actions before any change. */
  actions: MacroActions | undefined
  onChange: (draft: Draft) => void
  busy: boolean
  problem: string | null
  onClose: () => void
  /** Between the fields and the buttons. */
  children?: ReactNode
  /** The buttons beside Cancel. */
  buttons: ReactNode
}

/** MAC-20, MAC-22; mounted for one opening, so that its fields start empty (MAC-24). */
function MacroDialog({
  name,
  draft,
  actions,
  onChange,
  busy,
  problem,
  onClose,
  children,
  buttons,
}: FormProps) {
  const loss = useTypedLoss(onClose)
  const close = () => {
    if (!busy) loss.close()
  }
  useEscape(close)
  return (
    <Modal
      opened
      onClose={close}
      title={name}
      size={560}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy, onClick: loss.leave }}
    >
      <Stack gap="sm" onInput={loss.onInput}>
        <TextInput
          label="Title"
          data-autofocus
          autoComplete="off"
          dir="auto"
          value={draft.title}
          onChange={(event) => onChange({ ...draft, title: event.currentTarget.value })}
        />
        <Textarea
          label="Body"
          description="{{name}}, {{order}} and {{tracking}} are filled in from the conversation."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={8}
          resize="vertical"
          dir="auto"
          value={draft.text}
          onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
        />
        <ActionsPart
          value={draft.actions ?? actions ?? {}}
          onChange={(next) => onChange({ ...draft, actions: next })}
        />
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {children}
        {loss.question}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={loss.leave} disabled={busy}>
            Cancel
          </Button>
          {buttons}
        </Group>
      </Stack>
    </Modal>
  )
}

/** MAC-22, MAC-25, MAC-28, MAC-29 */
export function NewMacro({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ title: '', text: '' })
  const once = useOneAtATime()
  const creating = useAction(api.macros.create, {
    done: snackbar('Created macro'),
    failed: snackbar('Error creating macro'),
    refetch,
    judgedBy,
  })
  const create = async () => {
    const { done } = await creating.run({ body: sent(draft) })
    if (done) onClose()
  }
  return (
    <MacroDialog
      name="New Macro"
      draft={draft}
      actions={undefined}
      onChange={setDraft}
      busy={creating.busy}
      problem={detailOf(creating.failure)}
      onClose={onClose}
      buttons={
        <GuardedButton may="macros.write" loading={creating.busy} onClick={() => once(create)}>
          Create
        </GuardedButton>
      }
    />
  )
}

interface EditMacroProps {
  /** The macro when the dialog was opened. */
  macro: Macro
  /** The macro in the current list. */
  now: Macro | undefined
  loading: boolean
  onClose: () => void
}

/** MAC-19 to MAC-21, MAC-30 to MAC-33 */
export function EditMacro({ macro, now, loading, onClose }: EditMacroProps) {
  const [draft, setDraft] = useState<Draft>({ title: macro.title, text: macro.text })
  const once = useOneAtATime()
  const params = { id: macro.id }
  // A colleague's text is overwritten only after it was shown.
  const shared = {
    refetch,
    refetchOnConflict: refetch,
    judgedBy,
    ifMatch: () => (theirs ?? macro).version,
  } as const
  const saving = useAction(api.macros.update, {
    ...shared,
    done: snackbar('Saved macro'),
    failed: snackbar('Error saving macro'),
  })
  const removing = useAction(api.macros.remove, {
    ...shared,
    done: snackbar('Deleted macro'),
    failed: snackbar('Error deleting macro'),
  })
  const failure = saving.failure ?? removing.failure
  const theirs = failure?.conflict && !loading && now && now.version !== macro.version ? now : undefined
  const busy = saving.busy || removing.busy
  const save = async () => {
    const { done } = await saving.run({ params, body: sent(draft) })
    if (done) onClose()
  }
  const remove = async () => {
    const { done } = await removing.run({ params })
    if (done) onClose()
  }
  return (
    <MacroDialog
      name="Edit Macro"
      draft={draft}
      actions={macro.actions}
      onChange={setDraft}
      busy={busy}
      problem={detailOf(failure)}
      onClose={onClose}
      buttons={
        <>
          <GuardedButton
            may="macros.delete"
            variant="outline"
            color="red"
            loading={removing.busy}
            onClick={() => once(remove)}
          >
            Delete
          </GuardedButton>
          <GuardedButton may="macros.write" loading={saving.busy} onClick={() => once(save)}>
            Save
          </GuardedButton>
        </>
      }
    >
      {theirs && (
        <>
          <Diff label="Title" left={theirs.title} right={draft.title} sides={['Theirs, saved', 'Yours']} />
          <Diff label="Body" left={theirs.text} right={draft.text} sides={['Theirs, saved', 'Yours']} />
          {draft.actions && (
            <Diff
              label="Actions"
              left={wordsOf(theirs.actions)}
              right={wordsOf(draft.actions)}
              sides={['Theirs, saved', 'Yours']}
            />
          )}
          <Text size="sm">Save again to put yours in the place of theirs.</Text>
        </>
      )}
      {macro.uses !== undefined && (
        <Text size="xs" c="dimmed">
          Used {count(macro.uses, 'time', 'times')}.
        </Text>
      )}
    </MacroDialog>
  )
}

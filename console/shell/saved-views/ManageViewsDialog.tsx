import { Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { maxViewName, type SavedView } from '@portreeve/contract/desk/saved-views'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useMay, useMe } from '../../data/rights.ts'
import { movedWords, useTyped } from '../../data/typed.ts'
import { useAction } from '../../data/use-action.ts'
import { useForm } from '../../data/use-form.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { GuardedButton } from '../GuardedButton.tsx'

interface ManageViewsDialogProps {
  views: readonly SavedView[]
  onClose: () => void
}

const refetch = [api.savedViews.list]

/** Renames, shares and deletes saved views. A shared view of a colleague is shown with its owner. */
export function ManageViewsDialog({ views, onClose }: ManageViewsDialogProps) {
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Saved views"
      width={520}
      confirmText="Done"
      onConfirm={onClose}
    >
      {views.length === 0 && <Text size="sm">No saved views are left.</Text>}
      <Stack gap="lg" component="ul" p={0} m={0} aria-label="Saved views" style={{ listStyle: 'none' }}>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} />
        ))}
      </Stack>
    </ConfirmModal>
  )
}

function ViewRow({ view }: { view: SavedView }) {
  const me = useMe()
  const isLead = useMay('work.lead')
  const typed = useTyped(() => view.name)
  const [isSure, setIsSure] = useState(false)
  const update = useForm(api.savedViews.update, typed, { done: 'View changed.', refetch })
  const remove = useAction(api.savedViews.remove, { done: 'View deleted.', refetch })
  const params = { id: view.id }
  const name = typed.text('name')
  const whyNot = view.owner.uid === me?.uid || isLead ? null : `${view.owner.name} owns this view.`
  const failure = update.failure ?? remove.failure
  return (
    <li>
      <Group gap="sm" align="flex-end">
        <TextInput
          flex={1}
          aria-label={`Name of ${view.name}`}
          autoComplete="off"
          maxLength={maxViewName}
          readOnly={whyNot !== null}
          description={whyNot}
          value={name}
          error={movedWords(typed.movedTo('name')) ?? (failure && failureText(failure))}
          onChange={(event) => typed.change('name', event.currentTarget.value)}
        />
        {typed.dirty && (
          <GuardedButton
            may="staff"
            size="compact-sm"
            loading={update.busy}
            whyNot={name.trim() === '' ? 'A view has a name.' : null}
            aria-label={`Rename ${view.name}`}
            onClick={() => update.save({ params, body: { name } })}
          >
            Rename
          </GuardedButton>
        )}
        <GuardedButton
          may="staff"
          size="compact-sm"
          variant="default"
          loading={remove.busy}
          whyNot={whyNot}
          aria-label={isSure ? `Delete ${view.name} now` : `Delete ${view.name}`}
          onClick={() => (isSure ? void remove.run({ params }) : setIsSure(true))}
        >
          {isSure ? 'Really delete' : 'Delete'}
        </GuardedButton>
      </Group>
      <Switch
        mt="xs"
        size="sm"
        label="Shared with the team"
        aria-label={`Share ${view.name} with the team`}
        disabled={whyNot !== null || update.busy}
        checked={view.shared}
        onChange={(event) => void update.run({ params, body: { shared: event.currentTarget.checked } })}
      />
    </li>
  )
}

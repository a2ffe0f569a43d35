import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { maxViewName, type ViewListName, viewLists } from '@portreeve/contract/desk/saved-views'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { usePersonalSettings } from '../../data/personal-settings.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { columnsText } from '../columns/arrange.ts'

interface SaveViewDialogProps {
  list: ViewListName
  /** The part of the URL that the view saves. */
  search: Record<string, string>
  onClose: () => void
}

/** The table of a list, by its name in the caller's settings. */
function tableOf(list: ViewListName, { tab }: Record<string, string>): string {
  if (tab === 'warnings') return 'Fraud warnings'
  if (tab === 'chargebacks') return 'Chargebacks'
  return list === 'reconciliation' ? 'Differences' : viewLists[list].words
}

/** Saves what a list shows under a name. */
export function SaveViewDialog({ list, search, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [tried, setTried] = useState(false)
  const arranged = usePersonalSettings().columns[tableOf(list, search)]
  const [withColumns, setWithColumns] = useState(false)
  const create = useAction(api.savedViews.create, {
    done: 'View saved.',
    refetch: [api.savedViews.list],
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  const isEmpty = name.trim() === ''
  const shown: Record<string, string> =
    withColumns && arranged ? { ...search, columns: columnsText(arranged) } : search
  const save = () => {
    setTried(true)
    if (!isEmpty) void create.run({ body: { list, name, search: shown, shared } })
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Save this view"
      confirmText="Save"
      busy={create.busy}
      problem={create.failure && failureText(create.failure)}
      onConfirm={save}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          maxLength={maxViewName}
          value={name}
          error={tried && isEmpty && 'Give the view a name.'}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
        <Checkbox
          label="Share it with the team"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {arranged && !search.columns && (
          <Checkbox
            label="With your columns"
            checked={withColumns}
            onChange={(event) => setWithColumns(event.currentTarget.checked)}
          />
        )}
        {(search.view === 'mine' || search.view === 'mentioned') && (
          <Text size="sm">Each colleague who opens it sees what is their own.</Text>
        )}
      </Stack>
    </ConfirmModal>
  )
}

import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { maxViewName, type ViewListName, viewLists } from '@portreeve/contract/desk/saved-views'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { usePersonalSettings } from '../../data/personal-settings.ts'
import { ActionDialog } from '../ActionDialog.tsx'
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
  const isEmpty = name.trim() === ''
  const shown: Record<string, string> =
    withColumns && arranged ? { ...search, columns: columnsText(arranged) } : search
  return (
    <ActionDialog
      call={api.savedViews.create}
      input={() => {
        setTried(true)
        return isEmpty ? null : { body: { list, name, search: shown, shared } }
      }}
      done="View saved."
      refetch={[api.savedViews.list]}
      closesAtOnce
      title="Save this view"
      note={null}
      confirmText="Save"
      problem={failureText}
      onClose={onClose}
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
    </ActionDialog>
  )
}

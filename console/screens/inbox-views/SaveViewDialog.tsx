import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { InboxView } from '@portreeve/contract/inbox'
import { maxViewName } from '@portreeve/contract/inbox-views'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import type { InboxSearch } from '../inbox/search.ts'

interface SaveViewDialogProps {
  search: InboxSearch & { view: InboxView }
  onClose: () => void
}

/** Saves the filters of the team inbox under a name. */
export function SaveViewDialog({ search, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [tried, setTried] = useState(false)
  const create = useAction(api.inboxViews.create, {
    done: 'View saved.',
    refetch: [api.inboxViews.list],
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  const { view, tag = null, account = null, assignee = null, q } = search
  const isEmpty = name.trim() === ''
  const save = () => {
    setTried(true)
    if (!isEmpty) void create.run({ body: { name, view, tag, account, assignee, shared } })
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
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
          }}
        />
        <Checkbox
          label="Share it with the team"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {(view === 'mine' || view === 'mentioned') && (
          <Text size="sm">Each colleague who opens it sees their own conversations.</Text>
        )}
        {q && <Text size="sm">The searched text is not saved.</Text>}
      </Stack>
    </ConfirmModal>
  )
}

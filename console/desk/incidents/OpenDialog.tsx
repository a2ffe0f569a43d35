import { Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { maxTagLength } from '@portreeve/contract/conversations/inbox'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'

/** Opens an incident. Its tag gathers the conversations. */
export function OpenDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [tag, setTag] = useState('')
  return (
    <ActionDialog
      call={api.incidents.open}
      input={() =>
        name.trim() === ''
          ? 'Give the incident a name.'
          : tag.trim() === '' || tag.includes(',')
            ? 'Type one tag, without a comma.'
            : { body: { name: name.trim(), tag } }
      }
      done="Incident opened"
      refetch={[api.incidents.list, api.inbox.tags]}
      title="Open an incident"
      subtitle="Conversations with its tag belong to it. Tag them in the team inbox: one by one, or many at once."
      width={440}
      confirmText="Open"
      problem={failureText}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label="Tag"
          maxLength={maxTagLength}
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
      </Stack>
    </ActionDialog>
  )
}

import { TagsInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type InboxActions,
  type InboxConversation,
  type InboxView,
  maxTagLength,
  maxTags,
} from '@portreeve/contract/conversations/inbox'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { useData } from '../../data/use-data.ts'
import { BulkBar, type BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'
import type { Selection } from '../../shell/bulk/useSelection.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { AssigneeChoice, noOne } from './AssigneeChoice.tsx'
import type { InboxSearch } from './search.ts'

const AnswerMany = onDemand(async () => (await import('../outbound/AnswerMany.tsx')).AnswerMany)

interface ConversationsBarProps {
  selection: Selection
  rows: readonly InboxConversation[]
  view: InboxView
  search: InboxSearch
}

/** Answers, assigns, tags or closes many conversations, each as it was seen. */
export function ConversationsBar({ selection, rows, view, search }: ConversationsBarProps) {
  const { q, tag, account, assignee } = search
  const filter = { view, ...(tag && { tag }), ...(account && { account }), ...(assignee && { assignee }) }
  return (
    <BulkBar
      narrow
      selection={selection}
      inSight={rows.length}
      words={['conversation', 'conversations']}
      parts={[
        {
          // A text finds only the newest conversations.
          filter: q ? null : filter,
          choose: (keys) => {
            const chosen = new Set(keys)
            return rows
              .filter(({ conversation }) => chosen.has(conversation.key))
              .map(({ conversation, version }) => ({ id: conversation.key, version }))
          },
        },
      ]}
      buttons={[
        { label: 'Answer', actions: ['inbox.answer'], Dialog: AnswerMany },
        { label: 'Assign', actions: ['inbox.act'], Dialog: AssignMany },
        { label: 'Tag', actions: ['inbox.act'], Dialog: TagMany },
        { label: 'Close', actions: ['inbox.act'], Dialog: CloseMany },
      ]}
    />
  )
}

const acting = (actions: InboxActions) => ({ actions })

function AssignMany({ start, problem, ...dialog }: BulkDialog) {
  const uid = useOwnUid()
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  return (
    <BulkConfirm
      {...dialog}
      title={`Assign ${dialog.amount}`}
      confirmText="Assign"
      problem={missing && chosen === null ? 'Choose a colleague first.' : problem}
      onConfirm={() => {
        setMissing(chosen === null)
        if (chosen !== null) start(acting({ assign: chosen === noOne ? 'no_one' : { uid: chosen } }))
      }}
    >
      <AssigneeChoice uid={uid} chosen={chosen} onChoose={setChosen} />
    </BulkConfirm>
  )
}

function TagMany({ start, problem, ...dialog }: BulkDialog) {
  const known = useData(api.inbox.tags, {})
  const [tags, setTags] = useState<string[]>([])
  const [missing, setMissing] = useState(false)
  return (
    <BulkConfirm
      {...dialog}
      title={`Tag ${dialog.amount}`}
      subtitle={`Their own tags stay. A conversation has at most ${maxTags}.`}
      confirmText="Add tags"
      problem={missing && tags.length === 0 ? 'Type a tag first.' : problem}
      onConfirm={() => {
        setMissing(tags.length === 0)
        if (tags.length > 0) start(acting({ add_tags: tags }))
      }}
    >
      <TagsInput
        label="Tags"
        acceptValueOnBlur
        clearable
        maxTags={maxTags}
        maxLength={maxTagLength}
        data={known.data ?? []}
        value={tags}
        onChange={setTags}
        clearButtonProps={{ 'aria-label': 'Remove all tags' }}
      />
    </BulkConfirm>
  )
}

const CloseMany = ({ start, ...dialog }: BulkDialog) => (
  <BulkConfirm
    {...dialog}
    title={`Close ${dialog.amount}`}
    subtitle="A new message of the person opens a conversation again."
    confirmText="Close conversations"
    onConfirm={() => start(acting({ close: true }))}
  />
)

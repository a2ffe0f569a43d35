import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Conversation, MessageHit } from '@portreeve/contract/conversations/conversations'
import { IconArrowLeft } from '@tabler/icons-react'
import { usePages } from '../../data/pages.ts'
import { offsetUtc } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { When } from '../../ui/When.tsx'
import classes from './conversations.module.css'
import { recipientOf } from './conversations.ts'
import { excerptOf } from './excerpt.ts'

interface MessageSearchProps {
  uid: string
  term: string
  onChoose: (conversation: Conversation, message: string | null) => void
  onClose: () => void
}

/** The messages of the whole history that contain a term. Shown instead of the conversations. */
export function MessageSearch({ uid, term, onChoose, onClose }: MessageSearchProps) {
  const hits = usePages(api.conversations.search, { params: { uid }, query: { q: term } })
  return (
    <>
      <div className={classes.searched}>
        <ActionIcon variant="subtle" color="gray" aria-label="Back to the conversations" onClick={onClose}>
          <IconArrowLeft size={16} aria-hidden />
        </ActionIcon>
        <Text size="sm" role="status" truncate>
          {hits.loading
            ? 'Searching…'
            : `${hits.rows?.length ?? 0}${hits.more ? '+' : ''} messages with “${term}”`}
        </Text>
      </div>
      <div className={classes.scroll}>
        {hits.failure && <FailedState message="The messages could not be searched." onRetry={hits.reload} />}
        <ul className={classes.hits} aria-label="Messages found">
          {hits.rows?.map((hit) => (
            <Hit key={hit.message.id} uid={uid} term={term} hit={hit} onChoose={onChoose} />
          ))}
        </ul>
        <div className={classes.more}>
          <LoadMore pages={hits} />
        </div>
      </div>
    </>
  )
}

function Hit({ uid, term, hit, onChoose }: Omit<MessageSearchProps, 'onClose'> & { hit: MessageHit }) {
  const { conversation, message } = hit
  const recipient = recipientOf(conversation, uid)
  return (
    <li>
      <UnstyledButton className={classes.hit} onClick={() => onChoose(conversation, message.id ?? null)}>
        <span className={classes.name} dir="auto">
          {orNull(recipient.name)}
        </span>
        <span className={classes.excerpt} dir="auto">
          {excerptOf(message.text ?? '', term).map(({ text, hit: isHit, at }) =>
            isHit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </span>
        <span className={classes.date}>
          <When value={message.date} write={offsetUtc} />
        </span>
      </UnstyledButton>
    </li>
  )
}

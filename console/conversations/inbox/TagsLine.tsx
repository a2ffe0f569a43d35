import { NativeSelect, TagsInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type InboxConversation,
  maxTagLength,
  maxTags,
  type Priority,
  priorities,
} from '@portreeve/contract/conversations/inbox'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { Chip } from '../../ui/Chip.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import classes from './inbox.module.css'
import { refusedWords, useStateOptions } from './state-options.ts'
import { useWait } from './useWait.ts'
import { priorityWords } from './words.ts'

const priorityChoices = priorities.map((value) => ({ value, label: priorityWords[value] }))

/** The state, assignee, priority and tags of the open conversation. */
export function TagsLine({ item }: { item: InboxConversation }) {
  const { conversation, account, assignee, state, snoozed_until, priority, tags } = item
  const whyNot = useWhyNot('inbox.write')
  const known = useData(api.inbox.tags, {})
  const waitFor = useWait()
  const wait = state === 'open' ? waitFor(item.waiting_since) : null
  const options = useStateOptions(item)
  const mark = useAction(api.inbox.mark, {
    ...options,
    failed: refusedWords('changing'),
    refetch: [...options.refetch, api.inbox.tags],
  })
  const set = (body: { tags?: string[]; priority?: Priority }) =>
    void mark.run({ params: { id: conversation.key }, body })
  return (
    <div className={classes.line}>
      {state === 'open' ? (
        <StateWord word="Open" tone="good" />
      ) : state === 'closed' ? (
        <StateWord word="Closed" />
      ) : (
        <StateWord word={`Snoozed until ${shortLocal(snoozed_until)}`} tone="caution" />
      )}
      <span>
        {assignee ? (
          <>
            Assigned to <bdi>{orNull(assignee.name)}</bdi>
          </>
        ) : (
          'No assignee'
        )}{' '}
        · <bdi>{orNull(account.name)}</bdi>
      </span>
      {wait && <Chip tone={wait.tone}>{wait.words}</Chip>}
      <NativeSelect
        aria-label="Priority"
        size="xs"
        data={priorityChoices}
        value={priority}
        disabled={whyNot !== null}
        onChange={(event) => set({ priority: event.currentTarget.value as Priority })}
      />
      <TagsInput
        aria-label="Tags"
        size="xs"
        className={classes.tags ?? ''}
        placeholder={tags.length === 0 ? 'Add a tag' : ''}
        data={known.data ?? []}
        value={tags}
        maxTags={maxTags}
        splitChars={[',']}
        disabled={whyNot !== null}
        onChange={(next) => set({ tags: next.map(tidy).filter((tag) => tag !== '') })}
      />
    </div>
  )
}

const tidy = (tag: string) => tag.trim().toLowerCase().slice(0, maxTagLength)

import { useDebouncedValue } from '@mantine/hooks'
import type { Conversation } from '@portreeve/contract/conversations'
import { useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { ConversationList } from './ConversationList.tsx'
import { ConversationPane } from './ConversationPane.tsx'
import classes from './conversations.module.css'
import { type ConversationsMode, shownConversations, storedSortMode, storeSortMode } from './conversations.ts'
import { MessageSearch } from './MessageSearch.tsx'
import { useConversations } from './useConversations.ts'

/** Milliseconds without input before the server is queried. */
const debounce = 250

export function Conversations({ uid, mode }: { uid: string; mode: ConversationsMode }) {
  const normal = mode === 'normal'
  const whyNot = useWhyNot(normal ? 'conversations.write' : 'conversations.read')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(storedSortMode)
  const [term] = useDebouncedValue(search, debounce)
  const [open, setOpen] = useState<Conversation | null>(null)
  /** The id of a found message to show in the open conversation. */
  const [shown, setShown] = useState<string | null>(null)
  const [inMessages, setInMessages] = useState<string | null>(null)
  const [started, setStarted] = useState(false)
  const [sent, setSent] = useState(0)
  const own = useConversations(uid, {
    live: normal,
    when: !whyNot,
    sort,
    search: term,
    open: open?.key ?? null,
  })
  const { rows } = own.conversations
  const all = rows && withoutRepeats(rows).map(own.local)
  const list = all && shownConversations(all, uid, { search, sort })
  // MSG-04, MSG-05
  if (normal && !started && list) {
    setStarted(true)
    setOpen(list[0] ?? null)
  }
  if (whyNot) return <p className={classes.hint}>{whyNot}</p>
  const conversation = open && (all?.find(({ key }) => key === open.key) ?? own.local(open))
  const choose = (next: Conversation | null, message: string | null = null) => {
    setOpen(next)
    setShown(message)
  }
  return (
    <div className={classes.frame}>
      <div className={classes.panes} data-chosen={conversation ? true : undefined}>
        <ConversationList
          uid={uid}
          sent={sent}
          mode={mode}
          conversations={own.conversations}
          rows={list}
          chosen={conversation?.key ?? null}
          onChoose={choose}
          search={search}
          onSearch={setSearch}
          onSearchMessages={setInMessages}
          sort={sort}
          onSort={(next) => {
            setSort(next)
            // MSG-14
            storeSortMode(next)
          }}
        >
          {inMessages === null ? null : (
            <MessageSearch
              uid={uid}
              term={inMessages}
              onChoose={choose}
              onClose={() => setInMessages(null)}
            />
          )}
        </ConversationList>
        <section className={classes.right} aria-label="Conversation">
          {conversation ? (
            <ConversationPane
              key={`${conversation.key} ${shown}`}
              uid={uid}
              mode={mode}
              conversation={conversation}
              shown={shown}
              onNewest={() => setShown(null)}
              typing={own.typing?.conversation === conversation.key ? own.typing.name : null}
              onPatch={(local) => {
                own.patch(conversation.key, local)
                if (local.date) setSent((count) => count + 1)
              }}
              onClose={() => choose(null)}
            />
          ) : (
            <p className={classes.hint}>{all?.length ? 'Choose a conversation to read it.' : null}</p>
          )}
        </section>
      </div>
    </div>
  )
}

/** A conversation that has moved up may be on two pages: keep the first, which is the newer. */
function withoutRepeats(rows: readonly Conversation[]): Conversation[] {
  const seen = new Set<string>()
  return rows.filter(({ key }) => !seen.has(key) && seen.add(key))
}

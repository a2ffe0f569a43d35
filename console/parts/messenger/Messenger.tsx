import { useDebouncedValue } from '@mantine/hooks'
import type { Conversation } from '@portreeve/contract/conversations'
import { useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { ConversationPane } from './ConversationPane.tsx'
import { Inbox } from './Inbox.tsx'
import { inboxOf, type MessengerMode, storedSortMode, storeSortMode } from './inbox.ts'
import { MessageSearch } from './MessageSearch.tsx'
import classes from './messenger.module.css'
import { useInbox } from './useInbox.ts'

/** Milliseconds that typing rests before the server is asked. */
const rest = 250

export function Messenger({ uid, mode }: { uid: string; mode: MessengerMode }) {
  const normal = mode === 'normal'
  const whyNot = useWhyNot(normal ? 'conversations.write' : 'conversations.read')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(storedSortMode)
  const [asked] = useDebouncedValue(search, rest)
  const [open, setOpen] = useState<Conversation | null>(null)
  /** A found message that the open conversation is to show. */
  const [shown, setShown] = useState<string | null>(null)
  const [inMessages, setInMessages] = useState<string | null>(null)
  const [started, setStarted] = useState(false)
  const inbox = useInbox(uid, { live: normal, when: !whyNot, sort, search: asked, open: open?.key ?? null })
  const { rows } = inbox.conversations
  const all = rows && once(rows).map(inbox.local)
  const list = all && inboxOf(all, uid, { search, sort })
  // MSG-04, MSG-05
  if (normal && !started && list) {
    setStarted(true)
    setOpen(list[0] ?? null)
  }
  if (whyNot) return <p className={classes.hint}>{whyNot}</p>
  const conversation = open && (all?.find(({ key }) => key === open.key) ?? inbox.local(open))
  const choose = (next: Conversation | null, message: string | null = null) => {
    setOpen(next)
    setShown(message)
  }
  return (
    <div className={classes.frame}>
      <div className={classes.messenger} data-chosen={conversation ? true : undefined}>
        <Inbox
          uid={uid}
          mode={mode}
          conversations={inbox.conversations}
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
        </Inbox>
        <section className={classes.right} aria-label="Conversation">
          {conversation ? (
            <ConversationPane
              key={`${conversation.key} ${shown}`}
              uid={uid}
              mode={mode}
              conversation={conversation}
              shown={shown}
              onNewest={() => setShown(null)}
              typing={inbox.typing?.conversation === conversation.key ? inbox.typing.name : null}
              onPatch={(local) => inbox.patch(conversation.key, local)}
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

/** A conversation that has moved up may stand on two pages; the first is the newer. */
function once(rows: readonly Conversation[]): Conversation[] {
  const seen = new Set<string>()
  return rows.filter(({ key }) => !seen.has(key) && seen.add(key))
}

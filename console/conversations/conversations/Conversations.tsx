import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@portreeve/contract'
import type { Conversation } from '@portreeve/contract/conversations/conversations'
import { type ReactNode, useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { ConversationList } from './ConversationList.tsx'
import { ConversationPane } from './ConversationPane.tsx'
import classes from './conversations.module.css'
import { type ConversationsMode, shownConversations, storedSortMode, storeSortMode } from './conversations.ts'
import { MessageSearch } from './MessageSearch.tsx'
import { useConversations } from './useConversations.ts'

/** Milliseconds without input before the server is queried. */
const debounce = 250

/** The open conversation and the found message that the address names. */
export interface ConversationPlace {
  readonly id: string | null
  readonly message: string | null
  readonly go: (id: string | null, message: string | null) => void
  /** Shown instead, where the addressed conversation is not the caller's own, or does not exist. */
  readonly elsewhere: (why: 'foreign' | 'missing') => ReactNode
}

interface ConversationsProps {
  uid: string
  mode: ConversationsMode
  /** Where the address names the open conversation; undefined: this component keeps it. */
  place?: ConversationPlace
}

export function Conversations({ uid, mode, place }: ConversationsProps) {
  const normal = mode === 'normal'
  const whyNot = useWhyNot(normal ? 'conversations.write' : 'conversations.read')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(storedSortMode)
  const [term] = useDebouncedValue(search, debounce)
  const { open, shown, addressed, openFirst, choose, showNewest } = useOpenConversation(place, !whyNot)
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
    // An addressed conversation is open already.
    if (place?.id == null) openFirst(list[0] ?? null)
  }
  if (place && addressed.data && open === addressed.data && !(uid in addressed.data.members))
    return place.elsewhere('foreign')
  if (place?.id != null && open === null && addressed.failure?.status === 404)
    return place.elsewhere('missing')
  if (whyNot) return <p className={classes.hint}>{whyNot}</p>
  const conversation = open && (all?.find(({ key }) => key === open.key) ?? own.local(open))
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
              anchored={place !== undefined}
              onNewest={() => showNewest(conversation.key)}
              typing={own.typing?.conversation === conversation.key ? own.typing.name : null}
              onPatch={(local) => {
                own.patch(conversation.key, local)
                if (local.date) setSent((count) => count + 1)
              }}
              onClose={() => choose(null)}
            />
          ) : addressed.failure && place?.id != null ? (
            <FailedState message="The conversation could not be loaded." onRetry={addressed.reload} />
          ) : (
            <p className={classes.hint}>{all?.length ? 'Choose a conversation to read it.' : null}</p>
          )}
        </section>
      </div>
    </div>
  )
}

/** The open conversation, of the address or as it was chosen, and the id of a found message to show in it. */
function useOpenConversation(place: ConversationPlace | undefined, when: boolean) {
  const [chosen, setChosen] = useState<Conversation | null>(null)
  const [found, setFound] = useState<string | null>(null)
  const addressed = useData(
    api.conversations.get,
    { params: { id: place?.id ?? '' } },
    { when: when && place?.id != null && place.id !== chosen?.key },
  )
  return {
    open: place?.id == null || place.id === chosen?.key ? chosen : (addressed.data ?? null),
    shown: place ? place.message : found,
    addressed,
    openFirst: setChosen,
    choose: (next: Conversation | null, message: string | null = null) => {
      setChosen(next)
      setFound(message)
      place?.go(next?.key ?? null, message)
    },
    showNewest: (open: string) => {
      setFound(null)
      place?.go(open, null)
    },
  }
}

/** A conversation that has moved up may be on two pages: keep the first, which is the newer. */
function withoutRepeats(rows: readonly Conversation[]): Conversation[] {
  const seen = new Set<string>()
  return rows.filter(({ key }) => !seen.has(key) && seen.add(key))
}

import { useMediaQuery } from '@mantine/hooks'
import { api } from '@portreeve/contract'
import { inboxFields } from '@portreeve/contract/base/query-fields'
import { factsOf, macroText } from '@portreeve/contract/conversations/facts'
import type { InboxConversation, InboxView } from '@portreeve/contract/conversations/inbox'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readDraft, writeDraft } from '../../data/drafts.ts'
import { usePages } from '../../data/pages.ts'
import { useWhyNot } from '../../data/rights.ts'
import { readMoment } from '../../data/url-search.ts'
import { useData } from '../../data/use-data.ts'
import { zonedQuery } from '../../format/days.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import frame from '../conversations/conversations.module.css'
import { draftOf } from '../conversations/drafts.ts'
import classes from './inbox.module.css'
import { stays, useOverlay } from './overlay.ts'
import { filtersOf, type InboxSearch } from './search.ts'
import { TeamList } from './TeamList.tsx'
import { TeamPane } from './TeamPane.tsx'
import { personOf } from './words.ts'

/** Only a wide window shows it. */
const PersonContext = onDemand(
  async () => (await import('./PersonContext.tsx')).PersonContext,
  <LinesSkeleton lines={3} height={64} />,
)

interface TeamInboxProps {
  /** The caller. */
  uid: string
  search: InboxSearch
  /** The open conversation. */
  id: string | null
  /** The message that the address names. */
  message: string | null
}

/** The conversations of all staff accounts: a view of them, the open one, and its person beside it. */
export function TeamInbox({ uid, search, id, message }: TeamInboxProps) {
  const navigate = useNavigate()
  const whyNot = useWhyNot('inbox.read')
  const view = (search.view ?? 'all') as InboxView
  const hasRoom = useMediaQuery('(min-width: 1100px)') ?? false
  const pages = usePages(
    api.inbox.list,
    { query: { view, ...filtersOf(search), ...(search.q && { q: zonedQuery(inboxFields, search.q) }) } },
    { when: !whyNot },
  )
  const single = useData(api.inbox.get, { params: { id: id ?? '' } }, { when: !whyNot && id !== null })
  /** The order that fills macros, with the conversation that it was chosen in. */
  const [order, setOrder] = useState<{ of: string; txn: Transaction } | null>(null)
  const overlay = useOverlay(uid)
  const rows =
    pages.rows &&
    withoutRepeats(pages.rows)
      .map(overlay)
      .filter((item) => stays(view, item, uid))
  const open = id === null ? null : (single.data ?? pages.rows?.find((row) => row.conversation.key === id))
  const chosen = order?.of === id ? order.txn : null
  const go = (next: string | null) =>
    void navigate({
      ...(next === null
        ? { to: '/dashboard/messages' }
        : { to: '/dashboard/messages/$id', params: { id: next } }),
      // Another conversation of the same moment
      search: (now: Record<string, unknown>) => ({ ...search, ...(next !== null && readMoment(now)) }),
      resetScroll: false,
    })
  const choose = (item: InboxConversation, txn: Transaction | null) => {
    setOrder(txn && { of: item.conversation.key, txn })
    // An order that is chosen after its macro fills the macro, too.
    const place = draftOf(item.account.uid, item.conversation.key)
    if (txn) writeDraft(place, macroText(readDraft(place), factsOf(personOf(item).name, txn)))
  }
  const step = (by: 1 | -1) => {
    const at = rows?.findIndex(({ conversation }) => conversation.key === id) ?? -1
    const next = rows?.[at < 0 ? 0 : at + by]
    if (next) go(next.conversation.key)
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) }, !whyNot)
  if (whyNot) return <p className={frame.hint}>{whyNot}</p>
  return (
    <div className={frame.frame}>
      <div className={frame.panes} data-chosen={id !== null || undefined}>
        <TeamList pages={pages} rows={rows} view={view} search={search} chosen={id} />
        <section className={frame.right} aria-label="Conversation">
          {open ? (
            <TeamPane
              key={open.conversation.key}
              uid={uid}
              item={overlay(open)}
              shown={message}
              order={chosen}
              hasOrders={hasRoom}
              onNewest={() => go(open.conversation.key)}
              onClose={() => go(null)}
            />
          ) : single.failure ? (
            <FailedState
              message={
                single.failure.status === 404
                  ? 'There is no such conversation in the team inbox, or it was deleted.'
                  : 'The conversation could not be loaded.'
              }
              onRetry={single.reload}
            />
          ) : id !== null ? (
            <div className={frame.messages}>
              <LinesSkeleton lines={6} height={32} />
            </div>
          ) : (
            <p className={frame.hint}>Choose a conversation to read it. J and K go through the list.</p>
          )}
        </section>
        {hasRoom && open && (
          <aside className={classes.context} aria-label="The person">
            <PersonContext
              key={open.conversation.key}
              item={open}
              shown={message}
              chosen={chosen}
              onChoose={(txn) => choose(open, txn)}
            />
          </aside>
        )}
      </div>
    </div>
  )
}

/** A conversation that has moved up may be on two pages: keep the first, which is the newer. */
function withoutRepeats(rows: readonly InboxConversation[]): InboxConversation[] {
  const seen = new Set<string>()
  return rows.filter(({ conversation: { key } }) => !seen.has(key) && seen.add(key))
}

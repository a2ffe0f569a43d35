import { Modal, Text, TextInput } from '@mantine/core'
import { fold } from '@portreeve/contract/base/plain-text'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState, useSyncExternalStore } from 'react'
import { useBackend, useOwnUid } from '../../data/backend.tsx'
import type { Observable } from '../../data/observable.ts'
import { type Place, recentRecords } from '../../data/recent.ts'
import { useMe } from '../../data/rights.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { findRecords } from './find.ts'
import classes from './palette.module.css'
import { useActionsOfPage, usePages } from './places.ts'

/** An entry: a place, or an action of the page behind the palette. */
interface Entry extends Place {
  readonly run?: () => void
  readonly keys?: string
}

/** Searches everything by one text, and leads to it or acts. */
export function Palette({ text: typed, onClose }: { text: Observable<string>; onClose: () => void }) {
  const router = useRouter()
  const text = useSyncExternalStore(typed.subscribe, typed.get)
  const [chosen, setChosen] = useState(0)
  const [problem, setProblem] = useState('')
  const listId = useId()
  const term = text.trim()
  useEscape(onClose)

  const { entries, local, isCurrent, settled } = useEntries(term)

  const go = ({ to, run }: Entry) => {
    onClose()
    if (run) run()
    else if (/^https?:/.test(to)) window.open(to, '_blank', 'noopener')
    else router.history.push(to)
  }
  const enter = async () => {
    // A pasted text may be followed by Enter before its records have arrived.
    const entry = isCurrent || chosen < local ? entries[chosen] : (await settled())[0]
    if (entry) go(entry)
    else setProblem(`Nothing found for “${term}”.`)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      const next = (chosen + step + entries.length) % Math.max(1, entries.length)
      setChosen(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void enter()
    }
  }
  const isEmpty = term !== '' && isCurrent && entries.length === 0
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={false}
      returnFocus={false}
      size={640}
      yOffset="12vh"
      padding={0}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Search or jump to anything' } }}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        classNames={{ wrapper: classes.field }}
        placeholder="Search or jump to anything"
        aria-label="Search or jump to anything"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[chosen] && `${listId}-${chosen}`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        rightSection={!isCurrent && <Spinner size={16} />}
        onChange={(event) => {
          typed.set(event.currentTarget.value)
          setChosen(0)
          setProblem('')
        }}
        onKeyDown={press}
      />
      <Entries id={listId} entries={entries} chosen={chosen} onChoose={setChosen} onOpen={go} />
      <Text size="xs" c="dimmed" className={classes.foot} role="status">
        {isEmpty || problem
          ? problem || `Nothing found for “${term}”. Try a name, an email address or any id.`
          : '↑ ↓ to choose · Enter to open · Esc to close'}
      </Text>
    </Modal>
  )
}

/**
 * The entries for a text, and whether they are those of this text already. `settled` waits until they are. The first `local` ones
 * are pages and actions with a word that begins so: they are there at once, and records do not move them.
 */
function useEntries(term: string) {
  const { call, environment } = useBackend()
  const queries = useQueryClient()
  const me = useMe()
  const uid = useOwnUid()
  const pages = usePages()
  const actions = useActionsOfPage()
  const query = {
    queryKey: ['palette', term],
    queryFn: () => findRecords(term, { call, queries, me, listing: environment.links.listing }),
    staleTime: 10_000,
  }
  const found = useQuery({ ...query, enabled: term !== '', placeholderData: keepPreviousData })
  const begins = ({ title }: Entry) => ` ${fold(title ?? '')}`.includes(` ${fold(term)}`)
  const named = ({ title, kind }: Entry) => fold(`${kind} ${title}`).includes(fold(term))
  const own = [...actions, ...pages]
  const first = term === '' ? [] : own.filter(begins)
  const others = own.filter((one) => !begins(one) && named(one))
  const entriesOf = (records: readonly Place[]): readonly Entry[] =>
    term === ''
      ? [...actions, ...(uid === null ? [] : recentRecords(uid)), ...pages]
      : [...first, ...records, ...others]
  return {
    entries: entriesOf(found.data ?? []),
    local: first.length,
    isCurrent: term === '' || (found.isFetched && !found.isPlaceholderData),
    settled: async () => entriesOf(await queries.fetchQuery(query)),
  }
}

interface EntriesProps {
  id: string
  entries: readonly Entry[]
  chosen: number
  onChoose: (at: number) => void
  onOpen: (entry: Entry) => void
}

function Entries({ id, entries, chosen, onChoose, onOpen }: EntriesProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className={classes.list}>
      {entries.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
        <div
          key={`${entry.kind} ${entry.to} ${entry.title}`}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className={classes.entry}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => at !== chosen && onChoose(at)}
          onClick={() => onOpen(entry)}
        >
          <span className={classes.kind}>{entry.kind}</span>
          <span className={classes.title} dir="auto">
            {entry.title}
          </span>
          <span className={classes.detail} dir="auto">
            {entry.detail}
          </span>
          {entry.keys && <kbd className={classes.keys}>{entry.keys}</kbd>}
        </div>
      ))}
    </div>
  )
}

import { api } from '@portreeve/contract'
import { maxMessageLength } from '@portreeve/contract/conversations/conversations'
import { type MacroActions, readingSeconds } from '@portreeve/contract/conversations/inbox'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { useWhyNot } from '../../data/rights.ts'
import { useLive } from '../../data/use-live.ts'
import { Moment } from '../../ui/moment.ts'
import { isEmpty } from '../macros/action-words.ts'

/** A colleague who reads or writes in a conversation at this moment. */
interface Present {
  readonly conversation: string
  readonly name: string
  readonly isTyping: boolean
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Milliseconds for which "is writing" shows after the last event. */
const typingShown = 12_000

/** Milliseconds between two drafts that are sent. */
const draftEvery = 1000

/** The draft as colleagues see it. */
interface Draft {
  readonly text: string
  readonly actions: MacroActions
  /** Milliseconds since 1970 of the last change, and of the last call. */
  readonly at: number
  readonly sent: number
  timer?: ReturnType<typeof setTimeout>
}
const noDraft = { text: '', actions: {}, at: 0 }
const isBlank = ({ text, actions }: Draft) => text.trim() === '' && isEmpty(actions)

/**
 * Shows colleagues that the caller reads or writes in the open conversation, with the draft, and returns those who do so too.
 */
export function usePresence(uid: string, open: string | null) {
  const { call } = useBackend()
  const isNow = useContext(Moment) === null
  const may = useWhyNot('inbox.read') === null && isNow
  /** By colleague and conversation. */
  const [present, setPresent] = useState<Readonly<Record<string, Present>>>({})
  /** The caller's draft, with the time of its last change, and the timer that sends it. */
  const draft = useRef<Draft>({ ...noDraft, sent: 0 })
  const look = useCallback(
    (id: string, what: 'reading' | 'typing' | 'left', shown?: Draft) =>
      call(api.inbox.look, {
        params: { id },
        body: {
          what,
          ...(shown && { draft: shown.text.slice(0, maxMessageLength) }),
          ...(shown && !isEmpty(shown.actions) && { actions: shown.actions }),
        },
      }).catch(console.error),
    [call],
  )
  const show = useCallback(
    (id: string) => {
      const { timer: _, ...current } = draft.current
      const isTyping = !isBlank(current) && Date.now() - current.at < typingShown
      draft.current = { ...current, sent: Date.now() }
      return isTyping ? look(id, 'typing', current) : look(id, 'reading')
    },
    [look],
  )

  useLive(may ? 'inbox' : null, ({ id, what, by, name }) => {
    if (by === uid) return
    if (what === 'reading' || what === 'typing') {
      const isTyping = what === 'typing'
      const until = Date.now() + (isTyping ? typingShown : readingSeconds * 1000)
      setPresent((all) => ({
        ...all,
        [keyOf(by, id)]: { conversation: id, name: name ?? by, isTyping, until },
      }))
      setTimeout(() => setPresent((all) => withoutOld(all)), until - Date.now() + 50)
    } else if (what === 'left' || what === 'message')
      setPresent(({ [keyOf(by, id)]: _gone, ...rest }) => rest)
  })

  // Colleagues on other machines see the open conversation for as long as it is open.
  useEffect(() => {
    if (open === null || !may) return
    draft.current = { ...noDraft, sent: 0 }
    void show(open)
    const timer = setInterval(() => void show(open), (readingSeconds * 1000) / 2)
    return () => {
      clearInterval(timer)
      clearTimeout(draft.current.timer)
      void look(open, 'left')
    }
  }, [open, may, look, show])

  const here = Object.values(present).filter(({ conversation }) => conversation === open)
  return {
    writing: here.filter(({ isTyping }) => isTyping).map(({ name }) => name),
    reading: here.filter(({ isTyping }) => !isTyping).map(({ name }) => name),
    /** Shows colleagues the text of the field and what is done when it is sent, at a limited rate. */
    showDraft: (text: string, actions: MacroActions = {}) => {
      const { current } = draft
      const next = { ...current, text, actions, at: Date.now() }
      if (open === null || !may || (isBlank(next) && isBlank(current))) return
      draft.current = next
      if (current.timer !== undefined) return
      const wait = Math.max(0, current.sent + draftEvery - Date.now())
      draft.current.timer = setTimeout(() => void show(open), wait)
    },
    /** The draft was sent: the server deletes it with the answer. */
    forgetDraft: () => {
      clearTimeout(draft.current.timer)
      draft.current = { ...noDraft, sent: draft.current.sent }
    },
  }
}

/** A colleague may have several conversations open, in several tabs. */
const keyOf = (by: string, conversation: string) => `${by} ${conversation}`

const withoutOld = (all: Readonly<Record<string, Present>>) =>
  Object.fromEntries(Object.entries(all).filter(([, { until }]) => until > Date.now()))

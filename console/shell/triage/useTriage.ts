import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { useEffect, useRef, useState } from 'react'
import { type CallFailure, failureText } from '../../data/failure.ts'
import { leaveRow } from '../../ui/browser/leave-row.ts'
import { toastFailed } from '../../ui/toast.ts'
import { anchorOf, peekAnchors } from '../peek/anchors.ts'

type Result = Promise<{ readonly done: true } | { readonly done: false; readonly failure: CallFailure }>

/** A decision about a row that can be undone. */
export interface Deed {
  /** The row, as its link has it in `data-peek`. */
  readonly row: string
  /** 'Denied' */
  readonly did: string
  /** The name of what it is about. */
  readonly name: string
  /** The row stays in the list. */
  readonly stays?: boolean
  /** Sends it. What a decision tells people is held on the server until it can no longer be undone. */
  readonly run: () => Result
  readonly undo: () => Result
}

/** A deed in the line below the list. */
export interface Chip extends Deed {
  readonly key: number
  /** In flight, undoable, being undone, or refused. */
  readonly state: 'sent' | 'done' | 'undoing' | 'refused'
  /** Why it, or its undoing, was refused. */
  readonly problem: string | null
  /** Its undoing was refused. */
  readonly stands?: boolean
}

export interface Triage {
  /** Newest first. */
  chips: readonly Chip[]
  /** The rows that have left the list before the server has answered. */
  hidden: ReadonlySet<string>
  act: (deed: Deed) => void
  undo: (chip: Chip) => void
  /** Sends what was refused again. */
  retry: (chip: Chip) => void
  dismiss: (chip: Chip) => void
  /** What was done to a row has been undone elsewhere. */
  forget: (row: string) => void
}

let keys = 0

/** Hands the focus to the next row, or the previous one. */
function focusBeside(row: string) {
  const links = peekAnchors(document)
  const at = links.findIndex(({ dataset }) => dataset.peek === row)
  if (at >= 0) (links[at + 1] ?? links[at - 1])?.focus({ preventScroll: true })
}

/** Decisions about the rows of a list: each acts at once, and can be undone for some seconds. */
export function useTriage(): Triage {
  const [chips, setChips] = useState<readonly Chip[]>([])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  /** The calls in flight, so that a deed can be undone before its answer. */
  const answers = useRef(new Map<number, Result>())
  /** Their rows: a second key press on a row that is about to leave does nothing. */
  const busy = useRef(new Set<string>())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const isLeft = useRef(false)
  useEffect(() => {
    const running = timers.current
    isLeft.current = false
    return () => {
      isLeft.current = true
      for (const timer of running) clearTimeout(timer)
    }
  }, [])

  /** The row that comes back, with what had the focus then. */
  const returning = useRef<{ row: string; focused: Element | null }>(null)
  // It is in the list some renders after the answer. The person may have moved on meanwhile.
  useEffect(() => {
    const { row, focused } = returning.current ?? {}
    const link = row === undefined ? null : anchorOf(document, row)
    if (!link) return
    returning.current = null
    if (document.activeElement !== document.body && document.activeElement !== focused) return
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest' })
  })

  const change = (key: number, to: Partial<Chip>) =>
    setChips((all) => all.map((chip) => (chip.key === key ? { ...chip, ...to } : chip)))
  const dismiss = ({ key }: Pick<Chip, 'key'>) => setChips((all) => all.filter((chip) => chip.key !== key))
  const show = (row: string) => setHidden((rows) => new Set([...rows].filter((one) => one !== row)))

  const send = async (chip: Chip) => {
    const { key, row, stays } = chip
    if (!stays) {
      focusBeside(row)
      void leaveRow(anchorOf(document, row)?.closest<HTMLElement>('tr, li') ?? null, () => {
        if (answers.current.has(key)) setHidden((rows) => new Set(rows).add(row))
      })
    }
    const answer = chip.run()
    answers.current.set(key, answer)
    busy.current.add(row)
    const outcome = await answer
    answers.current.delete(key)
    busy.current.delete(row)
    show(row)
    if (!outcome.done) {
      const problem = failureText(outcome.failure)
      // The line is gone with its page.
      if (isLeft.current && !outcome.failure.signedOut) toastFailed({ title: chip.name, message: problem })
      return change(key, { state: 'refused', problem })
    }
    if (isLeft.current) return
    setChips((all) =>
      all.map((one) => (one.key === key && one.state === 'sent' ? { ...one, state: 'done' } : one)),
    )
    // The time to undo starts with the server's answer.
    const timer = setTimeout(
      () => setChips((all) => all.filter((one) => one.key !== key || one.state !== 'done')),
      takeBackSeconds * 1000,
    )
    timers.current.add(timer)
  }

  const undo = async (chip: Chip) => {
    if (chip.state === 'undoing' || (chip.state === 'refused' && !chip.stands)) return
    change(chip.key, { state: 'undoing' })
    const sent = await answers.current.get(chip.key)
    if (sent && !sent.done) return
    const outcome = await chip.undo()
    if (!outcome.done) {
      const problem = failureText(outcome.failure)
      return change(chip.key, { state: 'refused', problem, stands: true })
    }
    returning.current = { row: chip.row, focused: document.activeElement }
    dismiss(chip)
  }

  return {
    chips,
    hidden,
    dismiss,
    forget: (row) => setChips((all) => all.filter((chip) => chip.row !== row)),
    undo: (chip) => void undo(chip),
    act: (deed) => {
      if (busy.current.has(deed.row)) return
      const chip: Chip = { ...deed, key: ++keys, state: 'sent', problem: null }
      setChips((all) => [chip, ...all.filter(({ row, state }) => row !== deed.row || state !== 'refused')])
      void send(chip)
    },
    retry: (chip) => {
      if (chip.stands) return void undo(chip)
      const again: Chip = { ...chip, state: 'sent', problem: null }
      change(chip.key, again)
      void send(again)
    },
  }
}

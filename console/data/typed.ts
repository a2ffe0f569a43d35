import { useState } from 'react'

interface Entry {
  readonly text: string
  /** What the server had when the typing began. */
  readonly basis: string
}

/** What was typed, by field. */
export type Texts = Readonly<Record<string, Entry>>

/** What somebody has typed and not saved. It stays until it is saved, whatever the server says meanwhile. */
export interface Typed {
  /** What a field shows: what was typed, else what the server has. */
  text: (field: string) => string
  change: (field: string, text: string) => void
  /** What a field is now, where somebody else has changed it under the typing; else null. */
  movedTo: (field: string) => string | null
  /** Whether a field holds something else than the server. */
  isDirty: (field: string) => boolean
  /** Any field does. */
  dirty: boolean
  /** All that is typed at this moment, for `saved`. */
  texts: Texts
  /** Forgets what was sent and saved; what was typed on meanwhile stays. */
  saved: (sent: Texts) => void
  /** Forgets what was typed into a field. */
  forget: (field: string) => void
}

/** @param now what the server has in a field, as text; undefined where there is no such field (any more) */
export function useTyped(now: (field: string) => string | undefined): Typed {
  const [texts, setTexts] = useState<Texts>({})
  const isDirty = (field: string) => {
    const [entry, value] = [texts[field], now(field)]
    return entry !== undefined && value !== undefined && entry.text !== value
  }
  const without = (drop: (field: string, entry: Entry) => boolean) =>
    setTexts((all) => Object.fromEntries(Object.entries(all).filter((one) => !drop(...one))))

  return {
    text: (field) => texts[field]?.text ?? now(field) ?? '',
    change: (field, text) =>
      setTexts((all) => ({
        ...all,
        [field]: { text, basis: all[field]?.basis ?? now(field) ?? '' },
      })),
    movedTo: (field) => {
      const [entry, value] = [texts[field], now(field)]
      if (!entry || value === undefined) return null
      return value !== entry.basis && value !== entry.text ? value : null
    },
    isDirty,
    dirty: Object.keys(texts).some(isDirty),
    texts,
    saved: (sent) => without((field, entry) => sent[field]?.text === entry.text),
    forget: (field) => without((one) => one === field),
  }
}

/** The sentence beside a field that somebody else has changed under the typing; null where nobody has. */
export const movedWords = (moved: string | null): string | null =>
  moved === null ? null : `It is now ${moved === '' ? 'empty' : moved}.`

/** What a record would hold: what stands in it where nothing was changed, and nothing instead of an empty text. */
export const heldText = (value: string | null | undefined, text: string): string | null =>
  text === (value ?? '') ? (value ?? null) : text === '' ? null : text

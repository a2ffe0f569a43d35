import { useState } from 'react'

interface Entry {
  readonly text: string
  /** The server's value when the typing began. */
  readonly basis: string
}

/** The typed texts, by field. */
export type Texts = Readonly<Record<string, Entry>>

/** Typed text that is not saved. It stays until it is saved, even when the server's value changes. */
export interface Typed<Field extends string = string> {
  /** The text of a field: the typed one, else the server's value. */
  text: (field: Field) => string
  change: (field: Field, text: string) => void
  /** The server's value, where a colleague changed it during the typing; else null. */
  movedTo: (field: Field) => string | null
  /** Whether the text of a field differs from the server's value. */
  isDirty: (field: Field) => boolean
  /** Whether any field is dirty. */
  dirty: boolean
  /** All typed texts at this moment, for `saved`. */
  texts: Texts
  /** Drops the texts that were sent and saved; text that was typed meanwhile stays. */
  saved: (sent: Texts) => void
  /** Drops the typed text of a field. */
  forget: (field: Field) => void
}

/** @param serverValue the server's value of a field, as text; undefined where the field does not exist (any more) */
export function useTyped<Field extends string = string>(
  serverValue: (field: Field) => string | undefined,
): Typed<Field> {
  const [texts, setTexts] = useState<Texts>({})
  const isDirty = (field: Field) => {
    const [entry, value] = [texts[field], serverValue(field)]
    return entry !== undefined && value !== undefined && entry.text !== value
  }
  const without = (drop: (field: string, entry: Entry) => boolean) =>
    setTexts((all) => Object.fromEntries(Object.entries(all).filter((one) => !drop(...one))))

  return {
    text: (field) => texts[field]?.text ?? serverValue(field) ?? '',
    change: (field, text) =>
      setTexts((all) => ({
        ...all,
        [field]: { text, basis: all[field]?.basis ?? serverValue(field) ?? '' },
      })),
    movedTo: (field) => {
      const [entry, value] = [texts[field], serverValue(field)]
      if (!entry || value === undefined) return null
      return value !== entry.basis && value !== entry.text ? value : null
    },
    isDirty,
    dirty: (Object.keys(texts) as Field[]).some(isDirty),
    texts,
    saved: (sent) => without((field, entry) => sent[field]?.text === entry.text),
    forget: (field) => without((one) => one === field),
  }
}

/** The sentence beside a field for its `movedTo`; null where no colleague changed the field. */
export const movedWords = (moved: string | null): string | null =>
  moved === null ? null : `It is now ${moved === '' ? 'empty' : moved}.`

/** The value to store for a text: the record's own value where the text is unchanged, and null for an empty text. */
export const heldText = (value: string | null | undefined, text: string): string | null =>
  text === (value ?? '') ? (value ?? null) : text === '' ? null : text

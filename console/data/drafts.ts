import { useSyncExternalStore } from 'react'

/**
 * Typed texts that are not sent, by place, in local storage. Every tab shows and continues the same text, so that no tab overwrites
 * what was typed in another one.
 */

/** Texts that local storage refused, because it is full or forbidden. */
const unstored = new Map<string, string>()
/** What this tab wrote last: any other text is another tab's. */
const own = new Map<string, string>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of [...listeners]) listener()
}
// Another tab wrote; or this one was frozen, and missed that.
for (const event of ['storage', 'focus', 'pageshow']) window.addEventListener(event, notify)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readDraft(place: string): string {
  try {
    return unstored.get(place) ?? localStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

/** @param basis the text that `text` continues: where another tab has written meanwhile, both texts are kept */
export function writeDraft(place: string, text: string, basis: string = readDraft(place)): void {
  const now = readDraft(place)
  const isKnown = now === basis || now === own.get(place) || text.includes(now)
  const kept = isKnown ? text : [now, text].filter(Boolean).join('\n')
  own.set(place, kept)
  unstored.delete(place)
  try {
    if (kept === '') localStorage.removeItem(place)
    else localStorage.setItem(place, kept)
  } catch {
    unstored.set(place, kept)
  }
  notify()
}

/** Adds a text below the draft of a place. */
export function continueDraft(place: string, text: string): void {
  const before = readDraft(place)
  writeDraft(place, [before, text].filter(Boolean).join('\n'), before)
}

/** The draft of a place, and what replaces it. */
export function useDraft(place: string): readonly [text: string, write: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => readDraft(place))
  return [text, (next) => writeDraft(place, next, text)]
}

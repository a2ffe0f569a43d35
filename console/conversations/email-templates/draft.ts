import {
  type EmailTemplate,
  type TemplateParts,
  templateParts,
} from '@portreeve/contract/conversations/email-templates'
import { useState } from 'react'

export type Part = (typeof templateParts)[number]
/** The texts of a template in the form. A missing body is an empty string; null is an untouched subject. */
export interface Typed {
  readonly SubjectPart: string | null
  readonly TextPart: string
  readonly HtmlPart: string
}

export const typedOf = (parts: TemplateParts): Typed => ({
  SubjectPart: parts.SubjectPart,
  TextPart: parts.TextPart ?? '',
  HtmlPart: parts.HtmlPart ?? '',
})

/** EML-27, D-108: an empty body is sent as null. */
export const partsOf = (typed: Typed): TemplateParts => ({
  SubjectPart: typed.SubjectPart,
  TextPart: typed.TextPart || null,
  HtmlPart: typed.HtmlPart || null,
})

export const isSame = (a: Typed, b: Typed) =>
  templateParts.every((part) => (a[part] ?? '') === (b[part] ?? ''))

/** The draft of a template, and the version that it is based on. */
export interface Draft {
  typed: Typed
  change: (change: Partial<Typed>) => void
  dirty: boolean
  /** The version on which the draft began; undefined if the server has no versions. */
  version: number | undefined
  /** A colleague has saved the template since the draft began. */
  moved: boolean
  /** Discards the draft. */
  discard: () => void
  /** Rebases the draft on the caller's own save; text typed since then stays unsaved. */
  saved: (typed: Typed, version: number | undefined) => void
}

interface KeptDraft {
  readonly typed: Typed
  /** The saved texts that the draft is based on. */
  readonly basis: Typed
  readonly version: number | undefined
}

/** Keeps the draft of a template until it is saved, also when the template is refetched. */
export function useDraft(template: EmailTemplate): Draft {
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const now = typedOf(template)
  const own = kept && !isSame(kept.typed, kept.basis) ? kept : null
  const dirty = own !== null && !isSame(own.typed, now)
  return {
    typed: own?.typed ?? now,
    change: (change) =>
      setKept((previous) => {
        const typing =
          previous && !isSame(previous.typed, previous.basis) && !isSame(previous.typed, now)
            ? previous
            : null
        const { typed, basis, version } = typing ?? { typed: now, basis: now, version: template.version }
        return { typed: { ...typed, ...change }, basis, version }
      }),
    dirty,
    version: dirty ? own.version : template.version,
    moved: dirty && !isSame(own.basis, now),
    discard: () => setKept(null),
    saved: (basis, version) =>
      setKept((previous) =>
        previous && !isSame(previous.typed, previous.basis)
          ? { typed: previous.typed, basis, version }
          : null,
      ),
  }
}

import { type EmailTemplate, type TemplateParts, templateParts } from '@portreeve/contract/email-templates'
import { useState } from 'react'

export type Part = (typeof templateParts)[number]
/** A template's texts as they are typed: a body that is missing is an empty text; a subject may be untouched. */
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

/** What is being written, and on which save of the template. */
export interface Draft {
  typed: Typed
  change: (change: Partial<Typed>) => void
  dirty: boolean
  /** The version that was read before the typing began; undefined where the server counts none. */
  version: number | undefined
  /** Somebody else has saved the template since the typing began. */
  moved: boolean
  /** Lets go of what was typed. */
  drop: () => void
  /** Goes on from one's own save; what was typed on meanwhile is not saved yet. */
  saved: (typed: Typed, version: number | undefined) => void
}

interface Own {
  readonly typed: Typed
  /** The save that the typing began on. */
  readonly basis: Typed
  readonly version: number | undefined
}

/** What is typed stays until it is saved, whatever the server says meanwhile. */
export function useDraft(template: EmailTemplate): Draft {
  const [kept, setOwn] = useState<Own | null>(null)
  const now = typedOf(template)
  const own = kept && !isSame(kept.typed, kept.basis) ? kept : null
  const dirty = own !== null && !isSame(own.typed, now)
  return {
    typed: own?.typed ?? now,
    change: (change) =>
      setOwn((was) => {
        const typing = was && !isSame(was.typed, was.basis) && !isSame(was.typed, now) ? was : null
        const { typed, basis, version } = typing ?? { typed: now, basis: now, version: template.version }
        return { typed: { ...typed, ...change }, basis, version }
      }),
    dirty,
    version: dirty ? own.version : template.version,
    moved: dirty && !isSame(own.basis, now),
    drop: () => setOwn(null),
    saved: (basis, version) =>
      setOwn((was) => (was && !isSame(was.typed, was.basis) ? { typed: was.typed, basis, version } : null)),
  }
}

import { api } from '@portreeve/contract'
import { nearestName } from '@portreeve/contract/base/nearest-name'
import type { EmailVariable } from '@portreeve/contract/conversations/email-templates'
import { brokenVariables, type Values, variablesIn } from '@portreeve/contract/conversations/variables'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import type { Typed } from './draft.ts'

/** A variable of a template, and its problems. */
export interface UsedVariable {
  readonly name: string
  /** The server's record of it; undefined if the variable is unknown. */
  readonly known: EmailVariable | undefined
  readonly sample: string
  /** Not in the server's list: a mail with it is never delivered. */
  readonly unknown: boolean
  /** The most similar known variable. */
  readonly suggestion: string | undefined
}

export interface Variables {
  used: UsedVariable[]
  /** Pieces that look like a variable but are invalid. */
  broken: string[]
  /** The server has a list of variables. */
  listed: boolean
  failed: (() => void) | null
  /** Sample values; a typed one overrides the server's. */
  values: Values
  setSample: (name: string, sample: string) => void
}

/** The variables of a draft. */
export function useVariables({ SubjectPart, TextPart, HtmlPart }: Typed): Variables {
  const loaded = useData(api.emailTemplates.variables, {})
  const [samples, setSamples] = useState<Record<string, string>>({})
  const known = loaded.data ?? []
  const names = known.map(({ name }) => name)
  const values: Record<string, string> = Object.assign(
    Object.create(null),
    Object.fromEntries(known.map(({ name, sample }) => [name, sample])),
    samples,
  )
  const listed = loaded.data !== undefined
  return {
    used: variablesIn(SubjectPart, TextPart, HtmlPart).map((name) => {
      const entry = known.find((one) => one.name === name)
      return {
        name,
        known: entry,
        sample: values[name] ?? '',
        unknown: listed && !entry,
        suggestion: entry ? undefined : nearestName(name, names),
      }
    }),
    broken: [...new Set([SubjectPart, TextPart, HtmlPart].flatMap(brokenVariables))],
    listed,
    // Another server of the spec answers 404. Any other failure is shown.
    failed: loaded.failure && loaded.failure.status !== 404 ? loaded.reload : null,
    values,
    setSample: (name, sample) => setSamples((previous) => ({ ...previous, [name]: sample })),
  }
}

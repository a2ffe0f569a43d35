import { api } from '@portreeve/contract'
import type { EmailVariable } from '@portreeve/contract/email-templates'
import { brokenVariables, type Values, variablesIn } from '@portreeve/contract/variables'
import { useState } from 'react'
import { useData } from '../../data/hooks.ts'
import { nearestName } from '../../format/nearest-name.ts'
import type { Typed } from './draft.ts'

/** A variable of a template, and what is wrong with it. */
export interface Used {
  readonly name: string
  /** What the server knows of it; undefined for one that it does not know. */
  readonly known: EmailVariable | undefined
  readonly sample: string
  /** Nobody knows it: a mail with it is never delivered. */
  readonly unknown: boolean
  /** What it was probably meant to be. */
  readonly meant: string | undefined
}

export interface Variables {
  used: Used[]
  /** Pieces that look like a variable and are none. */
  broken: string[]
  /** The server knows which variables mails are sent with. */
  listed: boolean
  failed: (() => void) | null
  /** Sample values, those that were typed here before those of the server. */
  values: Values
  setSample: (name: string, sample: string) => void
}

/** The variables of what is being typed. */
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
        meant: entry ? undefined : nearestName(name, names),
      }
    }),
    broken: [...new Set([SubjectPart, TextPart, HtmlPart].flatMap(brokenVariables))],
    listed,
    // Another server of the spec does not know the call; ours that fails is to be seen.
    failed: loaded.failure && loaded.failure.status !== 404 ? loaded.reload : null,
    values,
    setSample: (name, sample) => setSamples((was) => ({ ...was, [name]: sample })),
  }
}

import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import { Link, type LinkOptions, linkOptions } from '@tanstack/react-router'
import { kinds } from '../../format/record-kinds.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import classes from './record-link.module.css'

/** The screen of each kind of record; null if it has none. */
const screens: Readonly<Record<RecordKind, ((id: string) => LinkOptions) | null>> = {
  user: (uid) => linkOptions({ to: '/user-detail/$uid', params: { uid } }),
  transaction: (id) => linkOptions({ to: '/dashboard/txns/$id', params: { id } }),
  order: (id) => linkOptions({ to: '/dashboard/orders/$id', params: { id } }),
  listing: (key) => linkOptions({ to: '/dashboard/listings/$key', params: { key } }),
  promotion: null,
  conversation: (id) =>
    linkOptions({ to: '/dashboard/messages/$id', params: { id }, search: { view: 'all' } }),
  question: (id) => linkOptions({ to: '/dashboard/community/$id', params: { id } }),
  collection: (id) => linkOptions({ to: '/dashboard/collections/$id', params: { id } }),
  keyword: () => linkOptions({ to: '/dashboard/contentkw' }),
  macro: null,
  policy: null,
  rule: (id) => linkOptions({ to: '/dashboard/rules/$id', params: { id }, search: {} }),
  extension_field: null,
  value_list: (name) => linkOptions({ to: '/dashboard/lists/$name', params: { name } }),
  extension: () => linkOptions({ to: '/dashboard/extensions' }),
  email_template: (name) => linkOptions({ to: '/email-templates/$name', params: { name } }),
  email_variable: null,
  moderating_messages: () => linkOptions({ to: '/dashboard/moderating' }),
  staff: null,
  machine_key: null,
  ingest: null,
  audit: null,
  webhook_endpoint: (id) => linkOptions({ to: '/dashboard/developers/$id', params: { id } }),
}

/** The route of a record's screen. Another server may send unknown kinds. */
const screenOf = (kind: string, id: string): LinkOptions | null =>
  Object.hasOwn(screens, kind) ? (screens[kind as RecordKind]?.(id) ?? null) : null

/** The kinds of records whose page can be shown as it was. */
const withPast = ['user', 'listing', 'order', 'transaction', 'conversation']

interface AsThenProps {
  kind: string
  id: string
  at: string
  /** Whose sight the page has. */
  seen?: { as: string; by: string }
}

/** Leads to a record's page as it was at a moment; nothing for records whose page has no past. */
export function AsThen({ kind, id, at, seen }: AsThenProps) {
  const screen = withPast.includes(kind) ? screenOf(kind, id) : null
  if (!screen) return null
  return (
    <Link
      {...({ ...screen, search: { ...screen.search, at, ...seen } } as LinkOptions)}
      className={classes.then}
    >
      {seen ? 'What they saw' : 'As it was then'}
    </Link>
  )
}

/** A record by its kind and title, or else its id, linked to its screen. */
export function RecordLink({
  subject,
}: {
  subject: { kind: string; id: string; title?: string | null } | null
}) {
  if (!subject) return <span>–</span>
  const { kind, id, title } = subject
  const screen = screenOf(kind, id)
  const text = title ? <Clamp text={title} /> : <Clamp text={id} mono />
  return (
    <>
      <span className={classes.kind}>{kinds[kind] ?? kind}</span>
      {screen ? (
        <Link {...screen} className={classes.record}>
          {text}
        </Link>
      ) : (
        text
      )}
    </>
  )
}

import type { NotificationKind, NotificationWhat } from './notifications.ts'

const places: Readonly<Record<NotificationKind, { words: string; path: (id: string) => string }>> = {
  user: { words: 'a person', path: (id) => `/user-detail/${id}?timeline=user:${id}` },
  listing: { words: 'a listing', path: (id) => `/dashboard/listings/${id}?timeline=listing:${id}` },
  transaction: { words: 'an order', path: (id) => `/dashboard/txns/${id}?timeline=transaction:${id}` },
  conversation: { words: 'a conversation', path: (id) => `/dashboard/messages/${id}?view=all` },
  webhook_endpoint: {
    words: 'a webhook endpoint',
    path: (id) => `/dashboard/developers/${id}`,
  },
  rule: { words: 'a rule', path: (id) => `/dashboard/rules/${id}` },
  undo_plan: { words: 'an undo plan', path: (id) => `/dashboard/undo/${id}` },
  colleague: { words: 'a colleague', path: () => '/dashboard/desk?view=mine' },
  chargeback: { words: 'a chargeback', path: (id) => `/dashboard/chargebacks/${id}` },
}

const sentences: Readonly<Record<NotificationWhat, (by: string, of: string) => string>> = {
  mentioned: (by, of) => `${by} mentioned you in a note on ${of}.`,
  assigned: (by, of) => `${by} assigned ${of} to you.`,
  taken: (by, of) => `${by} took ${of} over from you.`,
  message: (_by, of) => `A new message for you: ${of}.`,
  reopened: (by, of) => `${by} opened ${of} again; it is yours.`,
  approval: (by, of) => `${by} asks for your approval about ${of}.`,
  decided: (by, of) => `${by} decided your request about ${of}.`,
  awake: (_by, of) => `The snooze of ${of} has ended.`,
  paused: (_by, of) => `Paused, because its deliveries fail: ${of}.`,
  stopped: (_by, of) => `A rule has stopped itself: ${of}.`,
  label_rejected: (_by, of) =>
    `The carrier rejected the refund of a shipping label of ${of}. The label counts as paid again.`,
  stands_in: (_by, of) => `You stand in for ${of}, who is away: their cases are under Mine.`,
  handed: (_by, of) => `Cases of ${of} are yours now.`,
  checked: (by, of) => `${by} commented on your decision about ${of}.`,
  deadline: (_by, of) => `The deadline of ${of} is within a day.`,
}

export interface Notice {
  readonly what: NotificationWhat
  readonly kind: NotificationKind
  /** The record's id. */
  readonly record: string
  readonly title?: string | null
  /** The colleague's name. */
  readonly by: string
}

/** The record's page. */
export const pathOf = ({ what, kind, record }: Notice): string => {
  const path = places[kind].path(encodeURIComponent(record))
  // The timeline has the words of notes and comments.
  return what === 'mentioned' || what === 'checked' || kind === 'conversation' || kind === 'colleague'
    ? path
    : (path.split('?')[0] ?? path)
}

/** 'Milo mentioned you in a note on Ann.' Names are isolated, as they may run from right to left. */
export const sentenceOf = ({ what, kind, title, by }: Notice): string =>
  sentences[what](isolated(by), title ? isolated(title) : places[kind].words)

const isolated = (name: string) => `\u2068${name}\u2069`

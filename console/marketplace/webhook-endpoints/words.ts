import { type EventSubject, type EventType, eventTypes } from '@portreeve/contract/base/event-types'
import { namesOf } from '@portreeve/contract/base/own'
import { allEventTypes } from '@portreeve/contract/marketplace/events'
import type { WebhookDelivery, WebhookEndpoint } from '@portreeve/contract/marketplace/webhook-endpoints'
import { count } from '../../format/words.ts'
import type { Tone } from '../../ui/StateWord.tsx'

/** The kinds of records that events are about. */
export const subjectWords: Readonly<Record<EventSubject, string>> = {
  user: 'People',
  listing: 'Listings',
  promotion: 'Promotions',
  transaction: 'Orders and their money',
  order: 'Orders',
  conversation: 'Messages',
  question: 'Community posts',
  collection: 'Collections',
  keyword: 'Content keywords',
  moderating_messages: 'Standard messages',
}
export const subjects = namesOf(subjectWords)

export const typesOf = (subject: EventSubject): EventType[] =>
  allEventTypes.filter((type) => eventTypes[type][0] === subject)

/** 'All events', 'user.blocked', or '4 types of event'. */
export const typesInWords = (types: WebhookEndpoint['types']): string =>
  types === null ? 'All events' : types.length === 1 ? (types[0] ?? '') : `${types.length} types of event`

/** Whether an endpoint receives its events. */
export function endpointState({ state, failing_since }: WebhookEndpoint): { word: string; tone: Tone } {
  if (state === 'paused') return { word: 'paused', tone: 'bad' }
  return failing_since ? { word: 'failing', tone: 'caution' } : { word: 'active', tone: 'good' }
}

export const deliveryWords: Readonly<Record<WebhookDelivery['state'], { word: string; tone: Tone }>> = {
  pending: { word: 'waits', tone: 'caution' },
  delivered: { word: 'delivered', tone: 'good' },
  dead: { word: 'given up', tone: 'bad' },
}

/** '3 of 120 (2.5 %)' of the last day; null when nothing was tried. */
export const failureRate = ({ tried_day, failed_day }: WebhookEndpoint): string | null =>
  tried_day === 0
    ? null
    : `${failed_day} of ${tried_day} (${Math.round((failed_day / tried_day) * 1000) / 10} %)`

/** The answer to the last attempt. */
export const answerWords = ({ status, attempts, last_at }: WebhookDelivery): string =>
  last_at === null
    ? '–'
    : `${status ?? 'No answer'}${attempts > 1 ? `, ${count(attempts, 'attempt', 'attempts')}` : ''}`

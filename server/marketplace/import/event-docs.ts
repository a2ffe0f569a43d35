import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  type EventSubject,
  type EventType,
  eventSubjects,
  eventTypes,
} from '@portreeve/contract/base/event-types'
import { namesOf } from '@portreeve/contract/base/own'
import { eventData, exampleOf } from '@portreeve/contract/marketplace/event-data'
import { allEventTypes } from '@portreeve/contract/marketplace/events'
import { intro } from './event-docs-intro.ts'

/** The file that `eventGuide` generates. */
export const eventGuidePath = fileURLToPath(new URL('../../../docs/events.md', import.meta.url))

const titles: Record<EventSubject, string> = {
  user: 'A person',
  listing: 'A listing',
  promotion: 'A promotion',
  transaction: 'A transaction',
  order: 'An order',
  conversation: 'A conversation',
  question: 'A community post',
  collection: 'A collection',
  keyword: 'A content keyword',
  moderating_messages: 'The standard messages',
}

/** docs/events.md, generated from the contract so that the two always agree. */
export const eventGuide = (): string => `${[intro, ...namesOf(eventSubjects).map(section)].join('\n\n')}\n`

function section(subject: EventSubject): string {
  const types = allEventTypes.filter((type) => eventTypes[type][0] === subject)
  const field = eventSubjects[subject]
  return [
    `### ${titles[subject]}`,
    field === null ? 'All events are about one record.' : `\`${field}\` names the record.`,
    ...types.map(entry),
  ].join('\n\n')
}

function entry(type: EventType): string {
  const fields = Object.keys(eventData[type].data.shape)
    .map((name) => `\`${name}\``)
    .join(', ')
  return `**\`${type}\`**: ${eventTypes[type][1]} Fields: ${fields}.

\`\`\`json
${JSON.stringify(exampleOf(type).data)}
\`\`\``
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) await writeFile(eventGuidePath, eventGuide())
  else process.exitCode = (await readFile(eventGuidePath, 'utf8')) === eventGuide() ? 0 : 1
}

import { parseArgs } from 'node:util'
import { call, metricsOf } from '../stack/calls.ts'
import { openFeed } from '../stack/live-feed.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'

// The time from sending a message to its event in open pages:
//   node --import tsx bench/feed/latency.ts [--feeds 300] [--messages 300] [--postgres URL]
// Prints the latency over all messages and feeds, and the server's memory for an idle feed.
const { values } = parseArgs({
  options: {
    feeds: { type: 'string', default: '300' },
    messages: { type: 'string', default: '300' },
    postgres: { type: 'string' },
  },
})
const feedCount = Number(values.feeds)
const messages = Number(values.messages)
const uid = 'staff-admin'

const server = await openServer({ postgres: values.postgres })
await server.start()
const token = await server.token()
await server.withDatabase(async ({ pool }) => {
  await pool.query(
    "insert into conversations (id, conversations_messages_id, date) values ('talk', 'm-talk', now())",
  )
  await pool.query(
    "insert into conversation_members (conversation_id, uid, name, position) values ('talk', $1, 'Admin', 0), ('talk', 'ana', 'Ana', 1)",
    [uid],
  )
})
const resident = async () => {
  const text = await metricsOf(server.api)
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

const before = await resident()
/** The send time of each message; events come in that order. */
const sentAt: number[] = []
const took: number[] = []
const feeds = Array.from({ length: feedCount }, () => {
  let next = 0
  return openFeed({
    api: () => server.api,
    apiKey,
    token: () => token,
    topic: `conversationUpdates/${uid}`,
    onEvent: ({ at }) => {
      const from = sentAt[next++]
      if (from !== undefined) took.push(at - from)
    },
  })
})
while (feeds.some((feed) => feed.connections() === 0)) await new Promise((later) => setTimeout(later, 100))
await new Promise((later) => setTimeout(later, 2000))
const after = await resident()

for (let at = 0; at < messages; at++) {
  sentAt.push(performance.now())
  const { status, text } = await call(
    server,
    token,
    {
      method: 'POST',
      path: '/v2/messages',
      body: {
        data: {
          message_data: {
            text: `Message ${at}`,
            type: 0,
            senderID: uid,
            senderDisplayName: 'Admin',
            date: new Date().toISOString(),
          },
          conversation_id: 'talk',
          recipient_uid: 'ana',
        },
      },
    },
    `message-${at}`,
  )
  if (status !== 200) throw new Error(`The message was answered ${status}: ${text}`)
  await new Promise((later) => setTimeout(later, 50))
}
await new Promise((later) => setTimeout(later, 3000))

const sorted = took.toSorted((a, b) => a - b)
const percentile = (share: number) =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
const expected = feedCount * messages
console.info(
  JSON.stringify(
    {
      database: values.postgres ? 'PostgreSQL' : 'PGlite',
      feeds: feedCount,
      messages,
      'seen in feeds': `${took.length} of ${expected}`,
      'milliseconds from POST to sight': {
        p50: percentile(0.5),
        p95: percentile(0.95),
        p99: percentile(0.99),
        max: percentile(1),
      },
      'kB of memory for an idle feed': Math.round((after - before) / 1024 / feedCount),
    },
    null,
    2,
  ),
)
for (const feed of feeds) feed.close()
await server.close()
process.exit(took.length === expected ? 0 : 1)

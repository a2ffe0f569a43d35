import { eventDays, maxEvents, maxEventWait } from '@portreeve/contract/marketplace/events'
import { rotationHours } from '@portreeve/contract/marketplace/webhook-endpoints'

/** The part of docs/events.md that is written by hand. */
export const intro = `<!-- Made from contract/event-*.ts by server/marketplace/import/event-docs.ts. Rewrite: node --import tsx server/marketplace/import/event-docs.ts --write -->

# Events: what the marketplace learns

Every decision of the staff about a record of the marketplace is an event: blocked, denied, refunded, answered. It is written in the
same transaction as the decision and its audit row, so there is no decision without its event and no event without its decision.
A consumer receives events by webhooks, or reads them at \`/v1/events\`; both carry the same ones. \`/asyncapi.json\` describes them for
programs (AsyncAPI 3), with a JSON Schema of each type.

\`\`\`json
{
  "id": "evt_1042",
  "type": "user.blocked",
  "timestamp": "2026-05-03T09:00:00.000Z",
  "data": { "uid": "ana", "reason": "Sold fakes", "before": {"isBanned": false}, "after": {"isBanned": true},
            "actor": {"uid": "staff-1", "role": "moderator"} }
}
\`\`\`

- \`before\` and \`after\` have the changed fields. Amounts are cents, times ISO-8601 UTC.
- \`actor\` is the author: a staff member's uid and role, with the role \`staff\` for what a staff member began and the server finished,
  and \`system\` for the server and the payment provider.
- What staff can undo for some seconds is an event at once, and its undo another one (\`listing.denied\`, then \`listing.pending\`). A consumer
  that must not announce a decision too early waits 15 seconds and looks for the second event.
- What staff deleted they can restore for 30 days (\`listing.restored\`, \`question.restored\`, \`conversation.restored\`): keep what you hide that
  long. A row that you send about a deleted record meanwhile is not stored: send the record again after it was restored.
- Money that moves is an event when it has moved, not when staff ask for it.

## Promises

- **None is lost.** Events are kept for ${eventDays} days; a webhook is tried for three of them, and then waits for staff to send it again.
- **At least once.** The same event can arrive twice: when an answer is lost, when staff send it again. Remember \`id\`
  and ignore one that you have.
- **In order per record.** All events of one record arrive in the order of the decisions: a later one waits until an earlier one is
  received, or given up. Events of different records can arrive in any order. At \`/v1/events\` all are in order.

## By webhook

Staff with the right make an endpoint in the console, under Developers: an https address, and the types that it receives. The secret
(\`whsec_…\`) is shown once. Requests follow [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\` and
\`webhook-signature\`. Verify them with a library of that page before you read the body:

\`\`\`js
import { Webhook } from 'standardwebhooks'
const event = new Webhook(process.env.SECRET).verify(body, headers)   // throws: forged, or older than five minutes
\`\`\`

Without a library: the signature is the HMAC-SHA256 of \`webhook-id.webhook-timestamp.body\`, the raw body, in base64. The key is what
follows \`whsec_\`, decoded from base64. The header has one signature or several, separated by spaces, each after \`v1,\`: one must match.
\`webhook-timestamp\` is in Unix seconds; refuse one that is more than five minutes off.

- Store the event, then answer with any 2xx within 10 seconds. Redirects are failures.
- After a failure it is tried again: after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 20 hours. Then it is *given up*; staff
  can send it again, alone or with all others of the endpoint.
- An endpoint whose attempts fail for an hour, ten at least, is paused, and the staff member who made it is notified. \`410\` pauses it at
  once. Resumed, it goes on where it stopped.
- *Send a test* sends an event of the type \`webhook.test\`, which is in no list of types: its \`data\` is \`{"endpoint_id":"we_…"}\`.
- One endpoint has an address. A secret that is lost is not shown again: rotate it, or remove the endpoint and make a new one.
- A new secret signs beside the old one for ${rotationHours} hours.
- The address must be public, unless the operator sets \`PORTREEVE_WEBHOOKS_PRIVATE=1\`. Its name is resolved once for each attempt, and the
  connection goes to the resolved address.

## By reading

\`\`\`sh
curl -H "Authorization: Bearer $MACHINE_KEY" "https://staff.example.com/v1/events?after=1042&limit=100&wait=${maxEventWait}"
\`\`\`

answers \`{"status_code": 1, "data": {"events": [...], "next": "1060", "more": false}}\`. Store \`next\` in the same transaction as what you
did with the events, and send it as \`after\`. Without \`after\` reading begins with the oldest event that is kept; \`after=end\` answers
with the newest position alone. \`wait\` holds the answer back until there is an event, up to ${maxEventWait} seconds; \`limit\` goes up to ${maxEvents}. The call
needs a machine key with the scope \`events.read\`.

\`410 expired\`: the position is older than the events that are kept, or newer than the newest one, after a backup was restored. Read the
records again, then continue after \`end\`.

## The types`

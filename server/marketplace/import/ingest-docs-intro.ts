import { maxAtomic, maxWhole } from '@portreeve/contract/marketplace/ingest'
import { keysPerName } from '@portreeve/contract/marketplace/machine-keys'

const megabytes = maxWhole / 1024 / 1024

/** The part of docs/ingest.md that is written by hand. */
export const intro = `<!-- Made from contract/marketplace/imports.ts by server/marketplace/import/ingest-docs.ts. Rewrite: node --import tsx server/marketplace/import/ingest-docs.ts --write -->

# Ingest: what the marketplace writes

The marketplace's app sends its records as they change, one or a million at a time. Open pages of the console show a new report, message
or listing within a second. \`/openapi.json\` describes the calls for programs. [events.md](events.md) is the other direction. A first
load from files is [import.md](import.md).

\`\`\`sh
curl -H "Authorization: Bearer $MACHINE_KEY" -H 'Content-Type: application/x-ndjson' --data-binary @- \\
  https://staff.example.com/v1/ingest/users <<'END'
{"uid":"ana","displayName":"Ana","email":"ana@example.com","source_version":17}
{"uid":"ben","displayName":7}
END
\`\`\`

answers with one line per row, as soon as the row is committed, and a last line with the counts:

\`\`\`json
{"line":1,"key":"ana","result":"new"}
{"line":2,"key":"ben","result":"rejected","reason":"displayName must be text"}
{"status_code":1,"data":{"new":1,"changed":0,"unchanged":0,"deleted":0,"rejected":1}}
\`\`\`

## The calls

| call | what it does |
|---|---|
| \`POST /v1/ingest/{entity}\`, \`Content-Type: application/x-ndjson\` | Writes one JSON object per line. The body has any length, and is streamed. Good rows are kept, even when a later row is rejected or the connection breaks. |
| the same with \`application/json\` | Writes an array of rows. The answer is one object: the counts, and \`results\`. |
| \`?atomic=true\` | Writes all rows in one transaction, or none: one bad row refuses the call with 422, and up to ten bad rows are named. |
| \`?results=rejected\` | Leaves the rows out of the answer that were not rejected. The counts have them. |
| \`DELETE /v1/ingest/{entity}/{key}\` | Deletes a record. Rejected while other records name it, and for people with open money. The parts of a key of several fields are joined by a comma; a comma inside a part is \`%2C\`, encoded again for the address. \`?source_version=…\` as in a row. |
| \`GET /v1/ingest/{entity}/{key}\` | Returns a record as a row has it, with what staff changed since, and its \`source_version\` as a number. A key reads only what it, or an earlier key of its name, has written; anything else is 404, and so is a deleted record. Verification codes and email templates are not read back. |

**A row is the whole record**: all its fields as they are now. A field that is missing means null, or the default that the tables below
name. Repeating a call is safe: equal rows are unchanged.

**An answer without its last line is not complete.** The connection broke, or the server was stopped. Send the rows again that have no
result. A last line with \`code\` says why the call ended.

## Results

| result | meaning |
|---|---|
| \`new\`, \`changed\` | The record was written. |
| \`unchanged\` | The record is equal already. With \`late\`: it has a row with this or a higher \`source_version\`, so that this one does not count. |
| \`deleted\` | A \`DELETE\` deleted the record, or agreed with a deletion by staff. |
| \`rejected\` | Nothing was written. \`reason\` names the field, never its content. |

A rejected row is rejected again, with one exception: a row that names a record which is not there yet. Send that record, then the row again.

\`kept\` names fields that keep what staff decided. \`odd\` names fields whose value was stored although it is no date.

## The order of changes

\`source_version\` grows with each change of a record at its source: a whole number, such as a revision or a sequence, or an ISO-8601 time.
A number is from 0 to 9,007,199,254,740,991; a time names its offset, as in \`2026-05-03T09:00:00Z\`.
It makes calls safe that overtake each other, arrive twice, or wait in a queue for a day: a *late* row, whose version is not above the
record's, changes nothing, and is not an error. A deletion counts, too: a late row does not bring the record back. Without versions the
last row to arrive counts.

Two rows of one record in one call are written one after the other.

## Who owns a field

What staff decided or wrote is theirs. Once they changed a field, or made a record, a field keeps their value: a later row writes the
other fields, and its result names this one in \`kept\`. The few fields that no change by staff keeps are named below with the reason. The
console lists the difference ("here: blocked on 3 May; the marketplace says: not blocked"). It ends

- when a row has our value (the marketplace has read the event, and does the same): from then on the next row counts again; or
- by hand: an admin keeps ours, which hides the difference until the marketplace says something else, or gives the field back.

A listing that was approved or denied is pending again when a row changes what a reviewer judges.

A decision outlives the record: \`DELETE\` and a new \`POST\` of the same key find it again. A record that staff deleted is rejected until the
marketplace deletes it, too. A record that staff made and that the marketplace has not sent yet, and a redeemed gift card, are not deleted.

A dispute has one state, that of its own row. \`dispute_id\` and \`dispute_status\` of a transaction follow it, and a dispute that a row resolves
releases the seller's money as one that staff resolve. What staff decided stays decided. A transaction has one open dispute.

An erased person stays erased: rows of theirs are rejected, whatever their \`source_version\`. A row of another record loses their uid where
the field may be empty, which \`kept\` names, and is rejected where it needs them.

## Keys and limits

- An admin makes a machine key in the console, under Developers. It is named, has a scope for each entity, is shown once and stored as a
  hash. It may have allowed networks and an end. ${keysPerName} keys of one name are valid at a time: make the new one, deploy it, end the old one.
- Ending a key takes effect at once; a call that is running ends within a second of its next rows.
- Calls of one key a minute: \`PORTREEVE_CALLS_PER_KEY\` ([deploy.md](deploy.md)); 429 has \`Retry-After\`. Send many rows in one call. Staff have
  limits of their own.
- A JSON array, and the body of an atomic call: ${megabytes} MB, within a minute. An atomic call: ${new Intl.NumberFormat('en-US').format(maxAtomic)} rows.
- A row of NDJSON over 16 MB is rejected; one of over 64 MB ends the call.
- A body may pause for 30 seconds, and needs at most two minutes for one row. It must not be compressed.
- Rows are committed by up to 500. The audit log has the calls, rows and refusals of each key by the hour, and calls with
  unknown keys by the minute.

## Errors

A refused call answers with its status, and with what to do in words:

\`\`\`json
{"status_code":0,"code":"refused","error_title":"Nothing was written","error_message":"Line 2 displayName must be text.","data":null}
\`\`\`

| status | code | when |
|---|---|---|
| 400 | \`malformed\` | The query, the Content-Type, a compressed body, no JSON array, or a body that broke off ("Cut off"). |
| 401 | \`signed_out\` | No key, an unknown one, or one that was ended or has expired. |
| 403 | \`forbidden\` | The key lacks the scope (as every key does for an entity that is not below), or may not be used from this address. |
| 413 | \`too_large\` | One of the limits above. |
| 422 | \`refused\` | An atomic call with a bad row; a deletion of what is never deleted. |
| 429 | \`too_many\` | Too many calls. Wait for \`Retry-After\` seconds. |
| 503 | \`unavailable\` | The server stops, or the database cannot be reached or is full. Send the same again later. |

Reasons of rejected rows are those of a file:

\`\`\`json
{"line":3,"key":null,"result":"rejected","reason":"has the key \\"uid\\" more than once"}
{"line":4,"key":"cid","result":"rejected","reason":"has an unknown field: \\"phone\\""}
{"line":5,"key":"lamp-1","result":"rejected","reason":"creatorUID names \\"nobody\\", which is not in users"}
{"line":6,"key":"dan","result":"rejected","reason":"account was deleted"}
\`\`\`

## What differs from files

- **Staff are not written here.** There is no scope for them: a program that could add staff could approve its own refunds. Nor does a
  program write in their name: a message or a ban reason that names one of them as its writer is rejected.
- Of several rows of one record all count, in their order. In a file only the last one does.
- \`source_version\`, \`atomic\` and deletions exist only here. A file never deletes.

The schemas, the reasons, the owners of fields and the code that writes are the same.

## The entities

A row names only records that exist: send people before their listings. Fields in **bold** are required. *Must be in* names
the entity that the value is looked up in. Amounts of money are whole numbers of their currency's smallest unit (cents, yen), of
at most 1,000,000,000,000.
*time* is ISO-8601 with its offset (\`2026-05-03T09:00:00Z\`). *time; any other text is kept*: a date, or a time without an offset, is taken as UTC; a
text that is no date is stored as it is and named in \`odd\`.`

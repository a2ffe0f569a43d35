/** The part of docs/import.md that is written by hand. */
export const intro = `<!-- Made from contract/marketplace/imports.ts by server/marketplace/import/docs.ts. Rewrite: node --import tsx server/marketplace/import/docs.ts --write -->

# Importing a marketplace

\`\`\`
npm run portreeve -- import DIR
npm run portreeve -- import DIR --environment production
\`\`\`

\`DIR\` is a folder with one file per kind of record. Each file is NDJSON: one JSON object per line, UTF-8, in the field
names below. Every file is optional. The files may be of any size, because they are streamed.

By default, the import writes to the embedded database of the environment, in the folder \`PORTREEVE_DATA_DIR\` (the default is
development, or production where only that has data). With \`DATABASE_URL\` it writes to that PostgreSQL. The server may run
during the import and answers calls.

## What it promises

- **Idempotent.** An existing row is updated to the file's values; an equal row is not touched. A second run of the same files
  changes nothing and counts every row as unchanged. A row that a file lacks is never removed.
- **A bad line costs one line.** A line that is not JSON, has an unknown field, a wrong type, a NUL or half a character, names
  an unknown person or order, or is longer than 16 MB is rejected, and the import continues. The rejected lines are in a
  separate file, in the folder \`rejects\` of the data folder: \`{"file": "users.ndjson", "line": 7, "reason": "…"}\`.
  Correct the lines, put them into a file of the same name, and import that.
- **Resumable.** Rows are committed in batches together with the progress of the file. After an interruption run the same
  command: an unchanged file resumes after its last committed line, or before its first rejected one, so that every rejected
  line is reported.
- **Odd dates are kept.** Where a field below is 'time; any other text is kept', a text that is no date is stored and shown
  unchanged, and counted as a warning. Everywhere else a time must be ISO-8601 with an offset, such as
  \`2026-01-31T12:00:00Z\`.
- **The last one wins.** Of several good lines with the same key in one file the last counts; the others are warnings.

At the end there is one line per file: how many rows are new, changed, unchanged, how many warnings there were, and how many
lines were rejected. The exit code is 0 when every line was taken, 1 when some were rejected, 130 when it was stopped.

## What a file cannot do

Fields that staff changed stay as they left them, and so do records that they made, wrote or deleted:

- A person whom staff blocked stays blocked. A person whom the marketplace blocked is unblocked by its next file.
- A report that was resolved or ignored is not opened again, a listing that was approved or denied is not pending again, unless
  its seller changed what a reviewer judges.
- A record that was deleted here is not restored: its line is rejected ('account was deleted', 'was deleted in Portreeve').
- A gift card that was redeemed stays redeemed, an email address that staff corrected stays, and so does a colleague's role.
- A person who was erased is not brought back ('was erased in Portreeve').
- A staff member who was disabled here stays disabled.
- A file deletes no record that is here, and disables no one: \`deleted_at\`, \`disabled\` and \`shared\` of an export (docs/export.md) count for
  new records alone.

A field is free again as soon as a file has our value. Until then the console lists the difference.

## The files

They are read in this order, so that referenced rows exist first. Fields in **bold** are required; another missing
field is null unless its meaning says otherwise. 'Must be in' names the file (of this import or an earlier one) that the value is
looked up in. Amounts of money are whole numbers of their currency's smallest unit (cents, yen).`

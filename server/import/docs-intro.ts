/** The part of docs/import.md that people write. */
export const intro = `<!-- Made from contract/imports.ts by server/import/docs.ts. Rewrite: node --import tsx server/import/docs.ts --write -->

# Importing a marketplace

\`\`\`
npm run portreeve -- import DIR
npm run portreeve -- import DIR --environment production
\`\`\`

\`DIR\` is a folder with one file per kind of record. Each file is NDJSON: one JSON object per line, UTF-8, in the field
names below. Every file is optional. The files may be of any size: they are read as streams.

By default the import goes into the demo's embedded database of the environment (default: development), in the folder
\`PORTREEVE_DATA_DIR\`. With \`DATABASE_URL\` it goes into that PostgreSQL. The server may run and answers during the import.

## What it promises

- **Repeatable.** A row that exists is updated to the file's values; an equal one is
  not touched. A second run of the same files changes nothing and counts every row as unchanged. A row that is missing in a file
  is never removed.
- **A bad line costs one line.** A line that is not JSON, has an unknown field, a wrong type, a NUL or half a character, names an
  unknown person or order, or is longer than 16 MB is rejected, and the import continues. Each rejected line is reported in
  a file in the folder \`rejects\` of the data folder: \`{"file": "users.ndjson", "line": 7, "reason": "…"}\`.
  Correct the lines, put them into a file of the same name, and import that.
- **Killed, run again.** Rows are committed in batches together with the position in the file. After an interruption
  run the same command: an unchanged file resumes after its last committed line, or before its first
  rejected one, so that every rejected line is reported.
- **Odd dates are kept.** Where a field below is 'time; any other text is kept', a text that is no date is stored and shown as it is,
  and counted as a warning. Everywhere else a time must be ISO-8601 with an offset, such as
  \`2026-01-31T12:00:00Z\`.
- **The last one wins.** Of several good lines with the same key in one file the last counts; the others are warnings.

At the end there is one line per file: the numbers of new, changed and unchanged rows, of warnings, and of rejected
lines. The exit code is 0 when every line was accepted, 1 when some were rejected, 130 when it was stopped.

## What a file cannot do

The file overwrites values that staff have changed in the console, field by field (an e-mail address, a title). Decisions of staff
are kept:

- A blocked person stays blocked; only staff unblock.
- A report that was resolved or ignored is not opened again, a listing that was approved or denied is not pending again.
- An account or a listing that was deleted here is not revived: its line is rejected ('account was deleted').
- A gift card that was redeemed here stays redeemed.
- A staff member who was disabled here stays disabled.

A record that was removed here altogether (a macro, a community post, a conversation) comes back when a file still has it.

## The files

They are read in this order, so that referenced records come first. Fields in **bold** are required; a missing one
is null unless its meaning says otherwise. 'Must be in' names the file (of this import or an earlier one) that must have the
value. Amounts of money are whole cents.`

/** The part of docs/import.md that is written by hand. */
export const intro = `<!-- Made from contract/imports.ts by server/import/docs.ts. Rewrite: node --import tsx server/import/docs.ts --write -->

# Importing a marketplace

\`\`\`
npm run portreeve -- import DIR
npm run portreeve -- import DIR --environment production
\`\`\`

\`DIR\` is a folder with one file per kind of record. Each file is NDJSON: one JSON object per line, UTF-8, in the field
names below. No file has to be there. The files may be of any size: they are read piece by piece.

Without anything else, the import goes into the demo's embedded database of the environment (development unless said
otherwise), in the folder \`PORTREEVE_DATA_DIR\`. With \`DATABASE_URL\` it goes into that PostgreSQL. The server may run
meanwhile and answers during the import.

## What it promises

- **Again and again.** A row that is in the database already is brought to what the file says; one that is so already is
  not touched. A second run of the same files changes nothing and counts every row as unchanged. Nothing is ever removed
  because a file lacks it.
- **A bad line costs one line.** What is not JSON, has an unknown field, a wrong type, a NUL or half a character, names a
  person or an order that is nowhere, or is longer than 16 MB is left out, and the import goes on. Each such line is in a
  file of its own, in the folder \`rejects\` of the data folder: \`{"file": "users.ndjson", "line": 7, "reason": "…"}\`.
  Mend the lines, put them into a file of the same name, and import that.
- **Killed, run again.** Rows are committed in batches together with how far the file has come. After an interruption
  run the same command: an unchanged file goes on after its last committed line, or before its first
  rejected one, so that no rejected line goes unsaid.
- **Odd dates are kept.** Where a field below is 'time; any other text is kept', a text that is no date is stored as it is
  and shown as it is; it is only counted as a warning. Everywhere else a time must be ISO-8601 with an offset, such as
  \`2026-01-31T12:00:00Z\`.
- **The last one wins.** Of several good lines with the same key in one file the last counts; the others are warnings.

At the end there is one line per file: how many rows are new, changed, unchanged, how many warnings there were, and how many
lines were rejected. The exit code is 0 when every line was taken, 1 when some were rejected, 130 when it was stopped.

## What a file cannot do

The file wins over what staff changed in the console meanwhile, field by field (an e-mail address, a title). What staff
decided is kept:

- Somebody who is blocked stays blocked; only staff unblock.
- A report that was resolved or ignored is not opened again, a listing that was approved or denied is not pending again.
- An account or a listing that was deleted here is not revived: its line is rejected ('account was deleted').
- A gift card that was redeemed here stays redeemed.
- Somebody of the staff who was disabled here stays disabled.

What was removed here altogether (a macro, a community post, a conversation) comes back when a file still has it.

## The files

They are read in this order, so that what others refer to is there first. Fields in **bold** must be given; a missing one
is null unless its meaning says otherwise. 'Must be in' names the file (of this import or an earlier one) that the value is
looked up in. Amounts of money are whole cents.`

import { own } from '@portreeve/contract/base/own'
import type { SignedCaseFile } from '@portreeve/contract/desk/case-files'
import { actionWords, spaced } from '../../format/actions.ts'
import { longUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { kinds } from '../../format/record-kinds.ts'
import { count, orNull } from '../../format/words.ts'
import classes from './case-file.module.css'
import { ConversationPart, ListingPart, TransactionPart } from './DocumentRecords.tsx'
import { Barred, capital, Facts, Table } from './document-parts.tsx'

/** The figures of an entry that are cents. */
const inCents = ['refund', 'cents', 'available_balance', 'pending_balance']

/** A case file as a document: its cover, then a section per kind of record. */
export function CaseDocument({ file, digest, proof }: SignedCaseFile) {
  const { person, transactions, listings, conversations, reports, decisions, reads } = file
  return (
    <article className={classes.document} aria-label="The case file">
      <Cover file={file} digest={digest} proof={proof} />
      <section>
        <h2>Person</h2>
        <Facts
          of={Object.entries(person).map(([name, value]) => [capital(spaced(name)), factOf(name, value)])}
        />
      </section>
      {transactions.length > 0 && (
        <section>
          <h2>Transactions and their money</h2>
          {transactions.map((one) => (
            <TransactionPart key={one.id} txn={one} />
          ))}
        </section>
      )}
      {listings.length > 0 && (
        <section>
          <h2>Listings</h2>
          {listings.map((one) => (
            <ListingPart key={one.id} listing={one} />
          ))}
        </section>
      )}
      {conversations.length > 0 && (
        <section>
          <h2>Messages</h2>
          {conversations.map((one) => (
            <ConversationPart key={one.id} told={one} />
          ))}
        </section>
      )}
      {reports.length > 0 && (
        <section>
          <h2>Reports about the person</h2>
          <Table
            label="Reports"
            heads={['When', 'By', 'Reason', 'Words', 'State']}
            rows={reports.map(({ at, by, reason, text, state }) => [
              longUtc(at),
              by,
              orNull(reason),
              text === null ? '–' : <Barred key="text">{text}</Barred>,
              capital(state),
            ])}
          />
        </section>
      )}
      {decisions.length > 0 && (
        <section>
          <h2>Decisions</h2>
          <Table
            label="Decisions"
            heads={['When', 'Who', 'What', 'About', 'Reason']}
            rows={decisions.map(({ at, by, action, about, figures, currency, reason }) => [
              longUtc(at),
              by,
              `${actionWords(action, figures)}${figureWords(figures, currency)}`,
              <About key="about" about={about} />,
              reason === null ? '–' : <Barred key="reason">{reason}</Barred>,
            ])}
          />
        </section>
      )}
      {reads.length > 0 && (
        <section>
          <h2>Who read what</h2>
          <Table
            label="Reads"
            heads={['When', 'Who', 'What', 'About', 'Shown']}
            rows={reads.map(({ at, by, action, about, shown }) => [
              longUtc(at),
              by,
              actionWords(action),
              <About key="about" about={about} />,
              shown === null
                ? '–'
                : `${count(shown.messages, 'message', 'messages')}, ${longUtc(shown.from)} to ${longUtc(shown.to)}`,
            ])}
          />
        </section>
      )}
    </article>
  )
}

function Cover({ file, digest, proof }: Omit<SignedCaseFile, 'signature'>) {
  const { person, transactions, listings, conversations, reports, decisions, reads } = file
  const messages = conversations.reduce((sum, one) => sum + one.messages.length, 0)
  return (
    <header className={classes.cover}>
      <h2>Case file: {orNull(person.displayName)}</h2>
      <Facts
        of={[
          ['Person', person.uid],
          ['For', <Barred key="for">{file.purpose}</Barred>],
          ['Made by', file.made_by],
          ['Made at', longUtc(file.made_at)],
          [
            'Contents',
            [
              count(transactions.length, 'transaction', 'transactions'),
              count(listings.length, 'listing', 'listings'),
              `${count(messages, 'message', 'messages')} of ${count(conversations.length, 'conversation', 'conversations')}`,
              count(reports.length, 'report', 'reports'),
              count(decisions.length, 'decision', 'decisions'),
              count(reads.length, 'read', 'reads'),
            ].join(', '),
          ],
          ['Digest (SHA-256)', <code key="digest">{digest}</code>],
          [
            'Proof',
            'The signed JSON of this file has the same digest. The server’s public keys, at /identity/jwks, prove its signature, and the audit log has the digest.',
          ],
          [
            'Key of the audit log',
            proof && (
              <span key="key">
                <code>{proof.key.id}</code>. With it, “npx portreeve verify” and the server’s page
                /.well-known/portreeve-verify.html check the signed JSON without a network.
              </span>
            ),
          ],
        ]}
      />
      <h3>What was left out, and why</h3>
      <Table
        label="Left out"
        heads={['What', 'How much', 'Why']}
        rows={file.left_out.map(({ what, count, why }) => [what, count ?? 'not counted', why])}
      />
      <p>
        Other people are Person A, Person B and so on, the same in the whole file.
        {file.left_out.some(({ what }) => what === 'Names of staff') &&
          ' Staff are named by their role and a letter.'}{' '}
        Times are UTC.
      </p>
    </header>
  )
}

const About = ({ about: { kind, id } }: { about: { kind: string; id: string } }) => (
  <Barred>{`${own(kinds, kind) ?? kind} ${id}`}</Barred>
)

/** A field of the person as it is read: amounts, times, yes and no. */
function factOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && inCents.includes(name)) return dollars(value)
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    ? longUtc(value)
    : String(value)
}

const figureWords = (figures: Readonly<Record<string, number | boolean>>, currency?: string) => {
  const shown = Object.entries(figures).flatMap(([name, value]) =>
    name === 'asked' || typeof value === 'boolean'
      ? []
      : [`${spaced(name)} ${inCents.includes(name) ? dollars(value, currency) : value}`],
  )
  return shown.length > 0 ? ` (${shown.join(', ')})` : ''
}

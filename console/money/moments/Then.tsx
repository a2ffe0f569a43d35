import { Text } from '@mantine/core'
import { type Message, messagesBetween } from '@portreeve/contract/conversations/conversations'
import type { Money } from '@portreeve/contract/money/money'
import { noteAction } from '@portreeve/contract/staff/notes'
import type { ReactNode } from 'react'
import { actorName } from '../../format/actor.ts'
import { shortLocal } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { movementKindWords, movementStateWords } from '../../format/movement-words.ts'
import { LongText } from '../../ui/LongText.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from '../transactions/case.module.css'
import { Panel } from '../transactions/Panel.tsx'
import { contestedThen, moneyThen, type ProvenAccount, parcelThen, statementThen } from './known-then.ts'
import { isBy, type Loaded } from './moments.ts'

interface ThenProps {
  loaded: Loaded
  /** Undefined where the server does not return it. */
  money: Money | undefined
  /** The timeline has older entries that are not loaded. */
  isCut: boolean
  /** Why the caller sees no messages; null where they do. */
  whyNot: string | null
  /** The moment, in milliseconds. */
  then: number
}

/** What nothing proves. */
const Unproven = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
)

/** The page as it was at a moment: each panel has what was known by then, and says what the loaded records do not prove. */
export default function Then({ loaded, money, isCut, whyNot, then }: ThenProps) {
  const { txn, timeline } = loaded
  const notes = timeline.filter(({ action, at }) => action === noteAction && isBy(at, then))
  return (
    <div className={classes.case}>
      <div className={classes.column}>
        <Contested loaded={loaded} then={then} />
        <MoneyPanel loaded={loaded} money={money} then={then} />
        <Panel title="Movements">
          <Movements loaded={loaded} then={then} />
        </Panel>
        <Panel title="Staff notes">
          {notes.map(({ id, by, at, reason }) => (
            <div key={id}>
              <b>{actorName(by)}</b>, <When value={at} write={shortLocal} />
              <LongText text={reason ?? ''} lines={4} />
            </div>
          ))}
          {notes.length === 0 && <Text size="sm">No notes by then.</Text>}
          {isCut && <Unproven>Older notes are in the timeline: they are not loaded here.</Unproven>}
        </Panel>
        <Panel title="All fields">
          <Unproven>
            What the fields were then is not recorded here, other than by the changes in the timeline.
          </Unproven>
        </Panel>
      </div>
      <div className={classes.column}>
        <Panel title="Buyer and seller">
          <div>
            Buyer: <bdi>{txn.purchaser_display_name ?? txn.purchaser_uid}</bdi>
          </div>
          <div>
            Seller: <bdi>{txn.seller_display_name ?? txn.seller_uid}</bdi>
          </div>
          <Unproven>How they stood then is not recorded here: the names are those of the purchase.</Unproven>
        </Panel>
        <Parcel loaded={loaded} then={then} />
        <Talk loaded={loaded} whyNot={whyNot} then={then} />
      </div>
    </div>
  )
}

interface PartProps {
  loaded: Loaded
  then: number
}

function Contested({ loaded, then }: PartProps) {
  const { dispute, chargebacks } = contestedThen(loaded, then)
  return (
    <Panel title="Dispute">
      {chargebacks.map((one) => (
        <div key={one.id}>
          <StateWord word={`Chargeback of ${grouped(one.amount)}`} tone="bad" />{' '}
          {isBy(one.submitted_at, then) ? 'Evidence was sent.' : 'No evidence was sent.'}
        </div>
      ))}
      {dispute === null ? (
        <Text size="sm">No dispute was open.</Text>
      ) : (
        <>
          <StateWord
            word={dispute === 'open' ? 'Dispute open' : 'Dispute resolved'}
            tone={dispute === 'open' ? 'bad' : 'quiet'}
          />
          {(['buyer', 'seller'] as const).map((side) => {
            const text = statementThen(loaded, side, then)
            return (
              <div key={side}>
                <b>{side === 'buyer' ? 'Buyer' : 'Seller'}</b>
                {text === undefined ? (
                  <Unproven>What the {side} had said by then is not recorded.</Unproven>
                ) : (
                  <LongText text={text ?? 'Nothing by then.'} lines={6} />
                )}
              </div>
            )
          })}
          <Unproven>Its deadline and assignee then are not recorded here.</Unproven>
        </>
      )}
    </Panel>
  )
}

const words: Readonly<Record<ProvenAccount, string>> = {
  refunded: 'Refunded',
  paid_out: 'Paid out',
  charged_back: 'Charged back',
  provider_fee: 'Chargeback fee',
}

function MoneyPanel({ loaded, money, then }: PartProps & { money: Money | undefined }) {
  if (!money)
    return (
      <Panel title="Money">
        <Unproven>Where the money was is not loaded.</Unproven>
      </Panel>
    )
  const { paid, accounts, unproven, rest } = moneyThen(money, loaded.movements, then)
  const figures: [string, number][] = [
    ['Captured', paid],
    ...(Object.entries(accounts) as [ProvenAccount, number][])
      .filter(([, cents]) => cents !== 0)
      .map(([account, cents]): [string, number] => [words[account], cents]),
    ...(rest === null
      ? []
      : [[rest < 0 ? 'Borne by us' : 'Neither sent nor given back', Math.abs(rest)] as [string, number]]),
  ]
  return (
    <Panel title="Money">
      <dl className={classes.figures}>
        {figures.map(([name, cents]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{grouped(cents)}</dd>
          </div>
        ))}
      </dl>
      <Unproven>
        {rest !== null &&
          rest > 0 &&
          'How that was divided among fee, label, pending, held and disputed is not recorded. '}
        {unproven.length > 0 &&
          `The movements do not prove what was in ${unproven.map((account) => words[account].toLowerCase()).join(', ')}.`}
      </Unproven>
    </Panel>
  )
}

function Movements({ loaded, then }: PartProps) {
  const known = loaded.movements.filter(({ created_at }) => isBy(created_at, then))
  if (known.length === 0) return <Text size="sm">No movements by then.</Text>
  return (
    <ul>
      {known.map(({ id, kind, amount, created_at, settled_at, state }) => (
        <li key={id}>
          <When value={created_at} write={shortLocal} /> {movementKindWords[kind]}
          {amount !== null && `, ${grouped(amount)}`}{' '}
          {settled_at && isBy(settled_at, then) ? (
            <StateWord {...movementStateWords[state]} />
          ) : (
            <StateWord word="Not settled by then" />
          )}
        </li>
      ))}
    </ul>
  )
}

function Parcel({ loaded, then }: PartProps) {
  const state = parcelThen(loaded, then)
  return (
    <Panel title="Parcel">
      {state === null ? (
        <Unproven>Whether it was sent by then is not recorded.</Unproven>
      ) : (
        <StateWord word={state} tone={state === 'Delivered' ? 'good' : 'quiet'} />
      )}
      <Unproven>When its tracking number was added is not recorded.</Unproven>
    </Panel>
  )
}

function Talk({ loaded, whyNot, then }: PartProps & { whyNot: string | null }) {
  const known = messagesBetween([...loaded.messages]).filter(({ date }) => isBy(date, then))
  const nameOf = ({ author, senderDisplayName }: Message) =>
    senderDisplayName ??
    (author === loaded.txn.seller_uid ? loaded.txn.seller_display_name : loaded.txn.purchaser_display_name) ??
    author
  return (
    <Panel title="Buyer + Seller Conversation from Seller Perspective">
      {whyNot && <Text size="sm">{whyNot}</Text>}
      {!whyNot && known.length === 0 && <Text size="sm">No messages by then.</Text>}
      {known.map((message) => (
        <div key={message.id ?? message.date}>
          <span className={classes.quiet}>
            <bdi>{nameOf(message)}</bdi>, <When value={message.date} write={shortLocal} />
          </span>
          <LongText text={message.text ?? 'A picture'} lines={6} />
        </div>
      ))}
    </Panel>
  )
}

import { Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type CaseChoice, maxCaseMessages, maxCaseRecords } from '@portreeve/contract/desk/case-files'
import { type FormEvent, useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { count, orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import classes from './case-file.module.css'

interface CaseChoicesProps {
  uid: string
  busy: boolean
  /** The purpose of the file that was made last. */
  made: string
  onMake: (choice: CaseChoice) => void
}

const usual = { reports: true, decisions: true, reads: true, staff_names: false, proof: true }

type Range = Record<'from' | 'to', string>

/** A day of a date field as the first or last moment of it in UTC. */
const momentOf = (day: string, time: string) => (day === '' ? undefined : `${day}T${time}Z`)

/** What goes into a case file. */
export function CaseChoices({ uid, busy, made, onMake }: CaseChoicesProps) {
  const [purpose, setPurpose] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [transactions, setTransactions] = useState<readonly string[]>([])
  const [listings, setListings] = useState<readonly string[]>([])
  const [conversations, setConversations] = useState<readonly string[]>([])
  const [ranges, setRanges] = useState<Readonly<Record<string, Range>>>({})
  const [more, setMore] = useState(usual)
  const records = transactions.length + listings.length + conversations.length

  function submit(event: FormEvent) {
    event.preventDefault()
    const isReversed = conversations.some((id) => {
      const { from = '', to = '' } = ranges[id] ?? {}
      return from !== '' && to !== '' && from > to
    })
    const wrong =
      purpose.trim() === ''
        ? 'Say who asks for the file, and on which legal ground.'
        : records > maxCaseRecords
          ? `${records} records are chosen. A file has ${maxCaseRecords} at most.`
          : isReversed
            ? 'A range of messages ends before it begins.'
            : null
    setProblem(wrong)
    if (wrong) return
    onMake({
      ...{ ...more, purpose, transactions: [...transactions], listings: [...listings] },
      conversations: conversations.map((id) => ({
        id,
        from: momentOf(ranges[id]?.from ?? '', '00:00:00.000'),
        to: momentOf(ranges[id]?.to ?? '', '23:59:59.999'),
      })),
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={760}>
        <Textarea
          label="Who asks for the file, and on which legal ground"
          description="It is on the cover, and in the audit log."
          placeholder="District police, file 12/34: Art. 6 (1) c GDPR"
          required
          autosize
          minRows={2}
          maxLength={2000}
          value={purpose}
          onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
        />
        <Transactions uid={uid} picked={transactions} onPick={setTransactions} />
        <Listings uid={uid} picked={listings} onPick={setListings} />
        <Conversations
          uid={uid}
          picked={conversations}
          onPick={setConversations}
          ranges={ranges}
          onRange={(id, range) => setRanges({ ...ranges, [id]: range })}
        />
        <fieldset className={classes.fields}>
          <legend>Beside the records</legend>
          {(
            [
              ['reports', 'What others reported about the person'],
              ['decisions', 'What staff decided about them, and why'],
              ['reads', 'Who read private parts of them, when, and which messages'],
              ['staff_names', 'Staff by name, rather than by role and letter'],
              ['proof', 'A proof by the audit log, in the signed JSON'],
            ] as const
          ).map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={more[name]}
              onChange={({ currentTarget }) => setMore({ ...more, [name]: currentTarget.checked })}
            />
          ))}
        </fieldset>
        <Group gap="sm">
          <GuardedButton may="users.export" type="submit" loading={busy}>
            Make the file
          </GuardedButton>
          <Text size="sm" c="dimmed">
            {count(records, 'record', 'records')}. At most {maxCaseRecords} records and {maxCaseMessages}{' '}
            messages.
          </Text>
        </Group>
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
      <LeaveGuard dirty={purpose.trim() !== '' && purpose.trim() !== made} what="the case file" />
    </form>
  )
}

interface Picking {
  uid: string
  picked: readonly string[]
  onPick: (ids: readonly string[]) => void
}

function Transactions({ uid, ...pick }: Picking) {
  const pages = usePages(api.transactions.ofUser, { params: { uid } })
  const rows = pages.rows?.map(({ id, product_title, price, currency, purchase_date }) => ({
    id,
    label: `${orNull(product_title)} · ${dollars(price, currency)} · ${shortUtc(purchase_date)}`,
  }))
  return <PickList what="transactions" {...pages} rows={rows} {...pick} below={<LoadMore pages={pages} />} />
}

function Listings({ uid, ...pick }: Picking) {
  const found = useData(api.listings.search, { query: { query: `seller:${uid}` } })
  const rows = found.data?.map(({ key, title, creationDate }) => ({
    id: key,
    label: `${orNull(title)} · ${shortUtc(creationDate)}`,
  }))
  const more = found.more && (
    <Text size="sm" c="dimmed">
      The newest {rows?.length}; there are more.
    </Text>
  )
  return <PickList what="listings" {...found} rows={rows} {...pick} below={more} />
}

interface RangedPicking extends Picking {
  ranges: Readonly<Record<string, Range>>
  onRange: (id: string, range: Range) => void
}

function Conversations({ uid, ranges, onRange, ...pick }: RangedPicking) {
  const pages = usePages(api.conversations.ofUser, { params: { uid } })
  const rows = pages.rows?.map(({ key, members, date }) => {
    const names = Object.entries(members).flatMap(([one, name]) => (one === uid ? [] : [orNull(name)]))
    return { id: key, label: `With ${names.join(', ') || 'no one'} · ${shortUtc(date)}` }
  })
  const rangeOf = (id: string) => {
    const range = ranges[id] ?? { from: '', to: '' }
    return (
      <Group gap="sm" ms="xl">
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={end === 'from' ? 'Messages from' : 'to (UTC)'}
            value={range[end]}
            onChange={({ currentTarget }) => onRange(id, { ...range, [end]: currentTarget.value })}
          />
        ))}
      </Group>
    )
  }
  return (
    <PickList
      what="conversations"
      {...pages}
      rows={rows}
      {...pick}
      beneath={rangeOf}
      below={<LoadMore pages={pages} />}
    />
  )
}

interface PickListProps extends Omit<Picking, 'uid'> {
  what: 'transactions' | 'listings' | 'conversations'
  rows: readonly { id: string; label: string }[] | undefined
  loading: boolean
  failure: unknown
  reload: () => void
  /** Beneath a picked row. */
  beneath?: (id: string) => React.ReactNode
  below: React.ReactNode
}

function PickList({ what, rows, loading, failure, reload, picked, onPick, beneath, below }: PickListProps) {
  const ids = rows?.map(({ id }) => id) ?? []
  const isAll = ids.length > 0 && ids.every((id) => picked.includes(id))
  return (
    <fieldset className={classes.fields}>
      <legend>{`${what.charAt(0).toUpperCase()}${what.slice(1)}`}</legend>
      {failure !== null && !rows && (
        <FailedState message={`The ${what} could not be loaded.`} onRetry={reload} />
      )}
      {loading && <LinesSkeleton lines={3} />}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          No {what}.
        </Text>
      )}
      {ids.length > 0 && (
        <Checkbox
          label={`All ${what} (${ids.length})`}
          checked={isAll}
          indeterminate={!isAll && picked.length > 0}
          onChange={() => onPick(isAll ? [] : ids)}
        />
      )}
      <div className={classes.rows}>
        {rows?.map(({ id, label }) => (
          <div key={id}>
            <Checkbox
              label={<bdi>{label}</bdi>}
              checked={picked.includes(id)}
              onChange={({ currentTarget }) =>
                onPick(currentTarget.checked ? [...picked, id] : picked.filter((one) => one !== id))
              }
            />
            {picked.includes(id) && beneath?.(id)}
          </div>
        ))}
      </div>
      {below}
    </fieldset>
  )
}

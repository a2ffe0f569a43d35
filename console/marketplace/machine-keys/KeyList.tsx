import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { MachineKey } from '@portreeve/contract/marketplace/machine-keys'
import { useMemo, useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { actionWords } from '../../format/actions.ts'
import { shortLocal } from '../../format/dates.ts'
import { serverNow } from '../../format/now.ts'
import { rateWords } from '../../format/proposal-rate.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import deskClasses from '../../shell/lists/desk.module.css'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { CreateKeyDialog, type MadeKey } from './CreateKeyDialog.tsx'
import { KeySecret } from './KeySecret.tsx'
import classes from './machine-keys.module.css'
import { RevokeDialog } from './RevokeDialog.tsx'
import { isValid, keyState, ownerWords, rotating, scopesInWords, usageWords } from './words.ts'

/** Milliseconds between two looks: the use changes with each call of a program, and an event for each would double its writes. */
const lookEvery = 5000

/** When a key ends or ended, below its state. */
function End({ of: key }: { of: MachineKey }) {
  const end = key.revoked_at ?? key.expires_at
  return (
    <span className={deskClasses.quiet}>
      {end ? (
        <>
          {isValid(key, serverNow()) && 'until '}
          <When value={end} write={shortLocal} />
        </>
      ) : (
        'without end'
      )}
    </span>
  )
}

const columnsFor = (onRevoke: (key: MachineKey) => void): readonly Column<MachineKey>[] => [
  {
    name: 'Key',
    width: '20%',
    cell: ({ name, begins }) => (
      <>
        <strong>
          <Clamp text={name} />
        </strong>
        <Clamp text={`${begins}…`} mono />
      </>
    ),
  },
  {
    name: 'May',
    cell: ({ scopes, networks, owner, limits, idle_scopes, proposals }) => (
      <>
        <Clamp text={scopesInWords(scopes)} lines={2} />
        {owner && limits && (
          <span className={deskClasses.quiet}>
            <Clamp text={ownerWords(owner.name, limits)} lines={2} />
          </span>
        )}
        {idle_scopes.length > 0 && owner && (
          <span className={deskClasses.quiet}>
            <Clamp text={`${owner.name} may not do: ${scopesInWords(idle_scopes)}`} lines={2} />
          </span>
        )}
        {proposals.map((rate) => (
          <span key={rate.call} className={deskClasses.quiet}>
            <Clamp text={`Proposed “${actionWords(rate.call)}”: ${rateWords(rate)}`} lines={2} />
          </span>
        ))}
        <span className={deskClasses.quiet}>
          <Clamp text={networks.length === 0 ? 'From everywhere' : `From ${networks.join(', ')}`} lines={2} />
        </span>
      </>
    ),
  },
  {
    name: 'State',
    width: 152,
    cell: (key) => (
      <>
        <StateWord {...keyState(key, serverNow())} />
        <End of={key} />
      </>
    ),
  },
  {
    name: 'Made',
    width: 152,
    is: 'date',
    cell: ({ created_at, created_by }) => (
      <>
        <When value={created_at} write={shortLocal} />
        <span className={deskClasses.quiet}>
          <Clamp text={`by ${created_by}`} />
        </span>
      </>
    ),
  },
  {
    name: 'Last used',
    width: 152,
    is: 'date',
    cell: ({ last_used_at, calls, rows }) => (
      <>
        {last_used_at ? <When value={last_used_at} write={shortLocal} /> : 'Never'}
        <span className={deskClasses.quiet}>
          <Clamp text={usageWords(calls, rows)} lines={2} />
        </span>
      </>
    ),
  },
  {
    name: 'Action',
    width: 96,
    cell: (key) =>
      isValid(key, serverNow()) && (
        <GuardedButton
          may="machineKeys.manage"
          size="compact-sm"
          variant="default"
          aria-label={`Revoke ${key.name} ${key.begins}`}
          onClick={() => onRevoke(key)}
        >
          Revoke…
        </GuardedButton>
      ),
  },
]

/** The keys with which programs of the marketplace call this server. */
export function KeyList() {
  const { data, failure, reload } = useData(api.machineKeys.list, {}, { every: () => lookEvery })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  const [revoking, setRevoking] = useState<MachineKey | null>(null)
  const columns = useMemo(() => columnsFor(setRevoking), [])
  const shared = data ? rotating(data, serverNow()) : []
  return (
    <>
      <div className={classes.bar}>
        <Text size="sm" c="dimmed">
          Programs of the marketplace write their records, read events and act with these keys.
        </Text>
        <GuardedButton may="machineKeys.manage" onClick={() => setMaking(true)}>
          Create key
        </GuardedButton>
      </div>
      {shared.map((name) => (
        <p key={name} className={deskClasses.band} data-tone="caution">
          <span>
            Two valid keys are named <bdi>{name}</bdi>. When the program uses the new one, revoke the old one:
            its last use no longer moves.
          </span>
        </p>
      ))}
      {failure && <FailedState message="The machine keys could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <Text size="sm">
          No machine key yet. Create one for each program that writes to <code>/v1/ingest</code> or reads{' '}
          <code>/v1/events</code>.
        </Text>
      ) : (
        (!failure || data) && (
          <DeskTable
            label="Machine keys"
            columns={columns}
            rows={data}
            keyOf={({ id }) => id}
            least={860}
            loadingRows={3}
            fixed
          />
        )
      )}
      {isMaking && <CreateKeyDialog keys={data ?? []} onClose={() => setMaking(false)} onMade={setMade} />}
      {made && <KeySecret made={made} onClose={() => setMade(null)} />}
      {revoking && <RevokeDialog of={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

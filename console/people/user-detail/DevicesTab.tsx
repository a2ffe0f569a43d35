import { api } from '@portreeve/contract'
import { type Device, verificationStatus } from '@portreeve/contract/people/devices'
import { IconRefresh } from '@tabler/icons-react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Cells, CellsSkeleton } from '../../shell/records/Cells.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './account.module.css'
import { Empty, Section } from './Section.tsx'

/** DEV-01 to DEV-11 */
export function DevicesTab({ uid }: { uid: string }) {
  const devices = useData(
    api.devices.list,
    { params: { uid } },
    { failed: 'There was an error loading devices' },
  )
  return (
    <Section title="Devices" alone>
      {devices.failure && <FailedState message="The devices could not be loaded." onRetry={devices.reload} />}
      {devices.loading && <CellsSkeleton cells={2} height={56} />}
      {devices.data && devices.data.length > 0 && (
        <Cells label="Devices">
          {devices.data.map((device, at) => (
            <DeviceCell key={idOf(device) ?? at} device={device} />
          ))}
        </Cells>
      )}
      {devices.data?.length === 0 && !devices.failure && <Empty>No devices.</Empty>}
    </Section>
  )
}

/** D-050 */
const idOf = (device: Device) => device.id ?? device.device_id ?? null

function DeviceCell({ device }: { device: Device }) {
  const id = idOf(device)
  const resend = useAction(api.devices.sendVerification, {
    done: 'Verification code sent',
    // DEV-08, D-081
    failed: ({ failure }) => detailOf(failure) ?? failure.message,
    // The device has a new code.
    refetch: [api.devices.list],
    refetchOnConflict: [api.devices.list],
  })
  const verified = device.verification_status === 1
  return (
    <li className={classes.device}>
      <span className={classes.secret}>{orNull(device.code)}</span>
      <span className={classes.date}>
        <When value={device.created_at} write={shortUtc} />
      </span>
      <StateWord
        word={verificationStatus[device.verification_status] ?? 'null'}
        tone={verified ? 'good' : 'caution'}
      />
      {/* DEV-05, DEV-06 */}
      {device.verification_status === 0 && id !== null && (
        <GuardedButton
          may="devices.verify"
          size="compact-sm"
          variant="default"
          loading={resend.busy}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void resend.run({ params: { id } })}
        >
          Resend verification
        </GuardedButton>
      )}
    </li>
  )
}

import '@mantine/core/styles/NavLink.layer.css'
import { Modal, NavLink, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { EmailTemplateVersion } from '@portreeve/contract/conversations/email-templates'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { longUtc } from '../../format/dates.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { Differences } from './Differences.tsx'
import { type Typed, typedOf } from './draft.ts'
import classes from './email-templates.module.css'

interface HistoryDialogProps {
  name: string
  /** The saved texts and their version. */
  now: Typed
  version: number | undefined
  /** The reason why no version can be restored, if there is one. */
  whyNot: string | null
  busy: boolean
  onClose: () => void
  onRestore: (old: Typed) => void
}

/** All versions of a template, to compare with the current one and to restore. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { name, version, onClose } = props
  const loaded = useData(api.emailTemplates.versions, { params: { id: name } })
  const [chosen, setChosen] = useState<number | null>(null)
  const rows = loaded.data
  const shown = rows?.find((one) => one.version === chosen)
  useEscape(onClose)
  return (
    <Modal opened onClose={onClose} title="History" size={980} closeOnEscape={false}>
      {loaded.failure && <FailedState message="The history could not be loaded." onRetry={loaded.reload} />}
      {loaded.loading && <LinesSkeleton lines={4} height={40} />}
      {rows && (
        <div className={classes.history}>
          <ul className={classes.saves} aria-label="Saves">
            {rows.map((one) => (
              <li key={one.version}>
                <NavLink
                  component="button"
                  type="button"
                  active={one.version === chosen}
                  {...(one.version === chosen && { 'aria-current': 'true' as const })}
                  label={`Version ${one.version}${one.version === version ? ' (now)' : ''}`}
                  description={<Saved one={one} />}
                  onClick={() => setChosen(one.version)}
                />
              </li>
            ))}
          </ul>
          <section className={classes.compared} aria-label="Comparison">
            {shown ? (
              <Comparison {...props} key={shown.version} shown={shown.version} />
            ) : (
              <Text size="sm" c="dimmed">
                Choose a save to compare it with what is saved now.
              </Text>
            )}
            {loaded.more && (
              <Text size="xs" c="dimmed" mt="sm">
                Only the newest {rows.length} are shown.
              </Text>
            )}
          </section>
        </div>
      )}
    </Modal>
  )
}

const Saved = ({ one }: { one: EmailTemplateVersion }) => (
  <span dir="auto">
    {one.saved_by ?? 'Not saved here'}
    {' · '}
    <When value={one.saved_at} write={longUtc} />
  </span>
)

function Comparison(props: HistoryDialogProps & { shown: number }) {
  const { name, now, version, whyNot, busy, onRestore, shown } = props
  const loaded = useData(api.emailTemplates.version, { params: { id: name, version: String(shown) } })
  if (loaded.failure) return <FailedState message="The save could not be loaded." onRetry={loaded.reload} />
  if (!loaded.data) return <LinesSkeleton lines={6} />
  const old = typedOf(loaded.data)
  return (
    <>
      <Differences left={old} right={now} sides={[`Version ${shown}`, 'Now']} />
      {shown !== version && (
        <GuardedButton
          may="emailTemplates.write"
          mt="lg"
          loading={busy}
          whyNot={whyNot}
          onClick={() => onRestore(old)}
        >
          {`Restore version ${shown}`}
        </GuardedButton>
      )}
    </>
  )
}
